import { describe, expect, test } from 'vitest'
import { isFromOurPages, ownOrigins, ownPath, senderOf } from './same-origin.server.ts'

describe('T-098: whose page sent a form', () => {
  const own = ['https://vanfare.example']

  test.each([
    [{ 'sec-fetch-site': 'same-origin' }, 'us'],
    [{ 'sec-fetch-site': 'same-origin', origin: own[0] }, 'us'],
    // No browser sends this combination, so a request that does is refused.
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, 'stranger'],
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, 'us'],
    [{ 'sec-fetch-site': 'cross-site' }, 'stranger'],
    [{ 'sec-fetch-site': 'cross-site', origin: own[0] }, 'stranger'],
    [{ 'sec-fetch-site': 'same-site', origin: own[0] }, 'stranger'],
    [{ 'sec-fetch-site': 'none' }, 'unsaid'],
    [{ origin: own[0] }, 'us'],
    [{ origin: 'http://vanfare.example' }, 'stranger'],
    [{ origin: 'https://vanfare.example:444' }, 'stranger'],
    [{ origin: 'https://vanfare.example.evil.example' }, 'stranger'],
    [{ origin: 'vanfare.example' }, 'stranger'],
    [{ origin: 'null' }, 'stranger'],
    [{}, 'unsaid'],
  ])('%j: %s', (headers, expected) => {
    expect(senderOf(new Headers(headers as Record<string, string>), own)).toBe(expected)
  })

  test.each([
    // Whatever a proxy makes of our host and scheme, behind it there is one origin.
    ['https://vanfare.example', '127.0.0.1:3000', ['https://vanfare.example']],
    ['https://vanfare.example', 'vanfare.example', ['https://vanfare.example']],
    ['http://127.0.0.1:3000', '127.0.0.1:3000', ['http://127.0.0.1:3000']],
    ['http://127.0.0.1:3000', 'localhost:3000', ['http://127.0.0.1:3000', 'http://localhost:3000']],
    ['http://127.0.0.1:80', 'LOCALHOST:80', ['http://127.0.0.1:80', 'http://localhost']],
    ['http://127.0.0.1:3000', 'no host at all', ['http://127.0.0.1:3000']],
    ['http://127.0.0.1:3000', undefined, ['http://127.0.0.1:3000']],
  ])('under %s, asked for as %s, our own origins are %j', (publicUrl, host, expected) => {
    expect(ownOrigins(publicUrl, host)).toEqual(expected)
  })

  test.each([
    [{ origin: 'https://vanfare.example' }, true],
    [{ origin: 'http://vanfare.example' }, false],
    [{ origin: 'http://evil.example' }, false],
    [{}, false],
  ])('a form with %j is ours: %s', (headers, expected) => {
    const request = new Request('https://vanfare.example/session/login', {
      method: 'POST',
      headers: headers as Record<string, string>,
    })
    expect(isFromOurPages(request, 'https://vanfare.example')).toBe(expected)
  })
})

describe('T-017: ownPath', () => {
  test.each([
    ['/', '/'],
    ['/my-bookings/future-bookings?page=2', '/my-bookings/future-bookings?page=2'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/a\r\nSet-Cookie: x=1', '/'],
    ['/..//evil.example', '/'],
    ['/a/../..//evil.example', '/'],
    ['', '/'],
    [null, '/'],
    [['/a'], '/'],
  ])('%j leads to %s', (next, path) => {
    expect(ownPath(next)).toBe(path)
  })

  const ways = [
    '//',
    '/\\',
    '\\\\',
    '\\/',
    '///',
    '/ /',
    '/\t/',
    '/\n/',
    '/..//',
    '/.//',
    '/%2e%2e//',
    '/a/..//',
    'http://',
    'https:',
    'ftp://',
  ]
  const hosts = ['evil.example', 'evil.example/a', 'own.invalid@evil.example', '[::1]:80', 'evil。example']
  const elsewhere = ways.flatMap((way) => hosts.map((host) => way + host))

  test(`${elsewhere.length} ways elsewhere lead nowhere else`, () => {
    for (const next of elsewhere)
      for (const base of ['https://vanfare.example', 'http://127.0.0.1:3000'])
        expect([next, new URL(ownPath(next), base).origin]).toEqual([next, base])
  })
})
