import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Call, CallResult } from '#shared/call.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { mailboxOf, signedIn, signIn, testPassword } from '#test/support/people.ts'
import { getUser, refreshTokens } from '../contract.ts'
import { updatePassword } from './contract.ts'
import { getPhoneCode } from '../verification/contract.ts'
import { updateUser } from '../profile/contract.ts'
import { confirmTwoStep, renewRecoveryCodes, startTwoStep, stopTwoStep } from '../two-step/contract.ts'

let app: TestApp
let careless: TestApp

beforeAll(async () => {
  app = await createTestApp()
  careless = await createTestApp({ config: { guardOff: new Set(['fresh_login']) } })
})
beforeEach(() => app.clock.set('2026-11-20T09:00:00Z'))
afterAll(() => Promise.all([app.close(), careless.close()]))

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
