import { expect, it } from 'vitest'
import { findItem } from '../data.ts'
import { TYPICAL_HOMES, type Listed } from './data.ts'
import { HOME_SIZES, type HomeSize } from './rules.ts'

const volumeOf = (items: Listed): number =>
  items.reduce((sum, { id, amount }) => sum + (findItem(id)?.volumeM3 ?? Number.NaN) * amount, 0)

const VOLUMES = { studio: [6, 10], one: [11, 15], two: [16, 22], three: [26, 34], four: [38, 48] } as const

it.each(HOME_SIZES.map(({ name, id }): [string, HomeSize] => [name, id]))(
  '%s holds about what such homes hold, each thing once',
  (_name, id) => {
    const [least, most] = VOLUMES[id]
    const items = TYPICAL_HOMES[id]
    expect(volumeOf(items)).toBeGreaterThanOrEqual(least)
    expect(volumeOf(items)).toBeLessThanOrEqual(most)
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
    expect(items.every(({ amount }) => Number.isInteger(amount) && amount > 0)).toBe(true)
    // Somebody sleeps there, sits, and has packed boxes.
    for (const needed of [802, 923]) expect(items.map(({ id }) => id)).toContain(needed)
  },
)

it('a bigger home holds more', () => {
  const volumes = HOME_SIZES.map(({ id }) => volumeOf(TYPICAL_HOMES[id]))
  expect(volumes).toEqual(volumes.toSorted((one, other) => one - other))
})
