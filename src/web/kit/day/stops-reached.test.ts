import { expect, it } from 'vitest'
import { arrivedAt, lastArrival } from './clock-view.ts'

const at = (time: string) => `2026-03-14T${time}:00.000Z`
const road = (startedAt: string | null, ...arrivals: [number, string][]) => ({
  clock: { startedAt },
  arrivals: arrivals.map(([stop, time]) => ({ stop, at: at(time) })),
})

it.each([
  ['nowhere yet', road(null), undefined],
  ['at the pick-up, before the clock runs', road(null, [0, '08:20']), { stop: 0, at: at('08:20') }],
  ['at the pick-up, since the clock runs', road(at('08:34')), { stop: 0, at: at('08:34') }],
  ['at the stop that was reached last', road(at('08:34'), [0, '08:20'], [2, '11:08']), { stop: 2, at: at('11:08') }],
])('the van is %s', (_, day, found) => {
  expect(lastArrival(day)).toEqual(found)
})

it('a stop was reached when the driver said so, the pick-up at the latest when the clock started', () => {
  const day = road(at('08:34'), [2, '11:08'])
  expect([0, 1, 2].map((stop) => arrivedAt(day, stop))).toEqual([at('08:34'), null, at('11:08')])
  expect(arrivedAt(road(at('08:34'), [0, '08:20']), 0)).toBe(at('08:20'))
})
