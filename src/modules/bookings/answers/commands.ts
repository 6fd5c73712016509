import { sql } from 'kysely'
import { lockUnit } from '#modules/calendar/commands.ts'
import { chargesVat, VAT_PERCENT } from '#modules/pricing/rules.ts'
import { cancellationFee, cancellationSteps } from '#modules/pricing/terms/rules.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { jobName } from '#platform/jobs.ts'
import { unitsOf, userIdOf } from '#platform/session.ts'
import { commonRefusals, invalidField, refuse, type InputOf, type Refusal } from '#shared/endpoint.ts'
import { localDayOf, addMinutes } from '#shared/local-time.ts'
import { taxIncluded } from '#shared/money.ts'
import { getOwnBooking } from '../lists/queries.ts'
import { mayCancelFree } from '../day/clock/rules.ts'
import { askOffice } from '../day/questions/ask-commands.ts'
import { readDriverBooking, type DriverBookingView } from '../lists/driver-lists-queries.ts'
import { listFit, wasOffered } from '../hot-jobs/queries.ts'
import { transition, type Taker } from '../lifecycle/commands.ts'
import { stateOf } from '../lifecycle/rules.ts'
import { allowedActions } from '../policy.ts'
import { replaceVan } from '../replacement/lost-vans-commands.ts'
import { findRescuePlans, type RescuePlan } from '../replacement/plan-rescue-queries.ts'
import {
  findBooking,
  lockBooking,
  placeInBooking,
  refuseBesideLead,
  refuseOtherVan,
  type BookingNow,
} from '../queries.ts'
import { isConfirmed, isHotJob, isUnanswered, type Action, type RejectReason } from '../rules.ts'
import {
  alreadyTaken,
  feeChanged,
  reconfirmationNotRequested,
  unitNotEligible,
  reportDenied,
  type rejectBooking as rejectEndpoint,
} from './contract.ts'
import {
  cancellationFeeNow,
  returnConsequences,
  isReportDenied,
  isReportOpen,
  compensationAt,
  NO_SHOW_HOURS,
} from './rules.ts'

/** The driver takes the job that was booked with them, or a hot one for the unit they name. */
export const confirmBooking = (ctx: Ctx, bookingId: string, unitId?: string) =>
  takeWithRescue(ctx, bookingId, unitId, async (tx, rescue) => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking || booking.awaitingVerification) return refuse(commonRefusals.notFound)
    const other = await refuseOtherVan(tx, booking, ANSWERS)
    if (other) return other
    if (!isOwn(tx, booking))
      return (await findUnitThatLostJob(tx, bookingId))
        ? refuse(commonRefusals.conflict)
        : takeHot(tx, booking, unitId, rescue)
    const named = unitId?.toLowerCase() ?? booking.unitId
    if (named !== booking.unitId)
      return booking.unitIds.includes(named ?? '')
        ? refuseBesideLead(tx, booking, ANSWERS)
        : refuse(commonRefusals.notFound)
    const refused = isConfirmed(booking.status) ? undefined : await runAnswer(tx, booking, 'confirm')
    return refused ?? readDriverBooking(tx, booking.unitId, bookingId)
  })

/**
 * Takes a booking for the first driver. Two takers are serialised by the booking's lock; two jobs of one unit by the
 * unit's.
 */
export const takeBooking = (ctx: Ctx, bookingId: string, unitId: string) =>
  takeWithRescue(ctx, bookingId, unitId, async (tx, rescue) => {
    const booking = await lockBooking(tx, bookingId)
    return booking ? takeHot(tx, booking, unitId, rescue) : refuse(commonRefusals.notFound)
  })

/** The answer of a step that cannot be taken before the company's plan has been found. */
const NEEDS_PLAN = 'needs_plan'

/** A hot plan: what the company would do of it is found without the lock, because that asks for routes; then the same step is taken with it. */
async function takeWithRescue(
  ctx: Ctx,
  bookingId: string,
  requestedUnitId: string | undefined,
  take: (tx: TxCtx, rescue?: RescuePlan) => Promise<DriverBookingView | Refusal | typeof NEEDS_PLAN>,
): Promise<DriverBookingView | Refusal> {
  const done = await ctx.tx((tx) => take(tx))
  if (done !== NEEDS_PLAN) return done
  const booking = await findBooking(ctx, bookingId)
  const [rescue] = booking ? await findRescuePlans(ctx, booking, requestedUnitId ?? unitsOf(ctx.actor)?.unitIds[0]) : []
  const taken = rescue ? await ctx.tx((tx) => take(tx, rescue)) : NEEDS_PLAN
  return taken === NEEDS_PLAN ? refuse(unitNotEligible) : taken
}

async function takeHot(ctx: TxCtx, booking: BookingNow, requestedUnitId?: string, rescue?: RescuePlan) {
  const units = unitsOf(ctx.actor)?.unitIds ?? []
  const unitId = requestedUnitId?.toLowerCase() ?? (units.length === 1 ? units[0] : undefined)
  if (!unitId && units.length > 1 && booking.isHot)
    return invalidField('working_unit_id', 'Choose which van will do it.')
  if (!unitId || !units.includes(unitId)) return refuse(commonRefusals.notFound)
  if (isConfirmed(booking.status) && booking.unitIds.includes(unitId)) return readDriverBooking(ctx, unitId, booking.id)
  if (!ctx.config.guardOff.has('one_taker') && !isHotJob(booking))
    return refuse((await wasOffered(ctx, booking.id, unitId)) ? alreadyTaken : commonRefusals.notFound)
  if (!allowedActions(ctx.actor, { ...booking, state: 'hot', now: ctx.clock.now() }).includes('take'))
    return refuse(commonRefusals.forbidden)
  if (booking.isPlanned) return takePlan(ctx, booking, unitId, rescue)
  const unit = await lockUnit(ctx, unitId)
  const [fit] = unit ? await listFit(ctx, { bookingId: booking.id, unitIds: [unitId] }) : []
  if (!fit) return refuse((await wasOffered(ctx, booking.id, unitId)) ? unitNotEligible : commonRefusals.notFound)
  const taker = await takerOf(ctx, fit, booking)
  return (await transition(ctx, booking, 'take_hot', { taker })) ?? readDriverBooking(ctx, unitId, booking.id)
}

/** Takes all vans of a company's plan, or none, for those to whom it was offered. */
async function takePlan(ctx: TxCtx, booking: BookingNow, unitId: string, rescue?: RescuePlan) {
  const [fit] = await listFit(ctx, { bookingId: booking.id, unitIds: [unitId] })
  if (!fit) return refuse((await wasOffered(ctx, booking.id, unitId)) ? unitNotEligible : commonRefusals.notFound)
  if (!rescue || rescue.companyId !== fit.companyId) return NEEDS_PLAN
  const taker = { ...(await takerOf(ctx, rescue, booking)), rescue }
  return (await transition(ctx, booking, 'take_hot', { taker })) ?? readDriverBooking(ctx, rescue.unitId, booking.id)
}

/** The price stays; how much of it is VAT depends on who does the job. */
export async function takerOf(
  ctx: TxCtx,
  { unitId, companyId }: Taker,
  { start, totalPence }: BookingNow,
): Promise<Taker> {
  const company = await ctx.db
    .selectFrom('companies.company')
    .select(['vatRegisteredFrom', 'vatDeregisteredFrom'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return {
    unitId,
    companyId,
    vatPence: chargesVat(company, localDayOf(start)) ? taxIncluded(totalPence, VAT_PERCENT) : 0,
  }
}

/**
 * Gives back a new or a confirmed job. Another driver is looked for, unless the customer refused others. If only one van of a plan cannot
 * come, the company is looked at first for another.
 */
export const rejectBooking = (
  ctx: Ctx,
  bookingId: string,
  { reason, workingUnitId }: InputOf<typeof rejectEndpoint>['body'],
) =>
  ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking) return refuse(commonRefusals.notFound)
    const other = await refuseOtherVan(tx, booking, ANSWERS)
    if (other) return other
    const lostBy = await findUnitThatLostJob(tx, bookingId)
    if (lostBy) return readDriverBooking(tx, lostBy, bookingId)
    if (!isOwn(tx, booking)) return refuse(commonRefusals.notFound)
    const unitId = booking.unitId ?? ''
    const lostUnitId = workingUnitId?.toLowerCase()
    if (lostUnitId && !booking.unitIds.includes(lostUnitId))
      return (await wasReplaced(tx, bookingId, lostUnitId))
        ? readDriverBooking(tx, unitId, bookingId)
        : refuse(commonRefusals.notFound)
    const refused =
      reason === 'canceled_by_customer'
        ? await reportCancelled(tx, booking)
        : await giveBack(tx, booking, reason, lostUnitId)
    if (refused) return refused
    // The lead may be another unit by now.
    const now = lostUnitId === unitId ? await lockBooking(tx, bookingId) : undefined
    return readDriverBooking(tx, now?.unitId ?? unitId, bookingId)
  })

/** True where that unit of the booking was replaced before: the same call, sent again. */
const wasReplaced = async (ctx: TxCtx, bookingId: string, unitId: string): Promise<boolean> =>
  (await ctx.db
    .selectFrom('bookings.event')
    .select('id')
    .where('bookingId', '=', bookingId)
    .where('kind', '=', 'van_replaced')
    .where(sql<string>`data ->> 'lostUnitId'`, '=', unitId)
    .executeTakeFirst()) !== undefined

async function giveBack(
  ctx: TxCtx,
  booking: BookingNow,
  reason: RejectReason,
  lostUnitId?: string,
): Promise<Refusal | undefined> {
  const why = refusalOf(ctx, booking, 'reject')
  if (why) return why
  if (lostUnitId && (await replaceVan(ctx, booking, lostUnitId))) return undefined
  if (isUnanswered(booking.status))
    return transition(ctx, booking, booking.allowHotJob ? 'pass_on' : 'reject', { reason })
  const data = { owedToCustomerPence: compensationAt(returnConsequences(booking), ctx.clock.now()) }
  return transition(ctx, booking, booking.allowHotJob ? 'give_up' : 'give_up_for_good', { reason, data })
}

/**
 * The report costs the customer nothing until they or the office confirm it. Once giving the job back would cost the
 * company, the job and its time are held until then (decision 0031).
 */
async function reportCancelled(ctx: TxCtx, booking: BookingNow): Promise<Refusal | undefined> {
  if (isReportOpen(booking)) return undefined
  const why = refusalOf(ctx, booking, 'reject')
  if (why) return why
  const steps = cancellationSteps(booking.start, booking.minimumTimePence, booking.cancellation, booking)
  const now = ctx.clock.now()
  const claimedPence = cancellationFee(steps, now, isConfirmed(booking.status))
  if (compensationAt(returnConsequences(booking), now) > 0) {
    if (isReportDenied(booking)) return refuse(reportDenied)
    return transition(ctx, booking, 'report_cancellation', {
      reason: 'canceled_by_customer',
      set: { claimedFeePence: claimedPence, disputedAt: null },
      data: { claimedPence },
    })
  }
  return transition(ctx, booking, 'cancel', {
    reason: 'canceled_by_customer',
    set: { cancelledBy: 'driver', claimedFeePence: claimedPence, disputedAt: null },
    data: { claimedPence },
  })
}

/** Records that the driver will still do the job. A repeated call changes nothing. */
export const reconfirmBooking = (ctx: Ctx, bookingId: string) =>
  ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    const other = booking && (await refuseOtherVan(tx, booking, ANSWERS))
    if (other) return other
    if (!booking || !isOwn(tx, booking)) return refuse(commonRefusals.notFound)
    if (isConfirmed(booking.status) && !booking.reconfirmBy) return refuse(reconfirmationNotRequested)
    const refused = booking.reconfirmedAt
      ? undefined
      : await runAnswer(tx, booking, 'reconfirm', { reconfirmedAt: tx.clock.now() })
    return refused ?? readDriverBooking(tx, booking.unitId, bookingId)
  })

/** Cancels for the customer at the fee that they were shown. If the fee has changed since, nothing happens. */
export const cancelBooking = (ctx: Ctx, bookingId: string, feePence: number) =>
  ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking || booking.customerId !== userIdOf(tx.actor) || booking.awaitingVerification)
      return refuse(commonRefusals.notFound)
    if (booking.cancelledBy === 'customer') return getOwnBooking(tx, bookingId, booking.customerId)
    const refused = await cancelLocked(tx, booking, feePence)
    return refused ?? getOwnBooking(tx, bookingId, booking.customerId)
  })

/** Cancels for the customer, who holds the booking's lock. */
export async function cancelLocked(ctx: TxCtx, booking: BookingNow, feePence: number): Promise<Refusal | undefined> {
  const why = refusalOf(ctx, booking, 'cancel')
  if (why) return why
  const fee = cancellationFeeNow(booking, ctx.clock.now())
  if (fee !== feePence) return refuse(feeChanged, { suggested: { fee_pence: String(fee) } })
  // A company that is late without an agreed new time counts as having cancelled, even if the customer cancels first.
  const isCompanyLate = mayCancelFree(booking, ctx.clock.now())
  const waiting = isCompanyLate ? await beginNoShow(ctx, booking) : {}
  return transition(ctx, booking, 'cancel', {
    set: { cancelledBy: 'customer', cancellationFeePence: fee, byMover: isCompanyLate },
    data: { feePence: fee, byMover: isCompanyLate, ...waiting },
  })
}

const ANSWERS = 'answers for'

const isOwn = (ctx: Ctx, booking: BookingNow): boolean => placeInBooking(ctx, booking) === 'lead'

/** It was one of the caller's units' and went on: they answered too late, or gave it back. */
async function findUnitThatLostJob(ctx: TxCtx, bookingId: string): Promise<string | undefined> {
  const unitIds = unitsOf(ctx.actor)?.unitIds ?? []
  if (unitIds.length === 0) return undefined
  const lost = ctx.db.selectFrom('bookings.lost_job').select('unitId').where('bookingId', '=', bookingId)
  return (await lost.where('unitId', 'in', [...unitIds]).executeTakeFirst())?.unitId
}

/**
 * Refuses with `forbidden` if the owner has not allowed this hired driver to answer jobs, otherwise with `conflict`,
 * because the booking has changed.
 */
function refusalOf(ctx: Ctx, booking: BookingNow, action: Action): Refusal | undefined {
  if (allowedActions(ctx.actor, { ...booking, state: stateOf(booking), now: ctx.clock.now() }).includes(action))
    return undefined
  const isBarred = ctx.actor.kind === 'hired' && !ctx.actor.company?.mayAnswer
  return refuse(isBarred ? commonRefusals.forbidden : commonRefusals.conflict)
}

const runAnswer = async (ctx: TxCtx, booking: BookingNow, step: 'confirm' | 'reconfirm', set = {}) =>
  refusalOf(ctx, booking, step) ?? (await transition(ctx, booking, step, { set }))

/** The company's time to contradict a reported no-show is over. */
export const noShowDue = jobName<{ bookingId: string }>('bookings.no-show-due')

/**
 * Starts the no-show period when a customer cancels because no driver came. The debt rests on their word alone, so it
 * waits for a phone without signal, and for the office if the two sides contradict each other. Returns the figures for
 * the trail.
 */
async function beginNoShow(ctx: TxCtx, booking: BookingNow): Promise<{ waitingPence: number; waitsUntil: string }> {
  const now = ctx.clock.now()
  const waitsUntil = addMinutes(now, NO_SHOW_HOURS * 60)
  const { id: bookingId, unitId } = booking
  await ctx.enqueue(noShowDue, { bookingId }, { startAfter: waitsUntil })
  if (isReportDenied(booking)) await askOffice(ctx, { bookingId, unitId, kind: 'conflict' })
  return { waitingPence: compensationAt(returnConsequences(booking), now), waitsUntil: waitsUntil.toISOString() }
}

/**
 * Posts the debt for a no-show that the company did not contradict in time. A no-show that the office has to decide is
 * settled by its decision.
 */
export async function endNoShow(ctx: TxCtx, bookingId: string): Promise<void> {
  const waiting = await findWaiting(ctx, bookingId)
  if (!waiting) return
  if (waiting.waitsUntil > ctx.clock.now())
    return ctx.enqueue(noShowDue, { bookingId }, { startAfter: addMinutes(waiting.waitsUntil, 1) })
  const open = await ctx.db
    .selectFrom('bookings.day_question')
    .select('id')
    .where('bookingId', '=', bookingId)
    .where('decidedAt', 'is', null)
    .executeTakeFirst()
  if (!open) await settle(ctx, bookingId, waiting, true)
}

/** The office has decided about what the phone sent, or about what was reported. */
export async function settleNoShow(ctx: TxCtx, bookingId: string, isOwed: boolean): Promise<void> {
  const waiting = await findWaiting(ctx, bookingId)
  if (waiting) await settle(ctx, bookingId, waiting, isOwed)
}

interface Waiting {
  unitId: string
  pence: number
  waitsUntil: Date
}

/** What waits to be settled; undefined if nothing does. The booking is locked from here on. */
async function findWaiting(ctx: TxCtx, bookingId: string): Promise<Waiting | undefined> {
  if (!(await lockBooking(ctx, bookingId))) return undefined
  const events = await ctx.db
    .selectFrom('bookings.event')
    .select(['kind', 'unitId', 'data'])
    .where('bookingId', '=', bookingId)
    .where('kind', 'in', ['cancelled', 'no_show_settled'])
    .execute()
  const cancelled = events.find(({ data }) => typeof data?.['waitingPence'] === 'number')
  if (!cancelled?.unitId || events.some(({ kind }) => kind === 'no_show_settled')) return undefined
  const { waitingPence, waitsUntil } = cancelled.data ?? {}
  return { unitId: cancelled.unitId, pence: Number(waitingPence), waitsUntil: new Date(String(waitsUntil)) }
}

const settle = (ctx: TxCtx, bookingId: string, { unitId, pence }: Waiting, isOwed: boolean): Promise<void> =>
  ctx.emit({
    type: 'bookings.no-show-settled',
    bookingId,
    unitId,
    data: { isOwed, ...(isOwed ? { owedToCustomerPence: pence } : {}) },
  })
