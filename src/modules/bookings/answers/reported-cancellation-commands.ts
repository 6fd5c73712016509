import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, type Refusal } from '#shared/endpoint.ts'
import { addMinutes } from '#shared/local-time.ts'
import { feeChanged } from './contract.ts'
import { isReportOpen } from './rules.ts'
import { withdrawQuestion } from '../day/questions/ask-commands.ts'
import { reconfirmationDue, transition } from '../lifecycle/commands.ts'
import { stateOf } from '../lifecycle/rules.ts'
import { allowedActions } from '../policy.ts'
import { lockBooking, type BookingNow } from '../queries.ts'
import { noOneTookAt, type Action } from '../rules.ts'
import { getOwnBooking } from '../lists/queries.ts'

/** Minutes in which a driver whose report was wrong says again that they come. */
const ANSWER_MINUTES = 60

/** The customer says so too, and owes what cancelling cost when it was reported. */
export const agreeCancellation = (ctx: Ctx, bookingId: string, feePence: number) =>
  ctx.tx(async (tx) => {
    const booking = await lockOwn(tx, bookingId)
    if (!booking) return refuse(commonRefusals.notFound)
    const isAgreed = booking.cancelledBy === 'customer' && booking.claimedFeePence !== null
    const refused = isAgreed ? undefined : await agree(tx, booking, feePence)
    return refused ?? getOwnBooking(tx, bookingId, booking.customerId)
  })

async function agree(ctx: TxCtx, booking: BookingNow, feePence: number): Promise<Refusal | undefined> {
  const why = refusalOf(ctx, booking, 'agree_cancellation')
  if (why) return why
  const fee = booking.claimedFeePence ?? 0
  if (fee !== feePence) return refuse(feeChanged, { suggested: { fee_pence: String(fee) } })
  return endAgreed(ctx, booking, fee)
}

const endAgreed = (ctx: TxCtx, booking: BookingNow, feePence: number, how = {}): Promise<Refusal | undefined> =>
  transition(ctx, booking, isReportOpen(booking) ? 'cancel' : 'agree_cancellation', {
    set: { cancelledBy: 'customer', cancellationFeePence: feePence },
    data: { feePence, ...how },
  })

/** The job stands, if it was near its start; otherwise the driver has given it back. Others are asked as long as one could still come. */
export const denyCancellation = (ctx: Ctx, bookingId: string) =>
  ctx.tx(async (tx) => {
    const booking = await lockOwn(tx, bookingId)
    if (!booking) return refuse(commonRefusals.notFound)
    const refused = booking.disputedAt ? undefined : await deny(tx, booking)
    return refused ?? getOwnBooking(tx, bookingId, booking.customerId)
  })

async function deny(ctx: TxCtx, booking: BookingNow): Promise<Refusal | undefined> {
  return refusalOf(ctx, booking, 'deny_cancellation') ?? goOnDenied(ctx, booking)
}

async function goOnDenied(ctx: TxCtx, booking: BookingNow, how = {}): Promise<Refusal | undefined> {
  const data = { claimedPence: booking.claimedFeePence ?? 0, ...how }
  if (isReportOpen(booking)) return denyReport(ctx, booking, data)
  const now = ctx.clock.now()
  const goesOn = booking.allowHotJob && noOneTookAt(booking.start) > now
  return transition(ctx, booking, goesOn ? 'deny_cancellation' : 'deny_cancellation_for_good', {
    reason: 'canceled_by_customer',
    set: { cancelledBy: null, disputedAt: now },
    data,
  })
}

/** The driver says again that they come, while others could be asked if they don't. */
async function denyReport(
  ctx: TxCtx,
  booking: BookingNow,
  data: Record<string, unknown>,
): Promise<Refusal | undefined> {
  const now = ctx.clock.now()
  const answerBy = addMinutes(now, ANSWER_MINUTES)
  const isAsked = answerBy < noOneTookAt(booking.start)
  const { id: bookingId } = booking
  const refused = await transition(ctx, booking, 'deny_report', {
    set: {
      disputedAt: now,
      rejectReason: null,
      ...(isAsked ? { reconfirmBy: answerBy, reconfirmedAt: null } : {}),
    },
    data,
  })
  if (refused) return refused
  await withdrawQuestion(ctx, { bookingId, kind: 'reported' })
  if (isAsked) await ctx.enqueue(reconfirmationDue, { bookingId }, { startAfter: answerBy })
  return undefined
}

/** Either answer by the link in the message to the booker of a locked booking. */
export async function answerReport(
  ctx: TxCtx,
  booking: BookingNow,
  { id, view }: { id: string; view: { feePence: number } },
  didCancel: boolean,
): Promise<Refusal | undefined> {
  const how = { byLink: true }
  const refused = didCancel ? await endAgreed(ctx, booking, view.feePence, how) : await goOnDenied(ctx, booking, how)
  if (refused) return refused
  const answered = { answer: didCancel ? 'agreed' : 'denied', answeredAt: ctx.clock.now() } as const
  await ctx.write(ctx.db.updateTable('bookings.cancellation_link').set(answered).where('id', '=', id))
  return undefined
}

async function lockOwn(ctx: TxCtx, bookingId: string): Promise<BookingNow | undefined> {
  const booking = await lockBooking(ctx, bookingId)
  return booking && booking.customerId === userIdOf(ctx.actor) && !booking.awaitingVerification ? booking : undefined
}

const refusalOf = (ctx: Ctx, booking: BookingNow, action: Action): Refusal | undefined =>
  allowedActions(ctx.actor, { ...booking, state: stateOf(booking), now: ctx.clock.now() }).includes(action)
    ? undefined
    : refuse(commonRefusals.conflict)
