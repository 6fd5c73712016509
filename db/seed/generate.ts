import { localDayOf } from '#shared/local-time.ts'
import { bookingRow, eventRows, holdRow, holdsTime, lostRows, reviewRow } from './booking-rows.ts'
import { makeBookings, type SeedBooking } from './bookings.ts'
import { makeCompanies } from './companies.ts'
import { calendarRows, commissionRows, companyRow, rateRows, tariffRow, unitRow, vanRow } from './company-rows.ts'
import { randomOf } from './random.ts'
import { ASKED_AGAIN } from './life/again.ts'
import { makeAfter } from './life/after.ts'
import type { Mover } from './life/booked.ts'
import { withAgreedChange } from './life/changes.ts'
import { PhotoBook, type Pictures } from './life/photos.ts'
import type { Sender } from './life/undelivered.ts'
import { makeReviews, townOf } from './reviews.ts'
import { storyWorld } from './stories/story.ts'
import { withStories } from './stories/told.ts'
import type { Tables } from './rows.ts'
import { searchRows } from './searches.ts'
import {
  makeByPhone,
  makeCustomers,
  makeHired,
  makeSignIn,
  makeStaff,
  ownerOf,
  type PasswordHashes,
  type User,
} from './user-rows.ts'

export interface Given {
  hashes: PasswordHashes
  pictures: Pictures
  sender: Sender
}

export interface Demonstration {
  tables: Tables
  /** What lies under the keys of its photos. */
  photos: { key: string; bytes: Buffer }[]
}

/** All rows of the demonstration, the same for the same day and minute: pure but for what is given. */
export function generateDemonstration(now: Date, { hashes, pictures, sender }: Given): Demonstration {
  const companies = makeCompanies(localDayOf(now))
  const owners = companies.map((company, index) => ownerOf(company, index, hashes))
  const demonstrated = makeSignIn('customer', { firstName: 'Priya', lastName: 'Raman' }, now, hashes)
  const hired = makeHired(companies[0], hashes)
  const admin = makeSignIn('admin', { firstName: 'Morgan', lastName: 'Hale' }, now, hashes)
  const byPhone = makeByPhone(now)
  const bookings = withStories(companies, makeBookings(companies, now), now).map(withAgreedChange)
  const customers = makeCustomers(now, hashes, Math.ceil(bookings.length * 0.6))
  const customerOf = assignCustomers(bookings, { demonstrated, byPhone, customers })
  const reviewed = new Set(
    bookings.filter((booking, index) => booking.told?.isReviewed ?? isReviewed(booking, index, now)),
  )
  const reviews = companies.map((company) => {
    const booked = bookings.filter((booking) => booking.company === company && reviewed.has(booking))
    return makeReviews(
      company,
      booked.map((booking) => reviewedBooking(booking, customerOf(booking), now)),
      now,
    )
  })
  const ownersByCompany = new Map(companies.map((company, index) => [company, owners[index] ?? admin]))
  const all = bookings.map((booking) => {
    const owner = ownersByCompany.get(booking.company) ?? admin
    const booked = { booking, customer: customerOf(booking), owner, driver: moverOf(booking, owner, hired.user) }
    const people = { customer: booked.customer.id, driver: owner.id, hired: hired.user.id, admin: admin.id }
    return { booked, events: eventRows(booking, people, now), isReviewed: reviewed.has(booking) }
  })
  const photos = new PhotoBook(pictures)
  const after = makeAfter({
    now,
    photos,
    admin,
    sender,
    all,
    company: companies[0],
    demonstrated,
    find: (name) => all.find(({ booked }) => booked.booking.told?.name === name)?.booked,
    isShown: ({ booking, customer }) => booking.company === companies[0] || customer === demonstrated,
    freeFrom: (name, days) => storyWorld(companies, bookings, now).freeFrom(name, days),
  })
  const units = companies.flatMap(({ units }) => units)
  const tables: Tables = {
    'identity.user': [demonstrated, admin, ...makeStaff(now, hashes), hired.user, ...owners, ...customers, byPhone],
    'companies.company': companies.map((company, index) => companyRow(company, owners[index], reviews[index] ?? [])),
    'companies.commission': commissionRows(companies),
    'fleet.working_unit': units.map(unitRow),
    'fleet.unit_driver': [hired.driver],
    'fleet.van': units.map(vanRow),
    'fleet.operating_district': units.flatMap(({ id, districts }) =>
      districts.map((district) => ({ unitId: id, district })),
    ),
    ...calendarRows(units),
    'pricing.tariff': companies.map(tariffRow),
    'pricing.hourly_rate': companies.flatMap(rateRows),
    'bookings.booking': all.map(({ booked: { booking, customer } }) =>
      bookingRow(booking, customer, {
        now,
        hasFeedback: reviewed.has(booking),
        madeBy: booking.told?.isByPhone ? admin.id : null,
        isAskedAgain: booking.told?.name === ASKED_AGAIN,
        settled: after.settledOf(booking),
      }),
    ),
    'calendar.hold': bookings.filter(holdsTime).map(holdRow),
    'bookings.event': [...all.flatMap(({ events }) => events), ...after.events],
    'bookings.lost_job': bookings.flatMap(lostRows),
    'reviews.review': reviews.flat().map(reviewRow),
    'files.upload': photos.uploads(),
    'files.file': photos.files(),
    ...searchRows(localDayOf(now)),
    ...after.tables,
  }
  return { tables, photos: photos.contents() }
}

/** Who stood at the door: the owner, but for the hired driver's own jobs. */
const moverOf = ({ told }: SeedBooking, owner: User, hired: User): Mover =>
  told?.events?.some(([, , by]) => by === 'hired') ? { user: hired, kind: 'hired' } : { user: owner, kind: 'driver' }

const isNear = ({ move }: SeedBooking): boolean => ['E', 'N', 'IG', 'EN', 'RM'].includes(move.places[0]?.area ?? '')

/** The demonstration's customer has a few moves of every kind, some of them with the demonstration's driver. */
function assignCustomers(
  bookings: readonly SeedBooking[],
  { demonstrated, byPhone, customers }: { demonstrated: User; byPhone: User; customers: readonly User[] },
): (booking: SeedBooking) => User {
  const random = randomOf('who booked')
  const assigned = new Map(
    bookings.map((booking) => {
      const somebody = random.pick(customers)
      return [booking, booking.told?.isOwn ? demonstrated : booking.told?.isByPhone ? byPhone : somebody]
    }),
  )
  const days = new Set<string>(bookings.filter(({ told }) => told?.isOwn).map(({ move }) => localDayOf(move.start)))
  const choose = (status: SeedBooking['status'], isOwnDriver: boolean, count: number) => {
    for (const booking of bookings) {
      if (count === 0) return
      const day = localDayOf(booking.move.start)
      const isOwn = booking.company === bookings[0]?.company
      if (booking.told || booking.status !== status || isOwn !== isOwnDriver || days.has(day) || !isNear(booking))
        continue
      // A customer has at most one move on a day.
      days.add(day)
      assigned.set(booking, demonstrated)
      count -= 1
    }
  }
  choose('new_booking', true, 1)
  choose('confirmed', true, 1)
  choose('confirmed', false, 1)
  choose('completed', true, 1)
  choose('completed', false, 3)
  choose('canceled_by_customer', false, 1)
  choose('rejected', false, 1)
  return (booking) => assigned.get(booking) ?? demonstrated
}

const isReviewed = ({ status, move }: SeedBooking, index: number, now: Date): boolean =>
  status === 'completed' && (index * 7) % 16 < 7 && move.end.getTime() < now.getTime() - 2 * 86_400_000

function reviewedBooking(booking: SeedBooking, customer: User, now: Date) {
  const { id, unit, move } = booking
  const [first, last] = [move.places[0], move.places.at(-1)]
  const days = 0.1 + randomOf(`reviewed ${id}`).next() * 6
  return {
    bookingId: id,
    authorName: customer.firstName,
    driver: unit.name.replace(/ .*$/, ''),
    from: townOf(first?.town ?? ''),
    to: townOf(last?.town ?? ''),
    at: new Date(Math.min(move.end.getTime() + days * 86_400_000, now.getTime() - 3_600_000)),
  }
}
