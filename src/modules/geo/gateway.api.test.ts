import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { misbehaviours, sendJson, startStubServer, type StubServer } from '#test/support/stub-server.ts'
import { autocompletePostcode, getPlace } from './contract.ts'
import type { Place } from './rules.ts'
import { modelJourney } from './osrm/rules.ts'

let postcodes: StubServer
let roads: StubServer
let app: TestApp

const facts = (postcode: string) => ({
  status: 200,
  result: {
    postcode,
    latitude: 51.5861,
    longitude: -0.0214,
    country: 'England',
    bua: 'Leyton',
    codes: { admin_district: 'E09000031' },
  },
})

beforeAll(async () => {
  postcodes = await startStubServer(sendJson({}))
  roads = await startStubServer(sendJson({}))
  app = await createTestApp({ env: { POSTCODES_URL: postcodes.url, OSRM_URL: roads.url } })
  await app.ctx.db
    .insertInto('geo.postcode')
    .values({ postcode: 'E17 4QH', lat: 51.5861, lng: -0.0214, districtCode: 'E09000031', countryCode: 'E92000001' })
    .execute()
})
beforeEach(() => {
  postcodes.asked.length = 0
  roads.asked.length = 0
})
afterAll(async () => {
  await app.close()
  await postcodes.close()
  await roads.close()
})

const place = async (postcode: string): Promise<Place> => {
  const found = await app.ctx.services.places.locate(postcode)
  if (!found) throw new Error(`${postcode} has no place`)
  return found
}

describe('places', () => {
  it('asks the server only for what was not imported', async () => {
    postcodes.answer = sendJson(facts('E10 5AA'))
    expect(await place('E17 4QH')).toMatchObject({ precision: 'unit', town: 'Walthamstow' })
    expect(postcodes.asked).toEqual([])
    expect(await place('e105aa')).toMatchObject({ precision: 'unit', town: 'Leyton', districtCode: 'E09000031' })
    expect(postcodes.asked).toEqual(['/postcodes/E10%205AA'])
  })

  it('locates many at once, in order', async () => {
    postcodes.answer = sendJson({ status: 404, error: 'Postcode not found' }, 404)
    const found = await app.ctx.services.places.locateAll(['BN1 4QL', 'nonsense', 'E17 4QH', 'XX1 1AA'])
    expect(found.map((one) => one?.precision ?? null)).toEqual(['outcode', null, 'unit', null])
  })

  it('F-20: falls back to the own table, silently, when the server is down', async () => {
    postcodes.answer = sendJson({}, 500)
    const answer = await app.call()(getPlace, { params: { postcode: 'M1 1AE' } })
    expect(answer).toMatchObject({ ok: true, data: { precision: 'outcode', isApproximate: true } })
    const suggested = await app.call()(autocompletePostcode, { params: { partial: 'M1' } })
    expect(suggested).toMatchObject({ ok: true, data: expect.arrayContaining(['M1', 'M11']) })
  })
})

// A server of its own, because five failures in a row make the first one rest.
describe('T-020: nothing but a postcode becomes part of a path', () => {
  const attacks = [
    '../admin',
    '..%2fadmin',
    '%2e%2e%2fadmin',
    '@evil.test',
    'evil.test:80',
    '//evil.test',
    '\\\\evil.test',
    'E17/../admin',
    'E17 4QH/../../admin',
    'E17%204QH%2f..',
    'E17 4QH?limit=1',
    'E17 4QH#x',
    'E17;4QH',
    'E17&4QH',
    "E17'4QH",
    'E17\r\nHost: evil',
    'E17%0d%0aHost:%20evil',
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'E17\u00002',
    'Ｅ17',
    'E１7',
    'ſW1A',
    '{partial}',
    '${7*7}',
    '*',
    '.',
    '..',
    '~',
    '-1',
    '1e5',
    '0x1',
    'null',
    'undefined',
    'true',
    '[object Object]',
    '<script>',
    '%00',
    '%',
  ]
  const variants = attacks.flatMap((text) => [text, ` ${text}`, `E17 4QH${text}`, `${text}E17 4QH`, text.toUpperCase()])

  it(`${variants.length} strings`, async () => {
    const stub = await startStubServer(sendJson({ status: 200, result: ['E17 4QH'] }))
    const other = await createTestApp({ env: { POSTCODES_URL: stub.url } })
    for (const text of variants) {
      await other.ctx.services.places.autocomplete(text)
      await other.ctx.services.places.locate(text)
      const path = encodeURIComponent(text)
      const answers = await Promise.all([
        other.app.fastify.inject({ url: `/api/postcodes/${path}/autocomplete/` }),
        other.app.fastify.inject({ url: `/api/postcodes/${path}/` }),
        other.app.fastify.inject({ url: `/api/postcodes/is-ulezcharged/?postcode=${path}` }),
      ])
      expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([])
    }
    const wellFormed = /^\/postcodes\/[A-Z]{1,2}[0-9]?[A-Z0-9]?(%20)?[0-9]?[A-Z]{0,2}(\/autocomplete\?limit=10)?$/
    expect(stub.asked.filter((path) => !wellFormed.test(path))).toEqual([])
    await other.close()
    await stub.close()
  })
})

describe('routing', () => {
  const legs = [
    { distance: 31_000, duration: 3600 },
    { distance: 71_000, duration: 4200 },
  ]

  it('takes one request for all points, and says how sure it is', async () => {
    roads.answer = sendJson({ code: 'Ok', routes: [{ distance: 102_000, duration: 7800, legs }] })
    const known = await place('E17 4QH')
    const stops = [
      known,
      { ...known, postcode: 'CR0 1AA', lat: 51.37, lng: -0.1 },
      { ...known, postcode: 'BN1 4QL', lat: 50.838, lng: -0.139 },
    ]
    expect(await app.ctx.services.routing.journey(stops)).toEqual({
      metres: 102_000,
      minutes: 145,
      legs: [
        { metres: 31_000, minutes: 67 },
        { metres: 71_000, minutes: 78 },
      ],
      passages: [],
      precision: 'unit',
      isEstimated: false,
    })
    expect(roads.asked).toHaveLength(1)
    const approximate = stops.map((stop) => ({ ...stop, precision: 'outcode' as const }))
    expect(await app.ctx.services.routing.journey(approximate)).toMatchObject({
      precision: 'outcode',
      isEstimated: true,
    })
  })

  it.each(
    misbehaviours('http://127.0.0.1:9/').filter(([name]) => !name.includes('stops') && !name.startsWith('never')),
  )('F-20, F-21: drives by the model when the engine %s', async (_, answer) => {
    roads.answer = answer
    const [from, to] = [
      await place('E17 4QH'),
      { ...(await place('E17 4QH')), postcode: 'YO1 7HH', lat: 53.962, lng: -1.082 },
    ]
    expect(await app.ctx.services.routing.journey([from, to])).toEqual({ ...modelJourney([from, to]), passages: null })
  })
})
