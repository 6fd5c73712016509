import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallInput } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { signIn } from '#test/support/session.ts'
import {
  getMessageSettings,
  saveMessageSettings,
  addSavedAddress,
  changeSavedAddress,
  listSavedAddresses,
  removeSavedAddress,
} from './contract.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const home = {
  label: 'Home',
  postcode: 'e174qh',
  flatAndHouse: 'Flat 2, 9 Orford Road',
  stairs: 2,
  contactNumber: '+44 7700 900123',
}

const customer = async () => app.call((await signIn(app, 'customer')).bearer)

async function added(
  call: Awaited<ReturnType<typeof customer>>,
  more: Partial<CallInput<typeof addSavedAddress>['body']> = {},
) {
  const answer = await call(addSavedAddress, { body: { ...home, ...more } })
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
  return answer.data
}

describe('saved addresses', () => {
  test('are added, listed by name, changed and removed', async () => {
    const call = await customer()
    const mums = await added(call, { label: 'Mum’s', contactName: 'Ann' })
    const one = await added(call)
    expect(one).toEqual({
      id: expect.any(String),
      label: 'Home',
      postcode: 'E17 4QH',
      formattedAddress: null,
      flatAndHouse: 'Flat 2, 9 Orford Road',
      stairs: 2,
      contactName: null,
      contactNumber: '+447700900123',
    })
    expect(await call(listSavedAddresses)).toMatchObject({ data: { count: 2, results: [one, mums] } })
    const changed = await call(changeSavedAddress, {
      params: { id: one.id },
      body: { label: 'Old home', postcode: 'BN1 4QL' },
    })
    expect(changed).toMatchObject({ data: { id: one.id, label: 'Old home', flatAndHouse: null, stairs: 0 } })
    expect((await call(removeSavedAddress, { params: { id: one.id } })).status).toBe(204)
    expect((await call(removeSavedAddress, { params: { id: one.id } })).status).toBe(404)
    expect(await call(listSavedAddresses)).toMatchObject({ data: { count: 1, results: [mums] } })
  })

  test('of somebody else are not found, and stay as they are', async () => {
    const [owner, stranger] = [await customer(), await customer()]
    const { id } = await added(owner)
    const before = await owner(listSavedAddresses)
    expect((await stranger(changeSavedAddress, { params: { id }, body: home })).status).toBe(404)
    expect((await stranger(removeSavedAddress, { params: { id } })).status).toBe(404)
    expect(await stranger(listSavedAddresses)).toMatchObject({ data: { count: 0 } })
    expect(await owner(listSavedAddresses)).toEqual(before)
  })

  test('are twenty at most, however many are added at once', async () => {
    const call = await customer()
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, n) => call(addSavedAddress, { body: { ...home, label: `Place ${n}` } })),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(20)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ status: 409, problem: { code: 'too_many_addresses' } })
  })

  test('are added once however often the same request comes', async () => {
    const call = await customer()
    const send = () => call(addSavedAddress, { body: home }, { idempotencyKey: 'one-address' })
    const [first, second] = [await send(), await send()]
    expect(first).toEqual(second)
    expect(await call(listSavedAddresses)).toMatchObject({ data: { count: 1 } })
  })

  test.each([
    ['label', ''],
    ['label', 'x'.repeat(61)],
    ['postcode', 'nowhere'],
    ['stairs', 10],
    ['stairs', -1],
    ['contact_number', '07700'],
    ['flat_and_house', 'x'.repeat(121)],
    ['user_id', '0193a8b0-0000-7000-8000-000000000000'],
  ])('422 at %s for %.20j', async (field, value) => {
    const { bearer } = await signIn(app, 'customer')
    const answer = await app.app.fastify.inject({
      method: 'POST',
      url: '/api/users/addresses/',
      headers: { authorization: `Bearer ${bearer}` },
      payload: { label: 'Home', postcode: 'E17 4QH', [field]: value },
    })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
  })
})

describe('what a customer is told', () => {
  test('is everything about the move until they choose otherwise, each for themselves', async () => {
    const [one, two] = [await customer(), await customer()]
    const usual = {
      bookingUpdates: { email: true, sms: true, push: true },
      moveReminders: { email: true, sms: true, push: true },
      reviewRequests: { email: true, sms: false, push: false },
      newMessages: { email: true, sms: false, push: true },
    }
    expect(await one(getMessageSettings)).toMatchObject({ data: usual })
    const mine = { ...usual, bookingUpdates: { email: true, sms: false, push: true } }
    for (let n = 0; n < 2; n++) expect(await one(saveMessageSettings, { body: mine })).toMatchObject({ data: mine })
    expect([await one(getMessageSettings), await two(getMessageSettings)]).toMatchObject([
      { data: mine },
      { data: usual },
    ])
  })
})
