import { expect, it } from 'vitest'
import type { ClockState } from '../rules.ts'
import { arriveAt, type Arrival } from './rules.ts'

const at = new Date('2026-11-28T09:00:00Z')
const arrivedAt = (...stops: number[]): Arrival[] => stops.map((stop) => ({ stop, at: at.toISOString() }))

it.each<[string, ClockState, number[], number, number[] | 'already' | undefined]>([
  ['the pick-up, before the clock runs', 'on_the_way', [], 0, [0]],
  ['the pick-up, without having set off', 'ahead', [], 0, [0]],
  ['no other stop before it runs', 'on_the_way', [0], 1, undefined],
  ['the pick-up again', 'on_the_way', [0], 0, 'already'],
  ['the pick-up, where the clock runs', 'running', [], 0, 'already'],
  ['a stop', 'running', [], 1, [1]],
  ['the next', 'running', [0, 1], 2, [0, 1, 2]],
  ['one further on, where a stop wasn’t said', 'running', [0], 2, [0, 2]],
  ['not one that lies behind', 'running', [0, 2], 1, undefined],
  ['while the clock stands still', 'paused', [1], 2, [1, 2]],
  ['nowhere after the finish', 'finished', [1], 2, undefined],
  ['what was reached, after the finish', 'finished', [1], 1, 'already'],
])('%s', (_, state, before, stop, after) => {
  const found = arriveAt({ state, arrivals: arrivedAt(...before) }, stop, at)
  expect(found).toEqual(Array.isArray(after) ? arrivedAt(...after) : after)
})
