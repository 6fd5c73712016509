import { sql } from 'kysely'
import { LONGEST_DRIVE_BETWEEN_JOBS_MINUTES } from '#modules/calendar/rules.ts'
import { driveBetweenJobs } from '#modules/quoting/queries.ts'
import type { TxCtx } from '#platform/ctx.ts'
import { jobName } from '#platform/jobs.ts'
import { addMinutes } from '#shared/local-time.ts'
import { makeLink } from '../../answer-links/commands.ts'
import { notifyCompany, notifyCustomer, notifyHiredDriver, notifyBooker } from '../../notices/commands.ts'
import { findParties } from '../../notices/queries.ts'
import { findDay } from '../clock/queries.ts'
import { outcomeAskedAt } from '../clock/rules.ts'
import { startedEarly, askDriver, backOnTime, likelyLate } from './messages.ts'
import { earlyStartToAgree } from '../hours/rules.ts'
import { agreedOf, listDayBookings } from '../queries.ts'
import { listLaterJobs, readRunningJob, type RunningJob } from './queries.ts'
import { lateJobs, type LateJob } from './rules.ts'

/**
 * A job became longer or is over, so the unit’s later jobs are checked again. The minutes are read from the booking
 * itself.
 */
export const laterJobsAtRisk = jobName<{ bookingId: string }>('bookings.later-jobs-at-risk')

const WHILE_RUNNING_MINUTES = 5

/**
 * Checks which later jobs the van can still reach. For a job that it cannot, the customer is notified and the driver
 * asked.
 */
export async function checkLaterJobs(ctx: TxCtx, bookingId: string): Promise<void> {
  const job = await readRunningJob(ctx, bookingId)
  if (!job) return
  const now = ctx.clock.now()
  const { likelyEnd: end, endPlace, parts } = job
  // The drive can be long, and a job that is late makes the next one late.
  const until = addMinutes(end, LONGEST_DRIVE_BETWEEN_JOBS_MINUTES)
  const late: LateJob[] = []
  for (const unitId of job.unitIds)
    late.push(...lateJobs({ end, endPlace }, await listLaterJobs(ctx, { ...job, unitId }, until), driveBetweenJobs))
  await notifyLateJobs(ctx, job, late)
  // A running or paused job is checked until it is finished, or until both sides are asked about its outcome,
  // regardless of what is pressed.
  if (parts.day.startedAt && !parts.day.finishedAt && now < outcomeAskedAt(parts.booking.end))
    await ctx.enqueue(
      laterJobsAtRisk,
      { bookingId },
      { startAfter: addMinutes(now, WHILE_RUNNING_MINUTES), singletonKey: bookingId },
    )
}

async function notifyLateJobs(ctx: TxCtx, job: RunningJob, late: readonly LateJob[]): Promise<void> {
  for (const { bookingId, likelyStart } of late) {
    if (!(await saveLateWarning(ctx, job.id, bookingId, likelyStart))) continue
    const parties = await findParties(ctx, bookingId)
    await notifyCustomer(ctx, parties, likelyLate(likelyStart))
    await notifyCompany(ctx, parties, 'booking_changed', askDriver(likelyStart))
    await notifyHiredDriver(ctx, parties, 'job_question', askDriver(likelyStart))
    await ctx.emit({ type: 'bookings.lateness-foreseen', bookingId, unitId: job.unitId })
  }
  const { rows: onTime } = await sql<{ bookingId: string }>`/* back-on-time */
    delete from bookings.late_warning where because_of = ${job.id} and booking_id <> all (${late.map(({ bookingId }) => bookingId)}::uuid[])
    returning booking_id`.execute(ctx.db)
  for (const { bookingId } of onTime) {
    await notifyCustomer(ctx, await findParties(ctx, bookingId), backOnTime)
    await ctx.emit({ type: 'bookings.lateness-foreseen', bookingId, unitId: job.unitId })
  }
}

/** False where its customer was told nearly the same before. */
async function saveLateWarning(ctx: TxCtx, becauseOf: string, bookingId: string, likelyStart: Date): Promise<boolean> {
  const { rows } = await sql`/* late-warning */
    insert into bookings.late_warning as w (booking_id, because_of, likely_start_at, told_at)
    values (${bookingId}, ${becauseOf}, ${likelyStart}, ${ctx.clock.now()})
    on conflict (booking_id) do update
      set because_of = excluded.because_of, likely_start_at = excluded.likely_start_at, told_at = excluded.told_at
      where abs(extract(epoch from excluded.likely_start_at - w.likely_start_at)) >= 900
    returning booking_id`.execute(ctx.db)
  return rows.length > 0
}

/** How long the link can be answered. */
const LINK_HOURS = 24

/** The job began before its agreed start: the booker gets a link to let that count. */
export async function sendEarlyStartLink(ctx: TxCtx, bookingId: string): Promise<void> {
  const [booking] = await listDayBookings(ctx, [bookingId])
  const early = booking && earlyStartToAgree(await findDay(ctx, bookingId), agreedOf(booking), booking.start)
  if (!early) return
  const { startedAt, mostPence } = early
  const url = await makeLink(ctx, 'early start', (row) => {
    const expiresAt = addMinutes(row.createdAt, LINK_HOURS * 60)
    return ctx.db.insertInto('bookings.early_start_link').values({ ...row, bookingId, startedAt, mostPence, expiresAt })
  })
  await notifyBooker(ctx, await findParties(ctx, bookingId), startedEarly({ startedAt, mostPence, url }))
}
