import { expect, it } from 'vitest'
import { countsOf, isWanted, type HotFilter, type Offered } from './rules.ts'

const today = '2026-11-28'
const job = (change: Partial<Offered> = {}): Offered => ({
  start: new Date('2026-11-28T16:00:00Z'),
  totalPence: 12_000,
  paymentMethod: 'card',
  metresAway: 3000,
  ...change,
})

it.each<[HotFilter, Partial<Offered>, boolean]>([
  [{}, {}, true],
  [{ day: 'today' }, {}, true],
  [{ day: 'later' }, {}, false],
  // A day by London's clock: half past midnight in summer is 23:30 UTC of the day before.
  [{ day: 'later' }, { start: new Date('2026-11-29T00:30:00Z') }, true],
  [{ withinMiles: 5 }, { metresAway: 8046 }, true],
  [{ withinMiles: 5 }, { metresAway: 8048 }, false],
  [{ withinMiles: 5 }, { metresAway: undefined }, false],
  [{ minPence: 12_000 }, {}, true],
  [{ minPence: 12_001 }, {}, false],
  [{ paymentMethod: 'cash' }, {}, false],
  [{ paymentMethod: 'cash', day: 'today' }, { paymentMethod: 'cash' }, true],
])('%j wants %j: %s', (filter, change, isMatch) => {
  expect(isWanted(filter, today)(job(change))).toBe(isMatch)
})

it('counts each kind among all', () => {
  const jobs = [
    job(),
    job({ paymentMethod: 'cash', metresAway: 90_000 }),
    job({ start: new Date('2026-11-30T09:00Z') }),
  ]
  expect(countsOf(jobs, today)).toEqual({ all: 3, today: 2, later: 1, near: 2, cash: 1 })
})
