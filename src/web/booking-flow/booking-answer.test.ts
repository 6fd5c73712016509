import { expect, it } from 'vitest'
import { bookingProblem, needsLogin } from './booking-answer.ts'

it('asks for new prices where the quote is lost', () => {
  expect(bookingProblem({ status: 409, code: 'slot_taken', detail: 'Somebody else has booked this time.' })).toEqual({
    title: 'This price cannot be booked any more',
    text: 'Somebody else has booked this time.',
    needsNewQuote: true,
    isInMyBookings: false,
    errors: {},
  })
  expect(bookingProblem({ status: 409, code: 'too_many_open_bookings', detail: 'Five.' })).toMatchObject({
    needsNewQuote: false,
    isInMyBookings: true,
  })
})

it('puts sentences at their fields', () => {
  const errors = { 'route_points.0.contact_number': ['Add a number.'] }
  expect(bookingProblem({ status: 422, code: 'invalid', detail: 'Please check.', errors }).errors).toEqual({
    'routePoints.0.contactNumber': 'Add a number.',
  })
})

it('knows when nobody is signed in', () => {
  expect(needsLogin({ status: 401, code: 'unauthenticated', detail: '' })).toBe(true)
  expect(needsLogin({ status: 403, code: 'forbidden', detail: '' })).toBe(false)
})
