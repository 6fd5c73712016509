import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetSignedIn, readAuthData, rememberSignedIn } from './auth-data.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('who signed in is remembered until they log out', () => {
  expect(readAuthData()).toEqual({ isAuthenticated: false, accessToken: null })
  rememberSignedIn('a.b.c')
  expect(readAuthData()).toEqual({ isAuthenticated: true, accessToken: 'a.b.c' })
  forgetSignedIn()
  expect(readAuthData()).toEqual({ isAuthenticated: false, accessToken: null })
})

test.each(['{', '[]', '"x"', 'null', '{"isAuthenticated":"yes","accessToken":7}'])(
  'nonsense (%s) is nobody',
  (value) => {
    localStorage.setItem('authData', value)
    expect(readAuthData()).toEqual({ isAuthenticated: false, accessToken: null })
  },
)

const refuse = () => {
  throw new DOMException('denied', 'SecurityError')
}

test('a browser that refuses to keep anything is one without it', () => {
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  expect(() => rememberSignedIn('a.b.c')).not.toThrow()
  expect(() => forgetSignedIn()).not.toThrow()
  expect(readAuthData().isAuthenticated).toBe(false)
})
