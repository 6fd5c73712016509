import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, invalidField, refuse, type AnswerOf, type InputOf, Refusal } from '#shared/endpoint.ts'
import { formatPence } from '#shared/money.ts'
import { settleNoShow } from '../../answers/commands.ts'
import { returnConsequences, compensationAt } from '../../answers/rules.ts'
import { withdrawOpenChange } from '../../changes/commands.ts'
import { transition } from '../../lifecycle/commands.ts'
import { sendNotice } from '../../notices/commands.ts'
import { findParties } from '../../notices/queries.ts'
import { lockBooking, type BookingNow } from '../../queries.ts'
import { runPhoneActionOnce, erasePosition, entryAuthorOf, type OnDay, type PhoneAction } from '../actions/commands.ts'
import { saveDay } from '../clock/commands.ts'
import { findDay } from '../clock/queries.ts'
import { advance, type DayClock, stateOfClock } from '../clock/rules.ts'
import { settleHours } from '../hours/commands.ts'
import { findCashDue, readDriverDay, type DriverDayView } from '../queries.ts'
import { appendEntry } from '../record/commands.ts'
import type { QuestionKind } from '../rules.ts'
import { arriveAt, DECISIONS_OF } from './rules.ts'
import { decidedAlready, type decideDayQuestion as decideEndpoint } from './contract.ts'
import { isConfirmed } from '../../rules.ts'

type Decided = InputOf<typeof decideEndpoint>['body']

/**
 * Decides a question of a day for the office, once. The decision is in the day's record, with its reason, and both
 * sides are notified.
 */
export const decideDayQuestion = (
  ctx: Ctx,
  id: string,
  decided: Decided,
): Promise<AnswerOf<typeof decideEndpoint> | Refusal> =>
  ctx.tx(async (tx) => {
    const found = await tx.db
      .selectFrom('bookings.day_question')
      .select('bookingId')
      .where('id', '=', id)
      .executeTakeFirst()
    const booking = found && (await lockBooking(tx, found.bookingId))
    if (!booking) return refuse(commonRefusals.notFound)
    const question = await tx.db
      .selectFrom('bookings.day_question')
      .select(['id', 'kind', 'unitId', 'decidedAt'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (question.decidedAt) return refuse(decidedAlready)
    const kind: QuestionKind = question.kind
    if (!DECISIONS_OF[kind].includes(decided.decision))
      return invalidField('decision', 'This can’t be decided about this question.')
    const now = tx.clock.now()
    const { decision, reason } = decided
    const decidedBy = userIdOf(tx.actor)
    await tx.db
      .updateTable('bookings.day_question')
      .set({ decision, reason, decidedAt: now, decidedBy })
      .where('id', '=', id)
      .execute()
    await recordAudit(tx, {
      action: `day.${decision}`,
      object: `booking ${booking.id}`,
      after: { question: id, reason },
    })
    const { takenPence: taken } = decided
    const payload = { decision, note: reason, ...(taken === undefined ? {} : { taken }) }
    await appendEntry(tx, booking.id, { kind: 'decided', who: 'office', happenedAt: now, payload })
    const refused = await carryOut(tx, booking, decided)
    if (refused) return refused
    await tx.emit({ type: 'bookings.day-changed', bookingId: booking.id, unitId: question.unitId })
    return { id, decision, decidedAt: now.toISOString() }
  })

async function carryOut(ctx: TxCtx, booking: BookingNow, decided: Decided): Promise<Refusal | undefined> {
  const { decision, reason, minutes } = decided
  if (decision === 'given_back') return giveBack(ctx, booking, decided)
  if (decision === 'customer_cancelled') return cancelAsReported(ctx, booking, decided)
  if (decision === 'keep_changed' || decision === 'count_work')
    await settleNoShow(ctx, booking.id, decision === 'keep_changed')
  if (decision === 'finish') return finish(ctx, booking, decided)
  if (decision === 'not_done') {
    const set = { cancelledBy: 'office', cancellationFeePence: 0 } as const
    return transition(ctx, booking, 'not_done', { reason, set, data: { reason } })
  }
  if (decision === 'accept_cash') {
    const { cashPence, cashAt } = await findDay(ctx, booking.id)
    const due = await findCashDue(ctx, booking.id)
    if (decided.takenPence !== undefined && due !== null && decided.takenPence > due)
      return invalidField('taken_pence', `Enter at most ${formatPence(due)}, which is what there is to take.`)
    await saveDay(ctx, booking.id, { cashState: 'decided', cashPence: decided.takenPence ?? cashPence, cashAt })
    return notifyBothSides(ctx, booking, decided)
  }
  if (decision !== 'accept_hours') return notifyBothSides(ctx, booking, decided)
  await settleHours(ctx, booking.id, 'office', minutes)
  return undefined
}

/**
 * Records that the customer had not cancelled and no driver came: it counts as the company's cancellation, and they owe
 * what giving the job back costs.
 */
async function giveBack(ctx: TxCtx, booking: BookingNow, decided: Decided): Promise<Refusal | undefined> {
  const owedToCustomerPence = compensationAt(returnConsequences(booking), ctx.clock.now())
  const step = { reason: decided.reason, data: { owedToCustomerPence }, isQuiet: true }
  return (await transition(ctx, booking, 'give_up_for_good', step)) ?? notifyBothSides(ctx, booking, decided)
}

/** Cancels as the company reported: the customer owes the fee that applied then. */
async function cancelAsReported(ctx: TxCtx, booking: BookingNow, decided: Decided): Promise<Refusal | undefined> {
  const feePence = booking.claimedFeePence ?? 0
  const set = { cancelledBy: 'customer', cancellationFeePence: feePence } as const
  const step = { reason: decided.reason, set, data: { feePence }, isQuiet: true }
  return (await transition(ctx, booking, 'cancel', step)) ?? notifyBothSides(ctx, booking, decided)
}

async function notifyBothSides(ctx: TxCtx, { id }: BookingNow, { reason }: Decided): Promise<undefined> {
  const parties = { ...(await findParties(ctx, id)), about: { reason } }
  await sendNotice(ctx, parties, 'day_decided')
  await sendNotice(ctx, parties, 'job_day_decided')
}

/** It was done: the clock says from when to when, or the office does where it does not; the hours are settled with it. */
async function finish(
  ctx: TxCtx,
  booking: BookingNow,
  { startedAt, finishedAt, minutes, reason }: Decided,
): Promise<Refusal | undefined> {
  const now = ctx.clock.now()
  const day = await findDay(ctx, booking.id)
  const from = startedAt ? new Date(startedAt) : (day.startedAt ?? booking.start)
  const until = finishedAt ? new Date(finishedAt) : booking.end
  if (from > now) return invalidField('started_at', 'It can’t have begun yet.')
  if (until <= from || until > now) return invalidField('finished_at', 'It ended after it began, and before now.')
  const started: DayClock = { ...day, startedAt: from }
  const ended = advance(started, { kind: 'finish' }, until, booking.start)
  if (!ended || ended === 'already') return refuse(commonRefusals.conflict)
  await saveDay(ctx, booking.id, ended)
  const refused = await startAndFinish(ctx, booking, reason)
  if (refused) return refused
  await withdrawOpenChange(ctx, { bookingId: booking.id })
  await settleHours(ctx, booking.id, 'office', minutes)
  return undefined
}

async function startAndFinish(ctx: TxCtx, booking: BookingNow, reason: string): Promise<Refusal | undefined> {
  if (isConfirmed(booking.status)) {
    const refused = await transition(ctx, booking, 'start', { reason, isQuiet: true })
    if (refused) return refused
  }
  const begun = await lockBooking(ctx, booking.id)
  return begun ? transition(ctx, begun, 'finish', { reason, isQuiet: true }) : refuse(commonRefusals.notFound)
}

/** The van is at a stop. The clock neither starts nor stops by it. */
export async function reachStop(
  ctx: Ctx,
  bookingId: string,
  phone: PhoneAction,
  stop: number,
): Promise<DriverDayView | Refusal> {
  const actionRecord = { kind: 'at_stop', given: { stop }, entry: 'at_stop', payload: { stop } } as const
  const done = await runPhoneActionOnce(ctx, bookingId, phone, actionRecord, (tx, on) => saveArrival(tx, on, stop))
  return done instanceof Refusal ? done : readDriverDay(ctx, done.unitId, bookingId)
}

async function saveArrival(
  ctx: TxCtx,
  { booking, unitId, happenedAt, isShifted }: OnDay,
  stop: number,
): Promise<Refusal | undefined> {
  const { id, work } = booking
  if (stop >= work.places.length) return invalidField('stop', 'There is no such stop.')
  const day = await findDay(ctx, id)
  const arrivals = arriveAt({ state: stateOfClock(day), arrivals: day.arrivals }, stop, happenedAt)
  if (arrivals === 'already') return undefined
  if (!arrivals) return refuse(commonRefusals.conflict)
  await saveDay(ctx, id, { arrivals, ...(stop === 0 ? { sharesPosition: false } : {}) })
  // The van has arrived, so its position is not needed any longer.
  if (stop === 0) await erasePosition(ctx, id)
  await appendEntry(ctx, id, { kind: 'at_stop', who: entryAuthorOf(ctx), happenedAt, isShifted, payload: { stop } })
  await ctx.emit({ type: 'bookings.day-changed', bookingId: id, unitId })
  return undefined
}
