import { createHash } from 'node:crypto'
import { respondBy } from '#modules/bookings/rules.ts'
import { reasonNotFree, type ProviderCalendar, type Stay } from '#modules/calendar/rules.ts'
import { modelLeg, type TravelPoint } from '#modules/geo/osrm/rules.ts'
import type { HelpLevel, VanCategory } from '#modules/fleet/rules.ts'
import { ROAD_CHARGES } from '#modules/pricing/road-charges/data.ts'
import { priceJob, type HourlyRates, type Price, type Tariff } from '#modules/pricing/rules.ts'
import { driversHoursOf } from '#modules/quoting/load/queries.ts'
import { moveAt, orderOf, type TimedMove } from '#modules/quoting/move/queries.ts'
import { pricedJobOf } from '#modules/quoting/queries.ts'
import {
  addDays,
  addMinutes,
  dayOfWeek,
  localDayOf,
  toInstant,
  toLocal,
  type DayOfWeek,
  type LocalDay,
} from '#shared/local-time.ts'
import type { SeedCompany, SeedUnit } from './companies.ts'
import { makeMove } from './moves.ts'
import { randomOf, type Random } from './random.ts'

export type SeedStatus =
  | 'new_booking'
  | 'confirmed'
  | 'in_progress'
  | 'completed'
  | 'canceled_by_customer'
  | 'no_one_took'
  | 'not_taken_by_driver'
  | 'rejected'

export interface SeedBooking {
  id: string
  quoteId: string
  company: SeedCompany
  unit: SeedUnit
  move: TimedMove
  price: Price
  status: SeedStatus
  createdAt: Date
  respondBy: Date
  paymentMethod: 'cash' | 'card'
  allowHotJob: boolean
  /** Data of a story (stories/), with the outcome of the booking. */
  told?: Told
}

type Who = 'customer' | 'driver' | 'hired' | 'system'

export interface Told {
  /** Name by which the rest of the demonstration's data finds it. */
  name?: string
  /** The demonstration's customer booked it. */
  isOwn?: boolean
  /** By the office, for somebody who has no address. */
  isByPhone?: boolean
  isHot?: boolean
  isAwaiting?: boolean
  isReviewed?: boolean
  confirmedAt?: Date
  reconfirmBy?: Date
  cancelledBy?: 'customer' | 'driver' | 'office'
  /** Cancelled so late that it cost the minimum time. */
  hasFee?: boolean
  rejectReason?: string
  /** Units that had it before. */
  lost?: { unitId: string; status: 'rejected' | 'not_taken_by_driver'; reason: string | null; at: Date }[]
  /** Events after it was made. */
  events?: [kind: string, at: Date, by: Who, unitId?: string, reason?: string, data?: Record<string, unknown>][]
}

/** Jobs nearer than that have been confirmed: their driver had to answer by now. */
const OPEN_FROM_HOURS = 30
const hoursAhead = ({ start }: Pick<TimedMove, 'start'>, now: Date): number =>
  (start.getTime() - now.getTime()) / 3_600_000

const PAST_DAYS = 92
const FUTURE_DAYS = 28

/** Three months of work behind and four weeks ahead of every unit that is on the road, each job one that it could really do. */
export function makeBookings(companies: readonly SeedCompany[], now: Date): SeedBooking[] {
  return companies.flatMap((company, index) => {
    const tariff = tariffOf(company)
    const bookings = company.units
      .filter(({ status }) => ['operating', 'insurance_expires_soon'].includes(status))
      .flatMap((unit) => makeUnitBookings(company, unit, tariff, now))
    return index === 0 ? withOpenAnswers(bookings, now) : bookings
  })
}

/** The demonstration's driver always has something to answer: every third job ahead came in the last hours. */
function withOpenAnswers(bookings: readonly SeedBooking[], now: Date): SeedBooking[] {
  const ahead = bookings.filter(({ move }) => hoursAhead(move, now) > OPEN_FROM_HOURS)
  return bookings.map((booking) => {
    const place = ahead.indexOf(booking)
    if (place === -1) return booking
    if (place % 3 !== 1) return { ...booking, status: 'confirmed', createdAt: atLeastHoursAgo(booking.createdAt, now) }
    const createdAt = addMinutes(now, -(25 + place * 17))
    return { ...booking, status: 'new_booking', createdAt, respondBy: respondBy(createdAt, booking.move.start) }
  })
}

/** A confirmed booking has been there for some hours. */
const atLeastHoursAgo = (createdAt: Date, now: Date): Date =>
  new Date(Math.min(createdAt.getTime(), now.getTime() - 6 * 3_600_000))

type Calendar = ProviderCalendar<TravelPoint> & { holds: Stay<TravelPoint>[] }

function makeUnitBookings(company: SeedCompany, unit: SeedUnit, tariff: Tariff, now: Date): SeedBooking[] {
  const random = randomOf(`bookings ${unit.id}`)
  const today = localDayOf(now)
  const calendar = calendarOf(unit)
  const workDays = unit.week.days.filter(Boolean).length || 1
  const bookings: SeedBooking[] = []
  for (let offset = -PAST_DAYS; offset <= FUTURE_DAYS; offset++) {
    const day = addDays(today, offset)
    if (toInstant(day) < unit.createdAt) continue
    // The further ahead, the fewer have booked yet.
    const share = (company.demand / workDays) * (offset > 0 ? 0.75 * Math.exp(-offset / 14) : 1)
    let isFirst = true
    while (random.chance(isFirst ? share : 0.22)) {
      isFirst = false
      const booking = makeBooking(random, { company, unit, tariff, calendar, day, now })
      if (booking) bookings.push(booking)
    }
  }
  return bookings
}

interface Slot {
  company: SeedCompany
  unit: SeedUnit
  tariff: Tariff
  calendar: Calendar
  day: LocalDay
  now: Date
}

function makeBooking(random: Random, { company, unit, tariff, calendar, day, now }: Slot): SeedBooking | undefined {
  const hours = unit.week.days[dayOfWeek(day) - 1]
  if (!hours) return undefined
  const opens = Math.max(hours[0], 420)
  const start = toInstant(
    day,
    opens +
      30 *
        random.weighted([
          [random.int(0, 6), 5],
          [random.int(6, 16), 3],
        ]),
  )
  const move = moveAt(makeMove(random, unit), start)
  const stay = stayOf(move)
  const status = makeStatus(random, move, now)
  const isTimeTaken = ['new_booking', 'confirmed', 'in_progress', 'completed'].includes(status)
  if (reasonNotFree(calendar, stay, (from, to) => modelLeg(from, to).minutes)) return undefined
  const createdAt = bookedAt(random, company, move, status, now)
  const price = priceJob(tariff, { ...unit.van, category: unit.van.category }, pricedJobOf(move), ROAD_CHARGES)
  if (!price || !createdAt) return undefined
  if (isTimeTaken) calendar.holds.push(stay)
  return {
    id: random.uuid(createdAt),
    quoteId: createHash('sha256').update(`${unit.id} ${createdAt.toISOString()}`).digest('base64url'),
    company,
    unit,
    move,
    price,
    status,
    createdAt,
    respondBy: respondBy(createdAt, move.start),
    paymentMethod: random.pick(company.paymentMethods),
    allowHotJob: status !== 'rejected' && status !== 'not_taken_by_driver',
  }
}

function makeStatus(random: Random, { start, end }: TimedMove, now: Date): SeedStatus {
  if (start > now)
    return hoursAhead({ start }, now) > OPEN_FROM_HOURS && random.chance(0.14) ? 'new_booking' : 'confirmed'
  if (end > now) return 'in_progress'
  return random.weighted([
    ['completed', 90],
    ['canceled_by_customer', 6],
    ['rejected', 1.5],
    ['not_taken_by_driver', 1.5],
    ['no_one_took', 1],
  ])
}

/**
 * Time of booking: one to twenty days ahead; a booking that still waits for its driver came in the last hours. Never
 * before the company was registered.
 */
function bookedAt(
  random: Random,
  company: SeedCompany,
  { start }: TimedMove,
  status: SeedStatus,
  now: Date,
): Date | undefined {
  if (status === 'new_booking') return addMinutes(now, -random.int(8, 300))
  const latest = Math.min(start.getTime() - 5 * 3_600_000, now.getTime() - 3_600_000)
  const at = toLocal(new Date(latest - random.next() ** 2 * 20 * 86_400_000))
  const byDay = toInstant(at.day, Math.min(Math.max(at.minute, 450), 1380))
  const made = byDay.getTime() > latest ? new Date(latest) : byDay
  return made > company.createdAt ? made : undefined
}

export function stayOf({ request: asked, work, start, heldUntil, places }: TimedMove): Stay<TravelPoint> {
  const [first, last] = [places[0], places.at(-1)]
  if (!first || !last) throw new Error('A move has two places')
  const ends = { startPlace: byOutcode(first), endPlace: byOutcode(last) }
  return { start, end: heldUntil, ...ends, ...driversHoursOf(asked, work) }
}

// Place as a hold stores it: never taken for the very same address as the next job's.
const byOutcode = (place: TravelPoint): TravelPoint => ({
  ...place,
  postcode: place.outcode,
  precision: 'outcode',
  districtCode: null,
})

export function calendarOf({ week }: SeedUnit): Calendar {
  return {
    businessDays: week.days.map((hours, index) => ({
      dayOfWeek: (index + 1) as DayOfWeek,
      startMinute: hours?.[0] ?? 0,
      endMinute: hours?.[1] ?? 1440,
      dayOff: hours === null,
    })),
    availability: week.taken,
    vacations: week.vacations,
    holds: [],
  }
}

export function tariffOf({ tariff, vatRegisteredFrom }: SeedCompany): Tariff {
  const pencePerHour: Partial<Record<VanCategory, Partial<Record<HelpLevel, number>>>> = {}
  for (const rate of tariff.rates)
    pencePerHour[rate.van] = { ...pencePerHour[rate.van], [rate.help]: rate.pencePerHour }
  return { ...tariff, pencePerHour: pencePerHour satisfies HourlyRates, vatRegisteredFrom }
}

/** Work as a search stores it with the request, and a booking takes it over. */
export const keptWorkOf = (move: TimedMove) => ({
  order: orderOf(move, {}, ROAD_CHARGES),
  places: move.places.map(({ postcode, outcode, lat, lng, town }) => ({ postcode, outcode, lat, lng, town })),
})
