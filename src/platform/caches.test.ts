import { describe, expect, it } from 'vitest'
import { createTestClock } from '#test/support/clock.ts'
import { systemClock } from './clock.ts'
import { ExpiringCache, refreshed } from './caches.ts'
import { newId, timeOfId } from './new-id.ts'

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

describe('the refreshing cache', () => {
  it('loads once for all who ask, and again when the value is old or was forgotten', async () => {
    let loads = 0
    let time = 0
    const value = refreshed(
      () => Promise.resolve((loads += 1)),
      1000,
      () => time,
    )
    expect(await Promise.all([value.get(), value.get(), value.get()])).toEqual([1, 1, 1])
    time = 999
    expect(await value.get()).toBe(1)
    time = 1000
    expect(await value.get()).toBe(2)
    value.forget()
    expect(await value.get()).toBe(3)
  })

  it('keeps no failure', async () => {
    let fails = true
    const value = refreshed(() => (fails ? Promise.reject(new Error('away')) : Promise.resolve('here')), 1000)
    await expect(value.get()).rejects.toThrow('away')
    fails = false
    expect(await value.get()).toBe('here')
  })
})

describe('new ids', () => {
  it.each([
    ['that goes', systemClock],
    ['that stands still', createTestClock()],
  ])(
    'by a clock %s, ids are UUIDs of version 7, none comes twice, and later ones sort after earlier ones',
    (_, clock) => {
      const made = Array.from({ length: 3000 }, () => newId(clock))
      for (const id of made) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(new Set(made).size).toBe(3000)
      expect(made.toSorted()).toEqual(made)
    },
  )

  it('an id says when it was made, by the clock that made it', () => {
    expect(timeOfId(newId(createTestClock('2027-02-03T04:05:06.789Z')))).toBe(Date.parse('2027-02-03T04:05:06.789Z'))
  })

  it.each(['', '7', 'not-an-id', '0198a5d0-0000-4000-8000-000000000000'])('%j says nothing', (id) => {
    expect(timeOfId(id)).toBeUndefined()
  })
})
