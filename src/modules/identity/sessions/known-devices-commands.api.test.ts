import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createCall } from '#app/call.ts'
import { createTestApp, withoutGuards, type TestApp } from '#test/support/app.ts'
import { createPerson, mailboxOf, mailedToken, signIn, testPassword, type Person } from '#test/support/people.ts'
import { statementsOf } from '#test/support/statements.ts'
import { logIn } from '../contract.ts'
import { askLoginLink, confirmLoginLink } from '../login-links/contract.ts'
import { askPasswordReset, confirmPasswordReset, updatePassword } from '../passwords/contract.ts'
import { freeTries } from '../rules.ts'

/**
 * A stranger who tries wrong passwords from ever other addresses does not lock out a person who has logged in before.
 */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } })
})
beforeEach(() => app.clock.advance({ hours: 25 }))
afterAll(() => app.close())

const newDevice = () => randomBytes(32).toString('base64url')
let networks = 0
/** A network without any requests so far. */
const newNetwork = () => `10.${(networks >> 8) & 255}.${networks++ & 255}.7`

const from = (more: { device?: string; address?: string; bearer?: string } = {}) =>
  createCall(app.app.fastify, { address: newNetwork(), ...more })

const tryAs = async ({ email }: Person, password = testPassword, more: Parameters<typeof from>[0] = {}) =>
  (await from(more)(logIn, { body: { email, password } })).status

async function attack(person: Person): Promise<void> {
  const statuses = []
  for (let n = 0; n <= freeTries; n++) statuses.push(await tryAs(person, 'not-the-password-1'))
  expect(statuses.at(-1)).toBe(429)
}

describe('T-001: a stranger keeps the owner out', () => {
  test('of no browser that the owner has logged in with', async () => {
    const person = await createPerson(app)
    const device = newDevice()
    expect(await tryAs(person, testPassword, { device })).toBe(200)
    await attack(person)
    expect(await tryAs(person, testPassword, { device })).toBe(200)
    // The stranger can guess no sooner because of that.
    expect(await tryAs(person, 'not-the-password-1')).toBe(429)
    expect(await tryAs(person, testPassword, { device: newDevice() })).toBe(429)
  })

  test('of no network that the owner has logged in from, for clients that name no device', async () => {
    const person = await createPerson(app)
    const address = '198.51.100.40'
    expect(await tryAs(person, testPassword, { address })).toBe(200)
    await attack(person)
    expect(await tryAs(person, testPassword, { address })).toBe(200)
  })

  test('nor, signed in, from changing the password', async () => {
    const person = await createPerson(app)
    const { access } = await signIn(app, person)
    await attack(person)
    app.clock.advance({ minutes: 6 })
    const body = { currentPassword: testPassword, newPassword: 'Lantern-hill-22' }
    expect((await from({ bearer: access })(updatePassword, { body })).status).toBe(200)
  })

  test('nor does a thief with one session keep the owner’s other from it', async () => {
    const person = await createPerson(app)
    const [stolen, own] = [await signIn(app, person), await signIn(app, person)]
    app.clock.advance({ minutes: 6 })
    const change = async (bearer: string, currentPassword: string) =>
      (await from({ bearer })(updatePassword, { body: { currentPassword, newPassword: 'Lantern-hill-22' } })).status
    for (let n = 0; n < freeTries; n++) expect(await change(stolen.access, `guess-${n}a`)).toBe(403)
    expect(await change(stolen.access, testPassword)).toBe(429)
    expect(await change(own.access, testPassword)).toBe(200)
  })

  test('a known browser is slowed down for itself', async () => {
    const person = await createPerson(app)
    const device = newDevice()
    await tryAs(person, testPassword, { device })
    const statuses = []
    for (let n = 0; n < freeTries + 2; n++) statuses.push(await tryAs(person, 'not-the-password-1', { device }))
    expect(statuses).toEqual([...Array(freeTries).fill(401), 429, 429])
    expect(await tryAs(person)).toBe(200)
  })

  test('the control: without known devices it does', async () => {
    const person = await createPerson(app)
    const device = newDevice()
    await tryAs(person, testPassword, { device })
    await attack(person)
    const careless = await withoutGuards(app, 'known_devices')
    const answer = await createCall(careless.fastify, { device })(logIn, {
      body: { email: person.email, password: testPassword },
    })
    await careless.close()
    expect(answer.status).toBe(429)
  })

  test('a device is known to the accounts that it logged in to, and for half a year', async () => {
    const [person, other] = [await createPerson(app), await createPerson(app)]
    const device = newDevice()
    await tryAs(person, testPassword, { device })
    await attack(other)
    expect(await tryAs(other, testPassword, { device })).toBe(429)
    app.clock.advance({ days: 181 })
    await attack(person)
    expect(await tryAs(person, testPassword, { device })).toBe(429)
  })

  test('forty browsers and networks are kept, those used last', async () => {
    const person = await createPerson(app)
    for (let n = 0; n < 22; n++) {
      await tryAs(person, testPassword, { device: newDevice() })
      app.clock.advance({ minutes: 1 })
    }
    const storedDevices = await app.ctx.db
      .selectFrom('identity.known_device')
      .select('digest')
      .where('userId', '=', person.id)
      .execute()
    expect(storedDevices).toHaveLength(40)
  })
})

describe('a way in by email', () => {
  test('opens the login on the device that follows it, once, and signs nobody in', async () => {
    const person = await createPerson(app)
    await attack(person)
    expect((await from()(askLoginLink, { body: { email: person.email } })).status).toBe(200)
    const token = await mailedToken(app, person.email)
    const device = newDevice()
    expect(await from({ device })(confirmLoginLink, { body: { token } })).toMatchObject({ data: { device } })
    expect((await from({ device: newDevice() })(confirmLoginLink, { body: { token } })).status).toBe(409)
    expect(await tryAs(person, 'not-the-password-1', { device })).toBe(401)
    expect(await tryAs(person, testPassword, { device })).toBe(200)
    expect(await tryAs(person)).toBe(429)
  })

  test('gives a client that named no device one to name', async () => {
    const person = await createPerson(app)
    await from()(askLoginLink, { body: { email: person.email } })
    const token = await mailedToken(app, person.email)
    const answer = await from()(confirmLoginLink, { body: { token } })
    if (!answer.ok) throw new Error(answer.problem.code)
    await attack(person)
    expect(await tryAs(person, testPassword, { device: answer.data.device })).toBe(200)
  })

  test('a new password is one too, and makes every other device a stranger’s', async () => {
    const person = await createPerson(app)
    const [old, fresh] = [newDevice(), newDevice()]
    await tryAs(person, testPassword, { device: old })
    await from()(askPasswordReset, { body: { email: person.email } })
    const token = await mailedToken(app, person.email)
    const password = 'Lantern-hill-22'
    expect((await from({ device: fresh })(confirmPasswordReset, { body: { token, password } })).status).toBe(200)
    await attack(person)
    expect(await tryAs(person, password, { device: old })).toBe(429)
    expect(await tryAs(person, password, { device: fresh })).toBe(200)
  })

  test('T-004, T-008: the same answer for everybody, three mails an address whoever asks, a link only for whoever may log in', async () => {
    const people = [
      await createPerson(app),
      await createPerson(app, { status: 'blocked' }),
      await createPerson(app, { isVerified: false }),
      { email: `nobody-${crypto.randomUUID()}@example.com` },
    ]
    for (const [index, { email }] of people.entries()) {
      const answers = []
      for (let n = 0; n < 4; n++) answers.push(await from()(askLoginLink, { body: { email } }))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(answers[0]).toMatchObject({ data: { detail: 'Go to your email and follow the link.' } })
      expect(await mailboxOf(app, email)).toHaveLength(index === 0 ? 3 : 0)
    }
  })
})

describe('T-005: what is asked about an address takes the same path whoever has it', () => {
  test.each([
    ['a new password', askPasswordReset],
    ['a way in', askLoginLink],
  ] as const)('%s: statement for statement, and what the note leads to waits for no commit', async (_, endpoint) => {
    const person = await createPerson(app)
    const ask = async (email: string) => {
      const statements = await statementsOf(app, async () => void (await from()(endpoint, { body: { email } })))
      return statements.map((text) => text.replaceAll(/\s+/g, ' '))
    }
    const unknown = await ask(`nobody-${crypto.randomUUID()}@example.com`)
    expect(unknown.length).toBeGreaterThan(2)
    expect(await ask(person.email)).toEqual(unknown)
    const queues = await app.app.pool.query<{ name: string }>(
      `select name from pgboss.queue where not notify and name like 'identity.%-asked' order by name`,
    )
    expect(queues.rows.map(({ name }) => name)).toEqual([
      'identity.claim-code-asked',
      'identity.login-link-asked',
      'identity.reset-asked',
    ])
  })
})
