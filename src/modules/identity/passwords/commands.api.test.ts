import { argon2Sync, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Call, CallResult } from '#shared/call.ts'
import { Refusal, type Endpoint } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { hashingOf } from '#test/support/hashes.ts'
import {
  createPerson,
  mailboxOf,
  mailedToken,
  signedIn,
  testPassword,
  type Person,
  signIn,
} from '#test/support/people.ts'
import { statementsOf } from '#test/support/statements.ts'
import { getUser, logIn, refreshTokens, register } from '../contract.ts'
import { spendLink } from '../one-time-links-commands.ts'
import { updateUser } from '../profile/contract.ts'
import { confirmTwoStep, renewRecoveryCodes, startTwoStep, stopTwoStep } from '../two-step/contract.ts'
import { getPhoneCode } from '../verification/contract.ts'
import { askPasswordReset, confirmPasswordReset, validateResetToken, updatePassword } from './contract.ts'
import { hashPassword, verifyPassword } from './gateway.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('passwords', () => {
  let strict: TestApp
  beforeAll(async () => {
    strict = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } })
  })
  afterAll(() => strict.close())

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
    expect([await logInWith(person.email, testPassword), await logInWith(person.email, newPassword)]).toEqual([
      401, 200,
    ])
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
    test('changes the password once, however many use it at once', async () => {
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
      expect(await confirm(await mailedToken(strict, limited.email), newPassword, strict)).toMatchObject({
        status: 200,
      })
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
})

describe('T-009: stored passwords', () => {
  /** Hashes as production does. */
  let real: TestApp

  beforeAll(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
  })
  beforeAll(async () => {
    real = await createTestApp({ realHashes: true })
  })
  afterAll(() => real.close())

  const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

  const logInAs = async (on: TestApp, { email, password }: Person) =>
    (await on.call()(logIn, { body: { email, password } })).status

  test('are argon2id with at least the figures of OWASP and a salt of their own', async () => {
    const hashes = [await hashPassword(testPassword), await hashPassword(testPassword)]
    for (const hash of hashes)
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(hashes[0]).not.toBe(hashes[1])
  })

  test('are so where nobody said otherwise; in most tests somebody has: the control', async () => {
    const stored = async (on: TestApp) => {
      const email = `${crypto.randomUUID()}@example.com`
      const body = { userRole: 'customer', email, password: testPassword, firstName: 'Jane' } as const
      expect((await on.call()(register, { body })).ok).toBe(true)
      const row = on.ctx.db.selectFrom('identity.user').select('passwordHash').where('emailKey', '=', email)
      return (await row.executeTakeFirstOrThrow()).passwordHash
    }
    expect(await stored(real)).toContain('$m=19456,t=2,p=1$')
    expect(await stored(app)).toContain('$m=8,t=1,p=1$')
  })

  test('with weaker figures are hashed again at the next login', async () => {
    const person = await createPerson(real)
    const salt = randomBytes(16)
    const tag = argon2Sync('argon2id', {
      message: testPassword,
      nonce: salt,
      parallelism: 1,
      tagLength: 32,
      memory: 8192,
      passes: 1,
    })
    const weak = `$argon2id$v=19$m=8192,t=1,p=1$${base64(salt)}$${base64(tag)}`
    await real.ctx.db.updateTable('identity.user').set({ passwordHash: weak }).where('id', '=', person.id).execute()
    expect(await logInAs(real, person)).toBe(200)
    const { passwordHash } = await real.ctx.db
      .selectFrom('identity.user')
      .select('passwordHash')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(passwordHash).toContain('$m=19456,t=2,p=1$')
    expect(await logInAs(real, person)).toBe(200)
  })

  test('T-010: are compared to their last character', async () => {
    const long = 'k7'.repeat(50)
    const hash = await hashPassword(long)
    if (hash instanceof Refusal) throw new Error('busy')
    expect(await verifyPassword(hash, long)).toBe(true)
    expect(await verifyPassword(hash, `${long.slice(0, -1)}8`)).toBe(false)
    expect(await verifyPassword(hash, long.slice(0, -1))).toBe(false)
    expect(await verifyPassword(undefined, long)).toBe(false)
  })
})

describe('reauthentication', () => {
  let careless: TestApp

  beforeAll(() => removeCompanies(app))
  beforeAll(async () => {
    careless = await createTestApp({ config: { guardOff: new Set(['fresh_login']) } })
  })
  beforeEach(() => app.clock.set('2026-11-20T09:00:00Z'))
  afterAll(() => careless.close())

  type Change = (call: Call, password?: string | null) => Promise<CallResult<Endpoint>>

  /** Changes that a thief of a session would make. */
  const changes: [name: string, change: Change][] = [
    [
      'the email address',
      (call, currentPassword) => call(updateUser, { body: { email: 'thief@example.com', currentPassword } }),
    ],
    [
      'the phone number',
      (call, currentPassword) => call(getPhoneCode, { body: { phone: '+447700900666', currentPassword } }),
    ],
    [
      'the password',
      (call, currentPassword) => call(updatePassword, { body: { newPassword: 'Lantern-hill-22', currentPassword } }),
    ],
    ['two-step login', (call, currentPassword) => call(startTwoStep, { body: { currentPassword } })],
    ['two-step login, off', (call, currentPassword) => call(stopTwoStep, { body: { currentPassword } })],
    ['the recovery codes', (call, currentPassword) => call(renewRecoveryCodes, { body: { currentPassword } })],
  ]

  /** A session whose login was six minutes ago. */
  async function oldSession(on = app) {
    const person = await signedIn(on)
    on.clock.advance({ minutes: 6 })
    const renewed = await on.call()(refreshTokens, { body: { refresh: person.refresh } })
    if (!renewed.ok) throw new Error(renewed.problem.code)
    return { ...person, ...renewed.data }
  }

  /** Every row that such a change could write. */
  async function traces(on = app): Promise<string> {
    const { rows } = await on.app.pool.query<{ text: string }>(
      `select coalesce(string_agg(t::text, ''), '') as text from (
       select u::text as t from identity."user" u union all select p::text from identity.phone_code p
       union all select o::text from identity.one_time_token o union all select s::text from identity.two_step s
       union all select m::text from notifications.message m) all_rows`,
    )
    return rows[0]?.text ?? ''
  }

  describe.each(changes)('T-030: a stolen session cannot change %s', (_, change) => {
    test('without the password it is asked for, before anything is written', async () => {
      const { access } = await oldSession()
      const before = await traces()
      expect(await change(app.call(access))).toMatchObject({ status: 403, problem: { code: 'reauth_required' } })
      expect(await change(app.call(access), null)).toMatchObject({ status: 403, problem: { code: 'reauth_required' } })
      expect(await traces()).toBe(before)
    })

    test('a wrong password is named at its field', async () => {
      const { access } = await oldSession()
      const before = await traces()
      expect(await change(app.call(access), 'not-my-password-1')).toMatchObject({
        status: 403,
        problem: { code: 'reauth_required', errors: { current_password: ['This isn’t your password.'] } },
      })
      expect(await traces()).toBe(before)
    })

    test('with the password, or within five minutes of the login, it is not asked for', async () => {
      const { access } = await oldSession()
      expect(code(await change(app.call(access), testPassword))).not.toBe('reauth_required')
      const fresh = await signedIn(app)
      app.clock.advance({ minutes: 5 })
      expect(code(await change(app.call(fresh.access)))).not.toBe('reauth_required')
    })

    test('the control: without the guard the thief does it', async () => {
      const { access } = await oldSession(careless)
      expect(code(await change(careless.call(access)))).not.toBe('reauth_required')
    })
  })

  const code = (answer: CallResult<Endpoint>) => (answer.ok ? 'done' : answer.problem.code)

  test('a stolen session cannot guess the password either: guesses count as those at the login do', async () => {
    const strict = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } })
    const { access } = await oldSession(strict)
    const call = strict.call(access)
    const answers = []
    for (let n = 0; n < 8; n++)
      answers.push(
        await call(updatePassword, { body: { currentPassword: `guess-${n}a`, newPassword: 'Lantern-hill-22' } }),
      )
    await strict.close()
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 429, 429, 429])
  })

  test('no endpoint that asks for the password takes an Idempotency-Key: the count would roll back with it', () => {
    const both = app.app.api.endpoints.filter(
      ({ refusals, idempotent }) => idempotent && refusals?.some((kind) => kind.code === 'reauth_required'),
    )
    expect(both).toEqual([])
  })

  describe('changing the password', () => {
    test('ends every other session, keeps this one, and tells the owner', async () => {
      const here = await signedIn(app)
      const there = await signIn(app, here)
      const answer = await app.call(here.access)(updatePassword, {
        body: { currentPassword: testPassword, newPassword: 'Lantern-hill-22' },
      })
      expect(answer.status).toBe(200)
      expect([(await app.call(here.access)(getUser)).status, (await app.call(there.access)(getUser)).status]).toEqual([
        200, 401,
      ])
      expect((await app.call()(refreshTokens, { body: { refresh: there.refresh } })).status).toBe(401)
      expect((await mailboxOf(app, here.email))[0]?.subject).toBe('Your password was changed')
    })

    test.each([
      ['password1', 'Too common, so easy to guess. Choose another.'],
      ['short1', 'Use at least 8 characters.'],
      ['no-digits-here', 'Add a digit.'],
    ])('%s: %s', async (newPassword, message) => {
      const { access } = await signedIn(app)
      expect(await app.call(access)(updatePassword, { body: { newPassword } })).toMatchObject({
        status: 422,
        problem: { errors: { new_password: [message] } },
      })
    })

    test('two-step login cannot be confirmed by a session that never set it up', async () => {
      const { access } = await signedIn(app)
      expect(await app.call(access)(confirmTwoStep, { body: { code: '123456' } })).toMatchObject({
        status: 409,
        problem: { code: 'two_step_is_off' },
      })
    })
  })
})
