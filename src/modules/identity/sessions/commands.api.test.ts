import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createPerson, signedIn, signIn } from '#test/support/people.ts'
import { getUser, logIn, logOut, refreshTokens } from '../contract.ts'
import { endOneSession, endOtherSessions, listSessions } from './contract.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => app.clock.set('2026-11-20T09:00:00Z'))
afterAll(() => app.close())

const look = async (access: string, on = app) => (await on.call(access)(getUser)).status

async function sessionsOf(access: string) {
  const answer = await app.call(access)(listSessions)
  if (!answer.ok) throw new Error(answer.problem.code)
  return answer.data.results
}

describe('the list of one’s sessions', () => {
  test('says where, since when, and which is this one; nothing of anybody else', async () => {
    const person = await createPerson(app)
    await signedIn(app)
    const { fastify } = app.app
    await fastify.inject({
      method: 'POST',
      url: '/api/users/login/',
      headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0' },
      payload: { email: person.email, password: person.password },
    })
    app.clock.advance({ minutes: 5 })
    const here = await signIn(app, person)
    app.clock.advance({ minutes: 1 })
    expect(await sessionsOf(here.access)).toEqual([
      {
        id: expect.any(String),
        device: expect.anything(),
        createdAt: '2026-11-20T09:05:00.000Z',
        lastUsedAt: '2026-11-20T09:05:00.000Z',
        expiresAt: '2026-12-20T09:05:00.000Z',
        isCurrent: true,
      },
      expect.objectContaining({
        device: 'Firefox on Windows',
        createdAt: '2026-11-20T09:00:00.000Z',
        isCurrent: false,
      }),
    ])
  })

  test('forgets those that are over, and comes in pages', async () => {
    const person = await createPerson(app)
    const [ended, here] = [await signIn(app, person), await signIn(app, person)]
    for (let n = 0; n < 3; n++) await signIn(app, person)
    await app.call(ended.access)(logOut)
    const page = await app.call(here.access)(listSessions, { query: { page: 2, pageSize: 3 } })
    expect(page).toMatchObject({ data: { count: 4, next: null, previous: expect.stringContaining('page=1') } })
    app.clock.advance({ days: 29 })
    const later = await signIn(app, person)
    app.clock.advance({ days: 1, seconds: 1 })
    expect(await sessionsOf(await renewed(later.refresh))).toHaveLength(1)
  })

  test('signing out the others ends them at once, here goes on (T-027)', async () => {
    const person = await createPerson(app)
    const others = [await signIn(app, person), await signIn(app, person)]
    const [here, stranger] = [await signIn(app, person), await signedIn(app)]
    expect(await app.call(here.access)(endOtherSessions, { body: {} })).toMatchObject({ data: { ended: 2 } })
    for (const { access, refresh } of others) {
      expect(await look(access)).toBe(401)
      expect((await app.call()(refreshTokens, { body: { refresh } })).status).toBe(401)
    }
    expect([await look(here.access), await look(stranger.access)]).toEqual([200, 200])
  })

  test('one of one’s own can be signed out; somebody else’s is not found', async () => {
    const person = await createPerson(app)
    const [phone, here, stranger] = [await signIn(app, person), await signIn(app, person), await signedIn(app)]
    const id = (await sessionsOf(here.access)).find(({ isCurrent }) => !isCurrent)?.id ?? ''
    expect((await app.call(stranger.access)(endOneSession, { params: { id } })).status).toBe(404)
    expect(await look(phone.access)).toBe(200)
    expect((await app.call(here.access)(endOneSession, { params: { id } })).status).toBe(204)
    expect([await look(phone.access), await look(here.access)]).toEqual([401, 200])
    expect((await app.call(here.access)(endOneSession, { params: { id } })).status).toBe(404)
  })
})

async function renewed(refresh: string): Promise<string> {
  const answer = await app.call()(refreshTokens, { body: { refresh } })
  if (!answer.ok) throw new Error(answer.problem.code)
  return answer.data.access
}

describe('F-27: ten tabs that refresh at once', () => {
  /** Each round all tabs have the same token, as the cookie they share, and all use it. Answers how many were logged out. */
  async function storm(on: TestApp, rounds: number): Promise<number> {
    let { refresh } = await signedIn(on)
    let loggedOut = 0
    for (let round = 0; round < rounds; round++) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => on.call()(refreshTokens, { body: { refresh } })),
      )
      const next = answers.flatMap((answer) => (answer.ok ? [answer.data.refresh] : []))
      loggedOut += answers.length - next.length
      expect(new Set(next).size).toBeLessThanOrEqual(1)
      if (!next[0]) return loggedOut
      refresh = next[0]
      on.clock.advance({ seconds: 1 })
    }
    return loggedOut
  }

  test('two hundred times over, nobody is logged out', { timeout: 120_000 }, async () => {
    expect(await storm(app, 200)).toBe(0)
  })

  test('the control: without the seconds of grace most tabs are logged out in the first round', async () => {
    const careless = await createTestApp({ config: { guardOff: new Set(['refresh_grace']) } })
    const loggedOut = await storm(careless, 1)
    await careless.close()
    expect(loggedOut).toBeGreaterThan(5)
  })

  test('a token from two steps back ends everything of that login, and nothing of another', async () => {
    const person = await createPerson(app)
    const [stolen, other] = [await signIn(app, person), await signIn(app, person)]
    let { refresh, access } = stolen
    for (let n = 0; n < 2; n++) {
      const answer = await app.call()(refreshTokens, { body: { refresh } })
      if (!answer.ok) throw new Error(answer.problem.code)
      ;({ refresh, access } = answer.data)
    }
    expect((await app.call()(refreshTokens, { body: { refresh: stolen.refresh } })).status).toBe(401)
    expect((await app.call()(refreshTokens, { body: { refresh } })).status).toBe(401)
    expect([await look(access), await look(other.access)]).toEqual([401, 200])
  })
})

describe('T-027, T-029: a session is looked up at each call', () => {
  test('the control: without the look a token works on after the log-out', async () => {
    const careless = await createTestApp({ config: { guardOff: new Set(['session_lookup']) } })
    const person = await signedIn(careless)
    await careless.call(person.access)(logOut)
    const status = await look(person.access, careless)
    await careless.close()
    expect(status).toBe(200)
  })

  test('a login that was under way while the password changed does not begin a session', async () => {
    const person = await createPerson(app)
    const user = await app.ctx.db
      .selectFrom('identity.user')
      .select('passwordHash')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    // The change holds the row while the login has already looked at the old password.
    let release = () => {}
    const changing = app.ctx.tx(async (ctx) => {
      await ctx.db
        .updateTable('identity.user')
        .set({ passwordHash: user.passwordHash.replace(/.$/, 'A').replace(/..$/, 'BA') })
        .where('id', '=', person.id)
        .execute()
      await new Promise<void>((done) => (release = done))
    })
    const logging = app.call()(logIn, { body: { email: person.email, password: person.password } })
    await new Promise((done) => setTimeout(done, 400))
    release()
    await changing
    expect(await logging).toMatchObject({ status: 401, problem: { code: 'wrong_credentials' } })
    const sessions = await app.ctx.db
      .selectFrom('identity.session')
      .select('id')
      .where('userId', '=', person.id)
      .execute()
    expect(sessions).toEqual([])
  })
})
