import { findCompanyOf } from '#modules/companies/queries.ts'
import type { PersonalData } from '#modules/identity/privacy/queries.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { getTariff } from './tariffs/queries.ts'

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
