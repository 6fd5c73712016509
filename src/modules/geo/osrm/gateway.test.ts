import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#platform/log.ts'
import { polylineOf } from '#test/support/polyline.ts'
import { misbehaviours, sendJson, sendText, startStubServer, type StubServer } from '#test/support/stub-server.ts'
import { TOLLS } from '../charges/data.ts'
import type { Toll } from '../charges/rules.ts'
import { modelLeg, type TravelPoint } from './rules.ts'
import { createRouteServer } from './gateway.ts'

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
