import type { TxCtx } from '#platform/ctx.ts'
import type { JobName } from '#platform/jobs.ts'
import type { Refusal } from '#shared/endpoint.ts'
import { addMinutes } from '#shared/local-time.ts'
import { isReportOpen } from './accept-and-cancel/rules.ts'
import { listFit } from './hot-jobs/queries.ts'
import { noOneTookDue, reconfirmationDue, responseDue, transition } from './lifecycle/commands.ts'
import { columnsAfter, stateOf } from './lifecycle/rules.ts'
import { notifyParties } from './live/commands.ts'
import { hotJob } from './notices/changes/messages.ts'
import { tellCompany } from './notices/commands.ts'
import { findParties } from './notices/queries.ts'
import { lockBooking } from './queries.ts'
import { noOneTookAt, reconfirmationAt, reconfirmBy } from './rules.ts'

/** The driver did not answer in time: the booking becomes a hot job, or ends if the customer did not want another driver. */
export async function endResponseTime(ctx: TxCtx, bookingId: string): Promise<Refusal | void> {
  const booking = await lockBooking(ctx, bookingId)
  if (!booking?.respondBy || stateOf(booking) !== 'new_booking') return undefined
  if (booking.respondBy > ctx.clock.now()) return lookAgain(ctx, responseDue, bookingId, booking.respondBy)
  return transition(ctx, booking, booking.allowHotJob ? 'look_for_another' : 'not_taken')
}

/** A booking that nobody has taken an hour before its start expires. */
export async function endWithoutDriver(ctx: TxCtx, bookingId: string): Promise<Refusal | void> {
  const booking = await lockBooking(ctx, bookingId)
  if (!booking) return undefined
  const due = noOneTookAt(booking.start)
  if (due > ctx.clock.now()) return lookAgain(ctx, noOneTookDue, bookingId, due)
  return columnsAfter(stateOf(booking), 'nobody') && transition(ctx, booking, 'nobody')
}

/**
 * A day before the start of what was booked in good time, the driver is asked once more; half a day before, whoever has not answered
 * may have forgotten, and somebody else is looked for.
 */
export async function askReconfirmation(ctx: TxCtx, bookingId: string): Promise<Refusal | void> {
  const booking = await lockBooking(ctx, bookingId)
  if (booking?.status !== 'confirmed' || booking.reconfirmedAt) return undefined
  // The customer is asked first whether there is a job at all; their “no” asks the driver anew.
  if (isReportOpen(booking)) return undefined
  const now = ctx.clock.now()
  if (booking.reconfirmBy) {
    if (booking.reconfirmBy > now) return lookAgain(ctx, reconfirmationDue, bookingId, booking.reconfirmBy)
    return transition(ctx, booking, booking.allowHotJob ? 'not_reconfirmed' : 'not_reconfirmed_for_good')
  }
  const askAt = reconfirmationAt(booking.start, booking.createdAt, booking.confirmedAt ?? booking.createdAt)
  if (!askAt) return undefined
  if (askAt > now) return lookAgain(ctx, reconfirmationDue, bookingId, askAt)
  const by = reconfirmBy(booking.start, now)
  if (!by) return undefined
  const refused = await transition(ctx, booking, 'ask_reconfirmation', { set: { reconfirmBy: by } })
  await ctx.enqueue(reconfirmationDue, { bookingId }, { startAfter: by })
  return refused
}

/** Tells everybody who can do a hot job, once each. */
export async function offerHotJob(ctx: TxCtx, bookingId: string): Promise<void> {
  const booking = await lockBooking(ctx, bookingId)
  if (!booking || stateOf(booking) !== 'hot') return
  const fit = await listFit(ctx, { bookingId })
  if (fit.length === 0) return
  const told = await ctx.db
    .insertInto('bookings.hot_offer')
    .values(fit.map(({ unitId }) => ({ bookingId, unitId })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('unitId')
    .execute()
  const isNew = new Set(told.map(({ unitId }) => unitId))
  const parties = await findParties(ctx, bookingId)
  const companies = new Map(fit.filter(({ unitId }) => isNew.has(unitId)).map((one) => [one.companyId, one]))
  for (const { companyId, unitId } of companies.values())
    await tellCompany(ctx, { ...parties, companyId, unitId }, 'hot_job', hotJob)
  await notifyParties(ctx, { bookingId, unitId: null })
}

/**
 * Jobs are due by the database's clock, which may run ahead of ours: a job that arrives early is queued again, at least a minute
 * from now.
 */
function lookAgain(ctx: TxCtx, job: JobName<{ bookingId: string }>, bookingId: string, due: Date): Promise<void> {
  const soonest = addMinutes(ctx.clock.now(), 1)
  return ctx.enqueue(job, { bookingId }, { startAfter: due > soonest ? due : soonest })
}
