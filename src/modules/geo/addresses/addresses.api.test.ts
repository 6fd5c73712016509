import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { sendJson, startStubServer, type StubServer } from '#test/support/stub-server.ts'
import { listAddresses } from './contract.ts'

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
