import { literals } from '#platform/db.ts'
import { sql } from 'kysely'
import type { HoldPlace } from '#modules/calendar/queries.ts'
import { LONGEST_DRIVE_BETWEEN_JOBS_MINUTES } from '#modules/calendar/rules.ts'
import type { OwnUnit } from '#modules/fleet/queries.ts'
import { driveBetweenJobs } from '#modules/quoting/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { addMinutes, localDayOf, endOfDay, startOfDay, type LocalDay } from '#shared/local-time.ts'
import { bySoonest, none, rowsOf, viewOf } from '../../lists/driver-lists-queries.ts'
import type { getMyDay } from '../contract.ts'
import { listLeaves } from '../actions/queries.ts'
import { driverDayOf, likelyEndOf, listParts, type Parts } from '../queries.ts'
import { spareMinutes, type LaterJob } from './rules.ts'
import { CONFIRMED, WITH_DAY, hasDay } from '../../rules.ts'

export interface RunningJob {
  id: string
  unitId: string
  /** The people of all its vans, which are late together. */
  unitIds: string[]
  start: Date
  /** Likely end, by what is known of its day. */
  likelyEnd: Date
  endPlace: HoldPlace
  parts: Parts
}

/** Reads a confirmed job until its van has left. */
export async function readRunningJob(ctx: Ctx, id: string): Promise<RunningJob | undefined> {
  const parts = (await listParts(ctx, [id.toLowerCase()])).get(id.toLowerCase())
  if (!parts) return undefined
  const { unitId, status, start, work, vans } = parts.booking
  const endPlace = work.places.at(-1)
  if (!unitId || !endPlace || !hasDay(status)) return undefined
  const unitIds = vans.map((van) => van.unitId)
  return {
    id: parts.booking.id,
    unitId,
    unitIds,
    start,
    likelyEnd: likelyEndOf(parts, ctx.clock.now()),
    endPlace,
    parts,
  }
}

/** The unit’s confirmed jobs after this one, as far as its van could still be on the way to them. */
export async function listLaterJobs(
  ctx: Ctx,
  { id, unitId, start }: Pick<RunningJob, 'id' | 'unitId' | 'start'>,
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
  if (!job) return null
  const { endPlace } = job
  const end = addMinutes(job.likelyEnd, extraMinutes)
  const [next] = await listLaterJobs(ctx, job, addMinutes(end, LONGEST_DRIVE_BETWEEN_JOBS_MINUTES))
  if (!next || localDayOf(next.start) !== localDayOf(job.start)) return null
  return { startAt: next.start.toISOString(), spareMinutes: spareMinutes({ end, endPlace }, next, driveBetweenJobs) }
}

/** All of a unit's jobs of a day, for a phone without signal. Three statements, however many jobs. */
export async function findMyDay(ctx: Ctx, unit: OwnUnit, day?: LocalDay): Promise<AnswerOf<typeof getMyDay>> {
  const now = ctx.clock.now()
  const date = day ?? localDayOf(now)
  const days = sql`n.start_at < ${endOfDay(date)} and n.end_at > ${startOfDay(date)}`
  const ofDay = sql`select n.id, n.start_at, ${none} from calendar.unit_booking n
    where n.unit_id = ${unit.unitId} and n.status in ${literals(WITH_DAY)} and ${days}`
  const { rows } = await rowsOf(ctx, unit, ofDay, bySoonest, { days })
  const parts = await listParts(
    ctx,
    rows.map(({ id }) => id),
  )
  const bookings = rows.flatMap(({ id, startAt: start, endAt: end }) => {
    const found = parts.get(id)
    return found ? [{ ...found.booking, start, end }] : []
  })
  const leaves = await listLeaves(ctx, unit.unitId, bookings)
  const jobs = rows.flatMap((row) => {
    const found = parts.get(row.id)
    return found ? [{ ...viewOf(ctx, unit, row), day: driverDayOf(ctx, unit.unitId, found, leaves.get(row.id)) }] : []
  })
  return { date, workingUnitId: unit.unitId, asOf: now.toISOString(), jobs }
}
