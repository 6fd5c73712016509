import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { Db } from '#platform/db.ts'
import { policyAt, type CancellationPolicy } from './terms/rules.ts'
import type { DatedSettings } from './gateway.ts'
import {
  type ChargeHours,
  type RoadCharge,
  bannedClasses,
  vehicleClassOf,
  type ZoneVisit,
} from './road-charges/rules.ts'
import { VAT_PERCENT } from './rules.ts'

declare module '#platform/json-columns.ts' {
  interface JsonColumns {
    'pricing.road_charge.hours': ChargeHours
  }
}

const chargeColumns = [
  'zone',
  'label',
  'vehicleClass',
  'amountPence',
  'hours',
  'fromDay',
  'toDay',
  'source',
  'checkBy',
] as const

/** Both kinds, of every day, without what was withdrawn. */
export async function readDatedSettings(db: Db): Promise<DatedSettings> {
  const [roadCharges, policies] = await Promise.all([
    db.selectFrom('pricing.road_charge').select(chargeColumns).where('withdrawnAt', 'is', null).execute(),
    db
      .selectFrom('pricing.cancellation_policy')
      .select(['freeUntilHours', 'partUntilHours', 'partPercent', 'fromDay', 'createdAt'])
      .where('withdrawnAt', 'is', null)
      .execute(),
  ])
  return { roadCharges, policies }
}

/** All dated road charges: some dozens of rows. */
export const listRoadCharges = async (ctx: Ctx): Promise<readonly RoadCharge[]> =>
  (await ctx.services.datedSettings.get()).roadCharges

/** The charges as they had been entered at an instant, whatever was entered or withdrawn since. */
export const listRoadChargesAt = (ctx: Ctx, at: Date): Promise<RoadCharge[]> =>
  ctx.db
    .selectFrom('pricing.road_charge')
    .select(chargeColumns)
    .where((eb) => eb.or([eb('createdAt', 'is', null), eb('createdAt', '<=', at)]))
    .where((eb) => eb.or([eb('withdrawnAt', 'is', null), eb('withdrawnAt', '>', at)]))
    .execute()

/** What cancelling costs of what is offered or booked at an instant. */
export const cancellationPolicyAt = async (ctx: Ctx, at: Date): Promise<CancellationPolicy> =>
  policyAt((await ctx.services.datedSettings.get()).policies, at)

/** The rule `taxIncluded` for whole percents. */
export const taxWithin = (gross: RawBuilder<unknown>) =>
  sql`(sign(${gross}) * div(abs(${gross}) * ${sql.lit(2 * VAT_PERCENT)} + ${sql.lit(100 + VAT_PERCENT)}, ${sql.lit(2 * (100 + VAT_PERCENT))}))`

/** VAT on what is net, by the rule `percentOf`. */
export const taxOn = (net: RawBuilder<unknown>) =>
  sql`(sign(${net}) * div(abs(${net}) * ${sql.lit(2 * VAT_PERCENT)} + 100, 200))`

/** The name of a zone that keeps the van of a unit out of one of these visits. A unit without a van goes nowhere, which others see to. */
export async function findBan(ctx: Ctx, unitId: string, visits: readonly ZoneVisit[]): Promise<string | undefined> {
  const van = await ctx.db
    .selectFrom('fleet.van')
    .select(['fuel', 'euroClass', 'grossWeightKg'])
    .where('unitId', '=', unitId)
    .executeTakeFirst()
  return van && bannedClasses(await listRoadCharges(ctx), visits).get(vehicleClassOf(van))
}
