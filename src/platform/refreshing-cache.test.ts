import { expect, test } from 'vitest'
import { refreshed } from './refreshing-cache.ts'

test('loads once for all who ask, and again when the value is old or was forgotten', async () => {
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

test('keeps no failure', async () => {
  let fails = true
  const value = refreshed(() => (fails ? Promise.reject(new Error('away')) : Promise.resolve('here')), 1000)
  await expect(value.get()).rejects.toThrow('away')
  fails = false
  expect(await value.get()).toBe('here')
})
