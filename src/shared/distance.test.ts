import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatHundredths,
  formatMiles,
  haversineMetres,
  hundredthsOfMile,
  metresToMiles,
  milesToMetres,
} from './distance.ts'

describe('miles', () => {
  test.each([
    [0, '0.00 miles'],
    [1609, '1.00 miles'],
    [90_767, '56.40 miles'],
    [100_000, '62.14 miles'],
    [8, '0.00 miles'],
    [9, '0.01 miles'],
  ])('%i m, measured, are %s', (distance, text) => expect(formatMiles({ distance, estimated: false })).toBe(text))

  test.each([
    [0, 'about 1 mile'],
    [800, 'about 1 mile'],
    [2413, 'about 1 mile'],
    [2415, 'about 2 miles'],
    [140_013, 'about 87 miles'],
  ])('%i m by the model are %s', (distance, text) => expect(formatMiles({ distance, estimated: true })).toBe(text))

  test('hundredths never fall as metres grow, and miles come back', () => {
    fc.assert(
      fc.property(fc.nat(2_000_000), fc.nat(5000), (metres, more) => {
        expect(hundredthsOfMile(metres + more)).toBeGreaterThanOrEqual(hundredthsOfMile(metres))
      }),
    )
    fc.assert(
      fc.property(fc.nat(1000), (miles) => {
        expect(hundredthsOfMile(milesToMetres(miles))).toBe(miles * 100)
      }),
    )
    expect(metresToMiles(1609.344)).toBe(1)
    expect(formatHundredths(5)).toBe('0.05')
  })
})

describe('haversineMetres', () => {
  const degree = 111_195.08

  test.each([
    [{ lat: 0, lng: 0 }, { lat: 0, lng: 1 }, degree],
    [{ lat: 0, lng: 0 }, { lat: 1, lng: 0 }, degree],
    [{ lat: 60, lng: 0 }, { lat: 60, lng: 1 }, 55_597.0],
    [{ lat: 51.5, lng: -0.12 }, { lat: 51.5, lng: -0.12 }, 0],
    [{ lat: 0, lng: 0 }, { lat: 0, lng: 180 }, 20_015_114.4],
    [{ lat: 51.5074, lng: -0.1278 }, { lat: 50.8225, lng: -0.1372 }, 76_156],
  ])('%j to %j is %d m', (from, to, metres) => {
    const got = haversineMetres(from, to)
    expect(Math.abs(got - metres)).toBeLessThan(Math.max(1, metres * 0.0001))
  })

  test('the same both ways, and no detour is shorter', () => {
    const point = fc.record({
      lat: fc.double({ min: 49, max: 61, noNaN: true }),
      lng: fc.double({ min: -8, max: 2, noNaN: true }),
    })
    fc.assert(
      fc.property(point, point, point, (a, b, c) => {
        expect(haversineMetres(a, b)).toBeCloseTo(haversineMetres(b, a), 6)
        expect(haversineMetres(a, b)).toBeLessThanOrEqual(haversineMetres(a, c) + haversineMetres(c, b) + 0.001)
      }),
    )
  })
})
