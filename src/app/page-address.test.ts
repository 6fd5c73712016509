import { expect, test } from 'vitest'
import { keyOf, spelledAs, tidied } from './page-address.ts'

test.each([
  ['/terms', '/terms'],
  ['//terms', '/terms'],
  ['/terms///', '/terms/'],
  ['/a/../terms', '/terms'],
  ['/a/%2e%2e/terms', '/terms'],
  ['/./terms', '/terms'],
  ['/\\terms', '/terms'],
  // No way to another host: one slash, and then something else.
  ['//evil.example/', '/evil.example/'],
  ['/\\evil.example', '/evil.example'],
  ['/\\/evil.example', '/evil.example'],
  ['/.//evil.example', '/evil.example'],
  ['/..//..//evil.example', '/evil.example'],
  ['/%2e%2e//evil.example', '/evil.example'],
  ['/@evil.example', '/@evil.example'],
  ['/%5cevil.example', '/%5cevil.example'],
])('%s is tidied to %s', (requested, path) => expect(tidied(requested)).toBe(path))

test.each([
  ['/terms', '/TERMS/', '/terms'],
  ['/terms', '/%74erms', '/terms'],
  ['/', '/', '/'],
  ['/settings/general', '/Settings/GENERAL', '/settings/general'],
  ['/blog/:slug', '/BLOG/My-Move%2F', '/blog/My-Move%2F'],
  ['/my-bookings/:tab?', '/My-Bookings', '/my-bookings'],
  ['/my-bookings/:tab?', '/My-Bookings/Past', '/my-bookings/Past'],
])('%s, asked for as %s, is spelled %s', (pattern, path, spelled) => expect(spelledAs(pattern, path)).toBe(spelled))

test.each([
  ['', '/register'],
  ['a=1', '/register'],
  ['as=driver', '/register?as=driver'],
  ['utm_source=x&as=driver&b=2', '/register?as=driver'],
  // The first value counts, as it does for the page.
  ['as=driver&as=customer', '/register?as=driver'],
  ['as=customer&as=driver', '/register'],
  ['as=DRIVER', '/register'],
  ['as=driver%00', '/register'],
  ['theme=dark&as=driver', '/register?as=driver&theme=dark'],
  ['as', '/register'],
  ['constructor=1&__proto__=2', '/register'],
])('a page drawn by `as` and `theme`, asked for with "%s", is kept as %s', (query, key) => {
  const handle = { drawnBy: { as: ['driver'], theme: ['dark', 'light'] } }
  expect(keyOf({ handle, path: '/register', isData: false }, query)).toBe(key)
})

test('a page that is drawn by nothing is kept once, whatever is asked', () =>
  expect(keyOf({ handle: {}, path: '/terms', isData: false }, 'as=driver')).toBe('/terms'))
