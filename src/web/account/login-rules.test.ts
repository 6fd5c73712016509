import { expect, test } from 'vitest'
import { hasErrors, loginErrors, pageAfterLogin, sorryReason } from './login-rules.ts'

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
  expect(sorryReason('unverified_email')).toBe('confirm-email')
  expect(sorryReason('account_deleted')).toBe('deleted')
  expect(sorryReason('account_blocked')).toBe('blocked')
  expect(sorryReason('wrong_credentials')).toBeUndefined()
})

test('customers go to their bookings', () => {
  expect(pageAfterLogin('customer')).toBe('/my-bookings/future-bookings')
  expect(pageAfterLogin('admin')).toBeNull()
})
