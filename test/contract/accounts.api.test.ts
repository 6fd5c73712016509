import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refuseDemonstration } from '#app/demonstration.ts'
import { getSharedBooking } from '#modules/bookings/contract.ts'
import { removeSavedAddress } from '#modules/identity/profile/contract.ts'
import { endOneSession } from '#modules/identity/sessions/contract.ts'
import { newSecret } from '#platform/secrets.ts'
import { pathOf } from '#shared/call.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aBooking, aCustomer, search } from '#test/support/factories/booking.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { createPerson } from '#test/support/people.ts'
import { signIn } from '#test/support/session.ts'
import { sampleOf, schemaOf } from '#test/support/samples.ts'

let app: TestApp
let strict: TestApp
beforeAll(async () => {
  app = await createTestApp({ env: { PUBLIC_URL: 'https://vanfare.example' } })
  strict = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } })
  await aUnit(app)
  await aUnit(strict)
})
afterAll(() => Promise.all([app.close(), strict.close()]))

describe('T-018: a link that is a secret', () => {
  it('has 256 random bits: no repeat and no leaning in a hundred thousand', () => {
    const counts = new Map<string, number>()
    const seen = new Set<string>()
    for (let n = 0; n < 100_000; n += 1) {
      const secret = newSecret()
      seen.add(secret)
      // The last of the 43 characters carries only four bits.
      for (const letter of secret.slice(0, 42)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
    }
    expect(seen.size).toBe(100_000)
    const expected = (100_000 * 42) / 64
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    expect(counts.size).toBe(64)
    // 63 degrees of freedom: beyond 130 once in a million runs.
    expect(chiSquare).toBeLessThan(130)
  })

  it('cannot be guessed: near ones are not found, and after twenty misses an hour the answer is to wait', async () => {
    const { hash } = await aBooking(strict)
    const look = (guess: string) => strict.call(undefined, '192.0.2.18')(getSharedBooking, { params: { hash: guess } })
    const misses = []
    for (let n = 0; n < 21; n += 1) {
      const at = n % hash.length
      const other = hash[at] === 'A' ? 'B' : 'A'
      misses.push((await look(hash.slice(0, at) + other + hash.slice(at + 1))).status)
    }
    expect(misses).toEqual([...Array<number>(20).fill(404), 429])
    // Whoever has the right one is not kept waiting.
    expect((await look(hash)).status).toBe(200)
  })
})

describe('T-007: harvesting prices', () => {
  it('thirty searches a minute from one network, by address and by IPv6 half', async () => {
    for (const address of [() => '192.0.2.7', (n: number) => `2001:db8:7:7::${n.toString(16)}`]) {
      const statuses: Record<'strict' | 'control', number[]> = { strict: [], control: [] }
      for (let n = 0; n < 32; n += 1) {
        const asked = { url: '/api/booking/companies-quotes/', remoteAddress: address(n), payload: {} }
        for (const [name, on] of [['strict', strict] as const, ['control', app] as const])
          statuses[name].push((await on.app.fastify.inject({ method: 'POST', ...asked })).statusCode)
      }
      expect(statuses.strict).toEqual([...Array<number>(30).fill(422), 429, 429])
      // Without the limit nobody is held up.
      expect(new Set(statuses.control)).toEqual(new Set([422]))
    }
  })
})

describe('T-025: filling a calendar with bookings', () => {
  it('one customer has five open ones; the time of the van is still offered to others', async () => {
    const customer = await aCustomer(app)
    const codes = []
    for (let n = 0; n < 6; n += 1) {
      const move = aMove({ date: `2026-12-${String(7 + n).padStart(2, '0')}` })
      codes.push(
        await aBooking(app, { customer, move }).then(
          () => 'booked',
          (error: Error) => error.message,
        ),
      )
    }
    expect(codes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'booked'))
    expect(codes[5]).toContain('too_many_open_bookings')
    expect((await search(app, aMove({ date: '2026-12-14' }))).count).toBe(1)
  })
})

const requestsOf = (endpoint: Endpoint, headers: Record<string, string> = {}) => {
  const params = endpoint.params ? (sampleOf(schemaOf(endpoint.params)) as Record<string, string>) : {}
  return {
    method: endpoint.method,
    url: pathOf(endpoint, { params }),
    headers,
    ...(endpoint.body && endpoint.body !== 'multipart' ? { payload: {} } : {}),
  }
}

/** What pages of other sites may ask for (ADR 0049). */
const FOR_OTHERS = new Set(['getFromPrice'])

describe('what every answer of the API says to a browser', () => {
  it('T-096: no sniffing, no frame, no referrer, nothing loaded, nothing of one person kept', async () => {
    const wrong: string[] = []
    for (const endpoint of app.app.api.endpoints) {
      const { headers } = await app.app.fastify.inject(requestsOf(endpoint))
      const isRight =
        headers['x-content-type-options'] === 'nosniff' &&
        headers['referrer-policy'] === 'no-referrer' &&
        String(headers['content-security-policy']).includes("frame-ancestors 'none'") &&
        String(headers['content-security-policy']).includes("default-src 'none'") &&
        headers['cross-origin-resource-policy'] === (FOR_OTHERS.has(endpoint.id) ? 'cross-origin' : 'same-origin') &&
        headers['access-control-allow-origin'] === (FOR_OTHERS.has(endpoint.id) ? '*' : undefined) &&
        headers['cross-origin-opener-policy'] === 'same-origin' &&
        headers['strict-transport-security'] === 'max-age=63072000; includeSubDomains' &&
        (endpoint.access === 'public' || headers['cache-control'] === 'no-store, private')
      if (!isRight) wrong.push(endpoint.id)
    }
    expect(wrong).toEqual([])
    for (const url of ['/api/nothing/', '/healthz', '/nowhere', '/api/docs', '/api/openapi.json']) {
      const { headers } = await app.app.fastify.inject(url)
      expect([url, headers]).toMatchObject([
        url,
        { 'x-content-type-options': 'nosniff', 'strict-transport-security': expect.any(String) },
      ])
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    }
    // Refused before it became a request of any path.
    const { headers } = await app.app.fastify.inject('/api/users/%E0%A4%A')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  it('T-096: the control: where the product is on plain loopback, nobody is told to use https for ever', async () => {
    const { headers } = await strict.app.fastify.inject('/healthz')
    expect(headers).not.toHaveProperty('strict-transport-security')
  })

  it('T-097: no other origin is let in, whatever it is called', async () => {
    const { bearer } = await signIn(app, 'customer')
    const { publicUrl } = app.ctx.config
    const origins = [
      'https://evil.example',
      'null',
      'http://localhost:3000',
      'http://127.0.0.1',
      'file://',
      '*',
      '',
      'https://vanfare.evil.example',
      'https://evil-vanfare.example',
      'https://vanfare.example.evil.example',
      'https://evil.vanfare.example',
      'https://vanfare.example@evil.example',
      'https://vanfare.example%60.evil.example',
      publicUrl,
      publicUrl.toUpperCase(),
      `${publicUrl}/`,
      `${publicUrl}:444`,
      `${publicUrl}.`,
      ` ${publicUrl}`,
      'chrome-extension://abcdefgh',
      'data:text/html,x',
      `${publicUrl}, https://evil.example`,
    ]
    expect(origins.length).toBeGreaterThan(20)
    for (const origin of origins) {
      for (const method of ['GET', 'OPTIONS'] as const) {
        const { headers } = await app.app.fastify.inject({
          method,
          url: '/api/users/',
          headers: { origin, authorization: `Bearer ${bearer}`, 'access-control-request-method': 'PUT' },
        })
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
      }
    }
  })

  it('T-098: no cookie signs anybody in, at any endpoint', async () => {
    const { bearer } = await signIn(app, 'customer')
    const cookie = `authData=${bearer}:x; __Host-authData=${bearer}:x`
    const let_in: string[] = []
    for (const endpoint of app.app.api.endpoints.filter(({ access }) => access !== 'public')) {
      const { statusCode } = await app.app.fastify.inject(
        requestsOf(endpoint, { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }),
      )
      if (statusCode !== 401) let_in.push(endpoint.id)
    }
    expect(let_in).toEqual([])
  })
})

describe('what belongs to one is not found by another', () => {
  it('of two customers, two drivers of different companies and an admin each has their own sessions and addresses', async () => {
    const people = [
      await signIn(app, 'customer'),
      await signIn(app, 'customer'),
      await signIn(app, 'driver'),
      await signIn(app, 'driver'),
      await signIn(app, 'admin'),
    ]
    const { id: addressId } = await app.ctx.db
      .insertInto('identity.saved_address')
      .values({ userId: people[0]?.userId ?? '', label: 'Home', postcode: 'E17 4QH', createdAt: app.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const { bearer, userId } of people) {
      const call = app.call(bearer)
      for (const other of people.filter((person) => person.userId !== userId)) {
        expect((await call(endOneSession, { params: { id: other.sessionId } })).status).toBe(404)
      }
      if (userId === people[0]?.userId) continue
      expect([403, 404]).toContain((await call(removeSavedAddress, { params: { id: addressId } })).status)
    }
    const left = await app.ctx.db
      .selectFrom('identity.saved_address')
      .select('id')
      .where('id', '=', addressId)
      .execute()
    expect(left).toHaveLength(1)
    const alive = await Promise.all(
      people.map(({ bearer }) =>
        app.app.fastify.inject({ url: '/api/users/', headers: { authorization: `Bearer ${bearer}` } }),
      ),
    )
    expect(alive.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
  })
})

describe('production', () => {
  it('does not open beside accounts whose passwords are public', async () => {
    const other = await createTestApp()
    const { id } = await createPerson(other, { role: 'admin' })
    await expect(refuseDemonstration(other.database.connection)).resolves.toBeUndefined()
    await other.ctx.db.updateTable('identity.user').set({ isDemonstration: true }).where('id', '=', id).execute()
    await expect(refuseDemonstration(other.database.connection)).rejects.toThrow(
      'This database holds 1 account of the demonstration',
    )
    await other.close()
  })
})
