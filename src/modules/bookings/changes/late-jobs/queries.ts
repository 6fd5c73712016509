import { sql } from 'kysely'
import type { HoldPlace } from '#modules/calendar/queries.ts'
import { LONGEST_DRIVE_BETWEEN_JOBS_MINUTES } from '#modules/calendar/rules.ts'
import { driveBetweenJobs } from '#modules/quoting/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { addMinutes, localDayOf } from '#shared/local-time.ts'
import { findDay } from '../../day/clock/queries.ts'
import { likelyEnd, spareMinutes, type LaterJob } from './rules.ts'

export interface RunningJob {
  id: string
  unitId: string
  start: Date
  end: Date
  places: HoldPlace[]
}

/** A job that somebody has confirmed, until its van has left. */
export async function readRunningJob(ctx: Ctx, id: string): Promise<RunningJob | undefined> {
  const row = await ctx.db
    .selectFrom('bookings.booking')
    .select(['id', 'unitId', 'startAt as start', 'endAt as end', 'work'])
    .where('id', '=', id)
    .where('status', 'in', ['confirmed', 'in_progress', 'completed'])
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
      and h.booking_id <> ${id} and b.status = 'confirmed'
    order by lower(h.during) limit 20`.execute(ctx.db)
  return rows
}

export interface NextJob {
  startAt: string
  /** Fewer than none: late by so many. */
  spareMinutes: number
}

/** The unit’s next job of the same day, and whether it is still reached when this one takes so much longer; null if there is none. */
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
