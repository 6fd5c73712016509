import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { mailboxOf, signedIn, signIn, testPassword, type SignedInPerson } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import { getUser, logIn, logInCustomer } from '../contract.ts'
import { confirmTwoStep, getTwoStep, renewRecoveryCodes, startTwoStep, stopTwoStep } from './contract.ts'
import { codeOf } from './gateway.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
// A code counts once, so each test has a time of its own.
beforeEach(() => app.clock.advance({ minutes: 2 }))
afterAll(() => app.close())

const codeNow = (secret: string, steps = 0, on = app) =>
  codeOf(secret, Math.floor(on.clock.now().getTime() / 30_000) + steps)

interface Protected extends SignedInPerson {
  secret: string
  recoveryCodes: string[]
}

async function protectedPerson(on = app, more: Parameters<typeof signedIn>[1] = {}): Promise<Protected> {
  const person = await signedIn(on, more)
  const started = await on.call(person.access)(startTwoStep, { body: {} })
  if (!started.ok) throw new Error(started.problem.code)
  const { secret } = started.data
  const confirmed = await on.call(person.access)(confirmTwoStep, { body: { code: codeNow(secret, 0, on) } })
  if (!confirmed.ok) throw new Error(confirmed.problem.code)
  on.clock.advance({ seconds: 60 })
  return { ...person, secret, recoveryCodes: confirmed.data.recoveryCodes }
}

const enter = (person: { email: string }, totpCode?: string, password = testPassword, on = app) =>
  on.call()(logIn, { body: { email: person.email, password, ...(totpCode === undefined ? {} : { totpCode }) } })

const required = { status: 403, problem: { code: 'totp_required' } }
const wrong = { status: 401, problem: { code: 'totp_wrong' } }

describe.each(['customer', 'driver', 'admin'] as const)('a %s', (role) => {
  test('switches two-step login on and off, and logs in with it', async () => {
    const person = await signedIn(app, { role })
    const call = app.call(person.access)
    const elsewhere = await signIn(app, person)
    expect(await call(getTwoStep)).toMatchObject({ data: { isOn: false, since: null, recoveryCodesLeft: 0 } })
    const started = await call(startTwoStep, { body: {} })
    if (!started.ok) throw new Error(started.problem.code)
    const { secret, otpauthUri } = started.data
    expect(started.status).toBe(201)
    expect(otpauthUri).toContain(`secret=${secret}`)
    // The secret alone switches nothing on: a person whose app never received it is not locked out.
    expect((await enter(person)).status).toBe(200)
    expect((await call(confirmTwoStep, { body: { code: codeNow(secret, 5) } })).status).toBe(422)

    const confirmed = await call(confirmTwoStep, { body: { code: codeNow(secret) } })
    expect(confirmed).toMatchObject({ ok: true, data: { recoveryCodes: { length: 10 } } })
    expect(await call(getTwoStep)).toMatchObject({ data: { isOn: true, recoveryCodesLeft: 10 } })
    expect(await call(getUser)).toMatchObject({ data: { totpIsOn: true } })
    // A session that was never asked for a code ends; this one goes on.
    expect((await app.call(elsewhere.access)(getUser)).status).toBe(401)
    expect((await mailboxOf(app, person.email))[0]?.subject).toBe('Two-step login is on')

    app.clock.advance({ seconds: 60 })
    expect(await enter(person)).toMatchObject(required)
    expect(await enter(person, codeNow(secret, 5))).toMatchObject(wrong)
    expect((await enter(person, codeNow(secret))).status).toBe(200)

    expect((await call(stopTwoStep, { body: { currentPassword: testPassword } })).status).toBe(200)
    expect((await enter(person)).status).toBe(200)
    expect(await call(stopTwoStep, { body: { currentPassword: testPassword } })).toMatchObject({
      status: 409,
      problem: { code: 'two_step_is_off' },
    })
  })
})

describe('T-002: one way in', () => {
  test('a code never stands in for the password, at either login', async () => {
    const person = await protectedPerson()
    for (const endpoint of [logIn, logInCustomer]) {
      for (const password of ['not-the-password-1', ' ', testPassword.toLowerCase()]) {
        app.clock.advance({ seconds: 30 })
        const body = { email: person.email, password, totpCode: codeNow(person.secret) }
        expect(await app.call()(endpoint, { body })).toMatchObject({
          status: 401,
          problem: { code: 'wrong_credentials' },
        })
      }
      expect(await app.call()(endpoint, { body: { email: person.email, password: testPassword } })).toMatchObject(
        required,
      )
    }
  })

  test.each(['', '000000', 'null', '%', '      ', 'a'.repeat(40)])('%j is no code', async (code) => {
    const person = await protectedPerson()
    expect([401, 403]).toContain((await enter(person, code)).status)
  })

  test.each([[null], [[]], [{}], [123456], [true]])('%j as code is answered 4xx', async (code) => {
    const person = await protectedPerson()
    const answer = await app.app.fastify.inject({
      method: 'POST',
      url: '/api/users/login/',
      payload: { email: person.email, password: testPassword, totp_code: code },
    })
    expect([403, 422]).toContain(answer.statusCode)
  })

  test('somebody who does not ask for a code gets in with or without one', async () => {
    const person = await signedIn(app)
    expect((await enter(person, '123456')).status).toBe(200)
  })

  test('whoever lacks the password does not learn that a code is asked for', async () => {
    const [guarded, plain] = [await protectedPerson(), await signedIn(app)]
    const answers = [await enter(guarded, undefined, 'wrong-one-1'), await enter(plain, undefined, 'wrong-one-1')]
    expect(
      answers.map((answer) => (answer.ok ? '' : [answer.status, answer.problem.code, answer.problem.detail])),
    ).toEqual(Array.from({ length: 2 }, () => [401, 'wrong_credentials', 'The email or the password is wrong.']))
  })
})

describe('a code counts once', () => {
  test('neither again, nor one from before it, nor twice at once', async () => {
    const person = await protectedPerson()
    const [before, now] = [codeNow(person.secret, -1), codeNow(person.secret)]
    expect((await enter(person, now)).status).toBe(200)
    expect(await enter(person, now)).toMatchObject(wrong)
    expect(await enter(person, before)).toMatchObject(wrong)
    app.clock.advance({ seconds: 60 })
    const next = codeNow(person.secret)
    const both = await Promise.all([enter(person, next), enter(person, next)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  })

  test('the control: without the guard a code that was looked over a shoulder opens the door', async () => {
    const careless = await createTestApp({ config: { guardOff: new Set(['totp_once']) } })
    const person = await protectedPerson(careless)
    const code = codeNow(person.secret, 0, careless)
    const statuses = [
      (await enter(person, code, testPassword, careless)).status,
      (await enter(person, code, testPassword, careless)).status,
    ]
    await careless.close()
    expect(statuses).toEqual([200, 200])
  })

  test('a recovery code too, however it is typed; the owner is told, and new ones end the old', async () => {
    const person = await protectedPerson()
    const [first = '', second = '', third = ''] = person.recoveryCodes
    expect((await enter(person, first.toUpperCase().replace('-', ' '))).status).toBe(200)
    expect(await enter(person, first)).toMatchObject(wrong)
    expect((await mailboxOf(app, person.email))[0]?.text).toContain('You have 9 left')
    const both = await Promise.all([enter(person, second), enter(person, second)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
    const { bearer } = await sessionFor(app, person.id)
    const renewed = await app.call(bearer)(renewRecoveryCodes, { body: {} })
    if (!renewed.ok) throw new Error(renewed.problem.code)
    expect(await enter(person, third)).toMatchObject(wrong)
    expect((await enter(person, renewed.data.recoveryCodes[0])).status).toBe(200)
  })

  test('somebody else’s recovery code opens nothing', async () => {
    const [mine, other] = [await protectedPerson(), await protectedPerson()]
    expect(await enter(mine, other.recoveryCodes[0])).toMatchObject(wrong)
  })
})

test('guessing codes with the right password slows down as guessing passwords does', async () => {
  const strict = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } })
  const person = await protectedPerson(strict)
  const statuses = []
  for (let n = 0; n < 10; n++) {
    const call = strict.call(undefined, `203.0.113.${n}`)
    const body = { email: person.email, password: testPassword, totpCode: '000000' }
    statuses.push((await call(logIn, { body })).status)
  }
  await strict.close()
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429, 429, 429])
})

test('the database holds neither secret nor recovery code', async () => {
  const person = await protectedPerson()
  const { rows } = await app.app.pool.query(
    `select s::text as row from identity.two_step s union all select r::text from identity.recovery_code r`,
  )
  const stored = JSON.stringify(rows)
  for (const secret of [person.secret, ...person.recoveryCodes]) expect(stored).not.toContain(secret)
})
