import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statements } from '#modules/billing/documents/contract.ts'
import { settleHours } from '#modules/bookings/day/hours/commands.ts'
import { listUnitDocuments } from '#modules/fleet/documents/contract.ts'
import { addPerson, listPeople } from '#modules/fleet/people/contract.ts'
import { getUser, refreshTokens } from '#modules/identity/contract.ts'
import { createLog } from '#platform/log.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aDriver, must, type TestDriver } from '#test/support/driver.ts'
import { aFinishedBooking } from '#test/support/factories/finished.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { multipartBody, multipartType, type Part } from '#test/support/multipart.ts'
import { wordsOf } from '#test/support/pdf.ts'
import { signedIn, createPerson } from '#test/support/people.ts'
import { jpeg } from '#test/support/pictures.ts'
import { sessionFor } from '#test/support/session.ts'
import { serveFileForms } from './file-forms.ts'
import { serveFileLinks } from './file-links.ts'
import { createVisit } from './web-session.ts'
import type { Visit } from './web.ts'

describe('who asks for a page', () => {
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

describe('file forms', () => {
  let app: TestApp
  let driver: TestDriver
  let photo: Part
  beforeAll(async () => {
    app = await createTestApp({
      prepare: async (made) => {
        serveFileForms(made.fastify, { publicUrl: made.ctx.config.publicUrl, visit: createVisit(made) })
      },
    })
    driver = await aDriver(app)
    photo = { name: 'files', filename: 'mot.jpg', content: await jpeg() }
  })
  afterAll(() => app.close())

  const field = (name: string, content: string): Part => ({
    content,
    head: `Content-Disposition: form-data; name="${name}"\r\n`,
  })

  /** Sends the form as a browser without script does, the camera’s empty field included. */
  const post = (expiresOn: string, headers: Record<string, string>) =>
    app.app.fastify.inject({
      method: 'POST',
      url: `/settings/driving-profile/documents/${driver.unitId}`,
      headers: { 'content-type': multipartType, ...headers },
      payload: multipartBody([
        field('kind', 'mot'),
        { name: 'files', filename: '', type: 'application/octet-stream', content: '' },
        photo,
        field('expires_on', expiresOn),
      ]),
    })

  const mot = async () => {
    const documents = await must(driver.call(listUnitDocuments, { params: { id: driver.unitId } }))
    return documents.find(({ kind }) => kind === 'mot')
  }

  test('a page without script sends a document, and is told by codes why one did not arrive', async () => {
    const origin = app.ctx.config.publicUrl
    const own = { origin, cookie: `authData=${driver.bearer}:${'d'.repeat(24)}` }
    const page = `/settings/driving-profile?unit=${driver.unitId}`
    const late = await post('2020-01-01', own)
    expect([late.statusCode, late.headers.location]).toEqual([
      303,
      `${page}&not_sent=invalid&field=expires_on#documents`,
    ])
    expect((await mot())?.standing).toBe('missing')
    const sent = await post('2027-11-01', own)
    expect([sent.statusCode, sent.headers.location]).toEqual([303, `${page}#documents`])
    expect((await mot())?.newest).toMatchObject({
      status: 'pending',
      expiresOn: '2027-11-01',
      files: [{ name: 'mot.jpg' }],
    })
  })

  test('a page without script sends a right-to-work check, and keeps the day that was refused', async () => {
    const person = await must(driver.call(addPerson, { body: { firstName: 'Ali', lastName: 'Khan' } }))
    const sendCheck = (expiresOn: string, origin: string) =>
      app.app.fastify.inject({
        method: 'POST',
        url: `/settings/people/${person.id}/check`,
        headers: {
          'content-type': multipartType,
          origin,
          cookie: `authData=${driver.bearer}:${'d'.repeat(24)}`,
        },
        payload: multipartBody([field('method', 'other_document'), photo, field('expires_on', expiresOn)]),
      })
    const { publicUrl } = app.ctx.config
    const place = `#person-${person.id}`
    expect((await sendCheck('2020-01-01', publicUrl)).headers.location).toBe(
      `/settings/people?not_sent=invalid&field=expires_on${place}`,
    )
    expect((await sendCheck('2027-11-01', 'https://evil.example')).statusCode).toBe(403)
    expect(await must(driver.call(listPeople))).toMatchObject([{ newest: null }])
    expect((await sendCheck('2027-11-01', publicUrl)).headers.location).toBe(`/settings/people${place}`)
    expect(await must(driver.call(listPeople))).toMatchObject([
      { newest: { method: 'other_document', expiresOn: '2027-11-01', files: [{ name: 'mot.jpg' }] } },
    ])
  })

  test('T-098: another site cannot send it, nor can somebody who is not signed in', async () => {
    const cookie = `authData=${driver.bearer}:${'d'.repeat(24)}`
    expect((await post('2027-11-02', { cookie, origin: 'https://evil.example' })).statusCode).toBe(403)
    expect((await post('2027-11-02', { cookie })).statusCode).toBe(403)
    expect((await post('2027-11-02', { origin: app.ctx.config.publicUrl })).statusCode).toBe(401)
    expect((await mot())?.newest?.expiresOn).toBe('2027-11-01')
  })
})

describe('file links', () => {
  let app: TestApp
  let bearer: string
  let path: string
  let owner: string
  beforeAll(async () => {
    app = await createTestApp({
      prepare: async (made) => {
        serveFileLinks(made.fastify, { isHttps: false, visit: createVisit(made) })
      },
    })
    app.clock.set('2026-11-20T09:00:00Z')
    const unit = await aUnit(app, { company: { pencePerHour: 5000 } })
    const booking = await aFinishedBooking(app)
    await app.ctx.tx((tx) => settleHours(tx, booking.id, 'silence'))
    app.clock.set('2026-12-01T09:00:00Z')
    const { id } = await createPerson(app, { role: 'admin' })
    ;({ bearer } = await sessionFor(app, id))
    ;({ bearer: owner } = await sessionFor(app, unit.company.owner.id))
    const body = { startDate: '2026-11-01', endDate: '2026-11-30' }
    const made = await must(app.call(bearer)(statements.create, { params: { id: unit.id }, body }))
    path = `/files/admin/statements/${made.id}/download-report/`
  })
  afterAll(() => app.close())

  const follow = (url: string, who?: string) =>
    app.app.fastify.inject({ url, headers: who ? { cookie: `authData=${who}:${'d'.repeat(24)}` } : {} })

  test('a link without script gives the file to the person whose cookie came with it', async () => {
    const answer = await follow(path, bearer)
    expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
      200,
      'attachment; filename="statement-draft.pdf"',
    ])
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store, private',
      'x-content-type-options': 'nosniff',
    })
    expect(await wordsOf(answer.rawPayload)).toContain('This is a draft')
  })

  test('a visitor is sent home, and nobody else gets it; the refusal is a sentence', async () => {
    const visitor = await follow(path)
    expect([visitor.statusCode, visitor.headers.location]).toEqual([303, '/'])
    const stranger = await follow(path, owner)
    expect([stranger.statusCode, stranger.headers['content-type']]).toEqual([403, 'text/plain; charset=utf-8'])
    expect(stranger.body).toBe('Your account can’t do this.\n')
    const none = await follow('/files/admin/invoices/download-all-drivers-pdf/?start_date=01/01/2040', bearer)
    expect([none.statusCode, none.body]).toEqual([409, 'no data\n'])
    // Only files are linked: a cookie alone sends no mail.
    expect((await follow(path.replace('download-report', 'send'), bearer)).statusCode).toBe(404)
  })
})
