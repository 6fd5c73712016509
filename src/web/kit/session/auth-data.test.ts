import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSignedIn, readAuthData, rememberSignedIn } from './auth-data.ts'

const warnings: string[] = []

beforeEach(() => {
  warnings.length = 0
  vi.spyOn(console, 'warn').mockImplementation((message: string) => void warnings.push(message))
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('who signed in is remembered until they log out', () => {
  expect(readAuthData()).toEqual({ isAuthenticated: false, accessToken: null })
  rememberSignedIn('a.b.c')
  expect(readAuthData()).toEqual({ isAuthenticated: true, accessToken: 'a.b.c' })
  clearSignedIn()
  expect(readAuthData()).toEqual({ isAuthenticated: false, accessToken: null })
})

test.each([
  '{',
  '[]',
  '"x"',
  'null',
  '7',
  '{}',
  '{"isAuthenticated":"yes","accessToken":null}',
  '{"isAuthenticated":true,"accessToken":7}',
  '{"isAuthenticated":"yes","accessToken":7}',
])('nonsense (%s) is nobody: it is warned about once, and discarded', (value) => {
  localStorage.setItem('authData', value)
  expect(readAuthData()).toEqual({ isAuthenticated: false, accessToken: null })
  expect(localStorage.getItem('authData')).toBeNull()
  expect(readAuthData()).toEqual({ isAuthenticated: false, accessToken: null })
  expect(warnings).toEqual([expect.stringContaining('discarded')])
  expect(warnings.join()).not.toContain(value)
})

test('what is right is no reason to warn', () => {
  rememberSignedIn(null)
  expect(readAuthData()).toEqual({ isAuthenticated: true, accessToken: null })
  clearSignedIn()
  readAuthData()
  expect(warnings).toEqual([])
})

const refuse = () => {
  throw new DOMException('denied', 'SecurityError')
}

test('a browser that refuses to keep anything is one without it', () => {
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  expect(() => rememberSignedIn('a.b.c')).not.toThrow()
  expect(() => clearSignedIn()).not.toThrow()
  expect(readAuthData().isAuthenticated).toBe(false)
  // Each says so (spec §8).
  expect(warnings).toEqual([
    expect.stringContaining('stored in'),
    expect.stringContaining('removed from'),
    expect.stringContaining('read'),
  ])
})
