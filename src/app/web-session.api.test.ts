import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser, refreshTokens } from '#modules/identity/contract.ts'
import { createLog } from '#platform/log.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { signedIn } from '#test/support/people.ts'
import { createVisit } from './web-session.ts'
import type { Visit } from './web.ts'

const logged: { level: number; event?: string }[] = []
const log = createLog('warn', { write: (line) => void logged.push(JSON.parse(line) as { level: number }) })
let app: TestApp
let visit: (request: FastifyRequest) => Promise<Visit>

beforeAll(async () => {
  app = await createTestApp({ log })
  const visitFrom = createVisit(app.app)
  visit = (pageRequest) => visitFrom(pageRequest, '203.0.113.7')
})
afterAll(() => app.close())

const request = (cookie?: string, url = '/'): FastifyRequest =>
  ({ url, headers: { cookie, 'user-agent': 'a browser' } }) as unknown as FastifyRequest

const cookieOf = ({ access, refresh }: { access: string; refresh: string }) =>
  `theme=dark; authData=${access}:${refresh}`

describe('who asks for a page', () => {
  test.each([[undefined], ['authData='], ['__Host-authData=a.b.c:dddddddddddddddddddddddd']])(
    'nobody, with %s',
    async (cookie) => {
      const { session, setCookies, call } = await visit(request(cookie))
      expect([session, setCookies, (await call(getUser)).status]).toEqual([null, [], 401])
    },
  )

  test('nobody, with a cookie of another form, which is warned about and discarded (spec §8)', async () => {
    logged.length = 0
    const { session, setCookies } = await visit(request('authData=nonsense'))
    expect([session, setCookies]).toEqual([null, ['authData=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax']])
    // A login sets one of its own, which must not be taken back on the way.
    expect((await visit(request('authData=nonsense', '/session/login'))).setCookies).toEqual([])
    expect(logged.map(({ level, event }) => `${level} ${event}`)).toEqual(Array(2).fill('40 session cookie discarded'))
    expect(JSON.stringify(logged)).not.toContain('nonsense')
  })

  test('whoever holds the cookie, as the API knows them', async () => {
    const person = await signedIn(app, { firstName: 'Priya' })
    const { session, setCookies, call } = await visit(request(cookieOf(person)))
    expect(session).toEqual({
      id: person.id,
      userRole: 'customer',
      isHired: false,
      firstName: 'Priya',
      lastName: null,
      email: person.email,
      phone: '+447700900123',
    })
    expect(setCookies).toEqual([])
    expect((await call(getUser)).ok).toBe(true)
  })

  test('an access token that has expired is refreshed on the way, once for many requests', async () => {
    const person = await signedIn(app)
    app.clock.advance({ minutes: 11 })
    const visits = await Promise.all(Array.from({ length: 10 }, () => visit(request(cookieOf(person)))))
    expect(visits.map(({ session }) => session?.id)).toEqual(Array(10).fill(person.id))
    const cookies = new Set(visits.flatMap(({ setCookies }) => setCookies.map((text) => /:([^;]+);/.exec(text)?.[1])))
    expect(cookies.size).toBe(1)
    expect([...cookies]).not.toContain(person.refresh)
    const { rows } = await app.app.pool.query(
      'select count(*)::int as count from identity.refresh_token t join identity.session s on s.id = t.session_id where s.user_id = $1',
      [person.id],
    )
    expect(rows).toEqual([{ count: 2 }])
  })

  test('a session that has ended, and an account that was blocked, take their cookie with them', async () => {
    const [ended, blocked, old] = [await signedIn(app), await signedIn(app), await signedIn(app)]
    await app.ctx.db
      .updateTable('identity.session')
      .set({ revokedAt: app.clock.now() })
      .where('userId', '=', ended.id)
      .execute()
    await app.ctx.db.updateTable('identity.user').set({ status: 'blocked' }).where('id', '=', blocked.id).execute()
    await app.call()(refreshTokens, { body: { refresh: old.refresh } })
    app.clock.advance({ seconds: 11 })
    // Replayed: the whole session is over.
    await app.call()(refreshTokens, { body: { refresh: old.refresh } })
    for (const person of [ended, blocked, old]) {
      const { session, setCookies } = await visit(request(cookieOf(person)))
      expect([session, setCookies]).toEqual([null, ['authData=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax']])
    }
  })

  test('pages of the session itself find the cookie as it is', async () => {
    const person = await signedIn(app)
    app.clock.advance({ minutes: 11 })
    const { session, setCookies } = await visit(request(cookieOf(person), '/session/logout'))
    expect([session, setCookies]).toEqual([null, []])
  })

  test('T-006: limits count the person’s own address', async () => {
    const { call } = await visit(request())
    const answer = await call(refreshTokens, { body: { refresh: 'x' } })
    expect(answer.status).toBe(401)
    const limiter = app.app.api.limiter
    const rule = { name: 'token-refresh', per: 'address', count: 0, seconds: 60 } as const
    // The window of this address is open; another's is not.
    expect(limiter.spend(rule, '203.0.113.7', app.clock.now().getTime())).toBeDefined()
    expect(limiter.spend(rule, '203.0.113.8', app.clock.now().getTime())).toBeUndefined()
  })
})
