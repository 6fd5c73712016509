import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { Acknowledged, People } from './people.ts'

/** Looks at what is stored after everything has come to rest, and at nothing that the product says of itself. */

interface Row {
  id: string
  status: string
  isHot: boolean
  unitId: string | null
  holds: number
  holder: string | null
  events: { kind: string; unitId: string | null }[]
  mails: { kind: string; n: number }[]
}

const listBookings = async (ctx: Ctx): Promise<Row[]> =>
  (
    await sql<Row>`
      select b.id, b.status, b.is_hot, b.unit_id,
        (select count(*)::int from calendar.hold h where h.booking_id = b.id) holds,
        (select max(h.unit_id::text) from calendar.hold h where h.booking_id = b.id) holder,
        coalesce((select json_agg(json_build_object('kind', e.kind, 'unitId', e.unit_id) order by e.id)
          from bookings.event e where e.booking_id = b.id), '[]') events,
        coalesce((select json_agg(m) from (select kind, count(*)::int n from notifications.message
          where subject_id = b.id and channel = 'email' group by kind) m), '[]') mails
      from bookings.booking b`.execute(ctx.db)
  ).rows

/** The events that change what a booking is, and what it is afterwards. */
const LEADS_TO: Record<string, string> = {
  created: 'new_booking',
  confirmed: 'confirmed',
  became_hot: 'hot',
  cancelled: 'canceled_by_customer',
  no_one_took: 'no_one_took',
}

const countOf = (row: Row, kind: string, unitId?: string): number =>
  row.events.filter((event) => event.kind === kind && (!unitId || event.unitId === unitId)).length
const mailsOf = (row: Row, kind: string): number => row.mails.find((mail) => mail.kind === kind)?.n ?? 0

/** What is wrong with one booking, in words; empty if nothing is. */
function flawsOf(row: Row): string[] {
  const now = row.status === 'new_booking' && row.isHot ? 'hot' : row.status
  const last = row.events.findLast(({ kind }) => kind in LEADS_TO)
  const isHeld = now === 'new_booking' || now === 'confirmed'
  return [
    last && LEADS_TO[last.kind] === now ? '' : `is ${now} after ${row.events.map(({ kind }) => kind).join()}`,
    row.holds === (isHeld ? 1 : 0) ? '' : `is ${now} and holds ${row.holds} times`,
    isHeld && row.holder !== row.unitId ? 'holds the time of another unit' : '',
    countOf(row, 'cancelled') > 1 ? 'was cancelled twice' : '',
    mailsOf(row, 'booking_received') === 1 ? '' : `${mailsOf(row, 'booking_received')} emails that it was received`,
    mailsOf(row, 'booking_confirmed') === countOf(row, 'confirmed') ? '' : 'emails of confirming',
    mailsOf(row, 'booking_cancelled') === countOf(row, 'cancelled') ? '' : 'emails of cancelling',
    mailsOf(row, 'booking_passed_on') === countOf(row, 'rejected') ? '' : 'emails of passing on',
    mailsOf(row, 'booking_given_up') === countOf(row, 'given_up') ? '' : 'emails of giving up',
  ]
    .filter(Boolean)
    .map((flaw) => `${row.id} ${flaw}`)
}

/** What was answered with a yes has to be in the trail exactly once. */
function missing(row: Row | undefined, { did, unitId }: Acknowledged): boolean {
  if (!row) return true
  const unit = unitId ?? undefined
  if (did === 'booked') return countOf(row, 'created') !== 1
  if (did === 'cancelled') return countOf(row, 'cancelled') !== 1
  if (did === 'rejected') return countOf(row, 'rejected', unit) + countOf(row, 'given_up', unit) !== 1
  return countOf(row, 'confirmed', unit) !== 1
}

export interface Findings {
  /** Acknowledged actions that are not there, or there twice. */
  lost: string[]
  /** Bookings that nobody was told of. */
  unknown: string[]
  flaws: string[]
  overlaps: number
  unsent: number
  failedJobs: number
}

export async function audit(ctx: Ctx, { acknowledged }: People): Promise<Findings> {
  const rows = await listBookings(ctx)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const booked = acknowledged.filter(({ did }) => did === 'booked')
  const known = new Set(booked.map(({ bookingId }) => bookingId))
  const { rows: counts } = await sql<Pick<Findings, 'overlaps' | 'unsent' | 'failedJobs'>>`
    select (select count(*)::int from calendar.hold a join calendar.hold b
        on a.unit_id = b.unit_id and a.id < b.id and a.during && b.during) as overlaps,
      (select count(*)::int from notifications.message where sent_at is null) as unsent,
      (select count(*)::int from pgboss.job where state = 'failed') as failed_jobs`.execute(ctx.db)
  return {
    lost: [
      ...acknowledged.filter((one) => missing(byId.get(one.bookingId), one)).map((one) => JSON.stringify(one)),
      ...(known.size === booked.length ? [] : ['two keys had the same booking']),
    ],
    unknown: rows.filter(({ id }) => !known.has(id)).map(({ id }) => id),
    flaws: rows.flatMap(flawsOf),
    ...(counts[0] ?? { overlaps: NaN, unsent: NaN, failedJobs: NaN }),
  }
}

/** The mails that were written down, by the id they are sent with. */
export const listMailIds = async (ctx: Ctx): Promise<string[]> =>
  (await ctx.db.selectFrom('notifications.message').select('id').where('channel', '=', 'email').execute()).map(
    ({ id }) => id,
  )
