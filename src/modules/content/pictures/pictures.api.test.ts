import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { download, upload } from '#test/support/driver.ts'
import { signIn } from '#test/support/session.ts'
import { FILES } from './rules.ts'

let app: TestApp
let bearer: string
beforeAll(async () => {
  app = await createTestApp()
  ;({ bearer } = await signIn(app, 'admin'))
})
afterAll(() => app.close())

/** Left half red, right half blue. */
const halves = () =>
  sharp({ create: { width: 1000, height: 400, channels: 3, background: 'red' } })
    .composite([{ input: { create: { width: 500, height: 400, channels: 3, background: 'blue' } }, left: 500, top: 0 }])
    .jpeg()
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .toBuffer()

const send = (content: Buffer | string, fields: Record<string, string>) =>
  upload<{ id: string; url: string; width: number; height: number }>(
    app,
    bearer,
    '/admin/content/pictures/',
    [{ name: 'image', content }],
    fields,
  )

it('is cut out and made in six files that never change', async () => {
  const crop = { crop_left: '0.5', crop_top: '0', crop_width: '0.5', crop_height: '1' }
  const sent = await send(await halves(), { alt: 'A blue van.', ...crop })
  expect(sent).toMatchObject({ status: 201, data: { alt: 'A blue van.', width: 500, height: 400 } })
  for (const file of FILES) {
    const answer = await download(app, undefined, `/api/content-image/${sent.data.id}/${file}/`)
    const [width = '', format = ''] = file.split('.')
    expect(answer.headers).toMatchObject({
      'content-type': `image/${format}`,
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const made = sharp(answer.rawPayload)
    expect(await made.metadata()).toMatchObject({ width: Number(width), height: (Number(width) * 9) / 16 })
    expect((await made.metadata()).exif).toBeUndefined()
    const { dominant } = await made.stats()
    expect(dominant.b).toBeGreaterThan(200)
    expect(dominant.r).toBeLessThan(60)
  }
  expect((await download(app, undefined, `/api/content-image/${sent.data.id}/2000.webp/`)).statusCode).not.toBe(200)
  const unknown = `/api/content-image/${crypto.randomUUID()}/960.webp/`
  expect((await download(app, undefined, unknown)).statusCode).toBe(404)
})

it('says what is to be seen, and is a picture', async () => {
  expect(await send(await halves(), {})).toMatchObject({
    status: 422,
    problem: { errors: { alt: [expect.any(String)] } },
  })
  expect(await send('<svg onload="alert(1)"/>', { alt: 'A van.' })).toMatchObject({
    status: 422,
    problem: { code: 'not_a_photo' },
  })
  const { rows } = await app.app.pool.query<{ count: number }>(
    'select count(*)::int as count from files.upload where attached_at is null',
  )
  expect(rows[0]?.count).toBe(0)
})
