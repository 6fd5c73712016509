import { expect, it } from 'vitest'
import { ExpiringCache } from './expiring-cache.ts'

it('forgets at the end of an entry', () => {
  let now = 1000
  const cache = new ExpiringCache<string>(10, () => now)
  cache.set('a', 'first', 500)
  now = 1499
  expect(cache.get('a')).toBe('first')
  now = 1500
  expect(cache.get('a')).toBeUndefined()
  expect(cache.size).toBe(0)
})

it('stays within its size and drops what was used longest ago', () => {
  const cache = new ExpiringCache<number>(3)
  for (const [key, value] of [
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ] as const)
    cache.set(key, value, 1000)
  expect(cache.get('a')).toBe(1)
  cache.set('d', 4, 1000)
  expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.get('d')]).toEqual([1, undefined, 3, 4])
  for (let index = 0; index < 1000; index++) cache.set(`k${index}`, index, 1000)
  expect(cache.size).toBe(3)
})

it('replaces an entry and its end', () => {
  let now = 0
  const cache = new ExpiringCache<number>(2, () => now)
  cache.set('a', 1, 10)
  cache.set('a', 2, 100)
  now = 50
  expect(cache.get('a')).toBe(2)
})
