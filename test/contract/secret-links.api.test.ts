import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aBooking } from '#test/support/factories/booking.ts'
import { aUnit } from '#test/support/factories/unit.ts'

/** T-019: an address that is a key is kept by no cache on the way and listed by no search engine, whatever it answers. */
let app: TestApp
let hash: string

beforeAll(async () => {
  app = await createTestApp()
  await aUnit(app)
  hash = (await aBooking(app)).hash
})
afterAll(() => app.close())

const keyed = () => app.app.api.endpoints.filter(({ path }) => /\{(hash|token)\}/.test(path))

test('every endpoint whose address is a key says that it is', () => {
  expect(keyed().length).toBeGreaterThan(2)
  expect(keyed().flatMap(({ id, isSecret }) => (isSecret ? [] : [id]))).toEqual([])
})

test('what such an address answers is neither kept nor listed', async () => {
  const told: string[] = []
  for (const { id, method, path } of keyed())
    for (const key of [hash, 'x'.repeat(43), 'x', '%00']) {
      const { statusCode, headers } = await app.app.fastify.inject({
        method,
        url: `/api${path.replace(/\{\w+\}/, key)}`,
        ...(method === 'POST' ? { payload: {} } : {}),
      })
      expect([id, headers['cache-control'], headers['x-robots-tag']]).toEqual([id, 'no-store, private', 'noindex'])
      told.push(`${id} ${statusCode}`)
    }
  expect(told).toContain('getSharedBooking 200')
  expect(told).toContain('getSharedBooking 404')
  expect(told).toContain('getAgreedTerms 200')
})
