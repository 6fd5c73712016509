import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#platform/log.ts'
import { misbehaviours, sendJson, startStubServer, type StubServer } from '#test/support/stub-server.ts'
import { createAddressLookup, createPostcodeServer } from './gateway.ts'
import { suggestionsOf } from './rules.ts'

describe('the address gateway', () => {
  const line = (more: object = {}) => ({
    postcode: 'E17 4QH',
    post_town: 'LONDON',
    thoroughfare: 'Grove Road',
    building_number: '12',
    sub_building_name: 'Flat 3',
    line_1: 'Flat 3',
    line_2: '12 Grove Road',
    udprn: 1,
    ...more,
  })
  const answerOf = (...lines: unknown[]) => sendJson({ code: 2000, message: 'Success', result: lines })

  let stub: StubServer
  let elsewhere: StubServer
  beforeEach(async () => {
    stub = await startStubServer(answerOf(line()))
    elsewhere = await startStubServer(answerOf(line()))
  })
  afterEach(async () => {
    await stub.close()
    await elsewhere.close()
  })

  const lookup = (now?: () => number, timeoutMs = 2000) =>
    createAddressLookup({ server: { url: stub.url, key: 'k3y' }, log: createLog('silent'), timeoutMs, now })

  it('is off without a server', async () => {
    const disabledLookup = createAddressLookup({ log: createLog('silent') })
    expect(disabledLookup.isOffered).toBe(false)
    expect(await disabledLookup.find('E17 4QH')).toBeNull()
  })

  it('asks with the key in a header, not in the address, and reads the two fields of a point', async () => {
    let authorization: string | undefined
    const { answer } = stub
    stub.answer = (request, response) => {
      authorization = request.headers.authorization
      answer(request, response)
    }
    expect(await lookup().find('E17 4QH')).toEqual([{ flatAndHouse: 'Flat 3', street: '12 Grove Road' }])
    expect(authorization).toBe('api_key="k3y"')
    expect(stub.asked).toEqual(['/postcodes/E17%204QH'])
  })

  describe('an address', () => {
    it.each<[string, object, object | undefined]>([
      ['of a house', { sub_building_name: '' }, { flatAndHouse: '', street: '12 Grove Road' }],
      [
        'of a named house',
        { building_name: 'Heron Court' },
        { flatAndHouse: 'Flat 3, Heron Court', street: '12 Grove Road' },
      ],
      ['of a firm', { organisation_name: 'Hoe Vans' }, { flatAndHouse: 'Hoe Vans, Flat 3', street: '12 Grove Road' }],
      [
        'off a street',
        { dependant_thoroughfare: 'Mill Yard' },
        { flatAndHouse: 'Flat 3', street: '12 Mill Yard, Grove Road' },
      ],
      [
        'of a village without streets',
        { thoroughfare: '', building_number: '', building_name: 'The Mill', dependant_locality: 'Little Marlow' },
        { flatAndHouse: 'Flat 3, The Mill', street: 'Little Marlow' },
      ],
      [
        'of a building alone',
        { thoroughfare: '', building_number: '', sub_building_name: '', building_name: 'Houses Of Parliament' },
        { flatAndHouse: '', street: 'Houses Of Parliament' },
      ],
      ['without a street is none', { thoroughfare: '', building_number: '' }, undefined],
      ['of another postcode is none', { postcode: 'BN1 4QL' }, undefined],
      ['with a number that is none', { building_number: 12 }, undefined],
      ['far too long is none', { thoroughfare: 'x'.repeat(201) }, undefined],
      [
        'is plain text',
        { thoroughfare: ' Grove\u0000 <b>\u202eRoad\n', sub_building_name: '' },
        { flatAndHouse: '', street: '12 Grove b Road' },
      ],
    ])('%s', async (_, more, address) => {
      stub.answer = answerOf(line(more))
      expect(await lookup().find('E17 4QH')).toEqual(address ? [address] : [])
    })

    it('is listed once, and never more than a hundred', async () => {
      stub.answer = answerOf(
        line(),
        null,
        'x',
        line(),
        ...Array.from({ length: 150 }, (_, n) => line({ building_number: `${n}` })),
      )
      const found = await lookup().find('E17 4QH')
      expect(found).toHaveLength(100)
      expect(new Set(found?.map(({ street }) => street)).size).toBe(100)
    })
  })

  it.each(misbehaviours('http://127.0.0.1:9/').map(([name]) => name))(
    'is none, soon, when the server %s',
    async (name) => {
      stub.answer = misbehaviours(elsewhere.url).find(([known]) => known === name)?.[1] ?? stub.answer
      expect(await lookup(undefined, 150).find('E17 4QH')).toBeNull()
      expect(elsewhere.asked).toEqual([])
    },
  )

  it.each([
    ['another shape', sendJson({ code: 2000, result: { line_1: 'x' } })],
    ['no object', sendJson([])],
    ['a refused key', sendJson({ code: 4010, message: 'Invalid Key' }, 401)],
    ['an empty purse', sendJson({ code: 4020, message: 'Key balance depleted' }, 402)],
  ])('is none where the answer is %s', async (_, answer) => {
    stub.answer = answer
    expect(await lookup().find('E17 4QH')).toBeNull()
  })

  it('remembers answers for ten minutes, a postcode that nobody knows too, and no failure; after five it pauses', async () => {
    let now = 0
    const client = lookup(() => now)
    await client.find('E17 4QH')
    await client.find('E17 4QH')
    expect(stub.asked).toHaveLength(1)
    stub.answer = sendJson({ code: 4040, message: 'Postcode not found' }, 404)
    expect(await client.find('E17 9ZZ')).toEqual([])
    await client.find('E17 9ZZ')
    expect(stub.asked).toHaveLength(2)
    now = 10 * 60_000
    await client.find('E17 9ZZ')
    expect(stub.asked).toHaveLength(3)
    stub.answer = sendJson({}, 500)
    for (let call = 0; call < 8; call += 1) expect(await client.find('BN1 4QL')).toBeNull()
    expect(stub.asked).toHaveLength(8)
  })
})

describe('postcodes.io', () => {
  const found = {
    status: 200,
    result: {
      postcode: 'E17 4QH',
      quality: 1,
      latitude: 51.5861,
      longitude: -0.0214,
      country: 'England',
      region: 'London',
      admin_district: 'Waltham Forest',
      outcode: 'E17',
      bua: 'Walthamstow',
      codes: { admin_district: 'E09000031', admin_county: 'E99999999' },
    },
  }

  let stub: StubServer
  let elsewhere: StubServer
  /** Patient, so that a crowded machine changes nothing; short only where the server hangs. */
  const server = (now?: () => number, timeoutMs = 30_000) =>
    createPostcodeServer({ name: 'postcodes', baseUrl: stub.url, log: createLog('silent'), timeoutMs, now })
  beforeEach(async () => {
    stub = await startStubServer(sendJson(found))
    elsewhere = await startStubServer(sendJson(found))
  })
  afterEach(async () => {
    await stub.close()
    await elsewhere.close()
  })

  describe('find', () => {
    it('reads what we need', async () => {
      expect(await server().find('E17 4QH')).toEqual({
        lat: 51.5861,
        lng: -0.0214,
        districtCode: 'E09000031',
        countryCode: 'E92000001',
        town: 'Walthamstow',
      })
      expect(stub.asked).toEqual(['/postcodes/E17%204QH'])
    })

    it('remembers answers for a day and unknown postcodes for an hour, and no failure', async () => {
      let now = 0
      const client = server(() => now)
      await client.find('E17 4QH')
      await client.find('E17 4QH')
      expect(stub.asked).toHaveLength(1)
      stub.answer = sendJson({ status: 404, error: 'Postcode not found' }, 404)
      await client.find('E17 9ZZ')
      expect(await client.find('E17 9ZZ')).toBeNull()
      expect(stub.asked).toHaveLength(2)
      now = 61 * 60 * 1000
      await client.find('E17 9ZZ')
      expect(stub.asked).toHaveLength(3)
      stub.answer = sendJson({}, 500)
      await client.find('E17 1AA')
      await client.find('E17 1AA')
      expect(stub.asked).toHaveLength(5)
    })

    it('reads a postcode without a place', async () => {
      stub.answer = sendJson({ status: 200, result: { ...found.result, latitude: null, longitude: null, bua: null } })
      expect(await server().find('E17 4QH')).toMatchObject({
        lat: null,
        lng: null,
        districtCode: 'E09000031',
        town: null,
      })
    })

    it.each([
      ['null', null],
      ['an array', []],
      ['a string', 'E17 4QH'],
      ['no result', { status: 200 }],
      ['a null result', { status: 200, result: null }],
      ['a list where an object belongs', { status: 200, result: [found.result] }],
      ['another postcode', { ...found, result: { ...found.result, postcode: 'SW1A 1AA' } }],
      ['text for numbers', { ...found, result: { ...found.result, latitude: '51.5' } }],
      ['a place in France', { ...found, result: { ...found.result, latitude: 48.85, longitude: 2.35 } }],
      [
        'latitude and longitude the wrong way round',
        { ...found, result: { ...found.result, latitude: -0.02, longitude: 51.5 } },
      ],
      ['NaN, which JSON writes as null, for one half', { ...found, result: { ...found.result, postcode: null } }],
      ['a code that is none', { ...found, result: { ...found.result, codes: { admin_district: '<script>' } } }],
    ])('T-021, F-21: ignores %s', async (_, body) => {
      stub.answer = sendJson(body)
      expect(await server().find('E17 4QH')).toBeNull()
    })

    it('ignores a town that is no name', async () => {
      stub.answer = sendJson({ ...found, result: { ...found.result, bua: '<b>Leyton</b>' } })
      expect(await server().find('E17 4QH')).toMatchObject({ town: null, lat: 51.5861 })
    })

    it.each(misbehaviours('http://127.0.0.1:9/').map(([name]) => name))(
      'T-021: is null when the server %s',
      async (name) => {
        stub.answer = misbehaviours(elsewhere.url).find(([known]) => known === name)?.[1] ?? stub.answer
        expect(await server(undefined, 150).find('E17 4QH')).toBeNull()
        expect(await server(undefined, 150).suggest('E17')).toBeNull()
        expect(elsewhere.asked).toEqual([])
      },
    )

    it('is null when nobody listens', async () => {
      await stub.close()
      expect([await server().find('E17 4QH'), await server().suggest('E17')]).toEqual([null, null])
    })
  })

  describe('suggest', () => {
    it('passes on postcodes that begin like that', async () => {
      stub.answer = sendJson({
        status: 200,
        result: ['E17 4QH', 'e174qj', 'E17 4QH', 'SW1A 1AA', 'nonsense', 'E1 7AA'],
      })
      expect(await server().suggest('E17')).toEqual(['E17 4QH', 'E17 4QJ', 'E1 7AA'])
      expect(stub.asked).toEqual(['/postcodes/E17/autocomplete?limit=10'])
    })

    it('takes null for none', async () => {
      stub.answer = sendJson({ status: 200, result: null })
      expect(await server().suggest('E17 9')).toEqual([])
    })

    it('passes on ten at most', async () => {
      const result = Array.from({ length: 30 }, (_, index) => `E17 4Q${String.fromCodePoint(65 + (index % 26))}`)
      stub.answer = sendJson({ status: 200, result })
      expect(await server().suggest('E17 4Q')).toHaveLength(10)
    })

    it.each([
      ['an object', { result: {} }],
      ['numbers', { result: [1, 2] }],
      ['a string', { result: 'E17 4QH' }],
      ['nothing', {}],
    ])('T-021: is null for %s', async (_, body) => {
      stub.answer = sendJson(body)
      expect(await server().suggest('E17')).toBeNull()
    })
  })
})

describe('places that begin like what was typed', () => {
  const offered = (text: string, units: string[] = []) =>
    suggestionsOf(text, units).map(({ postcode, place }) => `${postcode} ${place}`)

  it.each([
    ['E17', [], ['E17 Walthamstow']],
    ['e17', ['E17 4QH', 'E17 4QJ'], ['E17 Walthamstow', 'E17 4QH Walthamstow', 'E17 4QJ Walthamstow']],
    ['E17 4', ['E17 4QH'], ['E17 4QH Walthamstow']],
    ['E17 4', [], []],
    ['Walthamstow', [], ['E17 Walthamstow']],
    ['  walthamst', [], ['E17 Walthamstow']],
    ['XX99', [], []],
    ['Nowhere at all', [], []],
    ['', [], []],
  ])('%j with %j', (text, units, expected) => {
    expect(offered(text, units)).toEqual(expected)
  })

  it('finds a town’s districts: first those that are named like it, then the rest of its area', () => {
    const found = suggestionsOf('Leeds', [])
    expect(found).toHaveLength(10)
    expect(found[0]).toEqual({ postcode: 'LS1', place: 'Leeds city centre' })
    expect(found.every(({ postcode }) => postcode.startsWith('LS'))).toBe(true)
    const firstOfArea = found.findIndex(({ place }) => !place.includes('Leeds'))
    expect(found.slice(firstOfArea).some(({ place }) => place.startsWith('Leeds'))).toBe(false)
  })

  it.each([
    ['kings cross', /^N1C /],
    ["King's Cross", /^N1C /],
    ['stoke newington', /^N16 /],
    ['BRIGHTON', /^BN1 /],
    ['wa', /^WA1 /],
  ])('reads %j without its apostrophes and capitals', (text, first) => expect(offered(text)[0]).toMatch(first))
})
