import { describe, expect, test } from 'vitest'
import { isFromOurPages, ownPath } from './same-origin.server.ts'

describe('T-098: isFromOurPages', () => {
  const publicUrl = 'https://vanfare.example'
  const from = (headers: Record<string, string>, url = 'http://127.0.0.1:3000/session/login') =>
    isFromOurPages(new Request(url, { method: 'POST', headers }), publicUrl)

  test.each([
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, true],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'same-site', origin: publicUrl }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ origin: publicUrl }, true],
    [{ origin: 'http://127.0.0.1:3000' }, true],
    [{ origin: 'http://127.0.0.1:3001' }, false],
    [{ origin: 'https://vanfare.example.evil.example' }, false],
    [{ origin: 'null' }, false],
    [{}, false],
  ])('%j: %s', (headers, expected) => {
    expect(from(headers as Record<string, string>)).toBe(expected)
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
