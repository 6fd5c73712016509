import { sql } from 'kysely'
import type { OwnUnit } from '#modules/fleet/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { RawAnswer } from '#platform/serve.ts'
import { commonRefusals, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import { addDays, localDayOf, startOfDay, type LocalDay } from '#shared/local-time.ts'
import type { getCalendarFeed } from '../contract.ts'
import { icalendar, type FeedEvent } from './templates.ts'
import { feedToken, readFeedToken } from './gateway.ts'

type FeedView = AnswerOf<typeof getCalendarFeed>

const viewOf = (
  ctx: Ctx,
  unitId: string,
  row: { version: number; is_on: boolean; changed_at: Date } | undefined,
): FeedView => ({
  url: row?.is_on ? `${ctx.config.publicUrl}/api/calendar/${feedToken(ctx, unitId, row.version)}/` : null,
  changedAt: row?.changed_at.toISOString() ?? null,
})

export async function getFeed(ctx: Ctx, { unitId }: OwnUnit): Promise<FeedView> {
  const row = await ctx.db.selectFrom('calendar.feed').selectAll().where('unit_id', '=', unitId).executeTakeFirst()
  return viewOf(ctx, unitId, row)
}

/** The next number: whoever had the address before sees nothing from now on. */
export async function renewFeed(ctx: Ctx, { unitId }: OwnUnit): Promise<FeedView> {
  const now = ctx.clock.now()
  const row = await ctx.db
    .insertInto('calendar.feed')
    .values({ unit_id: unitId, changed_at: now })
    .onConflict((conflict) =>
      conflict
        .column('unit_id')
        .doUpdateSet((eb) => ({ version: eb('calendar.feed.version', '+', 1), is_on: true, changed_at: now })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return viewOf(ctx, unitId, row)
}

export async function revokeFeed(ctx: Ctx, { unitId }: OwnUnit): Promise<void> {
  await ctx.db
    .updateTable('calendar.feed')
    .set({ is_on: false, changed_at: ctx.clock.now() })
    .where('unit_id', '=', unitId)
    .execute()
}

/** Past days that a calendar app still shows. */
const PAST_DAYS = 60

interface FeedRow {
  name: string
  bookings: { id: string; status: string; start: string; end: string; from: string | null; to: string | null }[]
  vacations: { id: string; start_day: LocalDay; end_day: LocalDay }[]
}

/** Towns and times only: an address that leaks tells nobody where a customer lives. */
export async function readFeed(ctx: Ctx, token: string): Promise<RawAnswer | Refusal> {
  const asked = readFeedToken(ctx, token)
  if (!asked) return refuse(commonRefusals.notFound)
  const now = ctx.clock.now()
  const since = addDays(localDayOf(now), -PAST_DAYS)
  const { rows } = await sql<FeedRow>`/* calendar-feed */
    select u.name,
      coalesce((select json_agg(json_build_object('id', b.id, 'status', b.status, 'start', b.start_at, 'end', b.end_at,
          'from', b.work -> 'places' -> 0 ->> 'town', 'to', b.work -> 'places' -> -1 ->> 'town') order by b.start_at)
        from bookings.booking b where b.unit_id = u.id and b.start_at >= ${startOfDay(since)}
          and b.status in ('new_booking', 'confirmed', 'in_progress', 'completed') and not b.is_hot and not b.awaiting_verification), '[]') as bookings,
      coalesce((select json_agg(v order by v.start_day) from calendar.vacation v where v.unit_id = u.id and v.end_day >= ${since}::date), '[]') as vacations
    from calendar.feed f join fleet.working_unit u on u.id = f.unit_id
    join companies.company c on c.id = u.company_id left join identity."user" o on o.id = c.owner_user_id
    where f.unit_id = ${asked.unitId} and f.version = ${asked.version} and f.is_on and coalesce(o.status = 'active', true)`.execute(
    ctx.db,
  )
  const row = rows[0]
  if (!row) return refuse(commonRefusals.notFound)
  const text = icalendar({ name: `Vanfare: ${row.name}`, events: eventsOf(row, ctx.config.publicUrl), now })
  return new RawAnswer(text, {
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': 'attachment; filename="vanfare.ics"',
  })
}

const eventsOf = ({ bookings, vacations }: FeedRow, publicUrl: string): FeedEvent[] => [
  ...bookings.map(({ id, status, start, end, from, to }): FeedEvent => ({
    uid: id,
    summary: `${status === 'new_booking' ? 'To answer: ' : ''}${from && to ? `${from} to ${to}` : 'Booking'}`,
    url: `${publicUrl}/my-bookings`,
    when: { start: new Date(start), end: new Date(end) },
    isTentative: status === 'new_booking',
  })),
  ...vacations.map(({ id, start_day: startDay, end_day: endDay }): FeedEvent => ({
    uid: id,
    summary: 'Vacation',
    when: { startDay, endDay },
  })),
]
