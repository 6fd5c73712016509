import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { OwnUnit } from '#modules/fleet/queries.ts'
import { HELD, isHeldNew, type HeldStatus } from '#modules/fleet/rules.ts'
import { unitPath } from '#modules/fleet/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { literals } from '#platform/db.ts'
import { jsonRow } from '#platform/json-columns.ts'
import { macOf, macsOf } from '#platform/secret-key.ts'
import { RawAnswer } from '#platform/serve.ts'
import { commonRefusals, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import { icalendar, type FeedEvent } from '#shared/icalendar.ts'
import { addDays, localDayOf, startOfDay, type LocalDay } from '#shared/local-time.ts'
import type { getCalendarFeed } from './contract.ts'

type FeedView = AnswerOf<typeof getCalendarFeed>

/**
 * The private address of a unit's calendar: its id and a number, with an HMAC over both. It is never stored, so it cannot be read
 * out of the database, and can be shown again; increasing the number revokes it.
 */
function feedToken(ctx: Ctx, unitId: string, version: number): string {
  const body = Buffer.alloc(20)
  Buffer.from(unitId.replaceAll('-', ''), 'hex').copy(body)
  body.writeUInt32BE(version, 16)
  return Buffer.concat([body, macOf(ctx.config, PURPOSE, body).subarray(0, signatureBytes)]).toString('base64url')
}

/** The unit and number in an address that this server issued; undefined for any other. */
function readFeedToken(ctx: Ctx, token: string): { unitId: string; version: number } | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== 20 + signatureBytes) return undefined
  const body = bytes.subarray(0, 20)
  const given = bytes.subarray(20)
  if (!macsOf(ctx.config, PURPOSE, body).some((mac) => timingSafeEqual(mac.subarray(0, signatureBytes), given)))
    return undefined
  const unitId = body
    .subarray(0, 16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { unitId, version: body.readUInt32BE(16) }
}

const signatureBytes = 24
const PURPOSE = 'calendar feed'

const viewOf = (
  ctx: Ctx,
  unitId: string,
  row: { version: number; isOn: boolean; changedAt: Date } | undefined,
): FeedView => ({
  url: row?.isOn ? `${ctx.config.publicUrl}/api/calendar/${feedToken(ctx, unitId, row.version)}/` : null,
  changedAt: row?.changedAt.toISOString() ?? null,
})

export async function getFeed(ctx: Ctx, { unitId }: OwnUnit): Promise<FeedView> {
  const row = await ctx.db.selectFrom('calendar.feed').selectAll().where('unitId', '=', unitId).executeTakeFirst()
  return viewOf(ctx, unitId, row)
}

/** Increases the number, which revokes the previous address. */
export async function renewFeed(ctx: Ctx, { unitId }: OwnUnit): Promise<FeedView> {
  const now = ctx.clock.now()
  const row = await ctx.db
    .insertInto('calendar.feed')
    .values({ unitId, changedAt: now })
    .onConflict((conflict) =>
      conflict
        .column('unitId')
        .doUpdateSet((eb) => ({ version: eb('calendar.feed.version', '+', 1), isOn: true, changedAt: now })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return viewOf(ctx, unitId, row)
}

export async function revokeFeed(ctx: Ctx, { unitId }: OwnUnit): Promise<void> {
  await ctx.db
    .updateTable('calendar.feed')
    .set({ isOn: false, changedAt: ctx.clock.now() })
    .where('unitId', '=', unitId)
    .execute()
}

/** Days in the past that the feed includes. */
const PAST_DAYS = 60

const vacationJson = jsonRow('calendar.vacation', 'v', ['id', 'startDay', 'endDay'])

interface FeedRow {
  name: string
  bookings: {
    id: string
    day: number
    status: HeldStatus
    start: string
    end: string
    from: string | null
    to: string | null
  }[]
  vacations: { id: string; startDay: LocalDay; endDay: LocalDay }[]
}

/** Towns and times only, so that a leaked address does not reveal where customers live. */
export async function readFeed(ctx: Ctx, token: string): Promise<RawAnswer | Refusal> {
  const feed = readFeedToken(ctx, token)
  if (!feed) return refuse(commonRefusals.notFound)
  const now = ctx.clock.now()
  const since = addDays(localDayOf(now), -PAST_DAYS)
  const { rows } = await sql<FeedRow>`/* calendar-feed */
    select u.name,
      coalesce((select json_agg(json_build_object('id', b.id, 'day', b.day, 'status', b.status, 'start', b.start_at, 'end', b.end_at,
          'from', b.work -> 'places' -> 0 ->> 'town', 'to', b.work -> 'places' -> -1 ->> 'town') order by b.start_at)
        from calendar.unit_booking b where b.unit_id = u.id and b.start_at >= ${startOfDay(since)}
          and b.status in ${literals(HELD)}), '[]') as bookings,
      coalesce((select json_agg(${vacationJson} order by v.start_day) from calendar.vacation v where v.unit_id = u.id and v.end_day >= ${since}::date), '[]') as vacations
    from calendar.feed f join fleet.working_unit u on u.id = f.unit_id
    join companies.company c on c.id = u.company_id left join identity."user" o on o.id = c.owner_user_id
    where f.unit_id = ${feed.unitId} and f.version = ${feed.version} and f.is_on and coalesce(o.status = 'active', true)`.execute(
    ctx.db,
  )
  const row = rows[0]
  if (!row) return refuse(commonRefusals.notFound)
  const linkTo = (day: LocalDay) => `${ctx.config.publicUrl}${unitPath(`/calendar?day=${day}`, feed.unitId)}`
  const text = icalendar({ name: `Vanfare: ${row.name}`, events: eventsOf(row, linkTo), now })
  return new RawAnswer(text, {
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': 'attachment; filename="vanfare.ics"',
  })
}

const eventsOf = ({ bookings, vacations }: FeedRow, linkTo: (day: LocalDay) => string): FeedEvent[] => [
  ...bookings.map(({ id, day, status, start, end, from, to }): FeedEvent => ({
    uid: day === 1 ? id : `${id}-${day}`,
    summary: `${isHeldNew(status) ? 'To answer: ' : ''}${from && to ? `${from} to ${to}` : 'Booking'}`,
    url: linkTo(localDayOf(new Date(start))),
    when: { start: new Date(start), end: new Date(end) },
    isTentative: isHeldNew(status),
  })),
  ...vacations.map(({ id, startDay, endDay }): FeedEvent => ({
    uid: id,
    summary: 'Vacation',
    when: { startDay, endDay },
  })),
]
