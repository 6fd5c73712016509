import { sql } from 'kysely'
import type { PriceLine } from '#modules/pricing/rules.ts'
import type { KeptWork } from '#modules/quoting/commands.ts'
import type { AskedMove } from '#modules/quoting/move/rules.ts'
import type { Ctx } from '#platform/ctx.ts'

/** A quote with all that a booking is made of. */
export interface BookableQuote {
  id: string
  companyId: string
  companyName: string
  unitId: string
  paymentMethods: string[]
  start: Date
  end: Date
  validUntil: Date
  totalPence: number
  ceilingPence: number
  commissionablePence: number
  vatPence: number
  lines: PriceLine[]
  move: AskedMove
  work: KeptWork
}

export async function findBookableQuote(ctx: Ctx, quoteId: string): Promise<BookableQuote | undefined> {
  const row = await ctx.db
    .selectFrom('quoting.quote as q')
    .innerJoin('quoting.request as r', 'r.id', 'q.request_id')
    .innerJoin('companies.company as c', 'c.id', 'q.company_id')
    .where('q.id', '=', quoteId)
    .select([
      'q.id',
      'q.company_id',
      'q.unit_id',
      'q.valid_until',
      'q.total_pence',
      'q.ceiling_pence',
      'q.commissionable_pence',
      'q.vat_pence',
      'q.lines',
    ])
    .select(['r.start_at', 'r.end_at', 'r.move', 'r.work', 'c.name as company_name', 'c.payment_methods'])
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      companyId: row.company_id,
      companyName: row.company_name,
      unitId: row.unit_id,
      paymentMethods: row.payment_methods,
      start: row.start_at,
      end: row.end_at,
      validUntil: row.valid_until,
      totalPence: row.total_pence,
      ceilingPence: row.ceiling_pence,
      commissionablePence: row.commissionable_pence,
      vatPence: row.vat_pence,
      lines: row.lines as PriceLine[],
      move: row.move as AskedMove,
      work: row.work as KeptWork,
    }
  )
}

/** The customer, locked: their limits are counted one booking at a time. */
export async function lockCustomer(ctx: Ctx, userId: string) {
  return ctx.db
    .selectFrom('identity.user')
    .select(['id', 'first_name', 'last_name', 'phone'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export interface OpenBookings {
  open: number
  /** The same move a few minutes ago. */
  isDouble: boolean
  /** This very quote is booked and alive. */
  isQuoteUsed: boolean
}

/** Bookings that wait for somebody to verify an address count for nothing: they hold no time, and may be a stranger's. */
export async function countOpenBookings(
  ctx: Ctx,
  asked: { customerId: string; quoteId: string; digest: Buffer; since: Date },
): Promise<OpenBookings> {
  const { rows } = await sql<{ open: number; is_double: boolean; is_quote_used: boolean }>`/* open-bookings */
    select
      (select count(*) from bookings.booking
        where customer_id = ${asked.customerId} and status = 'new_booking' and not awaiting_verification) as open,
      exists (select from bookings.booking where customer_id = ${asked.customerId} and request_digest = ${asked.digest}
        and created_at > ${asked.since} and status in ('new_booking', 'confirmed') and not awaiting_verification) as is_double,
      exists (select from bookings.booking where quote_id = ${asked.quoteId}
        and status in ('new_booking', 'confirmed', 'in_progress', 'completed') and not awaiting_verification) as is_quote_used`.execute(
    ctx.db,
  )
  const row = rows[0]
  return { open: row?.open ?? 0, isDouble: row?.is_double ?? false, isQuoteUsed: row?.is_quote_used ?? false }
}
