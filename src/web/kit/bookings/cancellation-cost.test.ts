import { expect, it } from 'vitest'
import { cancelRows } from './cancellation-cost.ts'

const start = new Date('2026-11-28T09:00:00Z')
const whens = (now: string) => cancelRows(start, new Date(now)).map(({ when }) => when)

it('has the steps of the policy with their dates', () => {
  expect(cancelRows(start, new Date('2026-11-20T12:00:00Z'))).toEqual([
    { when: 'Until a driver confirms', cost: 'Free' },
    { when: 'Until Thu 26 November, 09:00', cost: 'Free' },
    { when: 'Until Fri 27 November, 09:00', cost: 'Half the minimum time' },
    { when: 'After that', cost: 'The minimum time' },
  ])
})

it('leaves out what has passed', () => {
  expect(whens('2026-11-26T10:00:00Z')).toEqual([
    'Until a driver confirms',
    'Until Fri 27 November, 09:00',
    'After that',
  ])
  expect(whens('2026-11-27T10:00:00Z')).toEqual(['Until a driver confirms', 'Once confirmed'])
})
