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
