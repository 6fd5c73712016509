import { expect, it, test } from 'vitest'
import { after, enter, note, run, van } from '#test/support/factories/draft.ts'
import { draftReducer } from '../draft/draft.ts'
import { parseStoredDraft, toStoredDraft } from '../draft/stored-draft.ts'
import { bookingProblem, needsLogin, attemptFor, isAnswered, isKey } from './booking-answer.ts'

it('asks for new prices where the quote is lost', () => {
  expect(bookingProblem({ status: 409, code: 'slot_taken', detail: 'Somebody else has booked this time.' }, 2)).toEqual(
    {
      title: 'This price is no longer available',
      text: 'Somebody else has booked this time.',
      needsNewQuote: true,
      asksAgain: false,
      isInMyBookings: false,
      errors: {},
      elsewhere: [],
    },
  )
  expect(bookingProblem({ status: 409, code: 'too_many_open_bookings', detail: 'Five.' }, 2)).toMatchObject({
    needsNewQuote: false,
    isInMyBookings: true,
  })
})

it('asks the same driver again where the price no longer holds', () => {
  const problem = { status: 409, code: 'requote', detail: 'This price is no longer valid.' }
  expect(bookingProblem(problem, 2)).toMatchObject({ needsNewQuote: true, asksAgain: true })
})

it('says that a try whose answer was lost went through', () => {
  const problem = { status: 409, code: 'idempotency_key_reused', detail: 'This Idempotency-Key was used.' }
  expect(bookingProblem(problem, 2)).toMatchObject({ title: 'Booked already', isInMyBookings: true })
})

it('puts sentences at their fields', () => {
  const errors = { 'route_points.0.contact_number': ['Add a number.'] }
  expect(bookingProblem({ status: 422, code: 'invalid', detail: 'Please check.', errors }, 2)).toMatchObject({
    text: 'Please check.',
    errors: { 'routePoints.0.contactNumber': 'Add a number.' },
    elsewhere: [],
  })
  const street = { 'route_points.1.address.formatted_address': ['Add the street.'] }
  expect(bookingProblem({ status: 422, code: 'invalid', detail: 'Please check.', errors: street }, 2)).toMatchObject({
    errors: { 'routePoints.1.address': 'Add the street.' },
    elsewhere: [],
  })
})

it('leads to the step of what has no field on this page', () => {
  const problemOf = (errors: Record<string, string[]>) =>
    bookingProblem({ status: 422, code: 'invalid', detail: 'Please check.', errors }, 2)
  expect(problemOf({ photos_id: ['These photos are gone.'] })).toMatchObject({
    text: 'Something is missing from an earlier step.',
    elsewhere: [{ href: '/clarify', field: 'photos', text: 'These photos are gone.' }],
  })
  const [dropOff, pickUp] = ['route_points.1.contact_number', 'route_points.0.contact_number']
  expect(problemOf({ [dropOff]: ['Give a number.'] }).elsewhere).toMatchObject([
    { href: '/route-details', field: 'routePoints.1.contactNumber', text: 'Drop-off: Give a number.' },
  ])
  expect(problemOf({ [pickUp]: ['Give a number.'], [dropOff]: ['Give a number.'] })).toMatchObject({
    text: 'Please check.',
    elsewhere: [],
  })
})

it('knows when nobody is signed in', () => {
  expect(needsLogin({ status: 401 })).toBe(true)
  expect(needsLogin({ status: 403 })).toBe(false)
})

const now = new Date('2026-11-20T09:00:00Z')
const started = (quoteId: string) => {
  const draft = run(enter('E17 4QH', 'BN1 4QL'), van('small_van'))
  return draftReducer(draft, { type: 'booking-sent', attempt: attemptFor(quoteId, draft.attempt) })
}

test('an open try keeps its key; another price, or a try after the answer, has its own', () => {
  const draft = started('q1')
  const key = draft.attempt?.key
  expect(isKey(key)).toBe(true)
  expect(attemptFor('q1', draft.attempt).key).toBe(key)
  expect(attemptFor('q2', draft.attempt).key).not.toBe(key)
  const answered = draftReducer(draft, { type: 'booking-answered' })
  expect(answered.attempt).toBeNull()
  expect(attemptFor('q1', answered.attempt).key).not.toBe(key)
})

test('what is typed meanwhile leaves the try open; a booked order has none', () => {
  const draft = started('q1')
  expect(draftReducer(draft, note('The cat is out')).attempt).toEqual(draft.attempt)
  expect(draftReducer(draft, { type: 'booking-cleared' }).attempt).toBeNull()
})

test('a try that waits for its answer outlives a reload', () => {
  const draft = started('q1')
  const restored = parseStoredDraft(toStoredDraft(draft, now))
  expect(restored?.attempt).toEqual(draft.attempt)
  expect(restored && draftReducer(run(), { type: 'draft-restored', draft: restored }).attempt).toEqual(draft.attempt)
})

test.each([7, 'x', {}, { key: 'short', quoteId: 'q1' }, { key: 'a\r\nb', quoteId: 'q1' }, { key: 'a'.repeat(32) }])(
  'T-118: a stored try of another form (%j) goes alone',
  (attempt) => {
    const order = after(enter('E17 4QH', 'BN1 4QL'))
    const stored = JSON.stringify({ timestamp: now.getTime(), order, isEditing: false, original: null, attempt })
    expect(parseStoredDraft(stored)).toMatchObject({ order: { date: order.date }, attempt: null })
  },
)

test.each([
  [0, false],
  [400, true],
  [401, true],
  [409, true],
  [422, true],
  [429, true],
  [500, false],
  [503, false],
])('after %i it is known what became of it: %s', (status, known) => {
  expect(isAnswered({ status })).toBe(known)
})
