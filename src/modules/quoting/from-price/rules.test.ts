import { describe, expect, it } from 'vitest'
import { findItem } from '#modules/items/data.ts'
import { loadOfItems } from '#modules/items/rules.ts'
import { dayOfWeek, toInstant } from '#shared/local-time.ts'
import { tripsFor } from '../load/rules.ts'
import { withAssumedStart, districtPlace, fromPriceDays } from './rules.ts'
import type { AskedMove } from '../move/rules.ts'
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
      const daysAhead = (Date.parse(soon) - Date.parse(today)) / 86_400_000
      expect(daysAhead).toBeGreaterThanOrEqual(3)
      expect(daysAhead).toBeLessThanOrEqual(7)
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

const aRequest = (first: { date?: string; time?: string }): AskedMove => ({
  routePoints: [
    { number: 0, postcode: 'E17 4QH', stairs: 0, ...first },
    { number: 1, postcode: 'BN1 4QL', stairs: 0 },
  ],
  items: [],
  jobKind: 'home_or_office',
  manPower: 'one_porter',
  vanCategory: 'large_van',
  needTailLift: false,
})

// A Friday; the working day soon is the Tuesday after.
it.each([
  ['2026-11-20T09:00:00Z', {}, ['2026-11-24', '10:00', true, true]],
  ['2026-11-20T09:00:00Z', { date: '2026-12-05' }, ['2026-12-05', '10:00', false, true]],
  ['2026-11-20T09:00:00Z', { time: '14:30' }, ['2026-11-24', '14:30', true, false]],
  ['2026-11-20T09:00:00Z', { date: '2026-12-05', time: '08:00' }, ['2026-12-05', '08:00', false, false]],
  // Today ten o'clock is too soon, or over.
  ['2026-11-20T09:00:00Z', { date: '2026-11-20' }, ['2026-11-20', '11:00', false, true]],
  ['2026-11-20T15:10:00Z', { date: '2026-11-20' }, ['2026-11-20', '17:30', false, true]],
  // The day has no hours left: refused, as it would be if it had been chosen.
  ['2026-11-20T22:10:00Z', { date: '2026-11-20' }, ['2026-11-20', '10:00', false, true]],
  ['2026-11-20T09:00:00Z', { date: '2026-11-31' }, ['2026-11-31', '10:00', false, true]],
] as const)('at %s a move of %j is priced for %j', (now, first, [date, time, isDayAssumed, isTimeAssumed]) => {
  const assumed = withAssumedStart(aRequest(first), new Date(now))
  expect(assumed).toMatchObject({ isDayAssumed, isTimeAssumed })
  expect(assumed.move).toEqual(aRequest({ date, time }))
})
