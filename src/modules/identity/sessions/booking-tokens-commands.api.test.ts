import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withActor } from '#platform/ctx.ts'
import { digestOf } from '#platform/secrets.ts'
import type { Actor } from '#platform/session.ts'
import { Refusal } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createPerson, followLink, mailedToken, testPassword } from '#test/support/people.ts'
import { getUser, register } from '../contract.ts'
import { authenticate, contactOf } from '../queries.ts'
import { spendBookingToken } from './commands.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const newEmail = () => `someone-${randomBytes(6).toString('hex')}@example.com`

async function registered(
  email: string,
  more: { userRole?: 'customer' | 'driver'; firstName?: string; lastName?: string; phone?: string } = {},
): Promise<string> {
  const fullRegistration = {
    userRole: 'customer' as const,
    password: testPassword,
    firstName: 'Jane',
    phone: '+447700900123',
  }
  const answer = await app.call()(register, { body: { ...fullRegistration, email, ...more } })
  if (!answer.ok) throw new Error(`Registering was refused: ${answer.problem.code}`)
  return answer.data.bookingToken
}

const verify = (token: string) => followLink(app, token)

/** Who bears this token. */
async function bearerOf(token: string): Promise<Actor | undefined> {
  const actor = await authenticate(app.ctx, token)
  return actor instanceof Refusal ? undefined : actor
}

describe('the booking token', () => {
  test('says who books in their own words, never what the account knows', async () => {
    const owner = await createPerson(app, { firstName: 'Olive', phone: '+447700900999' })
    const token = await registered(owner.email, { firstName: 'Mallory', lastName: 'M', phone: '+447700900111' })
    const actor = await bearerOf(token)
    expect(actor).toMatchObject({ kind: 'bookingToken', userId: owner.id })
    if (!actor) throw new Error('no actor')
    expect(await contactOf(withActor(app.ctx, actor))).toEqual({
      firstName: 'Mallory',
      lastName: 'M',
      phone: '+447700900111',
      email: owner.email,
    })
  })

  test('lives thirty minutes and is spent once', async () => {
    const token = await registered(newEmail())
    const digest = digestOf(token)
    const spend = () => app.ctx.tx((ctx) => spendBookingToken(ctx, digest))
    const spent = await Promise.all(Array.from({ length: 10 }, spend))
    expect(spent.filter(Boolean)).toHaveLength(1)
    // A retry with its Idempotency-Key still finds its first answer.
    expect((await bearerOf(token))?.kind).toBe('bookingToken')
    app.clock.advance({ minutes: 30, seconds: 1 })
    expect(await bearerOf(token)).toBeUndefined()
    const other = await registered(newEmail())
    app.clock.advance({ minutes: 30, seconds: 1 })
    expect(await app.ctx.tx((ctx) => spendBookingToken(ctx, digestOf(other)))).toBeUndefined()
  })

  test('knows when the address was verified before the booking', async () => {
    const email = newEmail()
    const token = await registered(email)
    await verify(await mailedToken(app, email))
    expect(await app.ctx.tx((ctx) => spendBookingToken(ctx, digestOf(token)))).toMatchObject({ isVerified: true })
  })

  test('a driver’s opens nothing', async () => {
    expect(await bearerOf(await registered(newEmail(), { userRole: 'driver' }))).toBeUndefined()
  })

  test('lets nobody see the account', async () => {
    const token = await registered(newEmail())
    expect((await app.call(token)(getUser)).status).toBe(401)
  })
})
