import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { hashingOf } from '#test/support/hashes.ts'
import { createPerson, mailboxOf, mailedToken, signedIn, testPassword } from '#test/support/people.ts'
import { statementsOf } from '#test/support/statements.ts'
import { getUser, logIn, refreshTokens } from '../contract.ts'
import { spendLink } from '../login-links/one-time-links-commands.ts'
import { askPasswordReset, confirmPasswordReset, validateResetToken } from './contract.ts'

let app: TestApp
let strict: TestApp

beforeAll(async () => {
  app = await createTestApp()
  strict = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } })
})
afterAll(() => Promise.all([app.close(), strict.close()]))

const newPassword = 'Lantern-hill-22'

const ask = (email: string, on = app) => on.call()(askPasswordReset, { body: { email } })
const confirm = (token: string, password = newPassword, on = app) =>
  on.call()(confirmPasswordReset, { body: { token, password } })
const logInWith = async (email: string, password: string) =>
  (await app.call()(logIn, { body: { email, password } })).status

async function resetToken(email: string, on = app): Promise<string> {
  await ask(email, on)
  return mailedToken(on, email)
}

const expired = { ok: false, status: 409, problem: { detail: 'token lifetime expired' } }

test('lost, asked, followed, changed: the new password is in, the old one out, every session over', async () => {
  const person = await signedIn(app)
  await ask(person.email.toUpperCase())
  const token = await mailedToken(app, person.email)
  expect(await app.call()(validateResetToken, { body: { token } })).toMatchObject({ ok: true })
  // Looking does not use it up, and changes nothing.
  expect((await app.call(person.access)(getUser)).status).toBe(200)

  expect(await confirm(token)).toMatchObject({ ok: true, status: 200 })
  expect([await logInWith(person.email, testPassword), await logInWith(person.email, newPassword)]).toEqual([401, 200])
  expect((await app.call(person.access)(getUser)).status).toBe(401)
  expect((await app.call()(refreshTokens, { body: { refresh: person.refresh } })).status).toBe(401)
  expect((await mailboxOf(app, person.email)).map(({ subject }) => subject)).toEqual([
    'Your password was changed',
    'Choose a new password',
  ])
})

test.each([
  ['jane@', 'email', 'Invalid email'],
  ['', 'email', 'Required'],
])('%j is no address', async (email, field, message) => {
  expect(await ask(email)).toMatchObject({ status: 422, problem: { errors: { [field]: [message] } } })
})

test('a password that breaks the rule is refused at its field, and the link still works', async () => {
  const person = await createPerson(app)
  const token = await resetToken(person.email)
  expect(await confirm(token, 'password1')).toMatchObject({
    status: 422,
    problem: { errors: { password: [expect.stringContaining('Too common')] } },
  })
  expect((await confirm(token)).status).toBe(200)
})

describe('T-016: the emailed link', () => {
  test('works once, however many use it at once', async () => {
    const person = await createPerson(app)
    const token = await resetToken(person.email)
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => confirm(token, `Lantern-hill-${n}x`)))
    // The requests that found no turn at the hashing were refused for now, and changed nothing.
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await confirm(token)).toMatchObject(expired)
  })

  test('the control: without the guard a link works again and again', async () => {
    const careless = await createTestApp({ config: { guardOff: new Set(['single_use']) } })
    const person = await createPerson(careless)
    const token = await resetToken(person.email, careless)
    const spend = () => careless.ctx.tx((ctx) => spendLink(ctx, 'reset_password', token))
    const spent = [await spend(), await spend()].map((link) => link?.userId)
    await careless.close()
    expect(spent).toEqual([person.id, person.id])
  })

  test('lives thirty minutes', async () => {
    const person = await createPerson(app)
    const token = await resetToken(person.email)
    app.clock.advance({ minutes: 30, seconds: 1 })
    expect(await app.call()(validateResetToken, { body: { token } })).toMatchObject(expired)
    expect(await confirm(token)).toMatchObject(expired)
  })

  test('is void once another was used, and not because somebody asked again', async () => {
    const person = await createPerson(app)
    const older = await resetToken(person.email)
    app.clock.advance({ seconds: 1 })
    const newer = await resetToken(person.email)
    expect(newer).not.toBe(older)
    expect(await app.call()(validateResetToken, { body: { token: newer } })).toMatchObject({ ok: true })
    expect((await confirm(older)).status).toBe(200)
    expect(await confirm(newer)).toMatchObject(expired)
  })

  test('opens nobody else’s account, nor any other door', async () => {
    const [mine, other] = [await createPerson(app), await createPerson(app)]
    const token = await resetToken(mine.email)
    await confirm(token)
    expect([await logInWith(mine.email, newPassword), await logInWith(other.email, newPassword)]).toEqual([200, 401])
    expect((await app.call(token)(getUser)).status).toBe(401)
  })

  test('is void once the account is blocked', async () => {
    const person = await createPerson(app)
    const token = await resetToken(person.email)
    await app.ctx.db.updateTable('identity.user').set({ status: 'blocked' }).where('id', '=', person.id).execute()
    expect(await app.call()(validateResetToken, { body: { token } })).toMatchObject(expired)
    expect(await confirm(token)).toMatchObject(expired)
  })

  test('cannot be guessed: twenty tries an hour from one address', async () => {
    const tries = []
    for (let n = 0; n < 21; n++) {
      const call = strict.call(undefined, '192.0.2.9')
      tries.push((await call(validateResetToken, { body: { token: 'A'.repeat(43) } })).status)
    }
    expect(tries).toEqual([...Array<number>(20).fill(409), 429])
  })
})

describe('an answer tells nothing about an address', () => {
  test('T-004: known, unknown, blocked, closed and unconfirmed answer alike; owners learn more by email', async () => {
    const people = [
      await createPerson(app),
      { email: 'nobody-here@example.com' },
      await createPerson(app, { status: 'blocked' }),
      await createPerson(app, { status: 'pending_delete' }),
      await createPerson(app, { isVerified: false }),
    ]
    const answers = []
    for (const { email } of people) {
      const answer = await app.app.fastify.inject({
        method: 'POST',
        url: '/api/users/reset_password/',
        payload: { email },
      })
      const { date: _, ...headers } = answer.headers
      answers.push(JSON.stringify([answer.statusCode, headers, answer.body]))
    }
    expect(new Set(answers).size).toBe(1)
    const subjects = []
    for (const { email } of people) subjects.push((await mailboxOf(app, email)).map(({ subject }) => subject))
    expect(subjects).toEqual([
      ['Choose a new password'],
      [],
      ['Your account isn’t open'],
      ['Your account isn’t open'],
      ['Your account isn’t confirmed yet'],
    ])
  })

  // What they take of a processor, in turns, is compared by test/faults/equal-work; in time by node bench/account-times.ts
  test('T-005: a known address takes no more work than an unknown one: both only leave a note', async () => {
    const person = await createPerson(app)
    const statements = (email: string) => statementsOf(app, () => ask(email))
    expect(await statements(person.email)).toEqual(await statements('nobody-else@example.com'))
    expect(await hashingOf(() => ask(person.email))).toBe(0)
  })

  test('T-008: ten requests for one address are three emails, and its owner is not told to wait for strangers; without the limit they are ten', async () => {
    const [limited, free] = [await createPerson(strict), await createPerson(app)]
    const statuses = []
    for (let n = 0; n < 10; n++) {
      const call = strict.call(undefined, `203.0.113.${n}`)
      const answer = await call(askPasswordReset, { body: { email: limited.email } })
      statuses.push(answer.status)
      await ask(free.email)
    }
    expect(statuses).toEqual(Array<number>(10).fill(200))
    expect(await mailboxOf(strict, limited.email)).toHaveLength(3)
    expect(await mailboxOf(app, free.email)).toHaveLength(10)
    // A person who gets no further email holds a link that works.
    expect(await confirm(await mailedToken(strict, limited.email), newPassword, strict)).toMatchObject({ status: 200 })
    const callFromOtherNetwork = strict.call(undefined, '203.0.113.0')
    for (let n = 0; n < 2; n++) await callFromOtherNetwork(askPasswordReset, { body: { email: limited.email } })
    expect(await callFromOtherNetwork(askPasswordReset, { body: { email: limited.email } })).toMatchObject({
      status: 429,
    })
  })

  test('T-017: the link begins with our own address, whatever host was asked', async () => {
    const person = await createPerson(app)
    await app.app.fastify.inject({
      method: 'POST',
      url: '/api/users/reset_password/',
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' },
      payload: { email: person.email },
    })
    const [mail] = await mailboxOf(app, person.email)
    expect(mail?.text).toContain(`${app.ctx.config.publicUrl}/reset-password?token=`)
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/evil|gopher/)
  })
})
