import { type Updateable, sql } from 'kysely'
import { findCompanyOf } from '#modules/companies/queries.ts'
import type { PersonalData } from '#modules/identity/privacy/queries.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import type { PricingTariff } from '#platform/db-types.gen.ts'
import { toJson } from '#platform/json-columns.ts'
import { commonRefusals, refuse, type FieldErrors, type InputOf, type Refusal } from '#shared/endpoint.ts'
import { addMinutes, MINUTES_PER_DAY } from '#shared/local-time.ts'
import { staleTariff } from '../contract.ts'
import type { saveHourlyRates, saveMileageCharges, saveOutOfHoursRate, saveTerms } from '../contract.ts'
import { pricesOfTariff, termsOfTariff } from '../terms/queries.ts'
import { getTariff, type KeptTariff } from './queries.ts'
import { hoursFromWire, hoursProblems, rateProblems, type RateCell } from './rules.ts'

/**
 * Changes a company's tariff. Quotes store their own lines and are booked on the terms of their time, so nothing here affects what
 * was quoted or booked.
 */

type Saved = Promise<KeptTariff | Refusal>

export async function saveRates(ctx: Ctx, companyId: string, page: InputOf<typeof saveHourlyRates>['body']): Saved {
  const wrong = refuseIfAny(rateProblems(page.rates))
  if (wrong) return wrong
  const columns = {
    minimumMinutes: page.minimumMinutes,
    minimumMinutesTwoPorters: page.minimumMinutesTwoPorters,
  }
  return save(ctx, companyId, page.version, columns, (tx) => replaceRates(tx, companyId, page.rates))
}

export const saveMileage = (ctx: Ctx, companyId: string, page: InputOf<typeof saveMileageCharges>['body']): Saved =>
  save(ctx, companyId, page.version, {
    includedMiles: page.includedMiles,
    pencePerMile: page.pencePerMile,
    mileageSaved: true,
  })

export async function saveHours(ctx: Ctx, companyId: string, page: InputOf<typeof saveOutOfHoursRate>['body']): Saved {
  const wrong = refuseIfAny(hoursProblems(page.standardHours))
  if (wrong) return wrong
  return save(ctx, companyId, page.version, {
    standardHours: toJson(hoursFromWire(page.standardHours)),
    outOfHoursPercent: page.outOfHoursPercent,
  })
}

export const saveCompanyTerms = (ctx: Ctx, companyId: string, page: InputOf<typeof saveTerms>['body']): Saved =>
  save(ctx, companyId, page.version, {
    waitingPencePerHalfHour: page.waitingPencePerHalfHour,
    freeWaitingMinutes: page.freeWaitingMinutes,
    terms: page.terms,
  })

const refuseIfAny = (errors: FieldErrors): Refusal | undefined =>
  Object.keys(errors).length > 0 ? refuse(commonRefusals.invalid, { errors }) : undefined

const save = (
  ctx: Ctx,
  companyId: string,
  version: number,
  columns: Updateable<PricingTariff>,
  more?: (tx: TxCtx) => Promise<void>,
): Saved =>
  ctx.tx(async (tx) => {
    await savePastTerms(tx, companyId)
    await tx.db
      .insertInto('pricing.tariff')
      .values({ companyId, version: 0, mileageSaved: false })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    // Locks the row: of two saves with the same version, the second waits and then finds a newer one.
    const { numUpdatedRows } = await tx.db
      .updateTable('pricing.tariff')
      .set({ ...columns, version: version + 1 })
      .where('companyId', '=', companyId)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return refuse(staleTariff)
    await more?.(tx)
    await tx.emit({ type: 'pricing.tariff-changed', companyId })
    return getTariff(tx, companyId)
  })

async function replaceRates(tx: TxCtx, companyId: string, rates: readonly RateCell[]): Promise<void> {
  await tx.db.deleteFrom('pricing.hourly_rate').where('companyId', '=', companyId).execute()
  const rows = rates.flatMap(({ vanCategory, helpLevel, pencePerHour }) =>
    pencePerHour === null ? [] : [{ companyId, vanCategory, helpLevel, pencePerHour }],
  )
  if (rows.length > 0) await tx.db.insertInto('pricing.hourly_rate').values(rows).execute()
}

export const pricingPersonalData: PersonalData = { name: 'prices', read: readOwnPrices }

async function readOwnPrices(ctx: Ctx, userId: string) {
  const companyId = await findCompanyOf(ctx, userId)
  return companyId && getTariff(ctx, companyId)
}

/** Deletes the terms, because free text may contain names. Bookings keep their own lines. */
export async function erasePrices(ctx: TxCtx, { userId }: { userId: string }): Promise<void> {
  const companyId = await findCompanyOf(ctx, userId)
  if (!companyId) return
  await ctx.db.deleteFrom('pricing.hourly_rate').where('companyId', '=', companyId).execute()
  await ctx.db.deleteFrom('pricing.past_terms').where('companyId', '=', companyId).execute()
  await ctx.db.deleteFrom('pricing.tariff').where('companyId', '=', companyId).execute()
}

/** Keeps the current prices and terms before they change: customers holding a quote book on them. A day is longer than any quote is valid. */
async function savePastTerms(ctx: TxCtx, companyId: string): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db
    .deleteFrom('pricing.past_terms')
    .where('companyId', '=', companyId)
    .where('endedAt', '<', addMinutes(now, -MINUTES_PER_DAY))
    .execute()
  // The first of two simultaneous changes has already stored the terms that customers saw.
  await sql`insert into pricing.past_terms (company_id, ended_at, terms, tariff)
    select t.company_id, ${now}, ${termsOfTariff}, ${pricesOfTariff} from pricing.tariff t where t.company_id = ${companyId}
    on conflict do nothing`.execute(ctx.db)
}
