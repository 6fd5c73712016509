import { describe, expect, it } from 'vitest'
import { after, enter, note, run, van } from '#test/support/factories/draft.ts'
import { furnitureTimes } from '../draft/order.ts'
import { resultOf } from '../details/photo-upload.ts'
import { draftReducer } from '../draft/draft.ts'
import { initialOrder, paymentMethodOf, type Order, type Quote } from '../draft/order.ts'
import { parseStoredDraft, toStoredDraft } from '../draft/stored-draft.ts'
import {
  canText,
  describeCancellation,
  describePayment,
  describePrice,
  withNext,
} from '../phone-booking/special-request.ts'
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

it('an open try keeps its key; another price, or a try after the answer, has its own', () => {
  const draft = started('q1')
  const key = draft.attempt?.key
  expect(isKey(key)).toBe(true)
  expect(attemptFor('q1', draft.attempt).key).toBe(key)
  expect(attemptFor('q2', draft.attempt).key).not.toBe(key)
  const answered = draftReducer(draft, { type: 'booking-answered' })
  expect(answered.attempt).toBeNull()
  expect(attemptFor('q1', answered.attempt).key).not.toBe(key)
})

it('what is typed meanwhile leaves the try open; a booked order has none', () => {
  const draft = started('q1')
  expect(draftReducer(draft, note('The cat is out')).attempt).toEqual(draft.attempt)
  expect(draftReducer(draft, { type: 'booking-cleared' }).attempt).toBeNull()
})

it('a try that waits for its answer outlives a reload', () => {
  const draft = started('q1')
  const restored = parseStoredDraft(toStoredDraft(draft, now))
  expect(restored?.attempt).toEqual(draft.attempt)
  expect(restored && draftReducer(run(), { type: 'draft-restored', draft: restored }).attempt).toEqual(draft.attempt)
})

it.each([7, 'x', {}, { key: 'short', quoteId: 'q1' }, { key: 'a\r\nb', quoteId: 'q1' }, { key: 'a'.repeat(32) }])(
  'T-118: a stored try of another form (%j) goes alone',
  (attempt) => {
    const order = after(enter('E17 4QH', 'BN1 4QL'))
    const stored = JSON.stringify({ timestamp: now.getTime(), order, isEditing: false, original: null, attempt })
    expect(parseStoredDraft(stored)).toMatchObject({ order: { date: order.date }, attempt: null })
  },
)

it.each([
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

describe('payment method', () => {
  const order = (taken: Quote['paymentMethods'] | null, chosen: Order['paymentMethod']): Order => ({
    ...initialOrder,
    paymentMethod: chosen,
    selectedQuote: taken && ({ paymentMethods: taken } as Quote),
  })

  it.each([
    [['cash', 'card'], null, 'card'],
    [['cash', 'card'], 'cash', 'cash'],
    [['cash'], 'card', 'cash'],
    [['card'], 'cash', 'card'],
    [null, 'cash', 'card'],
  ] as const)('a company that takes %j, asked for %s, is paid by %s', (taken, chosen, method) => {
    expect(paymentMethodOf(order(taken && [...taken], chosen))).toBe(method)
  })
})

describe('times for furniture', () => {
  const order: Order = {
    ...initialOrder,
    helpLevel: 'one_porter',
    items: [
      { id: 102, category: 1, amount: 2 },
      { id: 917, category: 9, amount: 1 },
    ],
    dismantlingItems: [917],
    assemblingItems: [102, 917],
  }

  it('counts each piece, shared by those who do it (decisions §3)', () => {
    expect(furnitureTimes(order)).toEqual({ dismantling: 40, assembling: 80 })
    expect(furnitureTimes({ ...order, assemblingHelp: 'driver_helps' })).toEqual({ dismantling: 40, assembling: 120 })
    expect(furnitureTimes({ ...order, dismantlingHelp: 'two_porters' }).dismantling).toBe(40)
  })

  it('is nothing where nobody lifts', () => {
    expect(furnitureTimes({ ...order, helpLevel: 'no_help' })).toEqual({ dismantling: 0, assembling: 0 })
  })
})

describe('photo upload', () => {
  it.each([
    [201, { id: 'abc' }, { ok: true, id: 'abc' }],
    [
      422,
      { detail: 'Please check.', errors: { 'photos.1': ['This is no photo.'] } },
      { ok: false, reason: 'This is no photo.' },
    ],
    [413, { detail: 'The request is too large.' }, { ok: false, reason: 'The request is too large.' }],
    [201, {}, { ok: false, reason: 'The photos couldn’t be sent. Check your connection and try again.' }],
    [502, null, { ok: false, reason: 'The photos couldn’t be sent. Check your connection and try again.' }],
    [502, '<html>', { ok: false, reason: 'The photos couldn’t be sent. Check your connection and try again.' }],
  ])('%d %j', (status, answer, result) => {
    expect(resultOf({ status, body: answer })).toEqual(result)
  })
})

describe('phone bookings', () => {
  const chosen = {
    ceilingPence: 19_000,
    company: { name: 'Soar Valley Vans' } as never,
    cancellation: [
      { until: '2026-03-16T10:00:00Z', feePence: 0 },
      { until: '2026-03-17T10:00:00Z', feePence: 3800 },
      { until: null, feePence: 7600 },
    ],
  }

  describe('what the office says', () => {
    it('has the price and the ceiling of the chosen driver, or the price that was agreed', () => {
      expect(describePrice(17_100, chosen)).toBe(
        'It’s £171.00, and for what you’ve told me it won’t be more than £190.00.',
      )
      expect(describePrice(17_500, null)).toBe('It’s £175.00, and that’s fixed.')
    })

    it('has what cancelling costs, and from when', () => {
      expect(describeCancellation(chosen, new Date('2026-03-10T09:00:00Z'))).toBe(
        'You can cancel free until a driver confirms. Until Mon 16 March, 10:00, it is free; until Tue 17 March, 10:00, it costs £38.00; after that, it costs £76.00.',
      )
      expect(describeCancellation(chosen, new Date('2026-03-17T12:00:00Z'))).toBe(
        'You can cancel free until a driver confirms. Once confirmed, it costs £76.00.',
      )
    })

    it('says that a job without a driver costs nothing to cancel', () =>
      expect(describeCancellation(null, new Date('2026-03-10T09:00:00Z'))).toBe(
        'You can cancel free of charge until it starts.',
      ))

    it.each([
      ['cash', '£171.00 is to be paid in cash to the driver, when the move is done. Nothing is paid now.'],
      ['card', '£171.00 is to be paid by card. Don’t read your card number out to me.'],
      ['bank_transfer', '£171.00 is to be paid by transfer to the bank account of Soar Valley Vans.'],
    ] as const)('says how %s is paid', (method, sentence) =>
      expect(describePayment(method, 17_100, chosen)).toBe(sentence),
    )
  })

  describe('the list of who does it', () => {
    const quoted = (id: string, totalPence: number) => ({ company: { id }, totalPence }) as never

    it('counts what it shows, and says how many there are if some are not on the page', () => {
      expect(canText(0, 0)).toBe('No driver is free then')
      expect(canText(1, 1)).toBe('1 can')
      expect(canText(28, 28)).toBe('28 can, cheapest first')
      expect(canText(20, 28)).toBe('20 of 28, cheapest first')
    })

    it('goes on with the next page, each company once', () => {
      const shown = [quoted('a', 100), quoted('b', 110)]
      expect(withNext(shown, [quoted('b', 111), quoted('c', 120)])).toEqual([...shown, quoted('c', 120)])
    })
  })
})
