import type { TxCtx, Ctx } from '#platform/ctx.ts'
import type { JobName } from '#platform/jobs.ts'
import { toJson } from '#platform/json-columns.ts'
import { addMinutes, localDayOf } from '#shared/local-time.ts'
import { isReportOpen } from '../../answers/rules.ts'
import { eveningDue, latenessDue, outcomeDue, claimDeadlineQueue, queueDay } from '../../lifecycle/commands.ts'
import { sendNotice } from '../../notices/commands.ts'
import { findParties } from '../../notices/queries.ts'
import { lockBooking, type BookingNow } from '../../queries.ts'
import { billOf } from '../hours/rules.ts'
import { agreedOf, listDayBookings } from '../queries.ts'
import { findDay, listWithoutDeadlines, findMarks, type KeptDay } from './queries.ts'
import { askOffice } from '../questions/ask-commands.ts'
import { eveningBefore, freeCancelFrom, lateAt, outcomeAskedAt, timesOf } from './rules.ts'
import { isAgreed, isConfirmed } from '../../rules.ts'

type Marks = {
  remindedFor: Date
  lateToldFor: Date
  freeToldFor: Date
  hoursAt: Date
  provedStartAt: Date
  isStartDoubted: boolean
}

/** Changes what is kept of a day; its booking is locked, and keeps what a finished one comes to. */
export async function saveDay(
  ctx: TxCtx,
  bookingId: string,
  { arrivals, ...others }: Partial<KeptDay & Marks>,
): Promise<void> {
  const changes = { ...others, ...(arrivals ? { arrivals: toJson(arrivals) } : {}) }
  if (Object.keys(changes).length === 0) return
  const saved = await ctx.db
    .insertInto('bookings.day')
    .values({ bookingId, ...changes })
    .onConflict((conflict) => conflict.column('bookingId').doUpdateSet(changes))
    .returning(['finishedAt', 'hours'])
    .executeTakeFirstOrThrow()
  if (saved.finishedAt && saved.hours !== 'confirmed') await saveDue(ctx, bookingId)
}

/** What a finished job comes to by its clock: the figure of every list until its hours are confirmed. */
export async function saveDue(ctx: TxCtx, bookingId: string): Promise<void> {
  const [booking] = await listDayBookings(ctx, [bookingId])
  if (!booking) throw new Error('The day of a booking that is not there')
  const times = timesOf(await findDay(ctx, bookingId), booking.start, ctx.clock.now())
  const { lines, toPayPence } = billOf(agreedOf(booking), times)
  const due = { duePence: toPayPence, extraLines: toJson(lines) }
  await ctx.write(ctx.db.updateTable('bookings.booking').set(due).where('id', '=', bookingId))
}

/**
 * What time has to do about a day. It tells and asks; nothing is started or finished by it. Each looks at the booking as it is now, and
 * marks for which start it has told, so that one that is late, or runs twice, tells once.
 */

/** The evening before: who comes, where and when, to both sides. */
export async function sendEveningReminder(ctx: TxCtx, bookingId: string): Promise<void> {
  const booking = await lockBooking(ctx, bookingId)
  if (!booking || !isConfirmed(booking.status)) return
  const now = ctx.clock.now()
  if (await isEarly(ctx, eveningDue, booking, eveningBefore(booking.start))) return
  const { remindedFor } = await findMarks(ctx, bookingId)
  // On the day itself “tomorrow” would be wrong: the worker had stood still.
  if (localDayOf(now) >= localDayOf(booking.start) || isSame(remindedFor, booking.start)) return
  // The driver did not reconfirm in time, so other drivers are about to be asked.
  if (booking.reconfirmBy && booking.reconfirmBy <= now && !booking.reconfirmedAt) return
  await saveDay(ctx, bookingId, { remindedFor: booking.start })
  const parties = await findParties(ctx, bookingId)
  await sendNotice(ctx, parties, 'evening_before')
  await sendNotice(ctx, parties, 'job_evening_before')
}

/** Runs a quarter of an hour after the start of a job that has not started, and again half an hour after it. */
export async function checkLateStart(ctx: TxCtx, bookingId: string): Promise<void> {
  const booking = await lockBooking(ctx, bookingId)
  if (!booking || !isConfirmed(booking.status)) return
  if (await isEarly(ctx, latenessDue, booking, lateAt(booking.start))) return
  if (isReportOpen(booking)) return lookAtReport(ctx, booking)
  const { lateToldFor: lateNotifiedFor, freeToldFor: freeNotifiedFor } = await findMarks(ctx, bookingId)
  const now = ctx.clock.now()
  // Both sides are asked about the outcome instead from then on.
  if (now >= outcomeAskedAt(booking.end)) return
  const isFree = now >= freeCancelFrom(booking.start)
  const parties = await findParties(ctx, bookingId)
  if (!isSame(lateNotifiedFor, booking.start)) {
    await saveDay(ctx, bookingId, { lateToldFor: booking.start })
    // A job that is very late tells the customer once, and the more of the two.
    if (!isFree) await sendNotice(ctx, parties, 'not_here_yet')
    await sendNotice(ctx, parties, 'where_are_you')
  }
  if (!isFree) return ctx.enqueue(latenessDue, { bookingId }, { startAfter: freeCancelFrom(booking.start) })
  if (isSame(freeNotifiedFor, booking.start)) return
  await saveDay(ctx, bookingId, { freeToldFor: booking.start })
  await sendNotice(ctx, parties, 'may_cancel_free')
  await ctx.emit({ type: 'bookings.day-changed', bookingId, unitId: booking.unitId })
}

/** The customer has not said whether they cancelled, as their driver reported: half an hour after the start the office looks at it. */
async function lookAtReport(ctx: TxCtx, { id: bookingId, unitId, start }: BookingNow): Promise<void> {
  const due = freeCancelFrom(start)
  if (ctx.clock.now() < due) return ctx.enqueue(latenessDue, { bookingId }, { startAfter: due })
  if (await askOffice(ctx, { bookingId, unitId, kind: 'reported' }))
    await ctx.emit({ type: 'bookings.day-changed', bookingId, unitId })
}

/** A day after its end it was not started, or not finished: both sides are asked, and the office decides. */
export async function askOutcome(ctx: TxCtx, bookingId: string): Promise<void> {
  const booking = await lockBooking(ctx, bookingId)
  if (!booking || !isAgreed(booking.status)) return
  if (await isEarly(ctx, outcomeDue, booking, outcomeAskedAt(booking.end))) return
  if (isReportOpen(booking)) return lookAtReport(ctx, booking)
  const kind = isConfirmed(booking.status) ? 'not_started' : 'not_finished'
  if (!(await askOffice(ctx, { bookingId, unitId: booking.unitId, kind }))) return
  const parties = { ...(await findParties(ctx, bookingId)), about: { kind } }
  await sendNotice(ctx, parties, 'was_it_done')
  await sendNotice(ctx, parties, 'was_job_done')
  await ctx.emit({ type: 'bookings.day-changed', bookingId, unitId: booking.unitId })
}

const isSame = (notifiedFor: Date | null, start: Date): boolean => notifiedFor?.getTime() === start.getTime()

/**
 * Whether the deadline is still ahead, because the booking was put off or the queue's clock runs ahead of ours; the job
 * then runs again.
 */
async function isEarly(
  ctx: TxCtx,
  job: JobName<{ bookingId: string }>,
  { id: bookingId }: BookingNow,
  due: Date,
): Promise<boolean> {
  const now = ctx.clock.now()
  if (due <= now) return false
  const soonest = addMinutes(now, 1)
  await ctx.enqueue(job, { bookingId }, { startAfter: due > soonest ? due : soonest })
  return true
}

/** Days after the end of a move in which its outcome is still asked about. */
const ASKED_ABOUT_DAYS = 7
const AT_ONCE = 100

/**
 * Queues the deadlines of the day for bookings confirmed by a version without a moving day. Each booking is queued
 * once: the key of its mark decides between concurrent runs.
 */
export async function queueMissingDays(ctx: Ctx): Promise<void> {
  const endedAfter = addMinutes(ctx.clock.now(), -ASKED_ABOUT_DAYS * 24 * 60)
  for (;;) {
    const ids = await listWithoutDeadlines(ctx, { endedAfter, limit: AT_ONCE })
    for (const id of ids) await queueMissingDay(ctx, id)
    if (ids.length < AT_ONCE) return
  }
}

const queueMissingDay = (ctx: Ctx, bookingId: string): Promise<void> =>
  ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (booking && isAgreed(booking.status) && (await claimDeadlineQueue(tx, bookingId))) await queueDay(tx, booking)
  })
