import { expect, it } from 'vitest'
import { bookingProblem, needsLogin } from './booking-answer.ts'

it('asks for new prices where the quote is lost', () => {
  expect(bookingProblem({ status: 409, code: 'slot_taken', detail: 'Somebody else has booked this time.' }, 2)).toEqual(
    {
      title: 'This price can’t be booked any more',
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
