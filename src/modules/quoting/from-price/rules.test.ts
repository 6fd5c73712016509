import { describe, expect, it } from 'vitest'
import { findItem } from '#modules/items/data.ts'
import { dayOfWeek, toInstant } from '#shared/local-time.ts'
import { loadOfItems } from '#modules/items/rules.ts'
import { tripsFor } from '../load/rules.ts'
import { districtPlace, fromPriceDays } from './rules.ts'
import { NAMED_LOADS } from './data.ts'

describe('a named load', () => {
  it.each([
    ['room', 1],
    ['flat', 1],
    ['house', 2],
  ] as const)('%s: its things exist, and any van of its kind takes them in %i', (size, trips) => {
    const { items, vanCategory, manPower } = NAMED_LOADS[size]
    for (const { movingItem } of items) expect(findItem(movingItem), String(movingItem)).toBeDefined()
    expect(tripsFor(loadOfItems(items), { category: vanCategory, payloadKg: null }, manPower)).toBe(trips)
  })

  it('says how many boxes there are', () => {
    for (const { items, contents } of Object.values(NAMED_LOADS)) {
      const boxes = items.find(({ movingItem }) => movingItem === 802)
      expect(contents).toContain(`${boxes?.amount} boxes`)
    }
  })
})

describe('the day of a from-price', () => {
  it('is a Tuesday, Wednesday or Thursday within the week, and the same day a week later', () => {
    for (let day = 1; day <= 30; day += 1) {
      const today = `2026-11-${String(day).padStart(2, '0')}`
      const [soon, later] = fromPriceDays(toInstant(today, 720))
      expect([2, 3, 4]).toContain(dayOfWeek(soon))
      const ahead = (Date.parse(soon) - Date.parse(today)) / 86_400_000
      expect(ahead).toBeGreaterThanOrEqual(3)
      expect(ahead).toBeLessThanOrEqual(7)
      expect(Date.parse(later) - Date.parse(soon)).toBe(7 * 86_400_000)
    }
  })
})

describe('a district', () => {
  it('is placed by the table of districts, however it is typed', () => {
    expect(districtPlace(' e17 ')).toMatchObject({
      outcode: 'E17',
      area: 'E',
      town: 'Walthamstow',
      precision: 'outcode',
    })
  })

  it.each(['', 'E', 'E17 4QH', 'ZZ9', 'E99', '<b>', 'E17\u0000'])('is nothing else: %j', (text) => {
    expect(districtPlace(text)).toBeNull()
  })
})
