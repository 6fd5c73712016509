import { literals } from '#platform/db.ts'
import { sql } from 'kysely'
import type { HoldPlace } from '#modules/calendar/queries.ts'
import { LONGEST_DRIVE_BETWEEN_JOBS_MINUTES } from '#modules/calendar/rules.ts'
import type { OwnUnit } from '#modules/fleet/queries.ts'
import { driveBetweenJobs } from '#modules/quoting/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { addMinutes, localDayOf, endOfDay, startOfDay, type LocalDay } from '#shared/local-time.ts'
import { idOfToken } from '../../changes/gateway.ts'
import { bySoonest, none, rowsOf, viewOf } from '../../lists/driver-lists-queries.ts'
import { findDay } from '../clock/queries.ts'
import { unagreedEarlyStart } from '../clock/rules.ts'
import type { getMyDay } from '../contract.ts'
import { listLeaves } from '../actions/queries.ts'
import { mostForEarlyStart } from '../hours/rules.ts'
import { agreedOf, listDayBookings, driverDayOf, listParts } from '../queries.ts'
import { earlyStartOver, type getEarlyStart } from './contract.ts'
import { likelyEnd, spareMinutes, type LaterJob } from './rules.ts'
import { endsOf } from '../../queries.ts'
import { CONFIRMED, WITH_DAY } from '../../rules.ts'

export interface RunningJob {
  id: string
  unitId: string
  start: Date
  end: Date
  places: HoldPlace[]
}

/** Reads a confirmed job until its van has left. */
export async function readRunningJob(ctx: Ctx, id: string): Promise<RunningJob | undefined> {
  const row = await ctx.db
    .selectFrom('bookings.booking')
    .select(['id', 'unitId', 'startAt as start', 'endAt as end', 'work'])
    .where('id', '=', id)
    .where('status', 'in', WITH_DAY)
    .executeTakeFirst()
  if (!row?.unitId) return undefined
  const { work, unitId, ...job } = row
  return { ...job, unitId, places: work.places.map(({ lat, lng, outcode }) => ({ lat, lng, outcode })) }
}

/** The unit’s confirmed jobs after this one, as far as its van could still be on the way to them. */
export async function listLaterJobs(
  ctx: Ctx,
  { id, unitId, start }: RunningJob,
  until: Date,
): Promise<LaterJob<HoldPlace>[]> {
  const { rows } = await sql<LaterJob<HoldPlace>>`/* later-jobs */
    select h.booking_id, lower(h.during) as start, upper(h.during) as "end",
      json_build_object('lat', h.start_lat, 'lng', h.start_lng, 'outcode', h.start_outcode) as start_place,
      json_build_object('lat', h.end_lat, 'lng', h.end_lng, 'outcode', h.end_outcode) as end_place
    from calendar.hold h join bookings.booking b on b.id = h.booking_id
    where h.unit_id = ${unitId} and lower(h.during) > ${start} and lower(h.during) < ${until}
      and h.booking_id <> ${id} and b.status in ${literals(CONFIRMED)}
    order by lower(h.during) limit 20`.execute(ctx.db)
  return rows
}

export interface NextJob {
  startAt: string
  /** Minutes to spare; negative if the van will be late. */
  spareMinutes: number
}

/**
 * The unit’s next job of the same day, and whether it is still reached when this one takes `extraMinutes` longer; null
 * if there is none.
 */
export async function findNextJob(ctx: Ctx, bookingId: string, extraMinutes: number): Promise<NextJob | null> {
  const job = await readRunningJob(ctx, bookingId)
  const endPlace = job?.places.at(-1)
  if (!job || !endPlace) return null
  const likely = likelyEnd(job, await findDay(ctx, bookingId), ctx.clock.now())
  const end = addMinutes(likely.end, extraMinutes)
  const [next] = await listLaterJobs(ctx, job, addMinutes(end, LONGEST_DRIVE_BETWEEN_JOBS_MINUTES))
  if (!next || localDayOf(next.start) !== localDayOf(job.start)) return null
  return { startAt: next.start.toISOString(), spareMinutes: spareMinutes({ end, endPlace }, next, driveBetweenJobs) }
}

type EarlyStartView = AnswerOf<typeof getEarlyStart>

/** What a link is about, and whether it can still be agreed to; undefined for anything that is no such link. */
async function findEarlyStart(
  ctx: Ctx,
  token: string,
): Promise<{ id: string; bookingId: string; startedAt: Date; view: EarlyStartView } | undefined> {
  const id = idOfToken(ctx, 'early start', token)
  const link = id && (await findLink(ctx, id))
  const [booking] = link ? await listDayBookings(ctx, [link.bookingId]) : []
  if (!link || !booking) return undefined
  const { bookingId, startedAt, mostPence, expiresAt } = link
  const day = await findDay(ctx, bookingId)
  const isOpen =
    expiresAt > ctx.clock.now() &&
    day.hours === 'open' &&
    unagreedEarlyStart(day, booking.start)?.getTime() === startedAt.getTime() &&
    mostForEarlyStart(agreedOf(booking), startedAt, booking.start) <= mostPence
  return {
    id: link.id,
    bookingId,
    startedAt,
    view: {
      state: day.earlyFrom?.getTime() === startedAt.getTime() ? 'agreed' : isOpen ? 'open' : 'over',
      ...endsOf(booking.move.routePoints),
      moverName: link.moverName ?? 'The company',
      startAt: booking.start.toISOString(),
      startedAt: startedAt.toISOString(),
      mostPence,
      expiresAt: expiresAt.toISOString(),
    },
  }
}

const findLink = (ctx: Ctx, id: string) =>
  ctx.db
    .selectFrom('bookings.early_start_link as l')
    .innerJoin('bookings.booking as b', 'b.id', 'l.bookingId')
    .leftJoin('companies.company as c', 'c.id', 'b.companyId')
    .select(['l.id', 'l.bookingId', 'l.startedAt', 'l.mostPence', 'l.expiresAt', 'c.name as moverName'])
    .where('l.id', '=', id)
    .executeTakeFirst()

export const earlyStartLink = { limit: 'early-start-link', find: findEarlyStart, over: earlyStartOver }

/** All of a unit's jobs of a day, for a phone without signal. Three statements, however many jobs. */
export async function findMyDay(ctx: Ctx, unit: OwnUnit, day?: LocalDay): Promise<AnswerOf<typeof getMyDay>> {
  const now = ctx.clock.now()
  const date = day ?? localDayOf(now)
  const ofDay = sql`select b.id, b.start_at, ${none} from bookings.booking b
    where b.unit_id = ${unit.unitId} and b.status in ${literals(WITH_DAY)}
      and b.start_at < ${endOfDay(date)} and b.end_at > ${startOfDay(date)}`
  const { rows } = await rowsOf(ctx, unit, ofDay, bySoonest)
  const parts = await listParts(
    ctx,
    rows.map(({ id }) => id),
  )
  const bookings = [...parts.values()].map(({ booking }) => booking)
  const leaves = await listLeaves(ctx, unit.unitId, bookings)
  const jobs = rows.flatMap((row) => {
    const found = parts.get(row.id)
    return found ? [{ ...viewOf(ctx, unit, row), day: driverDayOf(ctx, unit.unitId, found, leaves.get(row.id)) }] : []
  })
  return { date, workingUnitId: unit.unitId, asOf: now.toISOString(), jobs }
}
