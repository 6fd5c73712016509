import { sql } from 'kysely'
import { registeredForVat } from '#modules/companies/queries.ts'
import { taxWithin } from '#modules/pricing/queries.ts'
import type { TxCtx } from '#platform/ctx.ts'

/**
 * A company is registered for VAT from another day than before. Prices stay as they were agreed, and how much of one is VAT depends on the
 * day of the move; so it does for every job that is not done yet. What is done has been billed, or is in the ledger.
 */
export async function setVatOfBookings(ctx: TxCtx, { companyId }: { companyId: string }): Promise<void> {
  await sql`/* vat-of-bookings */
    with owed as (
      select b.id, case when ${registeredForVat(sql`d.day`)} then ${taxWithin(sql`b.total_pence`)} else 0 end as vat_pence
      from companies.company c join bookings.booking b on b.company_id = c.id
      cross join lateral (select (b.start_at at time zone 'Europe/London')::date as day) d
      where c.id = ${companyId} and b.status in ('new_booking', 'confirmed', 'in_progress')
    )
    update bookings.booking b set vat_pence = o.vat_pence, version = b.version + 1
    from owed o where o.id = b.id and b.vat_pence is distinct from o.vat_pence`.execute(ctx.db)
}
