import { lockUnit } from '#modules/calendar/commands.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { formatTime, toLocal } from '#shared/local-time.ts'
import { takerOf } from '../answers/commands.ts'
import { remindCompany } from '../changes/change-notices-commands.ts'
import { findOpenChange, type Change } from '../changes/queries.ts'
import { listFit } from '../hot-jobs/queries.ts'
import { transition } from '../lifecycle/commands.ts'
import { stateOf } from '../lifecycle/rules.ts'
import { findBooking, lockBooking, type BookingNow } from '../queries.ts'
import {
  askedLately,
  notWaiting,
  onlyThisDriver,
  onTheWay,
  startsTooSoon,
  unitNotFit,
  type askAgain as askAgainEndpoint,
  type makeHot as makeHotEndpoint,
  type moveBooking as moveEndpoint,
} from './contract.ts'
import { findAskedAgainAt } from './queries.ts'
import { askableFrom, canMakeHot, canMove, openQuestion, type DriverQuestion } from './rules.ts'

type Moved = AnswerOf<typeof moveEndpoint>
type ToMove = InputOf<typeof moveEndpoint>['body']
type ToOffer = InputOf<typeof makeHotEndpoint>['body']

/**
 * Moves a booking in one transaction: it leaves its unit and the other gets it, by the rule and the locks of a hot job.
 * If that is refused, nothing has happened. The booking's lock orders this against a confirmation or cancellation in
 * the same moment.
 */
export const moveBooking = (ctx: Ctx, bookingId: string, request: ToMove): Promise<Moved | Refusal> =>
  ctx.tx(async (tx) => {
    const booking = await lockSeen(tx, bookingId, request, canMove)
    if (booking instanceof Refusal) return booking
    const { workingUnitId: unitId, reason } = request
    if (unitId === booking.unitId) return refuse(commonRefusals.conflict)
    const taken = booking.unitId ? await transition(tx, booking, 'take_away', { reason }) : undefined
    if (taken) return taken
    const hot = await lockBooking(tx, bookingId)
    const unit = hot && (await lockUnit(tx, unitId))
    const [fit] = unit ? await listFit(tx, { bookingId, unitIds: [unitId] }) : []
    if (!hot || !fit) return refuse(unitNotFit)
    const refused = await transition(tx, hot, 'give', { taker: await takerOf(tx, fit, hot) })
    return refused ?? done(tx, booking, { action: 'booking.moved', reason })
  })

/** Offers the job to all units that can do it, with the notices of any hot job. */
export const makeHot = (ctx: Ctx, bookingId: string, request: ToOffer): Promise<Moved | Refusal> =>
  ctx.tx(async (tx) => {
    const booking = await lockSeen(tx, bookingId, request, canMakeHot)
    if (booking instanceof Refusal) return booking
    const { reason } = request
    const refused = await transition(tx, booking, 'make_hot', { reason })
    return refused ?? done(tx, booking, { action: 'booking.made_hot', reason })
  })

/** Reminds the driver of the question that waits for them; their time to answer stays as it is. */
export const askAgain = (ctx: Ctx, bookingId: string): Promise<AnswerOf<typeof askAgainEndpoint> | Refusal> =>
  ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking) return refuse(commonRefusals.notFound)
    const now = tx.clock.now()
    const { unitId } = booking
    const change = await findOpenChange(tx, bookingId)
    const changeDue = change?.awaits === 'mover' ? change.expiresAt : null
    const question = openQuestion({ ...booking, state: stateOf(booking), changeDue }, now)
    if (!question) return refuse(notWaiting)
    const respondBy = question.due
    const last = await findAskedAgainAt(tx, bookingId)
    if (last && now < askableFrom(last))
      return refuse(askedLately, {
        detail: `The driver was asked again at ${timeOf(last)}. Call them, or ask again from ${timeOf(askableFrom(last))}.`,
      })
    const refused = await remind(tx, booking, question.kind, change)
    if (refused) return refused
    await recordAudit(tx, {
      action: 'booking.asked_again',
      object: `booking ${bookingId}`,
      after: { unitId, respondBy: respondBy.toISOString() },
    })
    return { id: bookingId, askedAgainAt: now.toISOString(), respondBy: respondBy.toISOString() }
  })

async function remind(
  ctx: TxCtx,
  booking: BookingNow,
  kind: DriverQuestion,
  change: Change | undefined,
): Promise<Refusal | undefined> {
  if (kind !== 'change') return transition(ctx, booking, kind === 'booking' ? 'ask_again' : 'ask_reconfirmation_again')
  if (change) await remindCompany(ctx, change)
  await ctx.emit({ type: 'bookings.answer-asked-again', bookingId: booking.id, unitId: booking.unitId })
  return undefined
}

const timeOf = (at: Date): string => formatTime(toLocal(at).minute)

/** Locks the booking if it is in the state that the office saw and may be given to another unit. */
async function lockSeen(
  ctx: TxCtx,
  bookingId: string,
  { seen, customerAgreed }: Pick<ToMove, 'seen' | 'customerAgreed'>,
  isPossible: typeof canMove,
): Promise<BookingNow | Refusal> {
  const booking = await lockBooking(ctx, bookingId)
  if (!booking) return refuse(commonRefusals.notFound)
  const state = stateOf(booking)
  if (state !== seen && !ctx.config.guardOff.has('seen_state')) return refuse(commonRefusals.conflict)
  if (!isPossible(state, booking.start, ctx.clock.now())) return refuse(startsTooSoon)
  if (booking.day?.isSetOff) return refuse(onTheWay)
  if (!booking.allowHotJob && !customerAgreed) return refuse(onlyThisDriver)
  return booking
}

/** Who had it and who has it now, for the audit and the answer. */
async function done(
  ctx: TxCtx,
  before: BookingNow,
  { action, reason }: { action: string; reason: string },
): Promise<Moved | Refusal> {
  const after = await findBooking(ctx, before.id)
  if (!after) return refuse(commonRefusals.notFound)
  await recordAudit(ctx, {
    action,
    object: `booking ${before.id}`,
    before: { state: stateOf(before), unitId: before.unitId },
    after: { unitId: after.unitId, ...(reason ? { reason } : {}) },
  })
  return {
    id: after.id,
    status: after.status,
    isHot: after.isHot,
    workingUnitId: after.unitId,
    respondBy: after.respondBy?.toISOString() ?? null,
  }
}
