import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint, file, isFile } from '#shared/endpoint.ts'
import { bareApi } from '#test/support/bare-api.ts'
import { openApiOf } from './openapi.ts'
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
