import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#platform/log.ts'
import { metresToMiles } from '#shared/distance.ts'
import { areaOf, outcodeOf } from '#shared/uk-postcode.ts'
import { polylineOf } from '#test/support/polyline.ts'
import { misbehaviours, sendJson, sendText, startStubServer, type StubServer } from '#test/support/stub-server.ts'
import { TOLLS } from '../charges/data.ts'
import type { Toll } from '../charges/rules.ts'
import { createRouteServer } from './gateway.ts'
import { modelLeg, type TravelPoint, driveMinutes, modelJourney, roadKm, decodePolyline } from './rules.ts'

describe('the OSRM gateway', () => {
  const point = (postcode: string, lat: number, lng: number): TravelPoint => ({
    postcode,
    outcode: postcode.split(' ')[0] ?? '',
    area: 'E',
    lat,
    lng,
    precision: 'unit',
    districtCode: null,
  })
  const points = [point('E17 4QH', 51.5861, -0.0214), point('CR0 1AA', 51.37, -0.1), point('BN1 4QL', 50.838, -0.139)]
  const legs = [
    { distance: 31_000.4, duration: 3600, summary: '' },
    { distance: 71_234.5, duration: 4200, summary: '' },
  ]
  const routed = { code: 'Ok', routes: [{ distance: 102_234.9, duration: 7800, legs }], waypoints: [] }

  let stub: StubServer
  let elsewhere: StubServer
  /** Client with a time limit that no answering server exceeds, however busy this machine is. */
  const server = (timeoutMs = 20_000) =>
    createRouteServer({ name: 'routing', baseUrl: stub.url, log: createLog('silent'), timeoutMs })
  /** Client with a short limit, for tests of servers that never answer. */
  const impatient = () => server(150)

  /** Legs alone, as where no toll is near. */
  const legsOf = async (route: readonly TravelPoint[], client = server()) => (await client.way(route, []))?.legs ?? null
  beforeEach(async () => {
    stub = await startStubServer(sendJson(routed))
    elsewhere = await startStubServer(sendJson(routed))
  })
  afterEach(async () => {
    await stub.close()
    await elsewhere.close()
  })

  describe('legs', () => {
    it('asks once for all points, longitude first, and drives a van', async () => {
      expect(await legsOf(points)).toEqual([
        { metres: 31_000, minutes: 67 },
        { metres: 71_235, minutes: 78 },
      ])
      expect(stub.asked).toEqual([
        '/route/v1/driving/-0.021400,51.586100;-0.100000,51.370000;-0.139000,50.838000?overview=false',
      ])
    })

    it('remembers a route', async () => {
      const client = server()
      expect(await legsOf(points, client)).toEqual(await legsOf(points, client))
      expect(stub.asked).toHaveLength(1)
    })

    it('measures two postcodes at one spot itself', async () => {
      const home = [point('E17 4QH', 51.5861, -0.0214), point('E17 4QH', 51.5861, -0.0214)] as const
      stub.answer = sendJson({ code: 'Ok', routes: [{ legs: [{ distance: 0, duration: 0 }] }] })
      expect(await legsOf(home)).toEqual([modelLeg(home[0], home[1])])
    })

    const leg = (change: object) => ({ ...routed, routes: [{ legs: [legs[0], { ...legs[1], ...change }] }] })
    it.each([
      ['no route', { code: 'NoRoute', message: 'Impossible route between points' }],
      ['Ok without routes', { code: 'Ok', routes: [] }],
      ['no code', { routes: routed.routes }],
      ['too few legs', { ...routed, routes: [{ legs: [legs[0]] }] }],
      ['text for a distance', leg({ distance: '71234' })],
      ['null, which is how JSON writes NaN', leg({ distance: null })],
      ['no duration', leg({ duration: undefined })],
      ['a negative duration', leg({ duration: -4200 })],
      ['a distance shorter than the straight line', leg({ distance: 20_000 })],
      ['a distance round the world', leg({ distance: 4_000_000 })],
      ['a van at 400 km/h', leg({ duration: 600 })],
      ['an array', [routed]],
      ['null', null],
    ])('T-021: is null for %s', async (_, body) => {
      stub.answer = sendJson(body)
      expect(await legsOf(points)).toBeNull()
    })

    it.each([
      '{"code":"Ok","routes":[{"legs":[{"distance":NaN,"duration":1}]}]}',
      '{"code":"Ok","routes":[{"legs":[{"distance":1e999,"duration":1}]}]}',
    ])('is null for %s', async (text) => {
      stub.answer = sendText(text, 'application/json')
      expect(await legsOf(points.slice(0, 2))).toBeNull()
    })

    it.each(misbehaviours('http://127.0.0.1:9/').map(([name]) => name))('is null when the server %s', async (name) => {
      stub.answer = misbehaviours(elsewhere.url).find(([known]) => known === name)?.[1] ?? stub.answer
      expect(await legsOf(points, impatient())).toBeNull()
      expect(elsewhere.asked).toEqual([])
    })

    it('is null when nobody listens', async () => {
      await stub.close()
      expect(await legsOf(points)).toBeNull()
    })
  })

  describe('tolls', () => {
    const [dartford, m6] = ['dartford', 'm6_toll'].map((tollCode) => TOLLS.filter(({ code }) => code === tollCode))
    const drive = [point('RM1 1AA', 51.58, 0.18), point('DA1 1AA', 51.446, 0.217)]
    const over = polylineOf([
      [0.18, 51.58],
      [0.2585, 51.48],
      [0.2585, 51.45],
      [0.217, 51.446],
    ])
    const answer = (more: object, ofLeg: object = {}) =>
      sendJson({ code: 'Ok', routes: [{ ...more, legs: [{ distance: 20_000, duration: 1500, ...ofLeg }] }] })
    const passages = async (tolls: readonly Toll[] = []) => (await server().way(drive, tolls))?.passages

    it('are read from the line of the road, which is asked for only where one may lie on it', async () => {
      stub.answer = answer({ geometry: over })
      expect(await passages(dartford)).toMatchObject([{ code: 'dartford', legIndex: 0 }])
      expect(await passages()).toEqual([])
      expect(stub.asked.map((path) => path.split('?')[1])).toEqual([
        'overview=full&geometries=polyline',
        'overview=false',
      ])
    })

    it('are none where the road goes another way', async () => {
      stub.answer = answer({ geometry: polylineOf(drive.map(({ lng, lat }) => [lng - 0.2, lat] as const)) })
      expect(await passages(dartford)).toEqual([])
    })

    it('are read from the names of roads where a toll is known by its name', async () => {
      const steps = [
        { name: 'Watling Street', ref: 'A5' },
        { name: '', ref: 'M6 Toll; E5' },
      ]
      stub.answer = answer({ geometry: over }, { steps })
      expect(await passages(m6)).toEqual([{ code: 'm6_toll', legIndex: 0, share: 0.5 }])
      expect(stub.asked[0]).toContain('overview=full&geometries=polyline&steps=true')
    })

    it.each([
      ['no line', {}, {}],
      ['a line that is none', { geometry: 'no line' }, {}],
      ['a line without the names that were asked for', { geometry: over }, {}],
    ])('T-021: are unknown where the answer has %s, and its distance still counts', async (_, more, ofLeg) => {
      stub.answer = answer(more, ofLeg)
      expect(await server().way(drive, TOLLS)).toEqual({ legs: [{ metres: 20_000, minutes: 28 }], passages: null })
    })
  })

  describe('the line of a drive', () => {
    const over = polylineOf(points.map(({ lat, lng }) => [lng, lat] as const))
    const answer = (geometry?: string) =>
      sendJson({
        code: 'Ok',
        routes: [{ geometry, legs: legs.map(({ distance, duration }) => ({ distance, duration })) }],
      })

    it('is asked for in as many bends as a picture needs, once', async () => {
      stub.answer = answer(over)
      const one = server()
      expect(await one.line(points)).toHaveLength(3)
      expect(await one.line(points)).toEqual(points.map(({ lat, lng }) => [lng, lat]))
      expect(stub.asked).toEqual([expect.stringContaining('?overview=simplified&geometries=polyline')])
    })

    it.each([
      ['there is none', undefined],
      ['it is no line', '\u0000'],
      [
        'it is of another drive',
        polylineOf([
          [-3, 55],
          [-4, 56],
        ]),
      ],
    ])('is null where %s', async (_, geometry) => {
      stub.answer = answer(geometry)
      expect(await server().line(points)).toBeNull()
    })
  })
})

describe('routes of OSRM', () => {
  it('reads the example of the format’s own description', () => {
    expect(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@')).toEqual([
      [-120.2, 38.5],
      [-120.95, 40.7],
      [-126.453, 43.252],
    ])
  })

  it('reads back whatever was written', () => {
    const degrees = (most: number) => fc.integer({ min: -most * 100_000, max: most * 100_000 }).map((n) => n / 100_000)
    const points = fc.array(fc.tuple(degrees(180), degrees(90)), { minLength: 2, maxLength: 50 })
    fc.assert(
      fc.property(points, (line) => {
        expect(decodePolyline(polylineOf(line))).toEqual(line)
      }),
    )
  })

  it('T-021: is null for what is no line, whatever it is', () => {
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
})
