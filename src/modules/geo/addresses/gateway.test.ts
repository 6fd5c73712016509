import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#platform/log.ts'
import { misbehaviours, sendJson, startStubServer, type StubServer } from '#test/support/stub-server.ts'
import { createAddressLookup } from './gateway.ts'

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
