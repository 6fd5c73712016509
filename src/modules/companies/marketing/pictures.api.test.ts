import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { must, aDriver, download, upload, type Sent, type TestDriver } from '#test/support/driver.ts'
import { bytesUnused } from '#modules/files/commands.ts'
import { createTestApp, withoutGuards, type TestApp } from '#test/support/app.ts'
import { decoded } from '#test/support/decoded.ts'
import { jpeg, picture, pngBomb } from '#test/support/pictures.ts'
import type { Part } from '#test/support/multipart.ts'
import { getMarketingInfo, removeCompanyPhoto, saveMarketingInfo } from './contract.ts'

let app: TestApp
let driver: TestDriver
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  driver = await aDriver(app)
})
afterAll(() => app.close())

const rows = () => app.ctx.db.selectFrom('files.file').selectAll().orderBy('createdAt').orderBy('id').execute()

/** Names of everything that lies on the disk. */
const onDisk = (): string[] => {
  const entries = readdirSync(app.ctx.config.dataDir, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile() && /files|incoming/.test(entry.parentPath)).map(({ name }) => name)
}

const shown = async (): Promise<{ id?: string; url: string | null }[]> => {
  const { logoUrl, photos } = await must(driver.call(getMarketingInfo, { params: { id: driver.companyId } }))
  return [...(logoUrl ? [{ url: logoUrl }] : []), ...photos]
}

const lastPicture = async () => download(app, undefined, (await shown()).at(-1)?.url ?? '')

const kinds: [kind: string, field: string, path: () => string][] = [
  ['a logo', 'logo', () => '/company/upload-company-logo/'],
  ['a photo of the gallery', 'images', () => `/company/${driver.companyId}/photos/`],
]

describe.each(kinds)('%s', (_kind, field, path) => {
  const send = (part: Omit<Part, 'name'>): Promise<Sent<unknown>> =>
    upload(app, driver.bearer, path(), [{ name: field, ...part }])

  /** What an upload came to, and whether anything of it stayed. */
  async function outcome(content: Uint8Array | string) {
    const before = [await rows(), onDisk()]
    const { status, problem } = await send({ content, filename: 'logo.png', type: 'image/png' })
    await app.runJobs(bytesUnused)
    expect([await rows(), onDisk()]).toEqual(before)
    return [status, problem.code, Object.keys(problem.errors ?? {})]
  }

  it.each<[string, () => Promise<Buffer> | string]>([
    ['SVG', () => '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['SVG behind a declaration', () => '<?xml version="1.0"?><!DOCTYPE svg><svg onload="alert(1)"/>'],
    ['HTML', () => '<!doctype html><script>alert(1)</script>'],
    ['a PDF', () => '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'],
    ['GIF', () => picture().gif().toBuffer()],
  ])('T-069, T-072: is not %s', async (_name, content) => {
    expect(await outcome(await content())).toEqual([422, 'not_a_photo', [`${field}.0`]])
  })

  it('T-072: is not what only begins like a picture', async () => {
    const begins = (await picture().png().toBuffer()).subarray(0, 8)
    const html = Buffer.concat([begins, Buffer.from('<svg/onload=alert(1)>')])
    expect(await outcome(html)).toEqual([422, 'unreadable_photo', [`${field}.0`]])
  })

  it('T-072: of a file that is a page too only the picture is kept', async () => {
    const both = Buffer.concat([await jpeg(), Buffer.from('<script>alert(1)</script>PK\u0003\u0004')])
    expect((await send({ content: both, filename: 'x.html', type: 'text/html' })).status).toBe(201)
    const answer = await lastPicture()
    expect([answer.headers['content-type'], answer.body.includes('<script>')]).toEqual(['image/webp', false])
  })

  it('T-073: is no bomb: refused from its header, and not decoded', async () => {
    const bomb = pngBomb(14_000, 14_000)
    const pictures = await decoded(async () =>
      expect(await outcome(bomb)).toEqual([422, 'too_many_pixels', [`${field}.0`]]),
    )
    expect(pictures).toBe(0)
  })

  it('T-071: is at most 10 MB', async () => {
    expect(await outcome(Buffer.alloc(10 * 1024 ** 2 + 1, 0xff))).toEqual([413, 'too_large', [`${field}.0`]])
  })

  it('T-079: does not say where or with what it was taken', async () => {
    const exif = { IFD0: { Copyright: 'Home of Jane' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } }
    const content = await picture(60, 40).withExif(exif).jpeg().toBuffer()
    expect(content.includes('Home of Jane')).toBe(true)
    expect((await send({ content })).status).toBe(201)
    const metadata = await sharp((await lastPicture()).rawPayload).metadata()
    expect([metadata.format, metadata.exif, metadata.xmp, metadata.iptc, metadata.icc]).toEqual([
      'webp',
      ...Array<undefined>(4),
    ])
  })

  it('T-074, T-075, T-076: has no name on the disk, and one in its headers that adds none', async () => {
    const names = ['../../etc/passwd.png', 'C:\\win.ini', 'a'.repeat(300), '\u202Egnp.exe', 'x\r\nSet-Cookie: a=b', '.']
    for (const filename of [...names, 'so"fa;é.html', "it's 100% *mine*.svg", 'диван.jpg']) {
      const sent = await send({ content: await jpeg(), filename: filename.replaceAll('"', '%22') })
      if (sent.status === 400) continue
      expect([filename, sent.status]).toEqual([filename, 201])
      const { headers } = await lastPicture()
      expect(headers['content-disposition']).toMatch(/^inline; filename="file.webp"; filename\*=UTF-8''[\w%.!~-]+$/)
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(headers['set-cookie']).toBeUndefined()
    }
    for (const { storageKey: key, originalName: name } of await rows()) {
      expect(key).toMatch(/^[0-9a-f]{32,}$/)
      expect(name ?? '').not.toMatch(/[\p{Cc}\p{Cf}/\\]/u)
      expect(Array.from(name ?? '').length).toBeLessThanOrEqual(100)
    }
    for (const name of onDisk()) expect(name).toMatch(/^[0-9a-f]{32,}$/)
  })
})

describe('T-114: a picture is for everybody while a company shows it', () => {
  const [logo, images] = [{ name: 'logo' }, { name: 'images' }]
  const statusOf = async (url: string | null) => (await download(app, undefined, url ?? '')).statusCode

  it('and not found once it is replaced or removed', async () => {
    const [content, photos] = [await jpeg(), `/company/${driver.companyId}/photos/`]
    await upload(app, driver.bearer, '/company/upload-company-logo/', [{ ...logo, content }])
    await upload(app, driver.bearer, photos, [
      { ...images, content },
      { ...images, content },
    ])
    const [before, photo] = await shown()
    expect(await statusOf(before?.url ?? null)).toBe(200)
    expect(await statusOf(photo?.url ?? null)).toBe(200)
    await upload(app, driver.bearer, '/company/upload-company-logo/', [{ ...logo, content }])
    await must(driver.call(removeCompanyPhoto, { params: { photoId: photo?.id ?? '' } }))
    expect([await statusOf(before?.url ?? null), await statusOf(photo?.url ?? null)]).toEqual([404, 404])
    expect((await shown()).length).toBe(2)
  })

  it('and would be the way to any file where nobody checks what it belongs to: the control', async () => {
    await upload(app, undefined, '/booking/images/', [{ content: await jpeg() }])
    const url = `/api/company/pictures/${(await rows()).at(-1)?.id}/`
    const careless = await withoutGuards(app, 'shown_picture')
    expect([await statusOf(url), (await careless.fastify.inject(url)).statusCode]).toEqual([404, 200])
    await careless.close()
  })

  it('and has no other address than that', async () => {
    await upload(app, driver.bearer, '/company/upload-company-logo/', [{ ...logo, content: await jpeg() }])
    const file = (await rows()).at(-1)
    for (const id of [file?.id, file?.uploadId, file?.storageKey])
      for (const path of [
        '/files',
        '/api/files',
        '/api/company/docs',
        '/incoming',
        '/data/files',
        '/assets',
        '/api/photos',
      ])
        expect([path, (await download(app, driver.bearer, `${path}/${id}/`)).statusCode]).toEqual([path, 404])
  })
})

describe('what is refused leaves nothing', () => {
  it('of several photos none is kept where one is no picture, or the gallery is full', async () => {
    const path = `/company/${driver.companyId}/photos/`
    const good = { content: await jpeg() }
    const before = [await rows(), onDisk()]
    const refused = await upload(app, driver.bearer, path, [good, good, { content: 'no picture' }])
    expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([422, ['images.2']])
    await app.runJobs(bytesUnused)
    expect([await rows(), onDisk()]).toEqual(before)
    const ten = Array.from({ length: 10 }, () => good)
    for (let n = 0; n < 2; n += 1) expect((await upload(app, driver.bearer, path, ten)).status).toBe(201)
    const full = [await rows(), onDisk()]
    expect(await upload(app, driver.bearer, path, [good])).toMatchObject({ status: 409 })
    await app.runJobs(bytesUnused)
    expect([await rows(), onDisk()]).toEqual(full)
  })
})

it('T-069: what a company says of itself is plain words, with nothing hidden in them', async () => {
  const params = { id: driver.companyId }
  const body = { description: 'Two vans.<script>alert(1)</script>\u202Eevil \u200Fhttps://evil.example' }
  const saved = await must(driver.call(saveMarketingInfo, { params, body }))
  expect(saved.description).toBe('Two vans.<script>alert(1)</script>evil https://evil.example')
})
