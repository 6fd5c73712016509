import { attachUpload } from '#modules/files/commands.ts'
import { customerOnPhone } from '#modules/identity/opened-accounts/commands.ts'
import { listRoadCharges } from '#modules/pricing/queries.ts'
import { workOfMove } from '#modules/quoting/commands.ts'
import { prepareMove, timed } from '#modules/quoting/move/queries.ts'
import { offeredAt } from '#modules/quoting/rules.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, invalidField, refuse, Refusal, type InputOf } from '#shared/endpoint.ts'
import { addMinutes } from '#shared/local-time.ts'
import { formatPounds } from '#shared/money.ts'
import { alreadyBooked, quoteUsed, requote, wrongPaymentMethod } from '../contract.ts'
import { begunBy, contactOf, digestOf, insertBooking, stepFor, type Offer } from './commands.ts'
import { countOpenBookings, findBookableQuote, lockCustomer, type BookableQuote } from './queries.ts'
import {
  completePoints,
  pointProblems,
  type BookedPoint,
  type Contact,
  agreedLines,
  isMoveOfQuote,
  mostAgreedPence,
  paymentOf,
} from './rules.ts'
import { enterLifecycle } from '../lifecycle/commands.ts'
import { DOUBLE_SUBMIT_MINUTES } from '../rules.ts'
import { getOwnBooking } from '../lists/queries.ts'
import type { bookSpecial as endpoint } from './contract.ts'

type PhoneOffer = Offer & Pick<BookableQuote, 'confirmsFromHours'>

type Asked = InputOf<typeof endpoint>['body']

/**
 * Books for a customer on the phone. The move is located before the transaction, because that may ask another service.
 */
export async function bookSpecial(ctx: Ctx, request: Asked) {
  const offer = request.quoteId ? await quoted(ctx, request, request.quoteId) : await priced(ctx, request)
  return offer instanceof Refusal ? offer : ctx.tx((tx) => book(tx, request, offer))
}

/** The driver whom the office has chosen, at the price that was shown. */
async function quoted(ctx: Ctx, request: Asked, quoteId: string): Promise<PhoneOffer | Refusal> {
  if (request.totalPence)
    return invalidField('total_pence', 'A quote’s price can’t be changed. Send the booking without a price.')
  const quote = await findBookableQuote(ctx, quoteId)
  if (!quote || quote.validUntil <= ctx.clock.now() || !isMoveOfQuote(request, quote.move)) return refuse(requote)
  if (!quote.paymentMethods.includes(paymentOf(request.specialPayMethod)))
    return refuse(wrongPaymentMethod, { errors: { special_pay_method: [wrongPaymentMethod.detail] } })
  return { ...quote, offeredAt: offeredAt(quote.validUntil) }
}

/**
 * The booking has no driver yet, and its price is the office's: it is also the ceiling, and cancelling has no minimum
 * time to count from.
 */
async function priced(ctx: Ctx, request: Asked): Promise<PhoneOffer | Refusal> {
  const { totalPence, isCongestionCharged } = request
  if (!totalPence) return invalidField('total_pence', 'Set a price, or choose a driver.')
  const prepared = await prepareMove(ctx, request)
  if (prepared instanceof Refusal) return prepared
  const move = timed(prepared)
  if (!move) throw new Error('A move that needs a start was prepared without one')
  const mostPence = mostAgreedPence({ minutes: move.work.rounded, metres: move.metres })
  if (totalPence > mostPence)
    return invalidField('total_pence', `Enter at most ${formatPounds(mostPence)} for a move of this length.`)
  return {
    id: null,
    companyId: null,
    unitId: null,
    start: move.start,
    end: move.end,
    move: move.request,
    work: workOfMove(move, await listRoadCharges(ctx)),
    totalPence,
    ceilingPence: totalPence,
    commissionablePence: totalPence,
    vatPence: 0,
    minimumTimePence: 0,
    offeredAt: null,
    confirmsFromHours: null,
    lines: agreedLines(totalPence, isCongestionCharged),
  }
}

async function book(ctx: TxCtx, request: Asked, quote: PhoneOffer) {
  const customerId = await customerOnPhone(ctx, request.customer)
  if (customerId instanceof Refusal) return customerId
  const customer = await lockCustomer(ctx, customerId)
  const givenPhone = 'phone' in request.customer ? request.customer.phone : null
  const contact = contactOf(customer.firstName, customer.lastName, customer.phone ?? (givenPhone || null))
  const points = pointsOf(quote, request, contact)
  if (points instanceof Refusal) return points
  const double = await findDouble(ctx, customerId, quote, points)
  if (double) return double
  if (request.photosId && !(await attachUpload(ctx, request.photosId)))
    return invalidField('photos_id', 'These photos are gone. Add them again.')
  const step = quote.unitId ? stepFor(ctx, quote) : 'book_hot'
  const { isCongestionCharged, specialPayMethod, customerNote, photosId } = request
  const booking = await insertBooking(
    ctx,
    {
      quote,
      request: {
        paymentMethod: paymentOf(specialPayMethod),
        customerNote,
        photosId,
        // A booking without a driver can only be filled by offering it to all.
        allowHotJob: request.allowHotJob || !quote.unitId,
      },
      customerId,
      points,
      special: { madeBy: userIdOf(ctx.actor), specialPayMethod, isCongestionCharged },
    },
    begunBy(ctx, step, quote.start),
  )
  const refused = await enterLifecycle(ctx, booking, step)
  if (refused) return refused
  await recordAudit(ctx, { action: 'booking.made_by_phone', object: `booking ${booking.id}`, after: { customerId } })
  return getOwnBooking(ctx, booking.id, customerId)
}

function pointsOf(quote: Offer, request: Asked, contact: Contact): BookedPoint[] | Refusal {
  const points = completePoints(quote.move, request.routePoints, contact)
  if (points === 'requote') return refuse(requote)
  const errors = pointProblems(points)
  return Object.keys(errors).length > 0 ? refuse(commonRefusals.invalid, { errors }) : points
}

/** Finds a booking of the same move. The office may book as many as a customer needs, but no move twice. */
async function findDouble(ctx: TxCtx, customerId: string, quote: Offer, points: readonly BookedPoint[]) {
  const since = addMinutes(ctx.clock.now(), -DOUBLE_SUBMIT_MINUTES)
  const open = await countOpenBookings(ctx, { customerId, quoteId: quote.id, digest: digestOf(quote, points), since })
  if (open.isDouble) return refuse(alreadyBooked, { detail: 'This move is booked already for this customer.' })
  return open.isQuoteUsed ? refuse(quoteUsed) : undefined
}
