import { hasErrors, problemText, waitText } from '#web/kit/forms/answer.ts'
import type { StaffRole } from '#shared/endpoint.ts'
import { expect, test } from 'vitest'
import { loginErrors, pageAfterLogin, accountProblemReason } from './login-rules.ts'

test.each([
  ['', '', { email: 'Required', password: 'Required' }],
  ['  ', 'x', { email: 'Required' }],
  ['priya.nair@', '', { email: 'Invalid email', password: 'Required' }],
  ['priya@example.co.uk', ' ', {}],
])('%j with %j', (email, password, errors) => {
  expect(loginErrors(email, password)).toEqual(errors)
  expect(hasErrors(loginErrors(email, password))).toBe(Object.keys(errors).length > 0)
})

test('the three states have their dialogs, everything else a toast', () => {
  expect(accountProblemReason('unverified_email')).toBe('confirm-email')
  expect(accountProblemReason('account_deleted')).toBe('deleted')
  expect(accountProblemReason('account_blocked')).toBe('blocked')
  expect(accountProblemReason('wrong_credentials')).toBeUndefined()
})

test.each([
  ['admin', null, '/admin/bookings', 'owner'],
  ['admin', null, '/admin/content', 'editor'],
  ['customer', null, '/my-bookings/future-bookings'],
  ['driver', { status: 'operating', hasVehicle: true }, '/my-bookings/new-bookings'],
  ['driver', { status: 'pending_verification', hasVehicle: true }, '/settings/general'],
  ['driver', { status: 'insurance_expires_soon', hasVehicle: true }, '/settings/general'],
  ['driver', { status: 'not_ready_for_a_job', hasVehicle: false }, '/settings/driving-profile'],
  ['driver', null, '/settings/driving-profile'],
] as const)('%s with %j goes to %s', (role, unit, page, staffRole?: StaffRole) =>
  expect(pageAfterLogin(role, { unit, staffRole })).toBe(page),
)

test.each([
  [1, '1 second'],
  [29.2, '30 seconds'],
  [90, '90 seconds'],
  [91, '2 minutes'],
  [900, '15 minutes'],
])('%s seconds are %s', (seconds, text) => expect(waitText(seconds)).toBe(text))

test('only who was too fast is told when to come back', () => {
  expect(problemText({ code: 'too_fast', detail: 'x', retryAfterSeconds: 60 })).toBe(
    'Too many tries. Try again in 60 seconds.',
  )
  expect(problemText({ code: 'unavailable', detail: 'We are busy.', retryAfterSeconds: 5 })).toBe('We are busy.')
  expect(problemText({ code: 'wrong_credentials', detail: 'Wrong.' })).toBe('Wrong.')
})
