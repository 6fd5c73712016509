import { releaseHold } from '#modules/calendar/commands.ts'
import { termsToKeep } from '#modules/pricing/customer-terms/queries.ts'
import type { TxCtx } from '#platform/ctx.ts'
import { jobName, type JobName } from '#platform/jobs.ts'
import { addMinutes } from '#shared/local-time.ts'
import { lockBooking, type LockedBooking } from './queries.ts'
import { after, columnsOf, noOneTookAt, respondBy, stateOf, type Step } from './rules.ts'
import { notifyParties } from './live/commands.ts'
import { tellBooked, tellCustomer } from './notices/commands.ts'
import { lookingForAnother, noOneTook, notTaken, timeGone } from './notices/messages.ts'
import { findParties } from './notices/queries.ts'

interface OfBooking {
  bookingId: string
}

/** The driver's time to answer is over. */
export const responseDue = jobName<OfBooking>('bookings.response-due')
/** An hour before the start. */
export const noOneTookDue = jobName<OfBooking>('bookings.no-one-took-due')

export interface NewEvent {
  bookingId: string
  kind: string
  unitId?: string | null
  reason?: string
}

/** What happened, by whom. The story of a booking is read from these rows, never guessed from its status. */
export async function recordEvent(ctx: TxCtx, event: NewEvent): Promise<void> {
  const { actor } = ctx
  await ctx.write(
    ctx.db.insertInto('bookings.event').values({
      booking_id: event.bookingId,
      at: ctx.clock.now(),
      kind: event.kind,
      actor_kind: actor.kind === 'visitor' ? 'system' : actor.kind,
      actor_id: actor.kind === 'visitor' ? null : actor.userId,
      unit_id: event.unitId ?? null,
      reason: event.reason ?? null,
    }),
  )
  await notifyParties(ctx, event.bookingId, event.unitId ?? null)
}

/** The deadlines of a booking, as jobs of this same transaction. Each looks again when it comes. */
export async function scheduleEnds(
  ctx: TxCtx,
  { id: bookingId, start, respondBy }: { id: string; start: Date; respondBy: Date | null },
): Promise<void> {
  if (respondBy) await ctx.enqueue(responseDue, { bookingId }, { startAfter: respondBy })
  await ctx.enqueue(noOneTookDue, { bookingId }, { startAfter: noOneTookAt(start) })
}

/** A job goes by the database's clock, which may be ahead of ours: one that is early comes again, in a minute at the soonest. */
function comeAgain(ctx: TxCtx, job: JobName<OfBooking>, bookingId: string, due: Date): Promise<void> {
  const soonest = addMinutes(ctx.clock.now(), 1)
  return ctx.enqueue(job, { bookingId }, { startAfter: due > soonest ? due : soonest })
}

/** The only writer of a booking's state. False where the step is not possible from the present one: somebody was faster. */
export async function take(
  ctx: TxCtx,
  booking: LockedBooking,
  step: Step,
  more: { unitId?: string | null; companyId?: string | null } = {},
): Promise<boolean> {
  const state = stateOf(booking)
  const next = after(state, step)
  if (!next) return false
  const columns = columnsOf(next)
  // What nobody ever verified stays marked so when it ends: it never was its customer's.
  const isUnverified = state === 'awaiting_verification' && step !== 'verify' && step !== 'time_gone'
  const updated = await ctx.db
    .updateTable('bookings.booking')
    .set((eb) => ({
      status: columns.status,
      is_hot: columns.isHot,
      awaiting_verification: columns.awaitingVerification || isUnverified,
      version: eb('version', '+', 1),
      ...(more.unitId === undefined ? {} : { unit_id: more.unitId }),
      ...(more.companyId === undefined ? {} : companyColumns(more.companyId, ctx.clock.now())),
    }))
    .where('id', '=', booking.id)
    .where('version', '=', booking.version)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** A booking is agreed on the terms of the company that has it. */
const companyColumns = (id: string | null, now: Date) => ({ company_id: id, company_terms: id && termsToKeep(id, now) })

/** The driver let the time pass: the booking goes to everybody who can do it, or ends where the customer did not want that. */
export async function endResponseTime(ctx: TxCtx, bookingId: string): Promise<void> {
  const booking = await lockBooking(ctx, bookingId)
  if (!booking || stateOf(booking) !== 'new_booking') return
  if (!booking.respondBy) return
  if (booking.respondBy > ctx.clock.now()) return comeAgain(ctx, responseDue, bookingId, booking.respondBy)
  const parties = await findParties(ctx, bookingId)
  const step = booking.allowHotJob ? 'make_hot' : 'not_taken'
  const left = booking.allowHotJob ? { unitId: null, companyId: null } : {}
  if (!(await take(ctx, booking, step, left))) return
  await releaseHold(ctx, bookingId)
  await recordEvent(ctx, { bookingId, kind: 'not_taken', unitId: booking.unitId })
  if (booking.allowHotJob) await recordEvent(ctx, { bookingId, kind: 'became_hot', unitId: booking.unitId })
  await tellCustomer(ctx, parties, booking.allowHotJob ? lookingForAnother : notTaken)
}

/** An hour before the start, a booking that nobody took is over. */
export async function endWithoutDriver(ctx: TxCtx, bookingId: string): Promise<void> {
  const booking = await lockBooking(ctx, bookingId)
  if (!booking) return
  const due = noOneTookAt(booking.start)
  if (due > ctx.clock.now()) return comeAgain(ctx, noOneTookDue, bookingId, due)
  const parties = await findParties(ctx, bookingId)
  if (!(await take(ctx, booking, 'nobody'))) return
  await releaseHold(ctx, bookingId)
  await recordEvent(ctx, { bookingId, kind: 'no_one_took' })
  // No driver was asked on behalf of an address that nobody verified, so there is nothing to tell it.
  if (!booking.awaitingVerification) await tellCustomer(ctx, parties, noOneTook)
}

/** The waiting booking of somebody who has just verified: its life begins now. */
export async function beginWaiting(ctx: TxCtx, booking: LockedBooking): Promise<void> {
  if (!(await take(ctx, booking, 'verify'))) return
  const deadline = respondBy(ctx.clock.now(), booking.start)
  await ctx.db.updateTable('bookings.booking').set({ respond_by: deadline }).where('id', '=', booking.id).execute()
  await recordEvent(ctx, { bookingId: booking.id, kind: 'verified', unitId: booking.unitId })
  await ctx.enqueue(responseDue, { bookingId: booking.id }, { startAfter: deadline })
  await tellBooked(ctx, booking.id)
}

/** Its time went to somebody else meanwhile. */
export async function endWaiting(ctx: TxCtx, booking: LockedBooking): Promise<void> {
  const parties = await findParties(ctx, booking.id)
  if (!(await take(ctx, booking, 'time_gone'))) return
  await recordEvent(ctx, { bookingId: booking.id, kind: 'time_gone', unitId: booking.unitId })
  await tellCustomer(ctx, parties, timeGone)
}
