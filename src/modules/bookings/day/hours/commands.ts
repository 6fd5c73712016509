import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { toJson } from '#platform/json-columns.ts'
import { commonRefusals, invalidField, refuse, Refusal } from '#shared/endpoint.ts'
import { addMinutes } from '#shared/local-time.ts'
import { sendNotice } from '../../notices/commands.ts'
import { findParties } from '../../notices/queries.ts'
import { lockBooking, type BookingNow } from '../../queries.ts'
import { hoursDue, runPhoneActionOnce, entryAuthorOf, type OnDay, type PhoneAction } from '../actions/commands.ts'
import {
  mayDisputeCash,
  mayRecordCash,
  faultInCash,
  type CashGiven,
  billOf,
  confirmBy,
  earlyStartToAgree,
} from './rules.ts'
import { saveDay } from '../clock/commands.ts'
import { findDay } from '../clock/queries.ts'
import { timesOf, stateOfClock } from '../clock/rules.ts'
import { endOpenCorrections } from './corrections-commands.ts'
import { agreedOf, listDayBookings, findCashDue, readDriverDay, type DriverDayView } from '../queries.ts'
import { askOffice } from '../questions/ask-commands.ts'
import { appendEntry } from '../record/commands.ts'
import type { HoursBy } from '../rules.ts'
import { changeUndecided } from './contract.ts'
import { isFinished } from '../../rules.ts'

/** What is owed is settled: by the clock, or by the minutes that the office names. The booking is locked. */
export async function settleHours(ctx: TxCtx, bookingId: string, by: HoursBy, minutes?: number): Promise<void> {
  const [booking] = await listDayBookings(ctx, [bookingId])
  if (!booking) throw new Error('The hours of a booking that is not there')
  const now = ctx.clock.now()
  const byClock = timesOf(await findDay(ctx, bookingId), booking.start, now)
  const times = { ...byClock, workedMinutes: minutes ?? byClock.workedMinutes }
  const { lines, toPayPence } = billOf(agreedOf(booking), times)
  await saveDay(ctx, bookingId, { hours: 'confirmed', hoursBy: by, hoursAt: now, billedMinutes: times.workedMinutes })
  await ctx.db
    .updateTable('bookings.booking')
    .set({ duePence: null, finalPence: toPayPence, extraLines: toJson(lines) })
    .where('id', '=', bookingId)
    .execute()
  await endOpenCorrections(ctx, bookingId)
  const { workedMinutes: worked, waitedMinutes: waited } = times
  const who = by === 'silence' ? 'system' : by
  const payload = { by, worked, waited, finalPence: toPayPence }
  await appendEntry(ctx, bookingId, { kind: 'hours_confirmed', who, happenedAt: now, payload })
  await ctx.emit({ type: 'bookings.hours-confirmed', bookingId, unitId: booking.unitId, data: payload })
  const parties = { ...(await findParties(ctx, bookingId)), about: payload }
  await sendNotice(ctx, parties, 'hours_confirmed')
  await sendNotice(ctx, parties, 'job_hours_confirmed')
}

/**
 * Agrees for the customer to a start before the agreed one: the work counts from then. A repeated call changes nothing.
 */
export const agreeToStart = (
  ctx: Ctx,
  bookingId: string,
  customerId: string,
  startedAt: Date,
): Promise<true | Refusal> =>
  ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking || booking.customerId !== customerId || booking.awaitingVerification)
      return refuse(commonRefusals.notFound)
    return saveEarlyStart(tx, booking, startedAt, 'customer')
  })

/** The caller has locked the booking, and is its customer or holds the link in the message to the booker. */
export async function saveEarlyStart(
  ctx: TxCtx,
  booking: BookingNow,
  startedAt: Date,
  who: 'customer' | 'link',
): Promise<true | Refusal> {
  const day = await findDay(ctx, booking.id)
  if (day.earlyFrom?.getTime() === startedAt.getTime()) return true
  const [agreed] = await listDayBookings(ctx, [booking.id])
  const early = agreed && earlyStartToAgree(day, agreedOf(agreed), booking.start)
  if (early?.startedAt.getTime() !== startedAt.getTime()) return refuse(commonRefusals.conflict)
  await saveDay(ctx, booking.id, { earlyFrom: startedAt })
  await appendEntry(ctx, booking.id, {
    kind: 'early_start_agreed',
    who,
    happenedAt: ctx.clock.now(),
    payload: { from: startedAt.toISOString() },
  })
  await ctx.emit({ type: 'bookings.day-changed', bookingId: booking.id, unitId: booking.unitId })
  return true
}

/** Confirms the hours for the customer, or records how long it took. A repeated call changes nothing. */
export const confirmHours = (
  ctx: Ctx,
  bookingId: string,
  customerId: string,
  { minutes, text }: { minutes?: number | undefined; text?: string | undefined } = {},
): Promise<true | Refusal> =>
  ctx.tx(async (tx) => {
    if (minutes === undefined && text !== undefined) return invalidField('minutes', 'Enter the minutes of work.')
    if (minutes !== undefined && text === undefined) return invalidField('text', 'Enter what was different.')
    const disputed = minutes !== undefined && text !== undefined ? { minutes, text } : undefined
    const booking = await lockBooking(tx, bookingId)
    if (!booking || booking.customerId !== customerId || booking.awaitingVerification)
      return refuse(commonRefusals.notFound)
    const day = await findDay(tx, bookingId)
    if (day.hours === (disputed ? 'disputed' : 'confirmed')) return true
    if (!isFinished(booking.status) || day.hours !== 'open' || !day.finishedAt) return refuse(commonRefusals.conflict)
    if (booking.changeAwaits !== null) return refuse(changeUndecided)
    if (!disputed) await settleHours(tx, bookingId, 'customer')
    else await dispute(tx, { bookingId, unitId: booking.unitId, ...disputed })
    return true
  })

async function dispute(
  ctx: TxCtx,
  { bookingId, unitId, minutes, text }: { bookingId: string; unitId: string | null; minutes: number; text: string },
): Promise<void> {
  await saveDay(ctx, bookingId, { hours: 'disputed' })
  await appendEntry(ctx, bookingId, {
    kind: 'hours_disputed',
    who: 'customer',
    happenedAt: ctx.clock.now(),
    payload: { minutes, note: text },
  })
  await askOffice(ctx, { bookingId, unitId, kind: 'hours', text, minutes })
  await sendNotice(ctx, { ...(await findParties(ctx, bookingId)), about: { minutes } }, 'hours_disputed')
  await ctx.emit({ type: 'bookings.day-changed', bookingId, unitId })
}

/** What was open is settled: the customer has a day for the hours from now on. */
export async function beginSilence(ctx: TxCtx, bookingId: string): Promise<void> {
  const day = await findDay(ctx, bookingId)
  if (day.hours !== 'open' || !day.finishedAt) return
  const until = confirmBy(ctx.clock.now())
  await saveDay(ctx, bookingId, { confirmBy: until })
  await ctx.enqueue(hoursDue, { bookingId }, { startAfter: until })
  await sendNotice(ctx, await findParties(ctx, bookingId), 'finished')
}

/** Silence for a day after the finish confirms the hours of the clock. */
export async function confirmHoursByDefault(ctx: TxCtx, bookingId: string): Promise<void> {
  const booking = await lockBooking(ctx, bookingId)
  // An open change is answered first; once it ends, the day to confirm starts again.
  if (!booking || !isFinished(booking.status) || booking.changeAwaits !== null) return
  const { hours, confirmBy: until } = await findDay(ctx, bookingId)
  if (hours !== 'open' || !until) return
  const now = ctx.clock.now()
  if (until > now) {
    const soonest = addMinutes(now, 1)
    return ctx.enqueue(hoursDue, { bookingId }, { startAfter: until > soonest ? until : soonest })
  }
  await settleHours(ctx, bookingId, 'silence')
}

/** What the driver was given in cash, as they say it; a correction takes its place, and both stay in the record. */
export async function recordCash(
  ctx: Ctx,
  bookingId: string,
  phone: PhoneAction,
  given: CashGiven,
): Promise<DriverDayView | Refusal> {
  const { takenPence: taken, duePence: shown, reason: note } = given
  const actionRecord = { kind: 'cash', given, entry: 'cash_paid', payload: { taken, shown, note } } as const
  const done = await runPhoneActionOnce(ctx, bookingId, phone, actionRecord, (tx, on) => saveCash(tx, on, given))
  return done instanceof Refusal ? done : readDriverDay(ctx, done.unitId, bookingId)
}

async function saveCash(
  ctx: TxCtx,
  on: OnDay,
  { duePence, takenPence, reason }: CashGiven,
): Promise<Refusal | undefined> {
  const { id } = on.booking
  const [day, due] = [await findDay(ctx, id), await findCashDue(ctx, id)]
  if (due === null || !mayRecordCash(stateOfClock(day), day.cashState)) return refuse(commonRefusals.conflict)
  const fault = faultInCash(due, { takenPence, reason })
  if (fault) return invalidField(...fault)
  if (day.cashPence === takenPence) return undefined
  await saveDay(ctx, id, { cashState: 'recorded', cashPence: takenPence, cashAt: on.happenedAt })
  await appendEntry(ctx, id, {
    kind: 'cash_paid',
    who: entryAuthorOf(ctx),
    happenedAt: on.happenedAt,
    isShifted: on.isShifted,
    payload: { taken: takenPence, due, shown: duePence, note: reason },
  })
  await sendNotice(ctx, { ...(await findParties(ctx, id)), about: { taken: takenPence, due } }, 'cash_paid')
  await ctx.emit({ type: 'bookings.day-changed', bookingId: id, unitId: on.unitId })
  return undefined
}

/** Asks the office, in one press, to look into the cash. A repeated call changes nothing. */
export const disputeCash = (ctx: Ctx, bookingId: string, customerId: string): Promise<true | Refusal> =>
  ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking || booking.customerId !== customerId || booking.awaitingVerification)
      return refuse(commonRefusals.notFound)
    const { cashState, cashPence, cashAt } = await findDay(tx, bookingId)
    if (cashState === 'disputed') return true
    if (!mayDisputeCash(cashState) || cashPence === null) return refuse(commonRefusals.conflict)
    const { unitId } = booking
    await saveDay(tx, bookingId, { cashState: 'disputed', cashPence, cashAt })
    const payload = { taken: cashPence }
    await appendEntry(tx, bookingId, { kind: 'cash_disputed', who: 'customer', happenedAt: tx.clock.now(), payload })
    await askOffice(tx, { bookingId, unitId, kind: 'cash' })
    await sendNotice(tx, { ...(await findParties(tx, bookingId)), about: payload }, 'cash_disputed')
    await tx.emit({ type: 'bookings.day-changed', bookingId, unitId })
    return true
  })
