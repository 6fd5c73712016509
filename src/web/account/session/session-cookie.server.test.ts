import { describe, expect, test } from 'vitest'
import {
  endedSessionCookie,
  findSessionCookie,
  isRunningOut,
  readSessionCookie,
  sessionCookie,
} from './session-cookie.server.ts'

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
