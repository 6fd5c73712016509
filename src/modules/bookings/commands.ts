import { literals } from '#platform/db.ts'
import { sql } from 'kysely'
import { registeredForVat } from '#modules/companies/queries.ts'
import { taxWithin } from '#modules/pricing/queries.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import type { EventName, EventOf } from '#platform/events.ts'
import type { JobName } from '#platform/jobs.ts'
import { toJson } from '#platform/json-columns.ts'
import { notifyChange } from '#platform/live.ts'
import type { Refusal } from '#shared/endpoint.ts'
import { addMinutes } from '#shared/local-time.ts'
import { isReportOpen } from './answers/rules.ts'
import type { OfBooking } from './events.ts'
import { listFit } from './hot-jobs/queries.ts'
import { noOneTookDue, reconfirmationDue, responseDue, transition } from './lifecycle/commands.ts'
import { columnsAfter, stateOf, type BookingEventName } from './lifecycle/rules.ts'
import { hotJob, noCompanyYet } from './notices/changed-messages.ts'
import { hotJobOffered, notifyCompany, notifyCustomer } from './notices/commands.ts'
import { findParties } from './notices/queries.ts'
import { BOOKINGS, OFFICE, findBooking, lockBooking, type BookingNow } from './queries.ts'
import { findRescuePlans } from './replacement/plan-rescue-queries.ts'
import {
  AHEAD,
  UNANSWERED,
  awaitsDriver,
  isConfirmed,
  isHotJob,
  noOneTookAt,
  RESCUE_SEARCH_MINUTES,
  reconfirmBy,
  reconfirmationAt,
} from './rules.ts'

/** The driver did not answer in time: the booking becomes a hot job, or ends if the customer did not want another driver. */
export async function endResponseTime(ctx: TxCtx, bookingId: string): Promise<Refusal | void> {
  const booking = await lockBooking(ctx, bookingId)
  if (!booking?.respondBy || !awaitsDriver(booking)) return undefined
  if (booking.respondBy > ctx.clock.now()) return lookAgain(ctx, responseDue, bookingId, booking.respondBy)
  return endUnanswered(ctx, booking, booking.respondBy)
}

/** The deadline that passed first has its way, even if one run of the jobs finds both passed; the customer is told only of the last. */
async function endUnanswered(ctx: TxCtx, booking: BookingNow, respondBy: Date): Promise<Refusal | undefined> {
  const over = noOneTookAt(booking.start)
  if (over < respondBy) return transition(ctx, booking, 'nobody')
  if (!booking.allowHotJob) return transition(ctx, booking, 'not_taken')
  const isOver = over <= ctx.clock.now()
  const refused = await transition(ctx, booking, 'look_for_another', { isQuiet: isOver })
  const hot = refused || !isOver ? undefined : await lockBooking(ctx, booking.id)
  return hot ? transition(ctx, hot, 'nobody') : refused
}

/** Expires a booking that has no driver an hour before its start. */
export async function endWithoutDriver(ctx: TxCtx, bookingId: string): Promise<Refusal | void> {
  const booking = await lockBooking(ctx, bookingId)
  if (!booking) return undefined
  const due = noOneTookAt(booking.start)
  if (due > ctx.clock.now()) return lookAgain(ctx, noOneTookDue, bookingId, due)
  if (booking.respondBy && booking.respondBy <= due && awaitsDriver(booking))
    return endUnanswered(ctx, booking, booking.respondBy)
  return columnsAfter(stateOf(booking), 'nobody') && transition(ctx, booking, 'nobody')
}

/**
 * Asks the driver to reconfirm a day before the start if the job was booked in good time. Half a day before, a driver
 * who has not answered may have forgotten, and another one is looked for.
 */
export async function askReconfirmation(ctx: TxCtx, bookingId: string): Promise<Refusal | void> {
  const booking = await lockBooking(ctx, bookingId)
  if (!booking || !isConfirmed(booking.status) || booking.reconfirmedAt) return undefined
  // The customer is asked first whether there is a job at all; their “no” asks the driver again.
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

/** Notifies each company that can do a hot job, once. For a plan, companies are searched again every hour. */
export async function offerHotJob(
  ctx: Ctx,
  { bookingId, isAgain }: { bookingId: string; isAgain?: boolean },
): Promise<void> {
  const booking = await findBooking(ctx, bookingId)
  if (!booking || !isHotJob(booking)) return
  const rescues = booking.isPlanned ? await findRescuePlans(ctx, booking) : undefined
  await ctx.tx(async (tx) => {
    const now = await lockBooking(tx, bookingId)
    if (!now || !isHotJob(now)) return
    await notifyOffered(tx, bookingId, rescues ?? (await listFit(tx, { bookingId })))
    if (!rescues) return
    if (rescues.length === 0 && !isAgain) await notifyCustomer(tx, await findParties(tx, bookingId), noCompanyYet)
    const next = addMinutes(tx.clock.now(), RESCUE_SEARCH_MINUTES)
    if (next < noOneTookAt(now.start))
      await tx.enqueue(hotJobOffered, { bookingId, isAgain: true }, { startAfter: next })
  })
}

async function notifyOffered(
  ctx: TxCtx,
  bookingId: string,
  fit: readonly { unitId: string; companyId: string }[],
): Promise<void> {
  if (fit.length === 0) return
  const offered = await ctx.db
    .insertInto('bookings.hot_offer')
    .values(fit.map(({ unitId }) => ({ bookingId, unitId })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('unitId')
    .execute()
  const isNew = new Set(offered.map(({ unitId }) => unitId))
  const parties = await findParties(ctx, bookingId)
  const companies = new Map(fit.filter(({ unitId }) => isNew.has(unitId)).map((one) => [one.companyId, one]))
  for (const { companyId, unitId } of companies.values())
    await notifyCompany(ctx, { ...parties, companyId, unitId }, 'hot_job', hotJob)
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

/** The office's board changes, although no booking has: a unit was stopped, or the stop was undone. */
export const notifyOffice = (ctx: TxCtx): Promise<void> => notifyChange(ctx, { about: BOOKINGS, ids: [], to: [OFFICE] })

/**
 * Notifies the office, the customer, the current company and driver, and the previous ones; while it is hot, and when
 * it stops being so, also all those it was offered to. Their view is limited when they read the booking.
 */
export const notifyParties = (ctx: TxCtx, { bookingId, unitId }: OfBooking): Promise<void> =>
  notifyChange(ctx, {
    about: BOOKINGS,
    ids: [bookingId],
    with: sql`gone as (
      delete from bookings.hot_offer o using bookings.booking b
      where o.booking_id = ${bookingId} and b.id = o.booking_id and not (b.is_hot and b.status in ${literals(UNANSWERED)}) returning o.unit_id)`,
    to: sql`array[${sql.lit(OFFICE)}] || array(
      select c.owner_user_id::text from (select unit_id from gone union select unit_id from bookings.hot_offer where booking_id = ${bookingId}) o
        join fleet.working_unit u on u.id = o.unit_id join companies.company c on c.id = u.company_id
      union
      select d.user_id::text from (select unit_id from gone union select unit_id from bookings.hot_offer where booking_id = ${bookingId}) o
        join fleet.unit_driver d on d.unit_id = o.unit_id where d.user_id is not null
      union
      select b.customer_id::text from bookings.booking b where b.id = ${bookingId}
      union select c.owner_user_id::text from bookings.booking b join companies.company c on c.id = b.company_id where b.id = ${bookingId}
      union select c.owner_user_id::text from fleet.working_unit u join companies.company c on c.id = u.company_id where u.id = ${unitId}
      union select d.user_id::text from fleet.unit_driver d where d.user_id is not null
        and (d.unit_id = ${unitId} or d.unit_id in (select v.unit_id from bookings.booking_van v where v.booking_id = ${bookingId})))`,
  })

/**
 * A company is registered for VAT from another day than before. Prices stay as they were agreed, and how much of one is VAT depends on the
 * day of the move; so it does for every job that is not done yet. What is done has been billed, or is in the ledger.
 */
export async function setVatOfBookings(ctx: TxCtx, { companyId }: { companyId: string }): Promise<void> {
  await sql`/* vat-of-bookings */
    with owed as (
      select b.id, case when ${registeredForVat(sql`d.day`)} then ${taxWithin(sql`b.total_pence`)} else 0 end as vat_pence
      from companies.company c join bookings.booking b on b.company_id = c.id
      cross join lateral (select (b.start_at at time zone 'Europe/London')::date as day) d
      where c.id = ${companyId} and b.status in ${literals(AHEAD)}
    )
    update bookings.booking b set vat_pence = o.vat_pence, version = b.version + 1
    from owed o where o.id = b.id and b.vat_pence is distinct from o.vat_pence`.execute(ctx.db)
}

/** Records that the customer has reviewed the booking. */
export async function markReviewed(ctx: TxCtx, bookingId: string): Promise<void> {
  await ctx.db.updateTable('bookings.booking').set({ hasFeedback: true }).where('id', '=', bookingId).execute()
}

/** Events of a booking that is over: they are no steps of its life cycle, but appear in its trail. */
export type AfterEventName = Extract<
  EventName,
  `bookings.rebook-${string}` | `bookings.claim${string}` | 'bookings.no-show-settled'
>

/** What happened, and who did it. The trail is read from these rows, never inferred from the status. */
export async function appendTrail(ctx: TxCtx, event: EventOf<BookingEventName | AfterEventName>): Promise<void> {
  const { actor } = ctx
  await ctx.write(
    ctx.db.insertInto('bookings.event').values({
      bookingId: event.bookingId,
      at: ctx.clock.now(),
      kind: event.type.slice('bookings.'.length).replaceAll('-', '_'),
      actorKind: actor.kind === 'visitor' ? 'system' : actor.kind,
      actorId: actor.kind === 'visitor' ? null : actor.userId,
      unitId: event.unitId,
      ...(event.reason ? { reason: event.reason } : {}),
      ...(event.data ? { data: toJson(event.data) } : {}),
    }),
  )
}
