import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { toJson } from '#platform/json-columns.ts'
import { commonRefusals, invalidField, refuse, Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { formatTime, toLocal } from '#shared/local-time.ts'
import { lockBooking, type BookingNow } from '../../queries.ts'
import { isUnderWay } from '../../rules.ts'
import { announce, changeExpires, isAnswerable, lockParty, storeChange } from '../commands.ts'
import { changeOpen, changeSuperseded, timeNotFree } from '../contract.ts'
import { findChange, findOpenChange, readChange, type Change, type ChangeView } from '../queries.ts'
import { holdOffer, isFreeAt, seemsFreeAt } from '../rescheduling-commands.ts'
import { agree } from '../responses-commands.ts'
import { changeExpiry } from '../rules.ts'
import {
  moveChanged,
  priceChanged,
  type changeMove as changeEndpoint,
  type offerMoveTime as offerEndpoint,
  type priceMove as priceEndpoint,
} from './contract.ts'
import {
  feeOfBooking,
  findBookedMove,
  findObstacle,
  planMove,
  sideInChange,
  type AskedChange,
  type BookedMove,
  type PricedMove,
} from './queries.ts'
import { changeSummary, differencesOf, reasonsToAsk, type AskReason } from './rules.ts'

/** What a changed move would cost, and who would have to agree. Changes nothing. */
export async function priceMove(
  ctx: Ctx,
  bookingId: string,
  requested: AskedChange,
): Promise<AnswerOf<typeof priceEndpoint> | Refusal> {
  const booked = await findBookedMove(ctx, bookingId)
  if (booked instanceof Refusal) return booked
  const to = findObstacle(ctx, booked, requested.version) ?? (await planMove(ctx, booked, requested))
  if (to instanceof Refusal) return to
  const { now: from } = booked
  const reasons = await findReasons(ctx, booked, to, (job, start) => seemsFreeAt(ctx, job, start))
  const sums = ({ totalPence, ceilingPence, startAt, endAt }: PricedMove) => ({
    totalPence,
    ceilingPence,
    startAt,
    endAt,
  })
  return {
    from: sums(from),
    to: sums(to),
    differences: differencesOf(from.lines, to.lines),
    summary: changeSummary(from, to),
    reasons,
    lines: to.lines,
  }
}

/** Finds why the company has to be asked. */
async function findReasons(
  ctx: Ctx,
  { booking, terms, now, unit }: BookedMove,
  to: PricedMove,
  isFree: (job: BookingNow, start: Date) => Promise<boolean>,
): Promise<AskReason[]> {
  if (!terms) throw new Error('A move without terms is changed in words')
  const extentOf = (one: Pick<PricedMove, 'totalPence' | 'startAt' | 'endAt'>) => ({
    totalPence: one.totalPence,
    start: new Date(one.startAt),
    end: new Date(one.endAt),
  })
  const { start, end } = extentOf(to)
  const hasBegun = isUnderWay(booking.status)
  const moved = { ...booking, start, end, work: to.work, help: to.move.manPower }
  return reasonsToAsk({
    now: ctx.clock.now(),
    allowsAtOnce: unit?.allowsAtOnce ?? false,
    first: extentOf(terms.first),
    from: extentOf(now),
    to: { totalPence: to.totalPence, start, end },
    isSetOff: hasBegun || (booking.day?.isSetOff ?? false),
    isFree: hasBegun || (await isFree(moved, start)),
    hasFeeBegun: feeOfBooking(ctx, booking) > 0,
  })
}

/** Changes the move at once where the rules allow it; otherwise the other side is asked, and nothing changes until it agrees. */
export async function changeMove(
  ctx: Ctx,
  bookingId: string,
  { totalPence, words, agreedByCustomer, ...requested }: InputOf<typeof changeEndpoint>['body'],
): Promise<ChangeView | Refusal> {
  const booked = await findBookedMove(ctx, bookingId)
  if (booked instanceof Refusal) return booked
  if (ctx.actor.kind === 'admin' && !agreedByCustomer)
    return invalidField('agreed_by_customer', 'Ask the customer first, and confirm that they said yes.')
  const to = findObstacle(ctx, booked, requested.version) ?? (await planMove(ctx, booked, requested))
  if (to instanceof Refusal) return to
  if (typeof totalPence === 'number' && totalPence !== to.totalPence) return refuse(priceChanged)
  return ctx.tx(async (tx) => {
    const locked = await lockForChange(tx, booked)
    if (locked instanceof Refusal) return locked
    const standing = await findOpenChange(tx, bookingId)
    if (standing && standing.proposedBy !== booked.side) return refuse(changeOpen)
    const isAtOnce =
      booked.side === 'customer' &&
      (await findReasons(tx, { ...booked, booking: locked }, to, (job, start) => isFreeAt(tx, job, start))).length === 0
    const change = await writeProposal(tx, { ...booked, booking: locked }, to, { words, standing })
    if (ctx.actor.kind === 'admin')
      await recordAudit(tx, {
        action: 'booking.change_asked',
        object: `booking ${bookingId}`,
        after: { changeId: change.id },
      })
    if (isAtOnce) {
      const consent = ctx.actor.kind === 'admin' ? 'by_phone' : 'signed_in'
      return (await agree(tx, locked, change, { consent })) ?? readChange(tx, change.id)
    }
    await tx.enqueue(changeExpires, { bookingId }, { startAfter: change.expiresAt })
    await announce(tx, locked, change, 'bookings.change-proposed')
    return readChange(tx, change.id)
  })
}

/** The booking, locked, if it is still what was priced. */
async function lockForChange(ctx: TxCtx, { booking: read }: BookedMove): Promise<BookingNow | Refusal> {
  if (ctx.actor.kind !== 'admin') {
    const party = await lockParty(ctx, read.id)
    if (party instanceof Refusal) return party
    return party.booking.version === read.version ? party.booking : refuse(moveChanged)
  }
  const booking = await lockBooking(ctx, read.id)
  if (!booking || !sideInChange(ctx, booking)) return refuse(commonRefusals.notFound)
  return booking.version === read.version ? booking : refuse(moveChanged)
}

/** Writes the proposed move beside the booked one; it takes the place of an open one of the same side. */
async function writeProposal(
  ctx: TxCtx,
  { booking, side, now: from }: BookedMove,
  to: PricedMove,
  { words, standing }: { words: string; standing: Change | undefined },
): Promise<Change> {
  const start = new Date(to.startAt)
  const isOtherStart = start.getTime() !== booking.start.getTime()
  const isInProgress = isUnderWay(booking.status)
  const row = {
    kind: 'move' as const,
    awaits: side === 'customer' ? ('mover' as const) : ('customer' as const),
    words,
    label: changeSummary(from, to),
    amountPence: to.totalPence - from.totalPence,
    byRatesPence: null,
    extraMinutes: null,
    newStartAt: isOtherStart ? start : null,
    move: toJson({ from, to }),
    expiresAt: changeExpiry({
      now: ctx.clock.now(),
      start: booking.start,
      isInProgress,
      newStart: isOtherStart ? start : null,
    }),
  }
  return storeChange(ctx, { bookingId: booking.id, proposedBy: side, standing }, row)
}

/** The company offers another start for a changed move that it was asked for; the customer decides, and until then its time is held. */
export async function offerMoveTime(
  ctx: Ctx,
  bookingId: string,
  { changeId, version, newStartAt }: InputOf<typeof offerEndpoint>['body'],
): Promise<ChangeView | Refusal> {
  const booked = await findBookedMove(ctx, bookingId)
  if (booked instanceof Refusal) return booked
  const requested = await findChange(ctx, changeId)
  if (requested?.bookingId !== booked.booking.id || booked.side !== 'mover') return refuse(commonRefusals.notFound)
  if (!requested.move || requested.state !== 'open' || requested.awaits !== 'mover' || requested.version !== version)
    return refuse(changeSuperseded)
  const { move, routePoints } = requested.move.to
  const { day, minute } = toLocal(new Date(newStartAt))
  const at = { date: day, time: `${formatTime(minute)}:00` }
  const points = move.routePoints.map((point, index) => (index === 0 ? { ...point, ...at } : point))
  const to =
    findObstacle(ctx, booked, null) ??
    (await planMove(ctx, booked, { ...move, routePoints: points, version: booked.booking.version }, routePoints))
  if (to instanceof Refusal) return to
  return ctx.tx(async (tx) => {
    const party = await lockParty(tx, bookingId, isAnswerable)
    if (party instanceof Refusal) return party
    const standing = await findOpenChange(tx, bookingId)
    if (party.booking.version !== booked.booking.version) return refuse(moveChanged)
    if (standing?.id !== changeId || standing.version !== version) return refuse(changeSuperseded)
    const moved = {
      ...party.booking,
      end: new Date(to.endAt),
      start: new Date(to.startAt),
      work: to.work,
      help: to.move.manPower,
    }
    if (!(await isFreeAt(tx, moved, moved.start))) return refuse(timeNotFree)
    const change = await writeProposal(tx, { ...booked, booking: party.booking }, to, {
      words: requested.words,
      standing,
    })
    if (!(await holdOffer(tx, moved, change))) return refuse(timeNotFree)
    await tx.enqueue(changeExpires, { bookingId }, { startAfter: change.expiresAt })
    await announce(tx, party.booking, change, 'bookings.change-proposed')
    return readChange(tx, changeId)
  })
}
