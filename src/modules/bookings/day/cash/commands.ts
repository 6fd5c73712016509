import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { commonRefusals, invalidField, refuse, Refusal } from '#shared/endpoint.ts'
import { sendNotice } from '../../notices/commands.ts'
import { findParties } from '../../notices/queries.ts'
import { lockBooking } from '../../queries.ts'
import { doOnce, whoOf, type OnDay, type PhoneAction } from '../actions/commands.ts'
import { saveDay } from '../clock/commands.ts'
import { findDay } from '../clock/queries.ts'
import { stateOfClock } from '../clock/rules.ts'
import { askOffice } from '../questions/ask/commands.ts'
import { appendEntry } from '../record/commands.ts'
import { findCashDue, readDriverDay, type DriverDayView } from '../views/queries.ts'
import { mayDisputeCash, mayRecordCash, faultInCash, type CashGiven } from './rules.ts'

/** What the driver was given in cash, as they say it; a correction takes its place, and both stay in the record. */
export async function recordCash(
  ctx: Ctx,
  bookingId: string,
  phone: PhoneAction,
  given: CashGiven,
): Promise<DriverDayView | Refusal> {
  const { takenPence: taken, duePence: shown, reason: note } = given
  const kept = { kind: 'cash', given, entry: 'cash_paid', payload: { taken, shown, note } } as const
  const done = await doOnce(ctx, bookingId, phone, kept, (tx, on) => keepCash(tx, on, given))
  return done instanceof Refusal ? done : readDriverDay(ctx, done.unitId, bookingId)
}

async function keepCash(
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
    who: whoOf(ctx),
    happenedAt: on.happenedAt,
    isShifted: on.isShifted,
    payload: { taken: takenPence, due, shown: duePence, note: reason },
  })
  await sendNotice(ctx, { ...(await findParties(ctx, id)), about: { taken: takenPence, due } }, 'cash_paid')
  await ctx.emit({ type: 'bookings.day-changed', bookingId: id, unitId: on.unitId })
  return undefined
}

/** One press: the office asks both. Said again, it is said already. */
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
