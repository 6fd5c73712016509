import { expect, it } from 'vitest'
import type { Job } from '../day-state.ts'
import { nextStop, stopNow } from './stops-view.ts'

const jobAt = (startedAt: string | null, ...stops: number[]) =>
  ({
    routePoints: [0, 1, 2].map((number) => ({ number, place: 'Croydon', address: `${number} High Street`, stairs: 0 })),
    day: { clock: { startedAt }, arrivals: stops.map((stop) => ({ stop, at: 'then' })) },
  }) as unknown as Job

it.each([
  ['to the pick-up', jobAt(null), undefined, 'A'],
  ['from the pick-up, before the clock runs', jobAt(null, 0), 'A', '1'],
  ['from the pick-up, once it runs', jobAt('then'), 'A', '1'],
  ['past a stop', jobAt('then', 1), '1', 'B'],
  ['past a stop that wasn’t said', jobAt('then', 2), 'B', undefined],
])('the van goes %s', (_, job, here, next) => {
  expect([stopNow(job)?.pin, nextStop(job)?.pin]).toEqual([here, next])
})
