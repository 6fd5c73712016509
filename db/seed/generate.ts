import { createHash } from 'node:crypto'
import { addMinutes, localDayOf, toLocal, formatTime } from '#shared/local-time.ts'
import { makeBookings, keptWorkOf, stayOf, type SeedBooking } from './bookings.ts'
import { makeCompanies, type SeedCompany, type SeedUnit } from './companies.ts'
import { inventedMobile, makeCustomer, type Person } from './people.ts'
import { randomOf } from './random.ts'
import { makeReviews, ratingOf, townOf, type SeedReview } from './reviews.ts'
import type { Row, Tables } from './rows.ts'

export const SIGN_INS = {
  customer: 'customer@vanfare.test',
  driver: 'driver@vanfare.test',
  admin: 'admin@vanfare.test',
} as const

export interface PasswordHashes {
  /** Of the three sign-ins. */
  signIns: string
  /** Of everybody else: of a password that nobody knows. */
  others: string
}

type User = Row<'identity.user'> & { id: string }

/** All rows of the demonstration, the same for the same day and minute: pure but for the hashes, which are given. */
export function generateDemonstration(now: Date, hashes: PasswordHashes): Tables {
  const companies = makeCompanies(localDayOf(now))
  const owners = companies.map((company, index) => ownerOf(company, index, hashes))
  const demonstrated = makeSignIn('customer', { firstName: 'Priya', lastName: 'Raman' }, now, hashes)
  const admin = makeSignIn('admin', { firstName: 'Morgan', lastName: 'Hale' }, now, hashes)
  const bookings = makeBookings(companies, now)
  const customers = makeCustomers(now, hashes, Math.ceil(bookings.length * 0.6))
  const customerOf = assignCustomers(bookings, demonstrated, customers)
  const reviewed = new Set(bookings.filter((booking, index) => isReviewed(booking, index, now)))
  const reviews = companies.map((company) => {
    const booked = bookings.filter((booking) => booking.company === company && reviewed.has(booking))
    return makeReviews(
      company,
      booked.map((booking) => reviewedBooking(booking, customerOf(booking), now)),
      now,
    )
  })
  const units = companies.flatMap(({ units }) => units)
  return {
    'identity.user': [demonstrated, admin, ...owners, ...customers],
    'companies.company': companies.map((company, index) => companyRow(company, owners[index], reviews[index] ?? [])),
    'fleet.working_unit': units.map(unitRow),
    'fleet.van': units.map(vanRow),
    'fleet.operating_district': units.flatMap(({ id, districts }) =>
      districts.map((district) => ({ unit_id: id, district })),
    ),
    ...calendarRows(units),
    'pricing.tariff': companies.map(tariffRow),
    'pricing.hourly_rate': companies.flatMap(rateRows),
    'bookings.booking': bookings.map((booking) => bookingRow(booking, customerOf(booking), reviewed.has(booking))),
    'calendar.hold': bookings.filter(holdsTime).map(holdRow),
    'bookings.event': bookings.flatMap((booking) =>
      eventRows(booking, customerOf(booking).id, owners[companies.indexOf(booking.company)]?.id ?? null, now),
    ),
    'reviews.review': reviews.flat().map(reviewRow),
  }
}

// People

function makeSignIn(role: 'customer' | 'admin', person: Person, now: Date, hashes: PasswordHashes): User {
  const createdAt = addMinutes(now, -120 * 1440)
  return userRow(randomOf(role).uuid(createdAt), role, SIGN_INS[role], person, createdAt, hashes.signIns)
}

function ownerOf({ owner, name, createdAt }: SeedCompany, index: number, hashes: PasswordHashes): User {
  const joinedAt = addMinutes(createdAt, -30)
  const id = randomOf(`owner ${name}`).uuid(joinedAt)
  if (index === 0) return userRow(id, 'driver', SIGN_INS.driver, owner, joinedAt, hashes.signIns)
  const email = `${owner.firstName.toLowerCase()}@${name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}.test`
  return userRow(id, 'driver', email, owner, joinedAt, hashes.others)
}

function makeCustomers(now: Date, hashes: PasswordHashes, count: number): User[] {
  const random = randomOf('customers')
  return Array.from({ length: count }, (_, index) => {
    const person = makeCustomer(random)
    const createdAt = addMinutes(now, -random.int(125, 400) * 1440)
    const email = `${person.firstName}.${person.lastName}.${index + 1}@customers.test`.toLowerCase()
    return userRow(random.uuid(createdAt), 'customer', email, person, createdAt, hashes.others)
  })
}

function userRow(id: string, role: string, email: string, person: Person, createdAt: Date, passwordHash: string): User {
  const phone = inventedMobile(randomOf(`phone ${email}`))
  return {
    id,
    user_role: role,
    email,
    email_key: email,
    email_verified_at: addMinutes(createdAt, 4),
    password_hash: passwordHash,
    first_name: person.firstName,
    last_name: person.lastName,
    phone,
    phone_verified_at: role === 'driver' ? addMinutes(createdAt, 9) : null,
    is_demonstration: true,
    created_at: createdAt,
  }
}

const isNear = ({ move }: SeedBooking): boolean => ['E', 'N', 'IG', 'EN', 'RM'].includes(move.places[0]?.area ?? '')

/** The demonstration's customer has a few moves of every kind, some of them with the demonstration's driver. */
function assignCustomers(
  bookings: readonly SeedBooking[],
  demonstrated: User,
  customers: readonly User[],
): (booking: SeedBooking) => User {
  const random = randomOf('who booked')
  const assigned = new Map(bookings.map((booking) => [booking, random.pick(customers)]))
  const theirs = (status: SeedBooking['status'], isOwnDriver: boolean, count: number) =>
    bookings
      .filter(
        (booking) =>
          booking.status === status && isNear(booking) && (booking.company === bookings[0]?.company) === isOwnDriver,
      )
      .slice(0, count)
  const chosen = [
    ...theirs('new_booking', true, 1),
    ...theirs('confirmed', true, 1),
    ...theirs('confirmed', false, 1),
    ...theirs('completed', true, 1),
    ...theirs('completed', false, 3),
    ...theirs('canceled_by_customer', false, 1),
    ...theirs('rejected', false, 1),
  ]
  for (const booking of chosen) assigned.set(booking, demonstrated)
  return (booking) => assigned.get(booking) ?? demonstrated
}

const nameOf = ({ first_name, last_name }: User): string => [first_name, last_name].filter(Boolean).join(' ')

// Companies and their vans

function companyRow(
  company: SeedCompany,
  owner: User | undefined,
  reviews: readonly SeedReview[],
): Row<'companies.company'> {
  return {
    id: company.id,
    name: company.name,
    owner_user_id: owner?.id ?? null,
    about: company.about,
    mark_colour: company.markColour,
    base_postcode: company.basePostcode,
    base_place: company.base.name,
    payment_methods: company.paymentMethods,
    vat_registered_from: company.vatRegisteredFrom,
    vat_number: company.vatNumber,
    commission_percent: company.commissionPercent,
    rating: ratingOf(reviews),
    reviews_count: reviews.length,
    created_at: company.createdAt,
  }
}

const unitRow = (unit: SeedUnit): Row<'fleet.working_unit'> => ({
  id: unit.id,
  company_id: unit.companyId,
  name: unit.name,
  status: unit.status,
  status_reason: unit.statusReason,
  job_kinds: unit.jobKinds,
  help_levels: unit.helpLevels,
  created_at: unit.createdAt,
})

const vanRow = ({ id, van }: SeedUnit): Row<'fleet.van'> => ({
  unit_id: id,
  category: van.category,
  make: van.make,
  model: van.model,
  registration: van.registration,
  has_tail_lift: van.hasTailLift,
  fuel: van.fuel,
  euro_class: van.euroClass,
  year: van.year,
})

/** Whoever is not set up yet has not saved their hours. */
const WITHOUT_HOURS = new Set([
  'not_ready_for_a_job',
  'pending_verification',
  'verification_failed',
  'verification_completed',
  'ready_to_start',
])

function calendarRows(units: readonly SeedUnit[]): Tables {
  const withHours = units.filter(({ status }) => !WITHOUT_HOURS.has(status))
  return {
    'calendar.business_day': withHours.flatMap(({ id, week }) =>
      week.days.map((hours, index) => ({
        unit_id: id,
        day_of_week: index + 1,
        start_minute: hours?.[0] ?? 0,
        end_minute: hours?.[1] ?? 1440,
        day_off: hours === null,
      })),
    ),
    'calendar.vacation': withHours.flatMap(({ id, week }) =>
      week.vacations.map(({ startDay, endDay }) => ({ unit_id: id, start_day: startDay, end_day: endDay })),
    ),
    'calendar.availability': withHours.flatMap(({ id, week }) =>
      week.taken.map(({ day, freeHours }) => ({ unit_id: id, day, free_hours: freeHours })),
    ),
  }
}

const tariffRow = ({ id, tariff, terms }: SeedCompany): Row<'pricing.tariff'> => ({
  company_id: id,
  minimum_minutes: tariff.minimumMinutes,
  minimum_minutes_two_porters: tariff.minimumMinutesTwoPorters,
  included_miles: tariff.includedMiles,
  pence_per_mile: tariff.pencePerMile,
  standard_hours: tariff.standardHours,
  out_of_hours_percent: tariff.outOfHoursPercent,
  waiting_pence_per_half_hour: tariff.waitingPencePerHalfHour,
  free_waiting_minutes: tariff.freeWaitingMinutes,
  terms,
})

const rateRows = ({ id, tariff }: SeedCompany): Row<'pricing.hourly_rate'>[] =>
  tariff.rates.map(({ van, help, pencePerHour }) => ({
    company_id: id,
    van_category: van,
    help_level: help,
    pence_per_hour: pencePerHour,
  }))

// Bookings and reviews

const ACTIVE = new Set(['new_booking', 'confirmed', 'in_progress'])
const holdsTime = ({ status }: SeedBooking): boolean => ACTIVE.has(status)

function bookingRow(booking: SeedBooking, customer: User, hasFeedback: boolean): Row<'bookings.booking'> {
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
    request_digest: `\\x${digestOf(move.start, points)}`,
    has_feedback: hasFeedback,
    created_at: booking.createdAt,
  }
}

/** The natural key of a booking: the same places at the same time. */
const digestOf = (start: Date, points: readonly { postcode: string; flatAndHouse: string | null }[]): string =>
  createHash('sha256')
    .update(JSON.stringify([start, points.map(({ postcode, flatAndHouse }) => [postcode, flatAndHouse])]))
    .digest('hex')

function holdRow(booking: SeedBooking): Row<'calendar.hold'> {
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
function eventRows(booking: SeedBooking, customerId: string, driverId: string | null, now: Date): EventRow[] {
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

const isReviewed = ({ status, move }: SeedBooking, index: number, now: Date): boolean =>
  status === 'completed' && (index * 7) % 16 < 7 && move.end.getTime() < now.getTime() - 2 * 86_400_000

function reviewedBooking(booking: SeedBooking, customer: User, now: Date) {
  const { id, unit, move } = booking
  const [first, last] = [move.places[0], move.places.at(-1)]
  const days = 0.1 + randomOf(`reviewed ${id}`).next() * 6
  return {
    bookingId: id,
    authorName: customer.first_name,
    driver: unit.name.replace(/ .*$/, ''),
    from: townOf(first?.town ?? ''),
    to: townOf(last?.town ?? ''),
    at: new Date(Math.min(move.end.getTime() + days * 86_400_000, now.getTime() - 3_600_000)),
  }
}

const reviewRow = (review: SeedReview): Row<'reviews.review'> => ({
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
