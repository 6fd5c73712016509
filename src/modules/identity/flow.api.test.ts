import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { followLink, mailboxOf, mailedToken, testPassword } from '#test/support/people.ts'
import { getUser, logIn, logOut, refreshTokens, register } from './contract.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const body = {
  userRole: 'customer' as const,
  email: 'Jane.Doe@Example.com',
  password: testPassword,
  firstName: 'Jane',
  lastName: 'Doe',
  phone: '+44 7700 900123',
}

test('register, read the email, verify, log in, look, refresh, log out', async () => {
  const call = app.call()
  const registered = await call(register, { body })
  expect(registered).toMatchObject({
    ok: true,
    status: 201,
    data: { bookingToken: expect.stringMatching(/^[\w-]{43}$/) },
  })

  expect(await call(logIn, { body: { email: body.email, password: body.password } })).toMatchObject({
    ok: false,
    status: 403,
    problem: { detail: 'unverified email' },
  })

  const [mail] = await mailboxOf(app, body.email)
  expect(mail).toMatchObject({ to: body.email, channel: 'email', subject: 'Confirm your email address' })
  expect(mail?.text).toContain(`${app.ctx.config.publicUrl}/verify-email?token=`)
  const token = await mailedToken(app, body.email)
  expect(await followLink(app, token)).toMatchObject({ ok: true, data: { booking: null } })
  expect(await followLink(app, token)).toMatchObject({
    ok: false,
    status: 409,
    problem: { detail: 'token lifetime expired' },
  })

  const loggedIn = await call(logIn, { body: { email: 'jane.doe@example.COM', password: body.password } })
  if (!loggedIn.ok) throw new Error(loggedIn.problem.code)
  expect(await app.call(loggedIn.data.access)(getUser)).toEqual({
    ok: true,
    status: 200,
    data: {
      id: expect.any(String),
      userRole: 'customer',
      email: body.email,
      emailIsVerified: true,
      firstName: 'Jane',
      lastName: 'Doe',
      phone: '+447700900123',
      phoneIsVerified: false,
      pendingEmail: null,
      totpIsOn: false,
    },
  })

  const refreshed = await call(refreshTokens, { body: { refresh: loggedIn.data.refresh } })
  if (!refreshed.ok) throw new Error(refreshed.problem.code)
  expect(refreshed.data.refresh).not.toBe(loggedIn.data.refresh)
  expect(await app.call(refreshed.data.access)(logOut)).toMatchObject({ ok: true, status: 204 })

  // T-027: every token of the session is worthless at once.
  for (const access of [loggedIn.data.access, refreshed.data.access]) {
    expect(await app.call(access)(getUser)).toMatchObject({ ok: false, status: 401 })
  }
  for (const refresh of [loggedIn.data.refresh, refreshed.data.refresh]) {
    expect(await call(refreshTokens, { body: { refresh } })).toMatchObject({ ok: false, status: 401 })
  }
})
