import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { sendJson, startStubServer, type StubServer, misbehaviours } from '#test/support/stub-server.ts'
import {
  autocompletePostcode,
  checkEnds,
  getPlace,
  getPostcodeSource,
  suggestPlaces,
  listAddresses,
} from './contract.ts'
import { modelJourney } from './osrm/rules.ts'
import { FORCES_POST_MESSAGE, GIROBANK_MESSAGE, NOT_A_PLACE_MESSAGE, type Place } from './rules.ts'
import { getRouteMap } from './sketch/contract.ts'

describe('routes', () => {
  let bare: TestApp
  let imported: TestApp
  beforeAll(async () => {
    bare = await createTestApp()
    imported = await createTestApp()
    await imported.ctx.db
      .insertInto('geo.postcode')
      .values([
        { postcode: 'E1 7AA', lat: 51.516, lng: -0.073, districtCode: 'E09000030', countryCode: 'E92000001' },
        { postcode: 'E17 4QH', lat: 51.5861, lng: -0.0214, districtCode: 'E09000031', countryCode: 'E92000001' },
        { postcode: 'E17 4QJ', lat: 51.5863, lng: -0.0215, districtCode: 'E09000031', countryCode: 'E92000001' },
        { postcode: 'WD3 1AA', lat: 51.64, lng: -0.47, districtCode: 'E07000102', countryCode: 'E92000001' },
        { postcode: 'AB43 1AJ', lat: null, lng: null, districtCode: null, countryCode: 'S92000003' },
        ...Array.from({ length: 12 }, (_, index) => ({
          postcode: `BN1 4Q${String.fromCodePoint(65 + index)}`,
          lat: 50.838,
          lng: -0.139,
          districtCode: 'E06000043',
          countryCode: 'E92000001',
        })),
      ])
      .execute()
    await imported.ctx.db
      .insertInto('geo.import')
      .values({
        sourceKind: 'code_point_open',
        vintage: '2025-11',
        rowCount: 17,
        locatedCount: 16,
        hasNorthernIreland: false,
        attribution: 'Contains OS data © Crown copyright and database right.',
        areas: ['E'],
        importedAt: imported.clock.now(),
      })
      .execute()
  })
  afterAll(async () => {
    await bare.close()
    await imported.close()
  })

  const suggest = async (app: TestApp, partial: string) => {
    const result = await app.call()(autocompletePostcode, { params: { partial } })
    return result.ok ? result.data : result.status
  }

  describe('GET postcodes/{partial}/autocomplete/', () => {
    it('without an import suggests outcodes only, in the order people count', async () => {
      expect(await suggest(bare, 'e1')).toEqual(['E1', 'E1W', 'E10', 'E11', 'E12', 'E13', 'E14', 'E15', 'E16', 'E17'])
      expect(await suggest(bare, 'EC1')).toEqual(['EC1A', 'EC1M', 'EC1N', 'EC1P', 'EC1R', 'EC1V', 'EC1Y'])
      expect(await suggest(bare, 'E17 4')).toEqual([])
    })

    it('with an import suggests its postcodes, the whole outcode first', async () => {
      expect(await suggest(imported, 'E17')).toEqual(['E17 4QH', 'E17 4QJ', 'E1 7AA'])
      expect(await suggest(imported, 'e174')).toEqual(['E17 4QH', 'E17 4QJ'])
      expect(await suggest(imported, 'E1 7')).toEqual(['E1 7AA'])
      expect(await suggest(imported, 'AB43')).toEqual(['AB43 1AJ'])
    })

    it('suggests ten at most', async () => {
      expect(await suggest(imported, 'BN1')).toHaveLength(10)
    })

    it('falls back to outcodes where the import has nothing', async () => {
      expect(await suggest(imported, 'SW1')).toEqual(expect.arrayContaining(['SW1A', 'SW10']))
    })

    it.each(['E17 4QH', 'e174qh', ' e17  4qh'])(
      'counts the only suggestion as none where it is %j itself',
      async (text) => expect(await suggest(imported, text)).toEqual([]),
    )

    it.each(['E17', 'sw1a'])('counts an outcode that is %j itself as none', async (text) =>
      expect(await suggest(bare, text)).toEqual([]),
    )

    it.each(['Walthamstow', '1', 'é', '%2e%2e%2f', "E1'; drop table geo.postcode --", 'E1_', 'E1%', 'x'.repeat(150)])(
      'knows nothing that begins with %j',
      async (partial) => expect(await suggest(imported, partial)).toEqual([]),
    )

    it('T-014: refuses what cannot be text', async () => {
      const nul = await imported.app.fastify.inject({ url: '/api/postcodes/E1%00/autocomplete/' })
      const long = await imported.app.fastify.inject({ url: `/api/postcodes/${'E'.repeat(500)}/autocomplete/` })
      expect([nul.statusCode, long.statusCode]).toEqual([404, 414])
    })

    it('answers without the trailing slash too', async () => {
      const answer = await bare.app.fastify.inject({ url: '/api/postcodes/BN1/autocomplete' })
      expect(answer.json()).toEqual(['BN1', 'BN10', 'BN11', 'BN12', 'BN13', 'BN14', 'BN15', 'BN16', 'BN17', 'BN18'])
    })
  })

  describe('GET postcodes/suggestions/', () => {
    const offered = async (app: TestApp, text: string) => {
      const result = await app.call()(suggestPlaces, { query: { text } })
      return result.ok ? result.data.map(({ postcode, place }) => `${postcode} ${place}`) : result.status
    }

    it('offers the district itself, its postcodes, and places by name', async () => {
      const [own, first, second, other] = [
        'E17 Walthamstow',
        'E17 4QH Walthamstow',
        'E17 4QJ Walthamstow',
        'E1 7AA Whitechapel',
      ]
      expect(await offered(imported, 'e17')).toEqual([own, first, second, other])
      expect(await offered(bare, 'E17')).toEqual([own])
      expect(await offered(bare, 'Walthamstow')).toEqual([own])
      expect(await offered(bare, 'Leeds')).toHaveLength(10)
      expect(await offered(bare, 'Leeds')).toContain('LS1 Leeds city centre')
    })

    it.each(['', '%', "E1'; drop table geo.postcode --", '../E17', 'é'])('offers nothing for %j', async (text) =>
      expect(await offered(imported, text)).toEqual([]),
    )
  })

  const ask = async (app: TestApp, query: string) => {
    const answer = await app.app.fastify.inject({ url: `/api/postcodes/is-ulezcharged/${query}` })
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
  }

  describe('GET postcodes/is-ulezcharged/', () => {
    it.each([
      ['E17 4QH', true, 'outcode', false],
      ['e174qh', true, 'outcode', false],
      ['BN1 4QL', false, 'outcode', false],
      ['WD3 1AA', false, 'outcode', true],
      ['KT6 4AA', true, 'outcode', true],
    ])('%s by outcode: %s', async (postcode, isInside, precision, isApproximate) => {
      expect(await ask(bare, `?postcode=${encodeURIComponent(postcode)}`)).toEqual({
        status: 200,
        body: { is_ulez_charged: isInside, precision, is_approximate: isApproximate },
      })
    })

    it('by local authority where the postcode is imported', async () => {
      expect((await ask(imported, '?postcode=WD3%201AA')).body).toEqual({
        is_ulez_charged: false,
        precision: 'unit',
        is_approximate: false,
      })
      expect((await ask(imported, '?postcode=E174QH')).body).toMatchObject({ is_ulez_charged: true, precision: 'unit' })
    })

    it.each([
      ['', 'Enter a full UK postcode, such as E17 4QH.'],
      ['?postcode=', 'Enter a full UK postcode, such as E17 4QH.'],
      ['?postcode=E17', 'Enter a full UK postcode, such as E17 4QH.'],
      ['?postcode=../E17', 'Enter a full UK postcode, such as E17 4QH.'],
      ['?postcode=E17%204QH&postcode=BN1%204QL', 'Enter a full UK postcode, such as E17 4QH.'],
      ['?postcode=GIR%200AA', GIROBANK_MESSAGE],
      ['?postcode=BF1%200AX', FORCES_POST_MESSAGE],
      ['?postcode=XX1%201AA', 'No UK postcode starts with XX1. Check it.'],
    ])('refuses %j with the field', async (query, message) => {
      const { status, body } = await ask(imported, query)
      expect([status, body['errors']]).toEqual([422, { postcode: [message] }])
    })

    it('refuses fields it does not know', async () => {
      expect(await ask(bare, '?postcode=E17%204QH&force=1')).toMatchObject({
        status: 422,
        body: { errors: { force: expect.any(Array) } },
      })
    })
  })

  const precision = async (postcode: string) => {
    const result = await imported.call()(getPlace, { params: { postcode } })
    return result.ok ? [result.data.precision, result.data.nation] : result.problem.code
  }

  describe('GET postcodes/{postcode}/', () => {
    it('says what a place is called and how well it is known', async () => {
      const result = await imported.call()(getPlace, { params: { postcode: 'e17 4qh' } })
      expect(result).toMatchObject({
        ok: true,
        data: {
          postcode: 'E17 4QH',
          outcode: 'E17',
          town: 'Walthamstow',
          nation: 'england',
          precision: 'unit',
          isApproximate: false,
          isUlezCharged: true,
          isCongestionCharged: false,
        },
      })
    })

    it('places a postcode without a position by its outcode, and an unknown outcode by its area', async () => {
      expect(await precision('AB43 1AJ')).toEqual(['outcode', 'scotland'])
      expect(await precision('E99 1AA')).toEqual(['area', 'england'])
      expect(await precision('XX1 1AA')).toBe('unknown_postcode')
      expect(await precision('E17')).toEqual(['outcode', 'england'])
      expect(await precision('E99')).toBe('unknown_postcode')
      expect(await precision('Brighton')).toBe('unknown_postcode')
    })
  })

  describe('GET postcodes/source/', () => {
    it('names what the licence asks for, once it is used', async () => {
      expect(await bare.call()(getPostcodeSource)).toMatchObject({
        data: { name: null, vintage: null, attribution: null },
      })
      expect(await imported.call()(getPostcodeSource)).toMatchObject({
        data: {
          name: 'Code-Point Open',
          vintage: '2025-11',
          attribution: 'Contains OS data © Crown copyright and database right.',
        },
      })
    })
  })

  describe('GET postcodes/check/', () => {
    const check = async (app: TestApp, from: string, to: string) => {
      const result = await app.call()(checkEnds, { query: { from, to } })
      return result.ok ? result.data : [result.status, result.problem.code, result.problem.errors]
    }

    it('asks about what the data should name and does not, once, and about nothing else', async () => {
      expect(await check(imported, 'E17 4QH', 'E17 4QJ')).toEqual({ unknownPostcodes: [] })
      expect(await check(imported, 'e179zz', 'E17 4QJ')).toEqual({ unknownPostcodes: ['E17 9ZZ'] })
      expect(await check(imported, 'E17 9ZZ', 'E17 9ZZ')).toEqual({ unknownPostcodes: ['E17 9ZZ'] })
      // The import does not say that it has all of this area.
      expect(await check(imported, 'BN1 9ZZ', 'E17 4QJ')).toEqual({ unknownPostcodes: [] })
      expect(await check(imported, 'e17', 'BN1')).toEqual({ unknownPostcodes: [] })
      expect(await check(bare, 'E17 9ZZ', 'E17 4QJ')).toEqual({ unknownPostcodes: [] })
    })

    it.each([
      ['XX1 1AA', 'E17 4QJ', 'unknown_place', { from: ['No UK postcode starts with XX1. Check it.'] }],
      [
        'XX1 1AA',
        'BF1 0AX',
        'unknown_place',
        { from: ['No UK postcode starts with XX1. Check it.'], to: [FORCES_POST_MESSAGE] },
      ],
      [
        'E17 4QH',
        'JE2 3AB',
        'sea_crossing',
        { to: [expect.stringMatching(/^There is no road between Great Britain and Jersey/)] },
      ],
      ['PO30 1AA', 'E17 4QH', 'sea_crossing', { to: [expect.stringContaining('the Isle of Wight and Great Britain')] }],
      ['GIR 0AA', 'E17 4QH', 'invalid', { from: [GIROBANK_MESSAGE] }],
      ['E17 4QH', 'BFPO 58', 'invalid', { to: [FORCES_POST_MESSAGE] }],
      ['XX99 9XX', 'E17 4QH', 'unknown_place', { from: ['No UK postcode starts with XX99. Check it.'] }],
      ['E99', 'E17 4QH', 'unknown_place', { from: ['No UK postcode starts with E99. Check it.'] }],
      ['Walthamstow', 'E17 4QH', 'invalid', { from: [NOT_A_PLACE_MESSAGE] }],
    ])('%s to %s: %s', async (from, to, code, errors) => {
      expect(await check(imported, from, to)).toEqual([422, code, errors])
    })
  })

  describe('GET route-map/', () => {
    const ask = async (points: string, day?: string) => bare.call()(getRouteMap, { query: { points, day } })

    it('draws a route as a sketch, with the zones of its points and the tolls that it may meet', async () => {
      const result = await ask('e174qh,DA1 1AA')
      expect(result).toMatchObject({
        ok: true,
        data: {
          isSketch: true,
          points: [{ mark: 'A' }, { mark: 'B' }],
          zoneNames: ['ULEZ'],
          zones: expect.stringMatching(/^M/),
          roads: expect.stringMatching(/^M/),
          words: expect.stringContaining('from A, Walthamstow E17, south-east to B, Dartford DA1'),
        },
      })
      expect(await ask('DA1 1AA,RM13 8AA')).toMatchObject({
        data: { tollNames: [{ name: 'Dartford Crossing', isCertain: false }] },
      })
      // The zone began in 2019.
      expect(await ask('E17,DA1', '2010-01-01')).toMatchObject({ data: { zoneNames: [], tollNames: [] } })
    })

    it('draws outcodes where no more is told, and the sea', async () => {
      expect(await ask('PO1,PO30')).toMatchObject({ data: { sea: expect.stringMatching(/^M/), roads: '' } })
    })

    it.each([
      ['E17 4QH', 'invalid'],
      ['E17 4QH,nowhere', 'invalid'],
      [Array.from({ length: 11 }, () => 'E17').join(','), 'invalid'],
      ['E17 4QH,XX1 1AA', 'unknown_place'],
      ['E17,XX1', 'unknown_place'],
    ])('refuses %s: %s', async (points, code) => {
      expect(await ask(points)).toMatchObject({ ok: false, status: 422, problem: { code } })
    })
  })
})

describe('address lookup', () => {
  let stub: StubServer
  let app: TestApp
  beforeAll(async () => {
    const line = { postcode: 'E17 4QH', building_number: '12', thoroughfare: 'Grove Road' }
    stub = await startStubServer(sendJson({ code: 2000, result: [line] }))
    app = await createTestApp({
      env: { ADDRESS_LOOKUP_URL: stub.url, ADDRESS_LOOKUP_KEY: 'k3y', RATE_LIMIT_FACTOR: '1' },
    })
  })
  afterAll(async () => {
    await app.close()
    await stub.close()
  })

  const find = (postcode: string, from?: string) => app.call(undefined, from)(listAddresses, { params: { postcode } })

  it('lists the addresses of a whole postcode, in any spelling, to everybody', async () => {
    expect(await find('e174qh')).toMatchObject({ data: { results: [{ flatAndHouse: '', street: '12 Grove Road' }] } })
    expect(await find('E17')).toMatchObject({ status: 404, problem: { code: 'not_found' } })
    expect(stub.asked).toEqual(['/postcodes/E17%204QH'])
  })

  it('says that it has no answer, and that one asks too often: each is paid for', async () => {
    stub.answer = sendJson({}, 500)
    expect(await find('BN1 4QL')).toMatchObject({ status: 503, problem: { code: 'address_lookup_down' } })
    const statuses = new Map<number, number>()
    for (let call = 0; call < 31; call += 1) {
      const { status } = await find('E17 4QH', '10.9.8.7')
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect([...statuses]).toEqual([
      [200, 30],
      [429, 1],
    ])
  })

  it('is not there without a service', async () => {
    const appWithoutLookup = await createTestApp()
    try {
      expect(await appWithoutLookup.call()(listAddresses, { params: { postcode: 'E17 4QH' } })).toMatchObject({
        status: 409,
        problem: { code: 'address_lookup_off' },
      })
    } finally {
      await appWithoutLookup.close()
    }
  })
})

describe('postcodes and roads', () => {
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
    const variants = attacks.flatMap((text) => [
      text,
      ` ${text}`,
      `E17 4QH${text}`,
      `${text}E17 4QH`,
      text.toUpperCase(),
    ])

    it(`sends the server none of ${variants.length} strings`, async () => {
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
      expect(await app.ctx.services.routing.journey([from, to])).toEqual({
        ...modelJourney([from, to]),
        passages: null,
      })
    })
  })
})
