import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aCompany } from '#test/support/factories/company.ts'
import { importFirstContent } from '../files/commands.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: '2026-11-23T09:00:00Z' })
  await importFirstContent(app.ctx, 'test/support/content')
})
afterAll(() => app.close())

const get = (path: string, tag?: string) =>
  app.app.fastify.inject({ url: `/api/share-image/${path}/`, headers: tag ? { 'if-none-match': tag } : {} })

/** Whether two pictures differ in what is to be seen. */
const pixels = async (png: Buffer) => sharp(png).greyscale().raw().toBuffer()
const differing = (a: Buffer, b: Buffer) => a.filter((value, index) => Math.abs(value - (b[index] ?? 0)) > 60).length

describe('a picture for sharing', () => {
  it.each(['service/man-and-van', 'location/york', 'article/boxes', 'root/home', 'root/terms', 'root/privacy-policy'])(
    'of %s is 1200 by 630, and small',
    async (path) => {
      const { statusCode, headers, rawPayload } = await get(path)
      expect([statusCode, headers['content-type']]).toEqual([200, 'image/png'])
      const { width, height, format } = await sharp(rawPayload).metadata()
      expect([width, height, format]).toEqual([1200, 630, 'png'])
      expect(rawPayload.length).toBeLessThan(100_000)
    },
  )

  it('is another for another page, and the same by an id', async () => {
    const [york, brighton] = [(await get('location/york')).rawPayload, (await get('location/brighton')).rawPayload]
    expect(differing(await pixels(york), await pixels(brighton))).toBeGreaterThan(2000)
    const { id } = await app.ctx.db
      .selectFrom('content.page')
      .select('id')
      .where('slug', '=', 'york')
      .executeTakeFirstOrThrow()
    expect((await get(`location/${id}`)).rawPayload).toEqual(york)
  })

  it('has the words on it: letters that the typeface has, and a question mark for others', async () => {
    const owner = await aCompany(app, { name: 'Żółć & Sons ✈ 引越' })
    const { statusCode, rawPayload } = await get(`company/${owner.id}`)
    expect(statusCode).toBe(200)
    const plain = await aCompany(app, { name: 'A' })
    const other = (await get(`company/${plain.id}`)).rawPayload
    expect(differing(await pixels(rawPayload), await pixels(other))).toBeGreaterThan(2000)
  })

  it('with a name that never ends, or that is markup, is drawn all the same', async () => {
    for (const name of ['x'.repeat(120), '</path><script>alert(1)</script>', `${'Removal '.repeat(14)}Ltd`]) {
      const { id } = await aCompany(app, { name })
      expect((await get(`company/${id}`)).statusCode, name).toBe(200)
    }
  })

  it('is not sent again to who has it, and not even drawn', async () => {
    const { headers } = await get('location/croydon')
    const repeated = await get('location/croydon', String(headers['etag']))
    expect([repeated.statusCode, repeated.body, repeated.headers['etag']]).toEqual([304, '', headers['etag']])
    expect((await get('location/croydon', '"other"')).statusCode).toBe(200)
  })

  it('is drawn once for everybody who asks for it', async () => {
    const text = { kind: 'Blog', title: 'Drawn once', line: 'For five.' }
    const drawings = Array.from({ length: 5 }, (_, index) => app.ctx.services.shareImages.png(text, `10.0.0.${index}`))
    const [first, ...others] = await Promise.all(drawings)
    // The same bytes in the same memory.
    for (const other of others) expect(other).toBe(first)
  })

  it.each(['person/1', 'service/nothing', 'root/nothing', 'company/nothing', `company/${crypto.randomUUID()}`])(
    'of %s there is none',
    async (path) => expect((await get(path)).statusCode).toBe(404),
  )
})

test('the typeface is opened in the drawing thread alone: it would hold the others up for a quarter of a second', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?<!\.test)\.tsx?$/.test(path),
  )
  const opening = sources.filter((path) => readFileSync(`src/${path}`, 'utf8').includes("from 'fontkit'"))
  expect(opening).toEqual(['modules/content/share-images/worker.ts'])
})
