import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCall } from '#app/call.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { mailboxOf, signedIn, testPassword } from '#test/support/people.ts'
import { updateUser } from './profile/contract.ts'
import { register } from './contract.ts'

/**
 * Anyone can name another person's address. The limits that this uses up are the caller's own; the owner is slowed down
 * at most.
 */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } })
})
beforeEach(() => app.clock.advance({ hours: 2 }))
afterAll(() => app.close())

let networks = 0
const newNetwork = () => {
  networks += 1
  return `198.51.${networks >> 8}.${networks & 255}`
}

const registering = async (email: string, address: string) =>
  createCall(app.app.fastify, { address })(register, {
    body: { userRole: 'customer', email, password: testPassword, firstName: 'Jane' },
  })

const changing = async (email: string, address: string) => {
  const { access } = await signedIn(app)
  return createCall(app.app.fastify, { address, bearer: access })(updateUser, { body: { email } })
}

describe.each([
  ['registering', registering, 201],
  ['changing an address', changing, 200],
] as const)('%s with somebody’s address', (_how, ask, done) => {
  const newEmail = () => `named-${crypto.randomUUID()}@example.com`

  it('from ever other networks keeps its owner waiting ten minutes at most, and mails them at that pace', async () => {
    const email = newEmail()
    for (let n = 0; n < 8; n += 1) await ask(email, newNetwork())
    const own = newNetwork()
    const refused = await ask(email, own)
    expect(refused).toMatchObject({ status: 429 })
    expect(refused.ok ? 0 : refused.retryAfterSeconds).toBeLessThanOrEqual(600)
    expect(await mailboxOf(app, email)).toHaveLength(3)
    app.clock.advance({ seconds: 601 })
    expect((await ask(email, own)).status).toBe(done)
    expect(await mailboxOf(app, email)).toHaveLength(4)
  })

  it('from one network is over after three in an hour, and takes nothing of others', async () => {
    const [email, own] = [newEmail(), newNetwork()]
    for (let n = 0; n < 3; n += 1) await ask(email, own)
    app.clock.advance({ minutes: 11 })
    expect((await ask(email, own)).status).toBe(429)
    expect((await ask(email, newNetwork())).status).toBe(done)
  })
})

it('charges nobody for a change that is refused for the address’s sake', async () => {
  const victim = `named-${crypto.randomUUID()}@example.com`
  for (let n = 0; n < 3; n += 1) await changing(victim, newNetwork())
  const { access } = await signedIn(app)
  const ask = (email: string) =>
    createCall(app.app.fastify, { address: newNetwork(), bearer: access })(updateUser, { body: { email } })
  for (let n = 0; n < 5; n += 1) expect((await ask(victim)).status).toBe(429)
  expect((await ask(`own-${crypto.randomUUID()}@example.com`)).status).toBe(200)
})

it('charges no address for a registration that is refused for its password', async () => {
  const email = `named-${crypto.randomUUID()}@example.com`
  for (let n = 0; n < 5; n += 1)
    await createCall(app.app.fastify, { address: newNetwork() })(register, {
      body: { userRole: 'customer', email, password: 'x', firstName: 'Jane' },
    })
  for (let n = 0; n < 3; n += 1) expect((await registering(email, newNetwork())).status).toBe(201)
})
