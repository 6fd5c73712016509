import { sql } from 'kysely'
import type { FrozenQuote, KeptWork, OfferedWork } from '#modules/quoting/commands.ts'
import type { AskedMove } from '#modules/quoting/move/rules.ts'
import { quoteIdParts } from '#modules/quoting/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { minutesOfTimeString } from '#shared/duration.ts'
import { addMinutes } from '#shared/local-time.ts'

/** A quote with everything a booking is made from. */
export interface BookableQuote extends FrozenQuote {
  id: string
  companyId: string
  companyName: string
  paymentMethods: string[]
  start: Date
  end: Date
  validUntil: Date
  move: AskedMove
  work: KeptWork
}

interface QuoteRow {
  validUntil: Date
  startAt: Date
  move: AskedMove
  work: OfferedWork
  quote: FrozenQuote
  companyId: string
  companyName: string
  paymentMethods: string[]
}

export async function findBookableQuote(ctx: Ctx, quoteId: string): Promise<BookableQuote | undefined> {
  const { pageId, key } = quoteIdParts(quoteId)
  const { rows } = await sql<QuoteRow>`/* bookable-quote */
    select p.valid_until, p.start_at, p.move, p.work, p.quotes -> ${key} as quote,
      c.id as company_id, c.name as company_name, c.payment_methods
    from quoting.offer_page p
    join fleet.working_unit u on u.id = (p.quotes -> ${key} ->> 'unitId')::uuid
    join companies.company c on c.id = u.company_id
    where p.id = ${pageId}`.execute(ctx.db)
  const row = rows[0]
  const order = row?.work.orders?.[row.quote.trips ?? 1]
  return (
    row &&
    order && {
      ...row.quote,
      id: quoteId,
      companyId: row.companyId,
      companyName: row.companyName,
      paymentMethods: row.paymentMethods,
      start: row.startAt,
      end: addMinutes(row.startAt, minutesOfTimeString(order.totalTime)),
      validUntil: row.validUntil,
      move: row.move,
      work: { order, places: row.work.places },
    }
  )
}

/** The customer's row, locked so that their limits are checked for one booking at a time. */
export async function lockCustomer(ctx: Ctx, userId: string) {
  return ctx.db
    .selectFrom('identity.user')
    .select(['id', 'firstName', 'lastName', 'phone'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export interface OpenBookings {
  open: number
  /** The same move was booked a few minutes ago. */
  isDouble: boolean
  /** This very quote has been booked, and the booking has not ended. */
  isQuoteUsed: boolean
}

/** Bookings that await verification do not count: they hold no time, and may be a stranger's. */
export async function countOpenBookings(
  ctx: Ctx,
  asked: { customerId: string; quoteId: string | null; digest: Buffer; since: Date },
): Promise<OpenBookings> {
  const { rows } = await sql<{ open: number; isDouble: boolean; isQuoteUsed: boolean }>`/* open-bookings */
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
  return { open: row?.open ?? 0, isDouble: row?.isDouble ?? false, isQuoteUsed: row?.isQuoteUsed ?? false }
}
