import { createHash } from 'node:crypto'
import { addMinutes, formatTime, toLocal } from '#shared/local-time.ts'
import { keptWorkOf, stayOf, type SeedBooking } from './bookings.ts'
import { randomOf } from './random.ts'
import type { SeedReview } from './reviews.ts'
import type { Row } from './rows.ts'
import { nameOf, type User } from './user-rows.ts'

const ACTIVE = new Set(['new_booking', 'confirmed', 'in_progress'])
export const holdsTime = ({ status }: SeedBooking): boolean => ACTIVE.has(status)

export function bookingRow(booking: SeedBooking, customer: User, hasFeedback: boolean): Row<'bookings.booking'> {
  const { move, price } = booking
  const points = move.asked.routePoints.map(({ number, postcode, stairs, address, flatAndHouse }) => ({
    number,
    postcode,
    stairs,
    formattedAddress: address?.formattedAddress ?? null,
    flatAndHouse: flatAndHouse ?? null,
    contactName: nameOf(customer),
    contactNumber: customer.phone ?? null,
  }))
  const { day, minute } = toLocal(move.start)
  const [first, ...rest] = move.asked.routePoints
  return {
    id: booking.id,
    customer_id: customer.id,
    // What was offered to everybody has nobody's name on it.
    company_id: booking.status === 'no_one_took' ? null : booking.company.id,
    unit_id: booking.status === 'no_one_took' ? null : booking.unit.id,
    quote_id: booking.quoteId,
    status: booking.status,
    allow_hot_job: booking.allowHotJob,
    start_at: move.start,
    end_at: move.end,
    respond_by: booking.respondBy,
    payment_method: booking.paymentMethod,
    total_pence: price.totalPence,
    ceiling_pence: price.ceilingPence,
    commissionable_pence: price.commissionablePence,
    vat_pence: price.vatPence,
    lines: price.lines,
    move: { ...move.asked, routePoints: [{ ...first, date: day, time: formatTime(minute) }, ...rest] },
    work: keptWorkOf(move),
    route_points: points,
    customer_note: move.asked.customerNote ?? '',
    company_terms: booking.status === 'no_one_took' ? null : termsOf(booking.company),
    request_digest: `\\x${digestOf(move.start, points)}`,
    has_feedback: hasFeedback,
    created_at: booking.createdAt,
  }
}

const termsOf = ({ tariff, terms }: SeedBooking['company']) => ({
  waitingPencePerHalfHour: tariff.waitingPencePerHalfHour,
  freeWaitingMinutes: tariff.freeWaitingMinutes,
  terms,
})

/** The natural key of a booking: the same places at the same time. */
const digestOf = (start: Date, points: readonly { postcode: string; flatAndHouse: string | null }[]): string =>
  createHash('sha256')
    .update(JSON.stringify([start, points.map(({ postcode, flatAndHouse }) => [postcode, flatAndHouse])]))
    .digest('hex')

export function holdRow(booking: SeedBooking): Row<'calendar.hold'> {
  const { start, end, startPlace, endPlace } = stayOf(booking.move)
  return {
    unit_id: booking.unit.id,
    booking_id: booking.id,
    during: `[${start.toISOString()},${end.toISOString()})`,
    start_lat: startPlace.lat,
    start_lng: startPlace.lng,
    start_outcode: startPlace.outcode,
    end_lat: endPlace.lat,
    end_lng: endPlace.lng,
    end_outcode: endPlace.outcode,
  }
}

type EventRow = Row<'bookings.event'>

/** What led a booking to where it is. */
export function eventRows(booking: SeedBooking, customerId: string, driverId: string | null, now: Date): EventRow[] {
  const { id, unit, status, createdAt, move, respondBy } = booking
  const random = randomOf(`events ${id}`)
  const row = (
    kind: string,
    at: Date,
    actorKind: string,
    actorId: string | null,
    reason: string | null = null,
  ): EventRow => ({
    booking_id: id,
    at,
    kind,
    actor_kind: actorKind,
    actor_id: actorId,
    unit_id: unit.id,
    reason,
    data: {},
  })
  const created = row('created', createdAt, 'customer', customerId)
  const answeredBy = new Date(Math.min(respondBy.getTime(), now.getTime()))
  const answeredAt = new Date(random.between(createdAt.getTime(), answeredBy.getTime()))
  const confirmed = row('confirmed', answeredAt, 'driver', driverId)
  const started = row('started', addMinutes(move.start, random.int(-4, 9)), 'driver', driverId)
  const after: Record<SeedBooking['status'], EventRow[]> = {
    new_booking: [],
    confirmed: [confirmed],
    in_progress: [confirmed, started],
    completed: [confirmed, started, row('completed', addMinutes(move.end, random.int(-25, 5)), 'driver', driverId)],
    canceled_by_customer: [row('canceled', answeredAt, 'customer', customerId, 'canceled_by_customer')],
    rejected: [
      row(
        'rejected',
        answeredAt,
        'driver',
        driverId,
        random.pick(['broken_van', 'personal', 'due_to_prevoius_booking']),
      ),
    ],
    not_taken_by_driver: [row('not_taken', respondBy, 'system', null)],
    no_one_took: [
      row('not_taken', respondBy, 'system', null),
      row('became_hot', respondBy, 'system', null),
      row('no_one_took', addMinutes(move.start, -60), 'system', null),
    ],
  }
  return [created, ...after[status]]
}

export const reviewRow = (review: SeedReview): Row<'reviews.review'> => ({
  company_id: review.companyId,
  booking_id: review.bookingId,
  author_name: review.authorName,
  punctuality: review.punctuality,
  care: review.care,
  value: review.value,
  text: review.text,
  answer: review.answer,
  created_at: review.createdAt,
})
