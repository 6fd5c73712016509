import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deriveKey } from '#platform/secret-key.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createPerson, followLink, mailedToken, signedIn, signIn, testPassword } from '#test/support/people.ts'
import { createBooking } from '#modules/bookings/contract.ts'
import { deleteAccount, verifyDeleteAccount } from './privacy/contract.ts'
import { getUser, logOut, refreshTokens, register } from './contract.ts'
import { askPasswordReset, validateResetToken } from './passwords/contract.ts'
import { confirmEmailChange } from './profile/contract.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const look = async (bearer: string) => (await app.call(bearer)(getUser)).status
const refresh = (token: string) => app.call()(refreshTokens, { body: { refresh: token } })

async function refreshed(token: string) {
  const answer = await refresh(token)
  if (!answer.ok) throw new Error(`Refreshing was refused: ${answer.problem.code}`)
  return answer.data
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const hmac = (text: string, secret: Buffer | string, hash = 'sha256') =>
  `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`

describe('T-023: crafted access tokens are nobody', () => {
  test('whatever they say about themselves', async () => {
    const person = await signedIn(app)
    const [head = '', body = '', signature = ''] = person.access.split('.')
    const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as object
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
    const key = deriveKey(app.ctx.config.secretKey, 'access token')
    const made = (changed: object, secret: Buffer | string = key, head: object = header) =>
      hmac(`${encode(head)}.${encode({ ...claims, ...changed })}`, secret)
    const without = (name: string) =>
      hmac(`${head}.${encode(Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name)))}`, key)
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const rsaText = `${encode({ alg: 'RS256', typ: 'at+jwt' })}.${body}`
    const now = Math.floor(app.clock.now().getTime() / 1000)

    // The control: made the same way, but honest.
    expect(await look(made({}))).toBe(200)
    const crafted = {
      'no signature': `${head}.${body}.`,
      'two parts': `${head}.${body}`,
      'four parts': `${person.access}.${signature}`,
      'alg none': `${encode({ alg: 'none', typ: 'at+jwt' })}.${body}.`,
      'alg None, signed': made({}, key, { alg: 'None', typ: 'at+jwt' }),
      'another hash': hmac(`${encode({ alg: 'HS512', typ: 'at+jwt' })}.${body}`, key, 'sha512'),
      'a key pair': `${rsaText}.${sign('sha256', Buffer.from(rsaText), rsa.privateKey).toString('base64url')}`,
      'a public key as secret': made({}, rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString()),
      'an empty key': made({}, ''),
      'the root key': made({}, app.ctx.config.secretKey),
      'another purpose’s key': made({}, deriveKey(app.ctx.config.secretKey, 'refresh successor')),
      'a key in the header': made({}, 'mine', { ...header, jwk: { kty: 'oct', k: 'bWluZQ' } }),
      'critical extension': made({}, key, { ...header, crit: ['x'], x: 1 }),
      'unencoded payload': made({}, key, { ...header, crit: ['b64'], b64: false }),
      'another typ': made({}, key, { ...header, typ: 'JWT' }),
      'no typ': made({}, key, { alg: 'HS256' }),
      'another issuer': made({ iss: 'elsewhere' }),
      'another audience': made({ aud: 'elsewhere' }),
      expired: made({ exp: now - 1 }),
      'not valid yet': made({ nbf: now + 3600 }),
      'exp as text': made({ exp: '9999999999' }),
      'no exp': without('exp'),
      'no iat': without('iat'),
      'no sid': without('sid'),
      'no sub': without('sub'),
      'no aud': without('aud'),
      'no iss': without('iss'),
      'sub as list': made({ sub: [person.id] }),
      'sub as SQL': made({ sub: `${person.id}' or true --` }),
      'sid of nobody': made({ sid: '00000000-0000-7000-8000-000000000000' }),
      'another user with this session': made({ sub: (await createPerson(app, { role: 'admin' })).id }),
      'payload is a list': hmac(`${head}.${encode([claims])}`, key),
      'payload is text': hmac(`${head}.${Buffer.from('x').toString('base64url')}`, key),
      'changed payload': `${head}.${encode({ ...claims, exp: now + 9999 })}.${signature}`,
      garbage: 'a.b.c',
    }
    for (const [name, token] of Object.entries(crafted)) expect([name, await look(token)]).toEqual([name, 401])
  })

  test('one that was good a moment ago is not when its time or its session is over', async () => {
    const app = await createTestApp()
    try {
      const person = await signedIn(app)
      const look = async () => (await app.call(person.access)(getUser)).status
      expect([await look(), await look()]).toEqual([200, 200])
      const [head = '', body = '', signature = ''] = person.access.split('.')
      const swapped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
      expect((await app.call(`${head}.${body}.${swapped}`)(getUser)).status).toBe(401)
      app.clock.advance({ minutes: 9, seconds: 59 })
      expect(await look()).toBe(200)
      app.clock.advance({ seconds: 1 })
      expect(await look()).toBe(401)
      app.clock.advance({ minutes: -9 })
      expect(await look()).toBe(200)
      await app.ctx.db
        .updateTable('identity.session')
        .set({ revokedAt: app.clock.now() })
        .where('userId', '=', person.id)
        .execute()
      expect(await look()).toBe(401)
    } finally {
      await app.close()
    }
  })

  test.each(['x'.repeat(5000), '', 'Basic', 'null', 'undefined', '..', 'a b'])('bearer %.20j', async (token) => {
    const answer = await app.app.fastify.inject({ url: '/api/users/', headers: { authorization: `Bearer ${token}` } })
    expect(answer.statusCode).toBe(401)
  })
})

test('T-024: a token of one kind is no good as another', async () => {
  const person = await signedIn(app)
  const email = 'kinds@example.com'
  const registered = await app.call()(register, {
    body: { userRole: 'customer', email, password: testPassword, firstName: 'Jane' },
  })
  if (!registered.ok) throw new Error('refused')
  const link = await mailedToken(app, email)
  await app.call()(askPasswordReset, { body: { email: person.email } })
  const reset = await mailedToken(app, person.email)
  await app.call(person.access)(deleteAccount, { body: {} })
  const closing = await mailedToken(app, person.email)
  const { access, refresh: refreshing } = person
  const tokens = { access, refresh: refreshing, booking: registered.data.bookingToken, link, reset, closing }
  const booking = { quoteId: 'none', paymentMethod: 'cash' as const }
  const uses = {
    access: async (token: string) => (await app.call(token)(getUser)).ok,
    logOut: async (token: string) => (await app.call(token)(logOut, { body: null })).ok,
    // A booking token gets past the door: what it asks for does not exist.
    booking: async (token: string) => (await app.call(token)(createBooking, { body: booking })).status !== 401,
    refresh: async (token: string) => (await refresh(token)).ok,
    link: async (token: string) => (await followLink(app, token)).ok,
    reset: async (token: string) => (await app.call()(validateResetToken, { body: { token } })).ok,
    emailChange: async (token: string) => (await app.call()(confirmEmailChange, { body: { token } })).ok,
    closing: async (token: string) => (await app.call()(verifyDeleteAccount, { body: { token } })).ok,
  }
  const good: Record<string, boolean> = {}
  for (const use of ['access', 'booking', 'refresh', 'link', 'reset', 'emailChange', 'logOut', 'closing'] as const) {
    for (const [kind, token] of Object.entries(tokens)) if (await uses[use](token)) good[`${kind} as ${use}`] = true
  }
  // A customer's access token may book too.
  expect(Object.keys(good).sort()).toEqual([
    'access as access',
    'access as booking',
    'access as logOut',
    'booking as booking',
    'closing as closing',
    'link as link',
    'refresh as refresh',
    'reset as reset',
  ])
})

describe('sessions', () => {
  test('an access token lives ten minutes', async () => {
    const person = await signedIn(app)
    app.clock.advance({ minutes: 9, seconds: 59 })
    expect(await look(person.access)).toBe(200)
    app.clock.advance({ seconds: 2 })
    expect(await look(person.access)).toBe(401)
  })

  test('T-026: each login is a session of its own, and no refreshing makes one live for ever', async () => {
    const person = await createPerson(app)
    const [first, second] = [await signIn(app, person), await signIn(app, person)]
    expect(first.refresh).not.toBe(second.refresh)
    app.clock.advance({ days: 29 })
    const later = await refreshed(first.refresh)
    expect(await look(later.access)).toBe(200)
    app.clock.advance({ days: 1, seconds: 1 })
    expect(await look(later.access)).toBe(401)
    expect(await refresh(later.refresh)).toMatchObject({ ok: false, status: 401 })
    expect(await refresh(second.refresh)).toMatchObject({ ok: false, status: 401 })
  })

  test('T-026: an admin’s ends after half an hour of rest and after eight hours', async () => {
    const rested = await signedIn(app, { role: 'admin' })
    app.clock.advance({ minutes: 31 })
    expect(await refresh(rested.refresh)).toMatchObject({ ok: false, status: 401 })
    let busy: { access: string; refresh: string } = await signedIn(app, { role: 'admin' })
    for (let n = 0; n < 23; n++) {
      app.clock.advance({ minutes: 20 })
      busy = await refreshed(busy.refresh)
    }
    app.clock.advance({ minutes: 25 })
    expect(await refresh(busy.refresh)).toMatchObject({ ok: false, status: 401 })
  })

  test('the token just replaced gives the same successor for ten seconds', async () => {
    const person = await signedIn(app)
    const next = await refreshed(person.refresh)
    app.clock.advance({ seconds: 9 })
    expect((await refreshed(person.refresh)).refresh).toBe(next.refresh)
    expect(await look(next.access)).toBe(200)
  })

  test('a replayed older token ends the whole session', async () => {
    const person = await signedIn(app)
    const next = await refreshed(person.refresh)
    app.clock.advance({ seconds: 11 })
    expect(await refresh(person.refresh)).toMatchObject({ ok: false, status: 401 })
    expect(await look(next.access)).toBe(401)
    expect(await refresh(next.refresh)).toMatchObject({ ok: false, status: 401 })
  })

  test('so does one from two steps back, however quickly', async () => {
    const person = await signedIn(app)
    const next = await refreshed(person.refresh)
    const newest = await refreshed(next.refresh)
    expect(await refresh(person.refresh)).toMatchObject({ ok: false, status: 401 })
    expect(await look(newest.access)).toBe(401)
  })

  test('twenty tabs that refresh at once get one successor', async () => {
    const person = await signedIn(app)
    const answers = await Promise.all(Array.from({ length: 20 }, () => refreshed(person.refresh)))
    expect(new Set(answers.map(({ refresh }) => refresh)).size).toBe(1)
    expect(await look(answers[0]?.access ?? '')).toBe(200)
  })

  test('the database holds no token that could be used', async () => {
    const person = await signedIn(app)
    const next = await refreshed(person.refresh)
    const { rows } = await app.app.pool.query(
      `select row_to_json(t)::text as row from identity.refresh_token t union all select row_to_json(s)::text from identity.session s
       union all select row_to_json(o)::text from identity.one_time_token o`,
    )
    const stored = JSON.stringify(rows)
    for (const secret of [person.refresh, next.refresh, person.access]) expect(stored).not.toContain(secret)
  })

  test.each([
    ['blocked', 'account is blocked'],
    ['deleted', 'account deleted'],
    ['pending_delete', 'account deleted'],
  ] as const)('T-029: %s in the middle of a session: "%s" at the next call', async (status, detail) => {
    const person = await signedIn(app)
    expect(await look(person.access)).toBe(200)
    await app.ctx.db.updateTable('identity.user').set({ status }).where('id', '=', person.id).execute()
    for (const answer of [await app.call(person.access)(getUser), await refresh(person.refresh)]) {
      expect(answer).toMatchObject({ ok: false, status: 403, problem: { detail } })
    }
  })

  test('T-098: a cookie is nobody for the API', async () => {
    const person = await signedIn(app)
    const cookie = `authData=${person.access}:${person.refresh}; __Host-authData=${person.access}:${person.refresh}`
    const answer = await app.app.fastify.inject({
      url: '/api/users/',
      headers: { cookie, 'sec-fetch-site': 'cross-site' },
    })
    expect(answer.statusCode).toBe(401)
    const loggedIn = await app.app.fastify.inject({
      method: 'POST',
      url: '/api/users/login/',
      payload: { email: person.email, password: person.password },
    })
    expect(loggedIn.statusCode).toBe(200)
    expect(loggedIn.headers['set-cookie']).toBeUndefined()
    expect(loggedIn.headers['cache-control']).toBe('no-store, private')
  })
})
