import type { Ctx } from '#platform/ctx.ts'
import type { Db } from '#platform/db.ts'
import { policyAt, type CancellationPolicy } from './cancellation/rules.ts'
import type { DatedSettings } from './gateway.ts'
import type { ChargeHours, RoadCharge } from './road-charges/rules.ts'

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

/** What cancelling costs of what is offered or booked at an instant. */
export const cancellationPolicyAt = async (ctx: Ctx, at: Date): Promise<CancellationPolicy> =>
  policyAt((await ctx.services.datedSettings.get()).policies, at)
