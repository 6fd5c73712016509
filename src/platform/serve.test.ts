import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint, file, isFile, commonRefusals, refuse } from '#shared/endpoint.ts'
import { bareApi } from '#test/support/bare-api.ts'
import { isRetryable, problemOf, refusalFor, RefusedError } from './errors.ts'
import { openApiOf } from './openapi.ts'
import { schemaText, type JsonSchema } from './api-docs.ts'
import { RawAnswer, serve } from './serve.ts'

const getPicture = endpoint({
  id: 'getPicture',
  method: 'GET',
  path: '/picture/',
  summary: 'A picture',
  access: 'public',
  answer: file('image/webp', 'text/calendar'),
})

const getWord = endpoint({ ...getPicture, id: 'getWord', path: '/word/', answer: z.object({ word: z.string() }) })

async function answerOf(result: RawAnswer) {
  const api = bareApi()
  serve(api, getPicture, async () => result)
  return api.fastify.inject('/api/picture/')
}

test.each(['image/webp', 'text/calendar; charset=utf-8', 'text/calendar;charset=utf-8'])(
  'a file of a type that its contract names goes out as it is: %s',
  async (type) => {
    const answer = await answerOf(new RawAnswer('bytes', { 'content-type': type }))
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([200, type, 'bytes'])
  },
)

test.each<Record<string, string>>([
  { 'content-type': 'text/html' },
  { 'content-type': 'image/webpx' },
  { 'content-type': 'image/svg+xml; image/webp' },
  {},
])('a file of another type is a defect, its bytes stay in the house: %o', async (headers) => {
  const bytes = Readable.from(['<script>'])
  const answer = await answerOf(new RawAnswer(bytes, headers))
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([500, 'application/problem+json; charset=utf-8'])
  expect(answer.body).not.toContain('<script>')
  expect(bytes.destroyed).toBe(true)
})

test('a file where the contract names a value is a defect, and so is a value where it names a file', async () => {
  const api = bareApi()
  serve(
    api,
    getWord,
    async () => new RawAnswer('{}', { 'content-type': 'application/json' }) as unknown as { word: string },
  )
  serve(api, getPicture, async () => ({ word: 'none' }) as unknown as RawAnswer)
  for (const url of ['/api/word/', '/api/picture/']) expect((await api.fastify.inject(url)).statusCode).toBe(500)
})

test('OpenAPI says of which types a file is, and that it is bytes or text', () => {
  const { paths } = openApiOf([getPicture]) as { paths: Record<string, { get: { responses: Record<string, object> } }> }
  expect(paths['/api/picture/']?.get.responses[200]).toEqual({
    description: 'Success',
    content: {
      'image/webp': { schema: { type: 'string', format: 'binary' } },
      'text/calendar': { schema: { type: 'string' } },
    },
  })
  expect([isFile(getPicture.answer), isFile(getWord.answer)]).toEqual([true, false])
})

const setWord = endpoint({
  ...getWord,
  id: 'setWord',
  method: 'PUT',
  path: '/word/{id}/',
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({ word: z.string() }),
})

test.each([
  ['null', 'body'],
  ['[]', 'body'],
  ['"word"', 'body'],
  ['{}', 'word'],
  ['{"word":1}', 'word'],
  ['{"word":"a","x":1}', 'x'],
])('what is wrong with %s is said under a name: %s', async (payload, path) => {
  const api = bareApi()
  serve(api, setWord, async (_, { body }) => body)
  const url = '/api/word/01a2019b-7109-759c-9d19-db6ca5391ce9/'
  const answer = await api.fastify.inject({
    method: 'PUT',
    url,
    payload,
    headers: { 'content-type': 'application/json' },
  })
  expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([422, [path]])
})

test.each(['/api/nowhere/', '/api/word/%c3%28/', `/api/word/${'a'.repeat(300)}/`])(
  'nobody keeps a refusal that no endpoint gave: %s',
  async (url) => {
    const api = bareApi()
    serve(api, setWord, async (_, { body }) => body)
    const { statusCode, headers } = await api.fastify.inject({ method: 'PUT', url, payload: { word: 'a' } })
    expect([statusCode >= 400, headers['cache-control']]).toEqual([true, 'no-store, private'])
  },
)

const days = z.strictObject({ day: z.iso.date(), name: z.union([z.literal(''), z.string().max(3)]).optional() })
const setDays = endpoint({
  ...getWord,
  id: 'setDays',
  method: 'PUT',
  path: '/days/',
  body: z.union([days, z.array(days).min(1)]),
})

test.each<[payload: string, paths: string[]]>([
  ['{}', ['day']],
  ['{"day":"tomorrow"}', ['day']],
  ['{"day":"2026-12-04","hour":1}', ['hour']],
  ['[{"day":"2026-12-04"},{"day":"soon"}]', ['1.day']],
  ['{"day":"2026-12-04","name":"Friday"}', ['name']],
  ['[]', ['body']],
  ['null', ['body']],
])('of one thing or a list of it, what is wrong is said where it stands: %s', async (payload, paths) => {
  const api = bareApi()
  serve(api, setDays, async () => ({ word: 'done' }))
  const headers = { 'content-type': 'application/json' }
  const answer = await api.fastify.inject({ method: 'PUT', url: '/api/days/', payload, headers })
  expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([422, paths])
})

describe('errors', () => {
  const failure = (code: string, message = 'select secret from "user"') => Object.assign(new Error(message), { code })
  const statusOf = (error: unknown) => refusalFor(error).kind.status

  describe('the planned answer to every failure (threats and faults, 10.2)', () => {
    test.each([
      [400, ['22P02', '22003', '22007', '22008', '22021', '22P05', '22001', '23502', '23514', '54000', '54001']],
      [404, ['23503']],
      [409, ['23505', '23P01']],
      [503, ['40001', '40P01', '55P03']],
      [503, ['08000', '08003', '08006', '08001', '08004', '08007', '08P01']],
      [503, ['53000', '53100', '53200', '53300', '53400']],
      [503, ['57000', '57014', '57P01', '57P02', '57P03', '57P04', '57P05']],
      [503, ['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'ETIMEDOUT', 'ENOENT', 'EMFILE', 'ENFILE']],
      [
        503,
        [
          'EHOSTUNREACH',
          'ENETUNREACH',
          'ENOTFOUND',
          'EAI_AGAIN',
          'FST_ERR_HANDLER_TIMEOUT',
          'FST_ERR_REOPENED_CLOSE_SERVER',
        ],
      ],
      [507, ['ENOSPC', 'EDQUOT', 'EROFS']],
      [400, ['FST_ERR_CTP_INVALID_JSON_BODY', 'FST_ERR_CTP_EMPTY_JSON_BODY', 'FST_ERR_CTP_INVALID_CONTENT_LENGTH']],
      [400, ['FST_ERR_BAD_URL', 'FST_ERR_ASYNC_CONSTRAINT']],
      [413, ['FST_ERR_CTP_BODY_TOO_LARGE']],
      [414, ['FST_ERR_MAX_PARAM_LENGTH']],
      [415, ['FST_ERR_CTP_INVALID_MEDIA_TYPE']],
      [
        500,
        ['42601', '42P01', '42703', '25P02', '0A000', 'XX000', 'ERR_ASSERTION', 'EACCES', 'FST_ERR_REP_ALREADY_SENT'],
      ],
    ])('%i: %j', (status, codes) => {
      for (const code of codes) expect([code, statusOf(failure(code))]).toEqual([code, status])
    })

    test.each([
      [503, 'Connection terminated unexpectedly'],
      [503, 'Connection terminated due to connection timeout'],
      [503, 'Client has encountered a connection error and is not queryable'],
      [503, 'Query read timeout'],
      [503, 'timeout exceeded when trying to connect'],
      [400, 'Premature close'],
      [400, 'Request aborted'],
      [500, 'anything else'],
    ])('%i: without a code, "%s"', (status, message) => expect(statusOf(new Error(message))).toBe(status))

    test('what says when to come back, and what is tried again by itself', () => {
      for (const code of ['40001', '40P01', '55P03', '57P01', 'EPIPE', '53300'])
        expect(refusalFor(failure(code)).retryAfterSeconds).toBe(2)
      expect(refusalFor(failure('22P02')).retryAfterSeconds).toBeUndefined()
      expect(['40001', '40P01', '55P03', '23505'].map((code) => isRetryable(failure(code)))).toEqual([
        true,
        true,
        false,
        false,
      ])
    })

    test('a refusal that was thrown is itself', () => {
      const refused = refuse(commonRefusals.noRoom)
      expect(refusalFor(refused)).toBe(refused)
      expect(refusalFor(new RefusedError(refused, new Error('disk')))).toBe(refused)
    })

    test('a 4xx of the framework keeps its status', () => {
      expect(statusOf(Object.assign(failure('FST_ERR_NEW'), { statusCode: 431 }))).toBe(431)
      expect(statusOf(Object.assign(failure('FST_ERR_NEW'), { statusCode: 499 }))).toBe(400)
      expect(statusOf(Object.assign(failure('OTHER'), { statusCode: 404 }))).toBe(500)
    })

    test('anything can be thrown', () => {
      fc.assert(
        fc.property(fc.anything(), (thrown) => {
          expect(statusOf(thrown)).toBeGreaterThanOrEqual(400)
        }),
      )
    })
  })

  describe('T-015: nothing of a failure reaches the caller', () => {
    test('not its message, its code, its place, nor the values in it', () => {
      const codes = ['22P02', '23505', '42P01', 'EPIPE', 'ENOSPC', 'FST_ERR_BAD_URL', 'XX000', '57014']
      for (const code of codes) {
        const error = Object.assign(failure(code), {
          detail: 'Key (email)=(jane@example.com)',
          where: '/srv/app/main.ts:3',
        })
        const text = JSON.stringify(problemOf(refusalFor(error), 'request-1'))
        expect(text).not.toMatch(/select|secret|jane|main\.ts|Key \(/)
        expect(text).not.toContain(code)
      }
    })
  })
})

describe('text of a schema', () => {
  const text = (schema: z.ZodType) => schemaText(z.toJSONSchema(schema, { io: 'input' }) as JsonSchema)

  test.each([
    [z.string(), 'string'],
    [z.string().min(1).max(100), 'string (1…100)'],
    [
      z
        .string()
        .max(20)
        .regex(/^\+\d+$/),
      String.raw`string /^\+\d+$/ (…20)`,
    ],
    [z.uuid(), 'uuid'],
    [z.iso.datetime().nullable(), 'date-time | null'],
    [z.int(), 'integer'],
    [z.int().min(0).max(9), 'integer (0…9)'],
    [z.number().min(1), 'number (1…)'],
    [z.boolean().nullish(), 'boolean | null'],
    [z.enum(['cash', 'card']), '"cash" | "card"'],
    [z.literal(5), '5'],
    [z.array(z.string()).max(10), '[string] (…10)'],
    [z.array(z.int()).length(24), '[integer] (24)'],
    [z.strictObject({}), '{}'],
    [z.record(z.string(), z.int()), '{\n  …: integer\n}'],
  ])('%#', (schema, shown) => expect(text(schema)).toBe(shown))

  test('objects in lists, fields that may be left out, and what stands for them then', () => {
    const schema = z.strictObject({
      points: z.array(z.strictObject({ postcode: z.string(), stairs: z.int().optional() })).min(2),
      needTailLift: z.boolean().default(false),
    })
    expect(text(schema)).toBe(`{
  points: [{
    postcode: string
    stairs?: integer
  }] (2…)
  needTailLift?: boolean = false
}`)
  })
})
