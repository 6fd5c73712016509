import { detachUpload } from '#modules/files/commands.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { jobName } from '#platform/jobs.ts'
import { toJson } from '#platform/json-columns.ts'
import { userIdOf, unitsOf } from '#platform/session.ts'
import { commonRefusals, refuse, Refusal, type InputOf } from '#shared/endpoint.ts'
import { addMinutes } from '#shared/local-time.ts'
import { cancelLocked } from '../answers/commands.ts'
import { createBooking, insertBooking } from '../create/commands.ts'
import { lockCustomer } from '../create/queries.ts'
import { mayCancelFree } from '../day/clock/rules.ts'
import { enterLifecycle } from '../lifecycle/commands.ts'
import { columnsOf, stateOf, TRANSITIONS } from '../lifecycle/rules.ts'
import { readDriverBooking } from '../lists/driver-lists-queries.ts'
import { getOwnBooking } from '../lists/queries.ts'
import { notifyCompany, notifyCustomer, notifyHiredDriver } from '../notices/commands.ts'
import { findParties } from '../notices/queries.ts'
import { allowedActions, mayAnswer } from '../policy.ts'
import { lockBooking, type BookingNow } from '../queries.ts'
import { respondBy } from '../rules.ts'
import {
  notLate,
  type bookInstead,
  askedAlready,
  rebookingClosed,
  priceChanged,
  priceNow,
  type askForRebook,
} from './contract.ts'
import { rebookAsked, rebookDeclined, rebookExpired } from './messages.ts'
import { quoteRebooking } from './queries.ts'

type Asked = InputOf<typeof bookInstead>['body']

/**
 * Books a replacement in one transaction: the late company is cancelled free, as its own cancellation, and the other is
 * booked. If either is refused, nothing happens. The booking's lock orders this before a second press or the late
 * driver's start.
 */
export const bookReplacement = (ctx: Ctx, bookingId: string, request: Asked) =>
  ctx.tx(async (tx) => {
    const late = await lockBooking(tx, bookingId)
    const customerId = userIdOf(tx.actor)
    if (!late || late.customerId !== customerId || late.awaitingVerification) return refuse(commonRefusals.notFound)
    const before = await findInstead(tx, bookingId)
    if (before) return getOwnBooking(tx, before, customerId)
    if (!mayCancelFree(late, tx.clock.now())) return refuse(notLate)
    const cancelled = await cancelLocked(tx, late, 0)
    if (cancelled) return cancelled
    const made = await bookAgain(tx, late, request)
    return made instanceof Refusal ? made : getOwnBooking(tx, made, customerId)
  })

/** What was booked in its place already. */
const findInstead = async (ctx: TxCtx, bookingId: string): Promise<string | undefined> =>
  (await ctx.db.selectFrom('bookings.booking').select('id').where('insteadOfId', '=', bookingId).executeTakeFirst())?.id

/** The same move, with what the customer said since: addresses, contacts, note and photos, which only one booking can have. */
async function bookAgain(ctx: TxCtx, { id, allowHotJob }: BookingNow, request: Asked): Promise<string | Refusal> {
  const { routePoints, customerNote, photosId } = await ctx.db
    .selectFrom('bookings.booking')
    .select(['routePoints', 'customerNote', 'photosId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (photosId) {
    await ctx.db.updateTable('bookings.booking').set({ photosId: null }).where('id', '=', id).execute()
    await detachUpload(ctx, photosId)
  }
  const made = await createBooking(ctx, {
    ...request,
    customerNote,
    photosId,
    allowHotJob,
    // No address is sent where none is known: a move whose driver is late has to go on without a street too.
    routePoints: routePoints.map(({ formattedAddress, address, ...point }) => ({
      ...point,
      ...(formattedAddress ? { address: { ...address, formattedAddress } } : {}),
    })),
  })
  if (made instanceof Refusal) return made
  await ctx.db.updateTable('bookings.booking').set({ insteadOfId: id }).where('id', '=', made).execute()
  return made
}

/** The driver's time to answer has run out. */
export const rebookDue = jobName<{ bookingId: string }>('bookings.rebook-due')

/** The price is found before the booking is locked: that asks for places and routes. */
export async function askAgain(
  ctx: Ctx,
  bookingId: string,
  { totalPence, ...when }: InputOf<typeof askForRebook>['body'],
) {
  const priced = await quoteRebooking(ctx, bookingId, when)
  if (priced instanceof Refusal) return priced
  if (priced.quote.totalPence !== totalPence) return refuse(priceChanged, priceNow(priced.quote.totalPence))
  return ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking) return refuse(commonRefusals.notFound)
    if (booking.rebookRequestSent) return refuse(askedAlready)
    const facts = { ...booking, state: stateOf(booking), now: tx.clock.now() }
    if (booking.unitId !== priced.unitId || !allowedActions(tx.actor, facts).includes('ask_for_re_book'))
      return refuse(commonRefusals.conflict)
    const askedAt = tx.clock.now()
    const { unitId, start, end, quote } = priced
    const by = respondBy(askedAt, start)
    await tx.db
      .insertInto('bookings.rebooking')
      .values({
        bookingId,
        unitId,
        status: 'open',
        startAt: start,
        endAt: end,
        askedAt,
        respondBy: by,
        quote: toJson(quote),
      })
      .execute()
    await tx.db.updateTable('bookings.booking').set({ rebookRequestSent: true }).where('id', '=', bookingId).execute()
    await tx.enqueue(rebookDue, { bookingId }, { startAfter: by })
    await tx.emit({ type: 'bookings.rebook-asked', bookingId, unitId })
    const parties = await findParties(tx, bookingId)
    const request = { start, totalPence, respondBy: by }
    await notifyCompany(tx, parties, 'new_booking', (details) => rebookAsked(details, request))
    await notifyHiredDriver(tx, parties, 'job_offered', (details) =>
      rebookAsked(details, { ...request, totalPence: null }),
    )
    return getOwnBooking(tx, bookingId, userIdOf(tx.actor))
  })
}

const findAsked = (ctx: TxCtx, bookingId: string) =>
  ctx.db.selectFrom('bookings.rebooking').selectAll().where('bookingId', '=', bookingId).executeTakeFirst()

type RebookingAsked = NonNullable<Awaited<ReturnType<typeof findAsked>>>

/** The request for a booking, under its lock, for one of the drivers of the unit that was asked. */
async function lockAsked(
  ctx: TxCtx,
  bookingId: string,
): Promise<{ booking: BookingNow; request: RebookingAsked } | Refusal> {
  const booking = await lockBooking(ctx, bookingId)
  const request = booking && (await findAsked(ctx, bookingId))
  const isOwn = request && (unitsOf(ctx.actor)?.unitIds.includes(request.unitId) || ctx.config.guardOff.has('own_unit'))
  if (!isOwn) return refuse(commonRefusals.notFound)
  return mayAnswer(ctx.actor) ? { booking, request } : refuse(commonRefusals.forbidden)
}

/** A new booking from the price that was shown, which takes the unit's time like any other. Sent again, it is the same booking. */
export const confirmAgain = (ctx: Ctx, bookingId: string) =>
  ctx.tx(async (tx) => {
    const found = await lockAsked(tx, bookingId)
    if (found instanceof Refusal) return found
    const { booking, request } = found
    if (request.newBookingId) return readDriverBooking(tx, request.unitId, request.newBookingId)
    if (request.status !== 'open' || request.respondBy <= tx.clock.now()) return refuse(rebookingClosed)
    const made = await makeBooking(tx, booking, request)
    if (made instanceof Refusal) return made
    await close(tx, bookingId, { status: 'confirmed', newBookingId: made })
    await tx.emit({ type: 'bookings.rebook-confirmed', bookingId, unitId: request.unitId })
    return readDriverBooking(tx, request.unitId, made)
  })

async function makeBooking(
  ctx: TxCtx,
  { id, companyId, customerId }: BookingNow,
  request: RebookingAsked,
): Promise<string | Refusal> {
  const { quote, unitId, startAt: start, endAt: end } = request
  if (!quote || !companyId) return refuse(rebookingClosed)
  const before = await ctx.db
    .selectFrom('bookings.booking as b')
    .innerJoin('identity.user as u', 'u.id', 'b.customerId')
    .select(['b.routePoints', 'b.customerNote', 'b.allowHotJob'])
    .where('b.id', '=', id)
    .where('u.status', '=', 'active')
    .executeTakeFirst()
  if (!before) return refuse(rebookingClosed)
  await lockCustomer(ctx, customerId)
  const booking = await insertBooking(
    ctx,
    {
      quote: { ...quote, id: `again ${id}`, companyId, start, end, offeredAt: request.askedAt },
      request: {
        paymentMethod: quote.paymentMethod,
        customerNote: before.customerNote,
        allowHotJob: before.allowHotJob,
      },
      customerId,
      points: before.routePoints,
    },
    { state: columnsOf(TRANSITIONS.rebook.to), respondBy: null, confirmedAt: ctx.clock.now() },
  )
  return (await enterLifecycle(ctx, { ...booking, unitId }, 'rebook')) ?? booking.id
}

/** Declines the request for the driver. A repeated call changes nothing. */
export const declineAgain = (ctx: Ctx, bookingId: string) =>
  ctx.tx(async (tx) => {
    const found = await lockAsked(tx, bookingId)
    if (found instanceof Refusal) return found
    const { request } = found
    const answer = { detail: 'We have told the customer.' }
    if (request.status === 'declined') return answer
    if (request.status !== 'open') return refuse(rebookingClosed)
    await close(tx, bookingId, { status: 'declined' })
    await tx.emit({ type: 'bookings.rebook-declined', bookingId, unitId: request.unitId })
    await notifyCustomer(tx, await findParties(tx, bookingId), (details) => rebookDeclined(details, request.startAt))
    return answer
  })

/** Closes a request that was not answered in time. */
export async function endRebooking(ctx: TxCtx, bookingId: string): Promise<void> {
  const booking = await lockBooking(ctx, bookingId)
  const request = booking && (await findAsked(ctx, bookingId))
  if (request?.status !== 'open') return
  const now = ctx.clock.now()
  if (request.respondBy > now) {
    const soonest = addMinutes(now, 1)
    const startAfter = request.respondBy > soonest ? request.respondBy : soonest
    return ctx.enqueue(rebookDue, { bookingId }, { startAfter })
  }
  await close(ctx, bookingId, { status: 'expired' })
  await ctx.emit({ type: 'bookings.rebook-expired', bookingId, unitId: request.unitId })
  await notifyCustomer(ctx, await findParties(ctx, bookingId), (details) => rebookExpired(details, request.startAt))
}

/** The price goes: the booking that was made has it, and of the others nothing is kept. */
async function close(
  ctx: TxCtx,
  bookingId: string,
  end: { status: 'confirmed' | 'declined' | 'expired'; newBookingId?: string },
): Promise<void> {
  await ctx.db
    .updateTable('bookings.rebooking')
    .set({ ...end, closedAt: ctx.clock.now(), quote: null })
    .where('bookingId', '=', bookingId)
    .execute()
}
