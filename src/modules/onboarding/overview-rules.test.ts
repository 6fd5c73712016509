import { expect, test } from 'vitest'
import { dayAtAGlance } from './overview-rules.ts'

const job = (startAt: string, endAt: string) => ({ startAt, endAt })
const bookable = { expiresOn: null, takesJobs: true, now: new Date('2026-11-20T09:00:00Z') }
const nineToFive = 0b1_1111_1110_0000_0000

test.each([
  ['without hours', 0, [], 'off', 0, 0],
  ['with hours', nineToFive, [], 'open', 8, 0],
  ['with a job', nineToFive, [job('2026-11-23T10:00:00Z', '2026-11-23T12:00:00Z')], 'busy', 6, 1],
  [
    'with a job of the day before into its night',
    0,
    [job('2026-11-22T22:00:00Z', '2026-11-23T01:00:00Z')],
    'busy',
    0,
    1,
  ],
  ['with a job that ends as it begins', 0, [job('2026-11-22T22:00:00Z', '2026-11-23T00:00:00Z')], 'off', 0, 0],
  ['with a job of another day', nineToFive, [job('2026-11-24T10:00:00Z', '2026-11-24T12:00:00Z')], 'open', 8, 0],
] as const)('a day %s', (_name, hours, jobs, state, openHours, count) => {
  const day = dayAtAGlance({ day: '2026-11-23', hours }, jobs, bookable)
  expect([day.state, day.openHours, day.jobs.length]).toEqual([state, openHours, count])
})

test.each([
  ['2026-11-24', 'open', 8],
  ['2026-11-23', 'off', 0],
  ['2026-11-20', 'off', 0],
] as const)('a day of a unit with a document that expires on %s is %s', (expiresOn, state, openHours) => {
  const day = dayAtAGlance({ day: '2026-11-23', hours: nineToFive }, [], { ...bookable, expiresOn })
  expect([day.state, day.openHours]).toEqual([state, openHours])
})

test.each([
  ['counts from now on', { now: new Date('2026-11-23T11:40:00Z') }, 'open', 5],
  ['is over by the evening', { now: new Date('2026-11-23T19:00:00Z') }, 'off', 0],
  ['of a van that can’t be booked has no open hour', { takesJobs: false }, 'off', 0],
] as const)('a day %s', (_name, change, state, openHours) => {
  const day = dayAtAGlance({ day: '2026-11-23', hours: nineToFive }, [], { ...bookable, ...change })
  expect([day.state, day.openHours]).toEqual([state, openHours])
})
