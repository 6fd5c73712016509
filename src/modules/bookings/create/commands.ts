import { createHash } from 'node:crypto'
import { attachUpload } from '#modules/files/commands.ts'
import { confirmsAtOnce } from '#modules/fleet/units/rules.ts'
import { linkBooking, spendBookingToken } from '#modules/identity/sessions/commands.ts'
import { freeAfterBooking } from '#modules/pricing/terms/rules.ts'
import { pricesToKeep, termsToKeep } from '#modules/pricing/terms/queries.ts'
import { cancellationPolicyAt } from '#modules/pricing/queries.ts'
import { planSizeOf } from '#modules/quoting/commands.ts'
import type { CompletedPoint } from '#modules/quoting/move/contract.ts'
import { offeredAt } from '#modules/quoting/rules.ts'
import type { CameFrom } from '#shared/came-from.ts'
import { sql } from 'kysely'
import type { TxCtx } from '#platform/ctx.ts'
import { toJson, type JsonText } from '#platform/json-columns.ts'
import { newId } from '#platform/new-id.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, invalidField, refuse, Refusal } from '#shared/endpoint.ts'
import { addMinutes } from '#shared/local-time.ts'
import { alreadyBooked, quoteUsed, requote, tooManyOpen, wrongPaymentMethod } from '../contract.ts'
import { enterLifecycle, saveVans, stored } from '../lifecycle/commands.ts'
import { columnsOf, TRANSITIONS, type FirstStep, type StateColumns } from '../lifecycle/rules.ts'
import { DOUBLE_SUBMIT_MINUTES, MOST_OPEN_BOOKINGS, respondBy } from '../rules.ts'
import { completePoints, pointProblems, sentOrAsked, type BookedPoint, type Contact } from './rules.ts'
import type { BookedTerms } from '../changes/moves/rules.ts'
import { countOpenBookings, findBookableQuote, lockCustomer, type BookableQuote } from './queries.ts'

export interface NewBooking {
  quoteId: string
  paymentMethod: 'cash' | 'card'
  customerNote?: string | null
  photosId?: string | null
  allowHotJob: boolean
  routePoints?: CompletedPoint[] | null
}

/**
 * Books a quote and returns the booking's id. A verified customer's booking holds its time at once; any other waits
 * without holding any.
 */
export async function createBooking(
  ctx: TxCtx,
  request: NewBooking,
  cameFrom: CameFrom | null = null,
): Promise<string | Refusal> {
  const quote = await findBookableQuote(ctx, request.quoteId)
  if (!quote || quote.validUntil <= ctx.clock.now()) return refuse(requote)
  if (!quote.paymentMethods.includes(request.paymentMethod)) {
    return refuse(wrongPaymentMethod, { errors: { payment_method: [wrongPaymentMethod.detail] } })
  }
  const booker = await bookerOf(ctx)
  if (booker instanceof Refusal) return booker
  const points = pointsOf(quote, request, booker)
  if (points instanceof Refusal) return points
  const limited = await limitOf(ctx, quote, booker, points)
  if (limited) return limited
  if (request.photosId && !(await attachUpload(ctx, request.photosId))) {
    return invalidField('photos_id', 'These photos are gone. Add them again.')
  }
  const step = booker.isVerified ? stepFor(ctx, quote) : 'book_unverified'
  const booking = await insertBooking(
    ctx,
    {
      quote: { ...quote, offeredAt: offeredAt(quote.validUntil) },
      request,
      customerId: booker.customerId,
      points,
      cameFrom,
    },
    begunBy(ctx, step, quote.start),
  )
  if (ctx.actor.kind === 'bookingToken') await linkBooking(ctx, ctx.actor.tokenDigest, booking.id)
  return (await enterLifecycle(ctx, booking, step)) ?? booking.id
}

/** Who is booking. The contact is what they entered themselves, never what the account with that address already knows. */
interface Booker {
  customerId: string
  contact: Contact
  /** Until the address is verified, no driver's time is held. */
  isVerified: boolean
}

async function bookerOf(ctx: TxCtx): Promise<Booker | Refusal> {
  if (ctx.actor.kind === 'bookingToken') {
    const token = await spendBookingToken(ctx, ctx.actor.tokenDigest)
    if (!token) return refuse(commonRefusals.unauthenticated)
    const customer = await lockCustomer(ctx, ctx.actor.userId)
    const { firstName, lastName, phone } = token.contact
    return { customerId: customer.id, contact: contactOf(firstName, lastName, phone), isVerified: token.isVerified }
  }
  const customer = await lockCustomer(ctx, userIdOf(ctx.actor))
  const { firstName, lastName, phone } = customer
  return { customerId: customer.id, contact: contactOf(firstName, lastName, phone), isVerified: true }
}

export const contactOf = (firstName: string, lastName: string | null, number: string | null): Contact => ({
  name: [firstName, lastName].filter(Boolean).join(' '),
  number,
})

function pointsOf(quote: BookableQuote, request: NewBooking, { contact }: Booker): BookedPoint[] | Refusal {
  const sent = request.routePoints ?? []
  const points = completePoints(quote.move, sent, contact)
  if (points === 'requote') return refuse(requote)
  const errors = pointProblems(points, sent)
  return Object.keys(errors).length > 0 ? refuse(commonRefusals.invalid, { errors }) : points
}

async function limitOf(
  ctx: TxCtx,
  quote: BookableQuote,
  booker: Booker,
  points: readonly BookedPoint[],
): Promise<Refusal | undefined> {
  const { open, isDouble, isQuoteUsed } = await countOpenBookings(ctx, {
    customerId: booker.customerId,
    quoteId: quote.id,
    digest: digestOf(quote, points),
    since: addMinutes(ctx.clock.now(), -DOUBLE_SUBMIT_MINUTES),
  })
  // A booker who has not verified the address must not learn what its owner has booked.
  if (booker.isVerified && isDouble) return refuse(alreadyBooked)
  if (isQuoteUsed) return refuse(quoteUsed)
  if (booker.isVerified && open >= MOST_OPEN_BOOKINGS) return refuse(tooManyOpen)
  return undefined
}

/** Identifies the same move: the same places at the same time, whichever driver it is. */
export const digestOf = (quote: Pick<Offer, 'start'>, points: readonly BookedPoint[]): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([quote.start, points.map(({ postcode, flatAndHouse }) => [postcode, flatAndHouse])]))
    .digest()

/** The terms to book: a quote, or a move at a price agreed with the office, which has no driver yet. */
export type Offer = Omit<
  BookableQuote,
  'id' | 'companyId' | 'unitId' | 'companyName' | 'paymentMethods' | 'validUntil' | 'confirmsFromHours'
> & {
  id: string | null
  companyId: string | null
  unitId: string | null
  /** The company's terms of that instant are agreed; null where there is no company yet. */
  offeredAt: Date | null
}

interface Parts {
  quote: Offer
  request: Pick<NewBooking, 'paymentMethod' | 'customerNote' | 'photosId' | 'allowHotJob'>
  customerId: string
  points: BookedPoint[]
  /** Data of a booking that the office makes. */
  special?: Special
  cameFrom?: CameFrom | null
}

export interface Special {
  madeBy: string
  specialPayMethod: 'cash' | 'card' | 'bank_transfer'
  isCongestionCharged: boolean
}

/** A booking of vans that all confirm by themselves, with enough notice, is confirmed at once. */
export const stepFor = (
  ctx: TxCtx,
  { confirmsFromHours, start }: Pick<BookableQuote, 'confirmsFromHours' | 'start'>,
) => (confirmsAtOnce([confirmsFromHours], ctx.clock.now(), start) ? 'book_at_once' : 'book')

/** What a booking begins with if this is its first step. */
export function begunBy(ctx: TxCtx, step: FirstStep, start: Date): Begun {
  const now = ctx.clock.now()
  const state = columnsOf(TRANSITIONS[step].to)
  if (step === 'book_at_once')
    return { state, respondBy: null, confirmedAt: now, freeUntil: freeAfterBooking(now, start) }
  return { state, respondBy: step === 'book' ? respondBy(now, start) : null }
}

interface Begun {
  state: StateColumns
  respondBy: Date | null
  confirmedAt?: Date
  freeUntil?: Date | null
}

/** A booking's row, which `begin` takes its first step with. */
export async function insertBooking(
  ctx: TxCtx,
  { quote, request, customerId, points, special, cameFrom }: Parts,
  begun: Begun,
) {
  const now = ctx.clock.now()
  const id = newId(ctx.clock)
  const { state, respondBy: answerBy } = begun
  const cancellation = await cancellationPolicyAt(ctx, quote.offeredAt ?? now)
  await ctx.write(
    ctx.db.insertInto('bookings.booking').values({
      id,
      customerId,
      companyId: quote.companyId,
      unitId: quote.unitId,
      quoteId: quote.id,
      ...stored(state),
      allowHotJob: request.allowHotJob,
      ...(quote.plan && { plan: toJson(planSizeOf(quote.plan)) }),
      startAt: quote.start,
      endAt: quote.end,
      respondBy: answerBy,
      confirmedAt: begun.confirmedAt ?? null,
      freeUntil: begun.freeUntil ?? null,
      paymentMethod: request.paymentMethod,
      totalPence: quote.totalPence,
      ceilingPence: quote.ceilingPence,
      commissionablePence: quote.commissionablePence,
      vatPence: quote.vatPence,
      // A price offered before this was stored holds no minimum, so none is owed.
      minimumTimePence: quote.minimumTimePence ?? 0,
      cancellation: toJson(cancellation),
      lines: toJson(quote.lines),
      move: toJson(quote.move),
      work: toJson(quote.work),
      routePoints: toJson(points),
      customerNote: sentOrAsked(request.customerNote, quote.move.customerNote) ?? '',
      photosId: request.photosId ?? null,
      ...(quote.companyId && quote.offeredAt ? { companyTerms: termsToKeep(quote.companyId, quote.offeredAt) } : {}),
      ...bookedTerms(quote),
      ...special,
      ...(cameFrom ? { cameFrom: toJson(cameFrom) } : {}),
      requestDigest: digestOf(quote, points),
      createdAt: now,
    }),
  )
  const { unitId, start, end, work, plan } = quote
  if (plan) await saveVans(ctx, id, plan)
  const help = quote.move.manPower
  const { awaitingVerification } = state
  const isPlanned = plan !== undefined
  return { id, unitId, start, end, work, help, isPlanned, respondBy: answerBy, awaitingVerification, createdAt: now }
}

/** What changes of the move are priced at. A plan, and a price of the office, are changed by agreement only. */
function bookedTerms({ companyId, unitId, offeredAt: at, plan, totalPence, start, end }: Offer) {
  if (!companyId || !unitId || !at || plan) return {}
  const first = JSON.stringify({ totalPence, startAt: start.toISOString(), endAt: end.toISOString() })
  const terms = sql<JsonText<BookedTerms> | null>`(select to_jsonb(k.kept) || jsonb_build_object('first', ${first}::jsonb)
    from (select ${pricesToKeep(companyId, unitId, at)} as kept) k where k.kept is not null)`
  return { bookedTerms: terms }
}
