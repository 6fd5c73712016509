import type { TestApp } from '../app.ts'
import { createPerson, type Person } from '../people.ts'
import { sessionFor } from '../session.ts'
import { aMove, type Move } from './move.ts'
import { createBooking } from '#modules/bookings/contract.ts'
import { findQuotes } from '#modules/quoting/contract.ts'
import type { HelpLevel } from '#modules/fleet/rules.ts'
import { toJson } from '#platform/json-columns.ts'
import type { AnswerOf, CallInput } from '#shared/endpoint.ts'
import { minutesBetween } from '#shared/local-time.ts'

export type QuotesAnswer = AnswerOf<typeof findQuotes>
export type Quote = QuotesAnswer['results'][number]
export type Booking = AnswerOf<typeof createBooking>
export type BookingRequest = CallInput<typeof createBooking>['body']

let visitors = 0

/** Every search is somebody else's: of one address only so many are kept. */
const nextVisitor = () => `10.9.${(++visitors >> 8) & 255}.${visitors & 255}`

/** The answer to a search; whatever is not an answer is a failure of the test. */
export async function search(
  app: TestApp,
  move: Move = aMove(),
  query: CallInput<typeof findQuotes>['query'] = {},
): Promise<QuotesAnswer> {
  const answer = await app.call(undefined, nextVisitor())(findQuotes, { body: move, query })
  if (!answer.ok) throw new Error(`The search was refused: ${JSON.stringify(answer.problem)}`)
  return answer.data
}

/** The best quote for a move. */
export async function aQuoteFor(app: TestApp, move: Move = aMove()): Promise<Quote> {
  const { results } = await search(app, move)
  if (!results[0]) throw new Error('Nobody can do this move')
  return results[0]
}

export interface Customer extends Person {
  bearer: string
}

/** A verified customer with a phone number, signed in. */
export async function aCustomer(app: TestApp, more: Parameters<typeof createPerson>[1] = {}): Promise<Customer> {
  const person = await createPerson(app, more)
  return { ...person, bearer: (await sessionFor(app, person.id)).bearer }
}

export interface BookingOptions extends Partial<BookingRequest> {
  customer?: Customer
  /** Books the best quote for it, unless `quoteId` names another. */
  move?: Move
}

/** A booking of somebody who is signed in, made over the API. */
export async function aBooking(
  app: TestApp,
  { customer, move, ...asked }: BookingOptions = {},
): Promise<Booking & { customer: Customer }> {
  const owner = customer ?? (await aCustomer(app))
  const quoteId = asked.quoteId ?? (await aQuoteFor(app, move)).quoteId
  const answer = await app.call(owner.bearer)(createBooking, { body: { paymentMethod: 'cash', ...asked, quoteId } })
  if (!answer.ok) throw new Error(`Booking was refused: ${JSON.stringify(answer.problem)}`)
  return { ...answer.data, customer: owner }
}

export interface VanOptions {
  /** By default the second, on the first day. */
  van?: number
  day?: number
  start?: Date
  end?: Date
  trips?: number
  help?: HelpLevel
  /** What it takes of the order, by the lines' index. */
  items?: { index: number; amount: number }[]
  totalPence?: number
}

/** Another van of a booking, or another day of one: its row, and the time that it holds. */
export async function addVan({ ctx }: TestApp, bookingId: string, unit: { id: string }, options: VanOptions = {}) {
  const booking = await ctx.db
    .selectFrom('bookings.booking as b')
    .innerJoin('bookings.booking_van as v', 'v.bookingId', 'b.id')
    .select(['b.startAt', 'b.endAt', 'b.work', 'v.state', 'v.help', 'v.drivingMinutes'])
    .where('b.id', '=', bookingId)
    .where((eb) => eb.and({ van: 1, day: 1 }))
    .executeTakeFirstOrThrow()
  const { van = 2, day = 1, start = booking.startAt, end = booking.endAt, trips = 1, help = booking.help } = options
  const { items = null, totalPence = 5000 } = options
  const [from, to] = [booking.work.places[0], booking.work.places.at(-1)]
  if (!from || !to) throw new Error('The move is nowhere')
  const during = `[${start.toISOString()},${end.toISOString()})`
  const minutes = { drivingMinutes: booking.drivingMinutes ?? 0, dutyMinutes: minutesBetween(start, end) }
  const of = { bookingId, unitId: unit.id, during, ...minutes }
  await ctx.db
    .insertInto('bookings.booking_van')
    .values({
      ...of,
      van,
      day,
      state: booking.state,
      trips,
      help,
      items: items && toJson(items),
      totalPence,
      commissionablePence: totalPence,
    })
    .execute()
  await ctx.db
    .insertInto('calendar.hold')
    .values({
      ...of,
      startLat: from.lat,
      startLng: from.lng,
      startOutcode: from.outcode,
      endLat: to.lat,
      endLng: to.lng,
      endOutcode: to.outcode,
    })
    .execute()
}

/** The messages about a booking, oldest first: what was said, to whom. */
export async function messagesAbout(
  { ctx }: TestApp,
  bookingId: string,
): Promise<{ kind: string; recipient: string }[]> {
  return ctx.db
    .selectFrom('notifications.message')
    .select(['kind', 'recipient'])
    .where('subjectId', '=', bookingId)
    .orderBy('id')
    .execute()
}

/** The times that units hold, as `[start, end)`. */
export async function heldTimes({
  ctx,
}: TestApp): Promise<{ unitId: string; bookingId: string | null; during: string }[]> {
  const rows = await ctx.db
    .selectFrom('calendar.hold')
    .select(['unitId', 'bookingId', 'during'])
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ unitId: row.unitId, bookingId: row.bookingId, during: row.during }))
}

/** How far a booking has come, as it is stored. */
export async function storedBooking({ ctx }: TestApp, id: string) {
  const row = await ctx.db.selectFrom('bookings.booking').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const events = await ctx.db
    .selectFrom('bookings.event')
    .select('kind')
    .where('bookingId', '=', id)
    .orderBy('id')
    .execute()
  return { ...row, events: events.map(({ kind }) => kind) }
}
