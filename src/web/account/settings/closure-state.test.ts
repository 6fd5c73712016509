import { expect, test } from 'vitest'
import { closingOf } from './closure-state.ts'

test.each([
  ['pending_delete', { state: 'pending' }],
  ['token_expired', { state: 'expired' }],
  ['booking_ahead', { state: 'refused', reason: 'booking-ahead', detail: 'No.' }],
  ['last_admin', { state: 'refused', reason: 'other', detail: 'No.' }],
])('%s', (code, closing) => expect(closingOf({ ok: false, status: 409, code, detail: 'No.' })).toEqual(closing))

test('a token that is none is an expired link', () => {
  expect(
    closingOf({ ok: false, status: 409, code: 'invalid', detail: 'No.', errors: { token: ['Required'] } }),
  ).toEqual({
    state: 'expired',
  })
})
