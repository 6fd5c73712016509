import { describe, expect, test } from 'vitest'
import type { StaffRole } from '#shared/endpoint.ts'
import { phoneHint } from '#shared/phone.ts'
import { hasErrors, problemText, waitText } from '#web/kit/forms/answer.ts'
import { loginErrors, pageAfterLogin, accountProblemReason } from '../login/login-rules.ts'
import { registrationErrors } from '../login/registration-rules.ts'
import {
  endedSessionCookie,
  findSessionCookie,
  isRunningOut,
  readSessionCookie,
  sessionCookie,
} from '../session/session-cookie.server.ts'
import { lastUsedText, readableSecret } from './account-view.ts'
import { closingOf } from './closure-steps.tsx'
import { qrCodeOf } from './account-action.server.ts'

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

describe('registration', () => {
  const complete = {
    first_name: 'Priya',
    phone: '+44 7700 900123',
    email: 'priya@example.co.uk',
    password: 'Kettle-on-at-7',
  }

  test.each([
    [{}, {}],
    [{ first_name: ' ' }, { first_name: 'Required' }],
    [{ phone: '' }, { phone: 'Required' }],
    [{ phone: '07700 900123' }, {}],
    [{ phone: '07700 90012' }, { phone: phoneHint }],
    [{ email: '' }, { email: 'Required' }],
    [{ email: 'priya@' }, { email: 'Invalid email' }],
    [{ user_role: 'driver', company_name: ' ' }, { company_name: 'Required' }],
    [{ user_role: 'driver', company_name: 'Pennant Removals' }, {}],
    [{ password: '' }, { password: 'Required' }],
    [{ password: 'short1' }, { password: 'Use at least 8 characters.' }],
  ])('%j', (changed, errors) => {
    expect(registrationErrors({ ...complete, ...changed })).toEqual(errors)
  })

  test('an empty form names every field that is needed', () => {
    expect(registrationErrors({})).toEqual({
      first_name: 'Required',
      phone: 'Required',
      email: 'Required',
      password: 'Required',
    })
  })
})

describe('the session cookie', () => {
  const pair = { access: 'aa.bb.cc', refresh: 'r'.repeat(43) }

  describe('T-095: the session cookie', () => {
    test('over https it is bound to this host, secure and out of reach of scripts', () => {
      expect(sessionCookie(pair, true)).toBe(
        `__Host-authData=aa.bb.cc:${'r'.repeat(43)}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure`,
      )
    })

    test('on plain loopback it has the plain name', () => {
      expect(sessionCookie(pair, false)).toBe(
        `authData=aa.bb.cc:${'r'.repeat(43)}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`,
      )
      expect(endedSessionCookie(false)).toBe('authData=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax')
    })

    test.each([
      [`authData=aa.bb.cc:${'r'.repeat(43)}`, false, pair],
      [`other=1; authData=aa.bb.cc:${'r'.repeat(43)}; more=2`, false, pair],
      [`__Host-authData=aa.bb.cc:${'r'.repeat(43)}`, true, pair],
      // A cookie that a plain page could have planted does not count over https.
      [`authData=aa.bb.cc:${'r'.repeat(43)}`, true, null],
      ['authData=', false, null],
      ['authData=aa.bb.cc', false, null],
      [`authData=a"b:${'r'.repeat(43)}`, false, null],
      [`xauthData=aa.bb.cc:${'r'.repeat(43)}`, false, null],
      [undefined, false, null],
    ])('%s (https %s)', (header, isHttps, expected) => {
      expect(readSessionCookie(header, isHttps)).toEqual(expected)
    })

    test.each([
      ['authData=nonsense', 'invalid'],
      ['authData=aa.bb.cc:short', 'invalid'],
      ['authData=', null],
      ['theme=dark', null],
      [undefined, null],
    ])('%s is told from a browser without one: %s', (header, expected) => {
      expect(findSessionCookie(header, false)).toBe(expected)
    })
  })

  const token = (payload: unknown) => `h.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.s`

  describe('isRunningOut', () => {
    const now = new Date('2026-11-20T09:00:00Z')
    const seconds = now.getTime() / 1000

    test.each([
      [token({ exp: seconds + 600 }), false],
      [token({ exp: seconds + 31 }), false],
      [token({ exp: seconds + 20 }), true],
      [token({ exp: seconds - 1 }), true],
      [token({}), true],
      [token(null), true],
      ['no token', true],
    ])('%s: %s', (access, expected) => {
      expect(isRunningOut(access, now)).toBe(expected)
    })
  })
})

describe('the account’s view', () => {
  const now = new Date('2026-11-20T20:00:00Z')

  test.each([
    ['2026-11-20T08:12:00Z', 'Today 08:12'],
    ['2026-11-20T00:00:00Z', 'Today 00:00'],
    ['2026-11-19T23:59:00Z', 'Thu 19 November, 23:59'],
    // Summer time: the day and the hour are London's.
    ['2026-06-30T23:30:00Z', 'Wed 1 July, 00:30'],
    ['2025-12-31T12:00:00Z', 'Wed 31 December 2025'],
  ])('%s reads %s', (instant, text) => expect(lastUsedText(new Date(instant), now)).toBe(text))

  test('a secret is read in fours', () => {
    expect(readableSecret('JBSWY3DPEHPK3PXPA')).toBe('JBSW Y3DP EHPK 3PXP A')
    expect(readableSecret('')).toBe('')
  })
})

describe('closing an account', () => {
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
})

describe('the QR code', () => {
  const uri = 'otpauth://totp/Vanfare:priya%40example.co.uk?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Vanfare'

  test('a QR code has its three corners and a quiet edge', () => {
    const { size, path } = qrCodeOf(uri)
    const dark = new Set(path.split('z').map((square) => /M(\d+) (\d+)/.exec(square)?.slice(1).join()))
    const isDark = (x: number, y: number) => dark.has(`${x},${y}`)
    for (let at = 0; at < size; at++) for (let edge = 0; edge < 4; edge++) expect(isDark(at, edge)).toBe(false)
    for (const [left, top] of [
      [4, 4],
      [size - 11, 4],
      [4, size - 11],
    ] as const) {
      expect([
        isDark(left, top),
        isDark(left + 6, top + 6),
        isDark(left + 1, top + 1),
        isDark(left + 3, top + 3),
      ]).toEqual([true, true, false, true])
    }
  })

  test('a long address still fits', () => {
    expect(qrCodeOf(uri.replace('priya', 'p'.repeat(200))).size).toBeGreaterThan(qrCodeOf(uri).size)
  })
})
