import type { CustomerTerms } from '#modules/pricing/terms/rules.ts'
import type { Ctx } from '#platform/ctx.ts'

/** The company's terms at the time of booking; undefined if none were kept. */
export async function findAgreedTerms(ctx: Ctx, bookingId: string): Promise<CustomerTerms | undefined> {
  const row = await ctx.db
    .selectFrom('bookings.booking')
    .select('companyTerms')
    .where('id', '=', bookingId)
    .executeTakeFirst()
  return row?.companyTerms ?? undefined
}
