import { expect, it } from 'vitest'
import type { AskedMove } from '../move/rules.ts'
import { withAssumedStart } from './rules.ts'

const asked = (first: { date?: string; time?: string }): AskedMove => ({
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
  // Nothing is left of the day: refused, as it would be if it had been chosen.
  ['2026-11-20T22:10:00Z', { date: '2026-11-20' }, ['2026-11-20', '10:00', false, true]],
  ['2026-11-20T09:00:00Z', { date: '2026-11-31' }, ['2026-11-31', '10:00', false, true]],
] as const)('at %s a move of %j is priced for %j', (now, first, [date, time, isDayAssumed, isTimeAssumed]) => {
  const assumed = withAssumedStart(asked(first), new Date(now))
  expect(assumed).toMatchObject({ isDayAssumed, isTimeAssumed })
  expect(assumed.move).toEqual(asked({ date, time }))
})
