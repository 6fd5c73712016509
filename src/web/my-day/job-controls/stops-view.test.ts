import { expect, it } from 'vitest'
import type { Job } from '../day-state.ts'
import { mapLinkOf, nextStop, stopNow, stopsOf } from './stops-view.ts'

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

it.each([
  [
    'google',
    'https://www.google.com/maps/dir/?api=1&destination=0%20High%20Street%2C%20Croydon%20CR0%201AA&travelmode=driving',
  ],
  ['apple', 'https://maps.apple.com/?daddr=0%20High%20Street%2C%20Croydon%20CR0%201AA&dirflg=d'],
  ['waze', 'https://waze.com/ul?q=0%20High%20Street%2C%20Croydon%20CR0%201AA&navigate=yes'],
] as const)('leads there with %s by an address that every phone opens', (app, link) => {
  expect(mapLinkOf(app, '0 High Street, Croydon CR0 1AA')).toBe(link)
})

it('names a stop as a map searches for it', () => {
  const [stop] = stopsOf({
    routePoints: [
      { number: 0, flatAndHouse: 'Flat 2', address: 'High Street', place: 'Croydon', postcode: 'CR0 1AA', stairs: 0 },
    ],
  } as unknown as Job)
  expect(stop?.where).toBe('Flat 2, High Street, Croydon CR0 1AA')
})
