import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint, Problem } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { contentTypes, hostileAddresses, hostileBodies, hostileJson } from '#test/support/hostile-corpus.ts'
import { listEndpoints } from '#test/support/endpoints.ts'
import { createPerson } from '#test/support/people.ts'
import { hasPath, jsonWith, placesIn, sampleOf, schemaOf, type Schema } from '#test/support/samples.ts'
import { sessionFor } from '#test/support/session.ts'

/**
 * T-014, T-015, F-41 for every endpoint there is, from the schema that it validates with: whatever stands in any of its fields, the
 * answer is planned, in the one form for refusals, and tells nothing about how we are built.
 */
let app: TestApp
const people = new Map<string, string>()

beforeAll(async () => {
  app = await createTestApp()
  for (const role of ['customer', 'driver', 'admin'] as const) people.set(role, (await createPerson(app, { role })).id)
  people.set('hired', (await createPerson(app, { isHired: true })).id)
})
afterAll(() => app.close())

interface Sent {
  endpoint: Endpoint
  body?: string | Buffer
  type?: string
  query?: string
  params?: Record<string, string>
  headers?: Record<string, string>
}

/** As somebody who may call it, so that nothing hides behind a 401. */
async function bearerFor({ access }: Endpoint): Promise<Record<string, string>> {
  const role = access === 'public' ? undefined : access.find((name) => people.has(name))
  const userId = role && people.get(role)
  return userId ? { authorization: `Bearer ${(await sessionFor(app, userId)).bearer}` } : {}
}

async function send({ endpoint, body, type = 'application/json', query = '', params, headers = {} }: Sent) {
  const samples = endpoint.params ? (sampleOf(schemaOf(endpoint.params)) as Record<string, string>) : {}
  const path = endpoint.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => params?.[name] ?? encodeURIComponent(samples[name] ?? 'x'),
  )
  const response = await app.app.fastify.inject({
    method: endpoint.method,
    url: `/api${path}${query && `?${query}`}`,
    headers: { ...(body === undefined ? {} : { 'content-type': type }), ...headers },
    ...(body === undefined ? {} : { payload: body }),
  })
  return { status: response.statusCode, type: response.headers['content-type'] ?? '', text: response.body }
}

const secrets =
  /node_modules|\.(ts|js|mjs):\d+|\bat [\w.<>]+ \(|\bselect\b.+\bfrom\b|\binsert into\b|\bpg_\w+|syntax error|violates|duplicate key|relation "|column "|invalid input syntax|kysely|stack|errno|SQLSTATE/i

/** What is wrong with an answer; undefined where all is well. */
function wrongWith(answer: Awaited<ReturnType<typeof send>>, knows: (path: string) => boolean): string | undefined {
  const { status, type, text } = answer
  if (status >= 500) return `${status}`
  if (status < 400) return undefined
  if (!type.startsWith('application/problem+json')) return `${status} as ${type}`
  const problem = JSON.parse(text) as Problem
  if (!problem.code || problem.status !== status || !problem.detail)
    return `a problem without code, status or detail: ${text}`
  if (secrets.test(text)) return `tells too much: ${text.slice(0, 300)}`
  const paths = Object.keys(problem.errors ?? {})
  if (status === 422 && problem.code === 'invalid' && paths.length === 0) return 'a 422 that names no field'
  const unknown = paths.find((path) => !knows(path))
  return unknown === undefined ? undefined : `names a field that isn’t there: ${unknown}`
}

/** Collects what is wrong over many requests, so that one look at the list tells all. */
async function wrongAnswers(
  requests: { name: string; sent: Sent; knows?: (path: string) => boolean }[],
): Promise<string[]> {
  const wrong: string[] = []
  let headers: Record<string, string> = {}
  let status = 401
  for (const { name, sent, knows = () => true } of requests) {
    if (status === 401) headers = await bearerFor(sent.endpoint)
    const answer = await send({ ...sent, headers: { ...headers, ...sent.headers } })
    status = answer.status
    const found = wrongWith(answer, knows)
    if (found) wrong.push(`${sent.endpoint.id} ${name}: ${found}`)
  }
  // The first of each kind tell enough.
  return wrong.slice(0, 25)
}

/** Each is a test of its own, so that a failure names it, and none takes long on a machine that is busy. */
const endpoints = listEndpoints()
const bodies = endpoints.flatMap((endpoint) => {
  const { body } = endpoint
  if (!body || body === 'multipart') return []
  const schema: Schema = schemaOf(body)
  return [{ id: endpoint.id, endpoint, body, schema, sample: sampleOf(schema) }]
})

test('none of the app’s endpoints is left out', () => {
  expect(endpoints.map(({ id }) => id)).toEqual(app.app.api.endpoints.map(({ id }) => id))
})

describe('T-014: every field of every endpoint', () => {
  test('a plain request has the shape that the endpoint takes', () => {
    const refused = bodies.flatMap(({ endpoint, body, sample }) => {
      const parsed = body.safeParse(sample)
      return parsed.success ? [] : [`${endpoint.id}: ${parsed.error.message} (add an example to samples.ts)`]
    })
    expect(refused).toEqual([])
    expect(bodies.length).toBeGreaterThan(3)
  })

  test.each(bodies)('$id takes nothing that it should not, and says which field it was', async (about) => {
    const { endpoint, schema, sample } = about
    const requests = placesIn(sample).flatMap((place) =>
      hostileJson.map((text) => ({
        name: `${place.join('.')} = ${text.slice(0, 60)}`,
        sent: { endpoint, body: jsonWith(sample, place, text) },
        knows: (named: string) => {
          const path = endpoint.bodyName ? named.replace(new RegExp(`^${endpoint.bodyName}(\\.|$)`), '') : named
          return hasPath(schema, path) || path.startsWith(place.join('.')) || place.length === 0
        },
      })),
    )
    expect(await wrongAnswers(requests)).toEqual([])
  })

  test('refuses what it does not know, wherever it stands', async () => {
    // It takes back what GET answers, and ignores what it does not know.
    for (const { endpoint, sample } of bodies.filter(({ endpoint: { id } }) => id !== 'editBooking')) {
      const objects = placesIn(sample).filter((place) => isObject(at(sample, place)))
      for (const place of objects) {
        for (const key of ['isAdmin', 'user_role_', 'constructor', 'hasOwnProperty', 'x.y', '0']) {
          const inner = { ...(at(sample, place) as object), [key]: 1 }
          const answer = await send({
            endpoint,
            body: jsonWith(sample, place, JSON.stringify(inner)),
            headers: await bearerFor(endpoint),
          })
          expect([400, 422]).toContain(answer.status)
        }
      }
    }
  })
})

const isObject = (value: unknown) => value !== null && typeof value === 'object' && !Array.isArray(value)
const at = (value: unknown, place: readonly (string | number)[]): unknown =>
  place.reduce((inner, key) => (inner as Record<string | number, unknown>)[key], value)

describe('F-41: bodies that are none', () => {
  test.each(bodies)('$id: malformed JSON, bytes that are no UTF-8, and 10 MB', async ({ endpoint }) => {
    const requests = hostileBodies.map((body) => ({
      name: String(body).slice(0, 40),
      sent: { endpoint, body },
    }))
    expect(await wrongAnswers(requests)).toEqual([])
    expect((await send({ endpoint, body: Buffer.alloc(10_000_000, 0x7b) })).status).toBe(413)
    for (const body of ['{', '', '{"a":1}}', '{"__proto__":null}', Buffer.from([0xed, 0xa0, 0x80])]) {
      expect((await send({ endpoint, body })).status).toBe(400)
    }
  })

  test('an Idempotency-Key of any kind', async () => {
    const idempotent = bodies.filter(({ endpoint }) => endpoint.idempotent)
    const keys = ['', ' ', 'x'.repeat(201), 'a b', 'é', '\t', '"', '../..', '0', 'null', "'--"]
    for (const { endpoint, sample } of idempotent) {
      const requests = keys.map((key) => ({
        name: `key ${key.slice(0, 20)}`,
        sent: { endpoint, body: JSON.stringify(sample), headers: { 'idempotency-key': key } },
      }))
      expect(await wrongAnswers(requests)).toEqual([])
    }
  })
})

describe('T-013, T-014: every query and path', () => {
  test.each(endpoints)('$id: any text for any parameter, once and twice', async (endpoint) => {
    const queries = Object.keys(endpoint.query?.shape ?? {}).flatMap((name) =>
      hostileAddresses.flatMap((value) => [`${name}=${value}`, `${name}=1&${name}=${value}`, `${name}[]=${value}`]),
    )
    const body = bodyOf(endpoint)
    const odd = [
      ...['unknown', '__proto__', 'constructor', 'ordering', 'toString'].flatMap((name) => [
        `${name}=1`,
        `${name}[x]=1`,
        `${name}=1&${name}=2`,
      ]),
      '&',
      '=',
      '%',
      '?',
      '&&=',
      '=&=',
      '%00=1',
      '%ff=%ff',
      `${'a=1&'.repeat(1500)}b=1`,
    ]
    const requests = [...queries, ...odd].map((query) => ({
      name: `?${query.slice(0, 60)}`,
      sent: { endpoint, query, body },
    }))
    expect(await wrongAnswers(requests)).toEqual([])
  })

  const withParams = endpoints.filter(({ params }) => params)
  test.each(withParams)('$id: any text as a part of the path', async (endpoint) => {
    const body = bodyOf(endpoint)
    const requests = Object.keys(endpoint.params?.shape ?? {}).flatMap((name) =>
      hostileAddresses.map((value) => ({
        name: `{${name}} = ${value.slice(0, 40)}`,
        sent: { endpoint, params: { [name]: value }, body },
      })),
    )
    expect(await wrongAnswers(requests)).toEqual([])
  })
})

function bodyOf({ body }: Endpoint): string | undefined {
  if (!body || body === 'multipart') return undefined
  return JSON.stringify(sampleOf(schemaOf(body)))
}

describe('T-011: what a body says it is', () => {
  test(`only JSON is read: ${contentTypes.length} others are refused before any handler`, async () => {
    const counted = async () => {
      const { rows } = await app.app.pool.query<{ count: number }>(
        'select (select count(*) from identity."user") + (select count(*) from bookings.booking) as count',
      )
      return rows[0]?.count
    }
    const before = await counted()
    for (const { endpoint, sample } of bodies) {
      const body = JSON.stringify(sample)
      for (const type of contentTypes) {
        const answer = await send({ endpoint, body, type })
        expect({ endpoint: endpoint.id, type, status: answer.status }).toEqual({
          endpoint: endpoint.id,
          type,
          status: expect.toSatisfy((status: number) => status === 415 || status === 400) as number,
        })
      }
    }
    expect(await counted()).toBe(before)
  })
})
