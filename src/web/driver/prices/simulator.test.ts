import { expect, test } from 'vitest'
import { firstJob, hasRoadCharges, simulationOf, type TriedJob } from './simulator.tsx'

const job: TriedJob = {
  from: 'e17 4qh',
  to: 'BN1 1AA',
  day: '2026-12-01',
  time: '10:00',
  van: 'luton_van',
  help: 'one_porter',
}
const prices = { rates: [], minimumMinutes: 120, minimumMinutesTwoPorters: 180 }

test('a whole job is asked for with the prices as they are typed', () => {
  expect(simulationOf(job, prices)).toEqual({
    routePoints: [
      { number: 0, postcode: 'E17 4QH', stairs: 0, date: '2026-12-01', time: '10:00' },
      { number: 1, postcode: 'BN1 1AA', stairs: 0 },
    ],
    manPower: 'one_porter',
    vanCategory: 'luton_van',
    prices,
  })
})

test.each([
  ['a postcode that isn’t whole', { ...job, to: 'BN1' }],
  ['no day', { ...job, day: '' }],
  ['three people in a small van', { ...job, van: 'small_van', help: 'two_porters' }],
] as const)('nothing is asked with %s', (_, given) => expect(simulationOf(given, prices)).toBeNull())

test('road charges are those that are a line of the price', () => {
  const own = ['labour', 'labour_out_of_hours', 'trips', 'mileage'].map((code) => ({ code, amountPence: 100 }))
  expect(hasRoadCharges(own)).toBe(false)
  expect(hasRoadCharges([...own, { code: 'ulez', amountPence: 1250 }])).toBe(true)
})

test('it begins with a van that the company has', () => {
  expect(firstJob({ from: '', day: '2026-12-01', van: 'luton_van' }).van).toBe('luton_van')
  expect(firstJob({ from: '', day: '2026-12-01' }).van).toBe('large_van')
})

test('nor while a rate cannot be read', () => expect(simulationOf(job, { ...prices, rates: null })).toBeNull())
