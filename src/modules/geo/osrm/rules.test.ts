import * as fc from 'fast-check'
import { expect, test, describe, it } from 'vitest'
import { metresToMiles } from '#shared/distance.ts'
import { areaOf, outcodeOf } from '#shared/uk-postcode.ts'
import { polylineOf } from '#test/support/polyline.ts'
import { driveMinutes, modelJourney, modelLeg, roadKm, type TravelPoint, decodePolyline } from './rules.ts'

test('reads the example of the format’s own description', () => {
  expect(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@')).toEqual([
    [-120.2, 38.5],
    [-120.95, 40.7],
    [-126.453, 43.252],
  ])
})

test('reads back whatever was written', () => {
  const degrees = (most: number) => fc.integer({ min: -most * 100_000, max: most * 100_000 }).map((n) => n / 100_000)
  const points = fc.array(fc.tuple(degrees(180), degrees(90)), { minLength: 2, maxLength: 50 })
  fc.assert(
    fc.property(points, (line) => {
      expect(decodePolyline(polylineOf(line))).toEqual(line)
    }),
  )
})

test('T-021: is null for what is no line, whatever it is', () => {
  for (const text of ['', '_p~iF', '_p~iF~ps|U', '\u0000\u0001', '~~~~~~~~~~~~~~~~', 'ÿÿÿÿ', '_p~iF~ps|U_'])
    expect(decodePolyline(text)).toBeNull()
  fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => void decodePolyline(text)))
})

const point = (
  postcode: string,
  lat: number,
  lng: number,
  precision: TravelPoint['precision'] = 'unit',
): TravelPoint => ({
  postcode,
  outcode: outcodeOf(postcode) ?? '',
  area: areaOf(postcode) ?? '',
  lat,
  lng,
  precision,
  districtCode: null,
})

describe('driveMinutes', () => {
  it.each([
    [0, 0],
    [1, 2],
    [5, 8],
    [10, 14],
    [15, 19],
    [50, 53],
    [100, 89],
    [150, 124],
    [335, 240],
  ])('%d km: %d min', (km, minutes) => expect(Math.round(driveMinutes(km))).toBe(minutes))

  it('never falls with distance', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1500, noNaN: true }),
        fc.double({ min: 0, max: 100, noNaN: true }),
        (km, more) => {
          expect(driveMinutes(km + more)).toBeGreaterThanOrEqual(driveMinutes(km))
        },
      ),
    )
  })
})

describe('roadKm', () => {
  it.each([
    [0, 0],
    [10, 12.3],
    [20, 24.5],
    [35, 42.758333],
    [50, 61.333333],
    [100, 123.666667],
    [150, 186],
    [200, 248],
    [400, 494],
    [800, 980],
  ])('%d km in a straight line: %d km of road', (straight, road) => expect(roadKm(straight)).toBeCloseTo(road, 6))

  it('never falls with distance, and is never shorter than the straight line', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1200, noNaN: true }),
        fc.double({ min: 0, max: 50, noNaN: true }),
        (km, more) => {
          expect(roadKm(km + more)).toBeGreaterThanOrEqual(roadKm(km))
          expect(roadKm(km)).toBeGreaterThanOrEqual(km)
        },
      ),
    )
  })
})

// Road miles by the usual fast route, from general knowledge. A straight motorway may leave one a fifth off.
describe('known drives', () => {
  const london = point('WC2N 5DU', 51.508, -0.125)
  it.each([
    ['Walthamstow to Brighton', point('E17 4QH', 51.584, -0.021), point('BN1 4QL', 50.838, -0.139), 67],
    ['London to Manchester', london, point('M1 1AE', 53.479, -2.237), 205],
    ['London to Edinburgh', london, point('EH1 1YZ', 55.953, -3.189), 404],
    ['London to Bristol', london, point('BS1 4ST', 51.453, -2.597), 119],
    ['Leeds to Newcastle', point('LS1 4DY', 53.796, -1.547), point('NE1 4ST', 54.974, -1.613), 97],
    ['Glasgow to Edinburgh', point('G1 1XQ', 55.861, -4.251), point('EH1 1YZ', 55.953, -3.189), 47],
    ['Birmingham to Cardiff', point('B1 1BB', 52.48, -1.9), point('CF10 1EP', 51.481, -3.18), 117],
    ['Norwich to Ipswich', point('NR1 1AA', 52.628, 1.297), point('IP1 1AA', 52.056, 1.149), 45],
  ])('%s', (_, from, to, miles) => {
    const modelled = metresToMiles(modelLeg(from, to).metres)
    expect(Math.abs(modelled - miles) / miles).toBeLessThan(0.15)
  })
})

describe('modelLeg', () => {
  it('takes 0.8 km and two minutes within one postcode', () => {
    const home = point('BN1 4QL', 50.838, -0.139)
    expect(modelLeg(home, home)).toEqual({ metres: 800, minutes: 2 })
  })

  it('does not take two places for one because only their outcode is known', () => {
    const somewhere = point('E17', 51.584, -0.021, 'outcode')
    expect(modelLeg(somewhere, somewhere).metres).toBe(2229)
  })

  it('never puts neighbours nearer than one postcode', () => {
    expect(modelLeg(point('BN1 4QL', 50.838, -0.139), point('BN1 4QN', 50.8381, -0.139)).metres).toBe(800)
  })

  it('takes 1.35 times as long where both ends are in London', () => {
    const from = { lat: 51.58, lng: -0.02 }
    const to = { lat: 51.46, lng: -0.17 }
    const inside = modelLeg(point('E17 4QH', from.lat, from.lng), point('SW11 1AA', to.lat, to.lng))
    const outside = modelLeg(point('M17 4QH', from.lat, from.lng), point('SW11 1AA', to.lat, to.lng))
    expect(inside.metres).toBe(outside.metres)
    expect(inside.minutes).toBe(Math.round(driveMinutes(inside.metres / 1000) * 1.35))
    expect(outside.minutes).toBe(Math.round(driveMinutes(outside.metres / 1000)))
  })

  it('spreads two postcodes that share an approximate middle', () => {
    const near = modelLeg(point('BN1 4QL', 50.838, -0.139, 'outcode'), point('BN1 1AA', 50.838, -0.139, 'outcode'))
    const far = modelLeg(point('BN98 4QL', 50.838, -0.139, 'area'), point('BN97 1AA', 50.838, -0.139, 'area'))
    expect([near.metres, far.metres]).toEqual([2229, 16581])
  })
})

describe('modelJourney', () => {
  it('adds up its legs', () => {
    const points = [
      point('E17 4QH', 51.584, -0.021),
      point('SW11 1AA', 51.46, -0.17),
      point('BN1 4QL', 50.838, -0.139, 'outcode'),
    ]
    const journey = modelJourney(points)
    expect(journey.legs).toHaveLength(2)
    expect(journey.metres).toBe(journey.legs.reduce((sum, leg) => sum + leg.metres, 0))
    expect(journey.minutes).toBe(journey.legs.reduce((sum, leg) => sum + leg.minutes, 0))
    expect(journey).toMatchObject({ precision: 'outcode', isEstimated: true })
  })
})
