import { describe, expect, test } from 'vitest'
import type { RateRule } from '#shared/endpoint.ts'
import { networkOf, RateLimiter } from './rate-limit.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2'],
  ['2001:db8::5', '2001:db8:0:0'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  ['', ''],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

describe('a window', () => {
  const rule: RateRule = { name: 'a limit', per: 'user', count: 3, seconds: 60 }
  const used = (limiter: RateLimiter, now: number, calls = 10) =>
    Array.from({ length: calls }, () => limiter.spend(rule, 'me', now)).filter((refused) => !refused).length

  test('admits so many, tells how long to wait, and begins again', () => {
    const limiter = new RateLimiter(1)
    expect(used(limiter, 0)).toBe(3)
    expect(limiter.spend(rule, 'me', 20_000)?.retryAfterSeconds).toBe(40)
    expect(limiter.peek(rule, 'me', 20_000)?.retryAfterSeconds).toBe(40)
    expect([limiter.peek(rule, 'me', 60_000), limiter.peek(rule, 'you', 0)]).toEqual([undefined, undefined])
    expect(used(limiter, 60_000)).toBe(3)
  })

  test('takes back what failed, at most as often as it admits', () => {
    const limiter = new RateLimiter(1)
    let admitted = 0
    while (!limiter.spend(rule, 'me', 0) && admitted < 100) {
      admitted += 1
      limiter.giveBack(rule, 'me', 0)
    }
    expect(admitted).toBe(6)
  })

  test('takes nothing back of a window before', () => {
    const limiter = new RateLimiter(1)
    used(limiter, 0, 1)
    used(limiter, 60_000, 3)
    expect(limiter.giveBack(rule, 'me', 0)).toBe(false)
    expect(limiter.spend(rule, 'me', 60_001)).toBeDefined()
  })
})
