import { createHmac, generateKeyPairSync, sign, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createCall } from '#app/call.ts'
import { createBooking } from '#modules/bookings/contract.ts'
import { withActor } from '#platform/ctx.ts'
import { deriveKey } from '#platform/secret-key.ts'
import { digestOf } from '#platform/secrets.ts'
import type { Actor } from '#platform/session.ts'
import { Refusal } from '#shared/endpoint.ts'
import { createTestApp, type TestApp, withoutGuards } from '#test/support/app.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import {
  createPerson,
  followLink,
  mailedToken,
  signedIn,
  signIn,
  testPassword,
  mailboxOf,
  type Person,
} from '#test/support/people.ts'
import { statementsOf } from '#test/support/statements.ts'
import { getUser, logOut, refreshTokens, register, logIn } from './contract.ts'
import { askLoginLink, confirmLoginLink } from './sessions/contract.ts'
import { askPasswordReset, validateResetToken, confirmPasswordReset, updatePassword } from './passwords/contract.ts'
import { confirmEmailChange, deleteAccount, verifyDeleteAccount } from './profile/contract.ts'
import { authenticate, contactOf } from './queries.ts'
import { freeTries } from './rules.ts'
import { spendBookingToken } from './sessions/commands.ts'

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

  test.each(['x'.repeat(5000), '', 'Basic', 'null', 'undefined', '..', 'a b'])(
    'are refused as bearer %.20j',
    async (token) => {
      const answer = await app.app.fastify.inject({ url: '/api/users/', headers: { authorization: `Bearer ${token}` } })
      expect(answer.statusCode).toBe(401)
    },
  )
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

  test('a token from two steps back ends it too, however quickly', async () => {
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

describe('the booking token', () => {
  beforeAll(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
  })

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

describe('known devices', () => {
  /**
   * A stranger who tries wrong passwords from ever other addresses does not lock out a person who has logged in before.
   */
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } })
  })
  beforeEach(() => app.clock.advance({ hours: 25 }))
  afterAll(() => app.close())

  const newDevice = () => randomBytes(32).toString('base64url')
  let networks = 0
  /** A network without any requests so far. */
  const newNetwork = () => `10.${(networks >> 8) & 255}.${networks++ & 255}.7`

  const from = (more: { device?: string; address?: string; bearer?: string } = {}) =>
    createCall(app.app.fastify, { address: newNetwork(), ...more })

  const tryAs = async ({ email }: Person, password = testPassword, more: Parameters<typeof from>[0] = {}) =>
    (await from(more)(logIn, { body: { email, password } })).status

  async function attack(person: Person): Promise<void> {
    const statuses = []
    for (let n = 0; n <= freeTries; n++) statuses.push(await tryAs(person, 'not-the-password-1'))
    expect(statuses.at(-1)).toBe(429)
  }

  describe('T-001: a stranger keeps the owner out', () => {
    test('of no browser that the owner has logged in with', async () => {
      const person = await createPerson(app)
      const device = newDevice()
      expect(await tryAs(person, testPassword, { device })).toBe(200)
      await attack(person)
      expect(await tryAs(person, testPassword, { device })).toBe(200)
      // The stranger can guess no sooner because of that.
      expect(await tryAs(person, 'not-the-password-1')).toBe(429)
      expect(await tryAs(person, testPassword, { device: newDevice() })).toBe(429)
    })

    test('of no network that the owner has logged in from, for clients that name no device', async () => {
      const person = await createPerson(app)
      const address = '198.51.100.40'
      expect(await tryAs(person, testPassword, { address })).toBe(200)
      await attack(person)
      expect(await tryAs(person, testPassword, { address })).toBe(200)
    })

    test('does not keep a signed-in owner from changing the password', async () => {
      const person = await createPerson(app)
      const { access } = await signIn(app, person)
      await attack(person)
      app.clock.advance({ minutes: 6 })
      const body = { currentPassword: testPassword, newPassword: 'Lantern-hill-22' }
      expect((await from({ bearer: access })(updatePassword, { body })).status).toBe(200)
    })

    test('does not keep another session from it with a stolen one', async () => {
      const person = await createPerson(app)
      const [stolen, own] = [await signIn(app, person), await signIn(app, person)]
      app.clock.advance({ minutes: 6 })
      const change = async (bearer: string, currentPassword: string) =>
        (await from({ bearer })(updatePassword, { body: { currentPassword, newPassword: 'Lantern-hill-22' } })).status
      for (let n = 0; n < freeTries; n++) expect(await change(stolen.access, `guess-${n}a`)).toBe(403)
      expect(await change(stolen.access, testPassword)).toBe(429)
      expect(await change(own.access, testPassword)).toBe(200)
    })

    test('a known browser is slowed down for itself', async () => {
      const person = await createPerson(app)
      const device = newDevice()
      await tryAs(person, testPassword, { device })
      const statuses = []
      for (let n = 0; n < freeTries + 2; n++) statuses.push(await tryAs(person, 'not-the-password-1', { device }))
      expect(statuses).toEqual([...Array(freeTries).fill(401), 429, 429])
      expect(await tryAs(person)).toBe(200)
    })

    test('the control: without known devices it does', async () => {
      const person = await createPerson(app)
      const device = newDevice()
      await tryAs(person, testPassword, { device })
      await attack(person)
      const careless = await withoutGuards(app, 'known_devices')
      const answer = await createCall(careless.fastify, { device })(logIn, {
        body: { email: person.email, password: testPassword },
      })
      await careless.close()
      expect(answer.status).toBe(429)
    })

    test('a device is known to the accounts that it logged in to, and for half a year', async () => {
      const [person, other] = [await createPerson(app), await createPerson(app)]
      const device = newDevice()
      await tryAs(person, testPassword, { device })
      await attack(other)
      expect(await tryAs(other, testPassword, { device })).toBe(429)
      app.clock.advance({ days: 181 })
      await attack(person)
      expect(await tryAs(person, testPassword, { device })).toBe(429)
    })

    test('forty browsers and networks are kept, those used last', async () => {
      const person = await createPerson(app)
      for (let n = 0; n < 22; n++) {
        await tryAs(person, testPassword, { device: newDevice() })
        app.clock.advance({ minutes: 1 })
      }
      const storedDevices = await app.ctx.db
        .selectFrom('identity.known_device')
        .select('digest')
        .where('userId', '=', person.id)
        .execute()
      expect(storedDevices).toHaveLength(40)
    })
  })

  describe('a way in by email', () => {
    test('opens the login on the device that follows it, once, and signs nobody in', async () => {
      const person = await createPerson(app)
      await attack(person)
      expect((await from()(askLoginLink, { body: { email: person.email } })).status).toBe(200)
      const token = await mailedToken(app, person.email)
      const device = newDevice()
      expect(await from({ device })(confirmLoginLink, { body: { token } })).toMatchObject({ data: { device } })
      expect((await from({ device: newDevice() })(confirmLoginLink, { body: { token } })).status).toBe(409)
      expect(await tryAs(person, 'not-the-password-1', { device })).toBe(401)
      expect(await tryAs(person, testPassword, { device })).toBe(200)
      expect(await tryAs(person)).toBe(429)
    })

    test('gives a client that named no device one to name', async () => {
      const person = await createPerson(app)
      await from()(askLoginLink, { body: { email: person.email } })
      const token = await mailedToken(app, person.email)
      const answer = await from()(confirmLoginLink, { body: { token } })
      if (!answer.ok) throw new Error(answer.problem.code)
      await attack(person)
      expect(await tryAs(person, testPassword, { device: answer.data.device })).toBe(200)
    })

    test('a new password is one too, and makes every other device a stranger’s', async () => {
      const person = await createPerson(app)
      const [old, fresh] = [newDevice(), newDevice()]
      await tryAs(person, testPassword, { device: old })
      await from()(askPasswordReset, { body: { email: person.email } })
      const token = await mailedToken(app, person.email)
      const password = 'Lantern-hill-22'
      expect((await from({ device: fresh })(confirmPasswordReset, { body: { token, password } })).status).toBe(200)
      await attack(person)
      expect(await tryAs(person, password, { device: old })).toBe(429)
      expect(await tryAs(person, password, { device: fresh })).toBe(200)
    })

    test('T-004, T-008: the same answer for everybody, three mails an address whoever asks, a link only for whoever may log in', async () => {
      const people = [
        await createPerson(app),
        await createPerson(app, { status: 'blocked' }),
        await createPerson(app, { isVerified: false }),
        { email: `nobody-${crypto.randomUUID()}@example.com` },
      ]
      for (const [index, { email }] of people.entries()) {
        const answers = []
        for (let n = 0; n < 4; n++) answers.push(await from()(askLoginLink, { body: { email } }))
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
        expect(answers[0]).toMatchObject({ data: { detail: 'Go to your email and follow the link.' } })
        expect(await mailboxOf(app, email)).toHaveLength(index === 0 ? 3 : 0)
      }
    })
  })

  describe('T-005: what is asked about an address takes the same path whoever has it', () => {
    test.each([
      ['a new password', askPasswordReset],
      ['a way in', askLoginLink],
    ] as const)('%s: statement for statement, and what the note leads to waits for no commit', async (_, endpoint) => {
      const person = await createPerson(app)
      const ask = async (email: string) => {
        const statements = await statementsOf(app, async () => void (await from()(endpoint, { body: { email } })))
        return statements.map((text) => text.replaceAll(/\s+/g, ' '))
      }
      const unknown = await ask(`nobody-${crypto.randomUUID()}@example.com`)
      expect(unknown.length).toBeGreaterThan(2)
      expect(await ask(person.email)).toEqual(unknown)
      const queues = await app.app.pool.query<{ name: string }>(
        `select name from pgboss.queue where not notify and name like 'identity.%-asked' order by name`,
      )
      expect(queues.rows.map(({ name }) => name)).toEqual([
        'identity.claim-code-asked',
        'identity.login-link-asked',
        'identity.reset-asked',
      ])
    })
  })
})
