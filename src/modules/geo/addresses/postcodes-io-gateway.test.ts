import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#platform/log.ts'
import { misbehaviours, sendJson, startStubServer, type StubServer } from '#test/support/stub-server.ts'
import { createPostcodeServer } from './gateway.ts'

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
    stub.answer = sendJson({ status: 200, result: ['E17 4QH', 'e174qj', 'E17 4QH', 'SW1A 1AA', 'nonsense', 'E1 7AA'] })
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
