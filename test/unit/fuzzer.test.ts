import type { FastifyReply } from 'fastify'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { serve, type Api } from '#platform/serve.ts'
import { endpoint, refuse, refusal, type Endpoint } from '#shared/endpoint.ts'
import { Fuzzer, told } from '#test/fuzz/fuzzer.ts'
import type { House } from '#test/fuzz/world.ts'
import { bareApi } from '#test/support/bare-api.ts'

/** The controls of the fuzzer: an operation that is broken in one way makes it red, and a sound one does not. */
const getThing = endpoint({
  id: 'getThing',
  method: 'POST',
  path: '/thing/{id}/',
  summary: 'A thing',
  access: 'public',
  params: z.object({ id: z.string().max(100) }),
  body: z.strictObject({ count: z.int().min(0).max(10), name: z.string().max(20).nullish() }),
  answer: z.object({ count: z.int() }),
})
const odd = refusal('odd', 409, 'Odd.')

const houseOf = (api: Api): House => ({
  secrets: [{ word: 'Zanzibar', knownTo: ['A'] }],
  words: ['01a2019b-7109-759c-9d19-db6ca5391ce9'],
  right: async () => ({ params: { id: 'x' }, body: { count: 5, name: 'Sam' } }),
  send: async (request) => api.fastify.inject(request),
  bearerOf: async () => undefined,
  principalOf: () => 'V',
  ownThings: (_, params) => params,
  forgetSessions: () => undefined,
})

async function findingsOf(api: Api, published: Endpoint = getThing) {
  const fuzzer = new Fuzzer(houseOf(api), [published])
  const unreached = await fuzzer.reach(published)
  const report = await fuzzer.run({ requests: 200, seed: 'control' })
  return { unreached, report, text: told(report, 'control') }
}

const raw = (answer: (reply: FastifyReply) => unknown) => (api: Api) =>
  void api.fastify.post('/api/thing/:id', async (_, reply) =>
    answer(
      reply.headers({
        'cache-control': 'no-store, private',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'",
      }),
    ),
  )

const dressed = (api: Api) =>
  api.fastify.addHook('onSend', async (_, reply) => {
    reply.headers({ 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'" })
  })

describe('a sound operation', { timeout: 60_000 }, () => {
  test('is reached, and nothing is found', async () => {
    const api = bareApi()
    dressed(api)
    serve(api, getThing, async (_, { body }) => ({ count: body.count }))
    const { unreached, report, text } = await findingsOf(api)
    expect([unreached, text]).toEqual([[], ''])
    expect(report.statuses[200]).toBeGreaterThan(10)
    expect(report.statuses[422]).toBeGreaterThan(50)
  })
})

const BROKEN: [name: string, build: (api: Api) => void, found: string][] = [
  [
    'fails on one value',
    (api) =>
      serve(api, getThing, async (_, { body }) => {
        if (body.count === 10) throw new Error('Nobody thought of ten')
        return { count: body.count }
      }),
    'POST',
  ],
  [
    'refuses with what it doesn’t declare',
    (api) => serve(api, { ...getThing, refusals: [odd] }, async () => refuse(odd)),
    '409 odd, undeclared',
  ],
  ['answers more than it names', raw((reply) => reply.send({ count: 1, hash: 'x' })), 'more than the contract names'],
  ['answers another shape', raw((reply) => reply.send({ count: 'one' })), 'an answer of another shape'],
  ['answers a page', raw((reply) => reply.type('text/html').send('<p>')), 'a value as text/html'],
  ['answers another status', raw((reply) => reply.status(202).send({ count: 1 })), '202 where the contract says 200'],
  [
    'lets everybody keep its answer',
    raw((reply) => reply.header('cache-control', 'public, max-age=60').send({ count: 1 })),
    '200 with Cache-Control "public, max-age=60"',
  ],
  ['tells a secret', raw((reply) => reply.header('x-owner', 'Zanzibar').send({ count: 1 })), 'V is told Zanzibar'],
  [
    'names no field',
    raw((reply) =>
      reply
        .status(422)
        .type('application/problem+json; charset=utf-8')
        .send('{"type":"/api/docs/#invalid","title":"x","status":422,"detail":"x","code":"invalid"}'),
    ),
    'a 422 that names no field',
  ],
]

describe('an operation that', { timeout: 60_000 }, () => {
  test.each(BROKEN)('%s is found', async (_name, build, found) => {
    const api = bareApi()
    dressed(api)
    build(api)
    const { report, text } = await findingsOf(api)
    expect(report.findings.length).toBeGreaterThan(0)
    expect(text).toContain(found)
  })

  test('fails on one value is shown with that value alone, and how to send it again', async () => {
    const api = bareApi()
    dressed(api)
    BROKEN[0]?.[1](api)
    const { report } = await findingsOf(api)
    const [finding] = report.findings
    expect(finding).toMatchObject({ endpoint: 'getThing', change: 'body count = 10' })
    expect(finding?.wrong).toContain('500')
    expect(finding?.curl).toContain(`--data-binary '{"count":10}'`)
    // The same seed and number send the same.
    const again = await new Fuzzer(houseOf(api), [getThing]).run({ requests: 1, seed: 'control', only: finding?.index })
    expect(again.findings).toMatchObject([{ change: 'body count = 10' }])
  })

  test('nobody knows a right request for is not reached', async () => {
    const api = bareApi()
    serve(api, { ...getThing, body: z.strictObject({ other: z.int().min(0).max(1) }) }, async () => ({ count: 1 }))
    const { unreached } = await findingsOf(api)
    expect(unreached[0]).toMatch(/^refused: 422/)
  })
})
