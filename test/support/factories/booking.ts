import type { TestApp } from '../app.ts'
import { createPerson, type Person } from '../people.ts'
import { sessionFor } from '../session.ts'
import { aMove, type Move } from './move.ts'
import { createBooking } from '#modules/bookings/contract.ts'
import { findQuotes } from '#modules/quoting/contract.ts'
import type { AnswerOf, CallInput } from '#shared/endpoint.ts'

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
