import { createHash } from 'node:crypto'
import type { CustomerTerms } from '#modules/pricing/terms/rules.ts'
import type { PriceLine } from '#modules/pricing/rules.ts'
import type { BookedTerms } from '#modules/bookings/changes/moves/rules.ts'
import { reconfirmBy, reconfirmationAt } from '#modules/bookings/rules.ts'
import { addMinutes, formatTime, toLocal } from '#shared/local-time.ts'
import { keptWorkOf, stayOf, tariffOf, type SeedBooking } from './bookings.ts'
import { randomOf } from './random.ts'
import type { SeedReview } from './reviews.ts'
import type { Row } from './rows.ts'
import { nameOf, type User } from './user-rows.ts'

const ACTIVE = new Set(['new_booking', 'confirmed', 'in_progress'])
export const holdsTime = ({ status, told }: SeedBooking): boolean =>
  ACTIVE.has(status) && !told?.isHot && !told?.isAwaiting

/** A booking offered to all drivers belongs to no company. */
const isNobodys = ({ status, told }: SeedBooking): boolean => status === 'no_one_took' || told?.isHot === true

export interface Settled {
  duePence: number | null
  finalPence: number | null
  extraLines: PriceLine[]
}

interface Since {
  now: Date
  hasFeedback: boolean
  /** Admin who made a booking by phone. */
  madeBy: string | null
  /** The booking was asked for again, for another day. */
  isAskedAgain: boolean
  settled: Settled | null
}

export function bookingRow(
  booking: SeedBooking,
  customer: User,
  { now, hasFeedback, madeBy, isAskedAgain, settled }: Since,
): Row<'bookings.booking'> {
  const { move, price, told } = booking
  const reconfirmed = reconfirmedOf(booking, now)
  const points = move.request.routePoints.map(({ number, postcode, stairs, address, flatAndHouse }) => ({
    number,
    postcode,
    stairs,
    formattedAddress: address?.formattedAddress ?? null,
    flatAndHouse: flatAndHouse ?? null,
    contactName: nameOf(customer),
    contactNumber: customer.phone ?? null,
  }))
  const { day, minute } = toLocal(move.start)
  return {
    id: booking.id,
    customerId: customer.id,
    companyId: isNobodys(booking) ? null : booking.company.id,
    unitId: isNobodys(booking) ? null : booking.unit.id,
    quoteId: booking.quoteId,
    status: booking.status,
    allowHotJob: booking.allowHotJob,
    startAt: move.start,
    endAt: move.end,
    isHot: told?.isHot ?? false,
    awaitingVerification: told?.isAwaiting ?? false,
    confirmedAt: told ? (told.confirmedAt ?? null) : confirmedAtOf(booking),
    reconfirmBy: told?.reconfirmBy ?? reconfirmed?.by ?? null,
    reconfirmedAt: reconfirmed?.at ?? null,
    cancelledBy: told?.cancelledBy ?? (booking.status === 'canceled_by_customer' ? 'customer' : null),
    cancellationFeePence: told?.hasFee ? price.minimumTimePence : 0,
    rejectReason: told?.rejectReason ?? null,
    respondBy: told?.isAwaiting ? null : booking.respondBy,
    paymentMethod: madeBy ? 'cash' : booking.paymentMethod,
    madeBy,
    specialPayMethod: madeBy ? 'bank_transfer' : null,
    isCongestionCharged: madeBy ? false : null,
    totalPence: price.totalPence,
    ceilingPence: price.ceilingPence,
    commissionablePence: price.commissionablePence,
    vatPence: price.vatPence,
    minimumTimePence: price.minimumTimePence,
    lines: price.lines,
    move: {
      ...move.request,
      routePoints: move.request.routePoints.map((point, index) =>
        index === 0 ? { ...point, date: day, time: formatTime(minute) } : point,
      ),
    },
    work: keptWorkOf(move),
    routePoints: points,
    customerNote: move.request.customerNote ?? '',
    companyTerms: isNobodys(booking) ? null : termsOf(booking.company),
    bookedTerms: isNobodys(booking) || madeBy ? null : bookedTermsOf(booking),
    requestDigest: `\\x${digestOf(move.start, points)}`,
    hasFeedback,
    rebookRequestSent: isAskedAgain,
    duePence: null,
    finalPence: null,
    extraLines: [],
    ...settled,
    createdAt: booking.createdAt,
  }
}

const CONFIRMED = new Set(['confirmed', 'in_progress', 'completed'])
const confirmedAtOf = ({ status, createdAt }: SeedBooking): Date | null =>
  CONFIRMED.has(status) ? addMinutes(createdAt, 10) : null

/** A job of the next day about which its driver was asked once more, and answered; null for one that nobody had to be asked about. */
function reconfirmedOf(booking: SeedBooking, now: Date): { askedAt: Date; by: Date; at: Date } | null {
  const { id, status, move, createdAt, told } = booking
  const confirmedAt = told?.confirmedAt ?? confirmedAtOf(booking)
  if (status !== 'confirmed' || told?.reconfirmBy || move.start <= now || !confirmedAt) return null
  const askedAt = reconfirmationAt(move.start, createdAt, confirmedAt)
  const by = askedAt && askedAt <= now ? reconfirmBy(move.start, askedAt) : undefined
  if (!askedAt || !by) return null
  const latest = Math.min(by.getTime(), now.getTime())
  return { askedAt, by, at: new Date(randomOf(`reconfirmed ${id}`).between(askedAt.getTime(), latest)) }
}

/** Rows in the lists of the units that had the booking before. */
export const lostRows = ({ id, move, told }: SeedBooking): Row<'bookings.lost_job'>[] =>
  (told?.lost ?? []).map((lost) => ({ bookingId: id, startAt: move.start, ...lost }))

export const termsOf = ({ tariff, terms, cover, ...company }: SeedBooking['company']): CustomerTerms => ({
  waitingPencePerHalfHour: tariff.waitingPencePerHalfHour,
  freeWaitingMinutes: tariff.freeWaitingMinutes,
  terms,
  cover: { ...cover, source: 'policy' },
  trader: {
    name: company.legalName,
    companyNumber: company.companyNumber,
    address: company.registeredAddress,
  },
})

/** What changes of its move are priced at, as `createBooking` keeps it. */
function bookedTermsOf({ company, unit, move, price }: SeedBooking): BookedTerms {
  const { rates: _rates, ...tariff } = { ...company.tariff, ...tariffOf(company) }
  const { category, fuel, euroClass } = unit.van
  const first = { totalPence: price.totalPence, startAt: move.start.toISOString(), endAt: move.end.toISOString() }
  return { tariff, van: { category, fuel, euroClass }, first }
}

/** The natural key of a booking: the same places at the same time. */
const digestOf = (start: Date, points: readonly { postcode: string; flatAndHouse: string | null }[]): string =>
  createHash('sha256')
    .update(JSON.stringify([start, points.map(({ postcode, flatAndHouse }) => [postcode, flatAndHouse])]))
    .digest('hex')

export function holdRow(booking: SeedBooking): Row<'calendar.hold'> {
  const { start, end, startPlace, endPlace, drivingMinutes, dutyMinutes } = stayOf(booking.move)
  return {
    unitId: booking.unit.id,
    bookingId: booking.id,
    drivingMinutes,
    dutyMinutes,
    during: `[${start.toISOString()},${end.toISOString()})`,
    startLat: startPlace.lat,
    startLng: startPlace.lng,
    startOutcode: startPlace.outcode,
    endLat: endPlace.lat,
    endLng: endPlace.lng,
    endOutcode: endPlace.outcode,
  }
}

type EventRow = Row<'bookings.event'>

/** Ids of those who may have done something. */
interface People {
  customer: string
  driver: string
  hired: string
  admin: string
}

/** What led a booking to where it is. */
export function eventRows(
  booking: SeedBooking,
  { customer: customerId, driver: driverId, hired, admin }: People,
  now: Date,
): EventRow[] {
  const { id, unit, status, createdAt, move, respondBy } = booking
  const random = randomOf(`events ${id}`)
  const row = (
    kind: string,
    at: Date,
    actorKind: EventRow['actorKind'],
    actorId: string | null,
    reason: string | null = null,
  ): EventRow => ({
    bookingId: id,
    at,
    kind,
    actorKind,
    actorId,
    unitId: unit.id,
    reason,
    data: {},
  })
  const created = booking.told?.isByPhone
    ? row('created', createdAt, 'admin', admin)
    : row('created', createdAt, 'customer', customerId)
  // Times in the future are moved to now.
  const byNow = (at: Date) => new Date(Math.min(at.getTime(), now.getTime()))
  const again = reconfirmedOf(booking, now)
  const reconfirmed = again
    ? [row('reconfirmation_asked', again.askedAt, 'system', null), row('reconfirmed', again.at, 'driver', driverId)]
    : []
  if (booking.told?.events || booking.told?.isAwaiting) {
    const actorOf = { customer: customerId, driver: driverId, hired, system: null }
    const events = (booking.told.events ?? []).map(([kind, at, by, unitId, reason = null, data = {}]): EventRow => ({
      ...row(kind, at, by, actorOf[by], reason),
      data,
      ...(unitId ? { unitId, actorId: null } : {}),
    }))
    return [created, ...events, ...reconfirmed]
  }
  const answeredBy = new Date(Math.min(respondBy.getTime(), now.getTime()))
  const answeredAt = new Date(random.between(createdAt.getTime(), answeredBy.getTime()))
  const confirmed = row('confirmed', answeredAt, 'driver', driverId)
  const started = row('started', byNow(addMinutes(move.start, random.int(-4, 9))), 'driver', driverId)
  const after: Record<SeedBooking['status'], EventRow[]> = {
    new_booking: [],
    confirmed: [confirmed, ...reconfirmed],
    in_progress: [confirmed, started],
    completed: [
      confirmed,
      started,
      row('finished', byNow(addMinutes(move.end, random.int(-25, 5))), 'driver', driverId),
    ],
    canceled_by_customer: [row('cancelled', answeredAt, 'customer', customerId, 'canceled_by_customer')],
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
  companyId: review.companyId,
  bookingId: review.bookingId,
  authorName: review.authorName,
  punctuality: review.punctuality,
  care: review.care,
  value: review.value,
  text: review.text,
  answer: review.answer,
  createdAt: review.createdAt,
})
