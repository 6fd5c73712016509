import { buffer } from 'node:stream/consumers'
import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bytesUnused } from '#modules/files/commands.ts'
import { createTestApp, withoutGuards, type TestApp } from '#test/support/app.ts'
import { aDriver, download, must, upload, type Sent, type TestDriver } from '#test/support/driver.ts'
import type { Part } from '#test/support/multipart.ts'
import { pdf, writtenPdf } from '#test/support/pdfs.ts'
import { jpeg, picture, pngBomb } from '#test/support/pictures.ts'
import { signIn } from '#test/support/session.ts'
import { cancelUnitDocument, listUnitDocuments } from './contract.ts'
import type { DocumentView } from './queries.ts'
import { MOST_DOCUMENT_BYTES } from './rules.ts'

let app: TestApp
let driver: TestDriver
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  driver = await aDriver(app)
})
afterAll(() => app.close())

const asPdf = { filename: 'document.pdf', type: 'application/pdf' }

const submitDocument = (...parts: Part[]): Promise<Sent<DocumentView>> =>
  upload<DocumentView>(
    app,
    driver.bearer,
    `/company/working-unit/${driver.unitId}/docs/`,
    parts.map((part) => ({ name: 'files', ...part })),
    { kind: 'v5c' },
  )

const rows = () => app.ctx.db.selectFrom('files.file').selectAll().orderBy('createdAt').orderBy('id').execute()

/** Names of everything that lies on the disk. */
const onDisk = (): string[] => {
  const entries = readdirSync(app.ctx.config.dataDir, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile() && /files|incoming/.test(entry.parentPath)).map(({ name }) => name)
}

/** The latest document submitted of this kind, and the address of its first file. */
async function handedIn(part: Part) {
  const { status, data, problem } = await submitDocument(part)
  if (status !== 201) throw new Error(problem.detail)
  return { id: data.newest?.id ?? '', url: data.newest?.files[0]?.pages[0]?.url ?? '', files: data.newest?.files ?? [] }
}

describe('T-114: the bytes of a document', () => {
  it('go to its company and to admins; for everybody else there is no such file', async () => {
    const { url } = await handedIn({ ...asPdf, content: pdf() })
    const [other, customer, admin] = [await aDriver(app), await signIn(app, 'customer'), await signIn(app, 'admin')]
    const statuses = []
    for (const bearer of [undefined, 'nonsense', customer.bearer, other.bearer, driver.bearer, admin.bearer])
      statuses.push((await download(app, bearer, url)).statusCode)
    expect(statuses).toEqual([401, 401, 403, 404, 200, 200])
    const { rawPayload, headers } = await download(app, admin.bearer, url)
    expect((await sharp(rawPayload).metadata()).format).toBe('webp')
    expect(headers['cache-control']).toBe('no-store, private')
  })

  it('go to other companies where nobody checks whose they are: the control', async () => {
    const { url } = await handedIn({ ...asPdf, content: pdf() })
    const careless = await withoutGuards(app, 'own_document')
    const headers = { authorization: `Bearer ${(await aDriver(app)).bearer}` }
    expect((await careless.fastify.inject({ url, headers })).statusCode).toBe(200)
    await careless.close()
  })

  it('do not go to whoever has only a cookie', async () => {
    const { url } = await handedIn({ ...asPdf, content: pdf() })
    const cookie = `authData=${driver.bearer}:x; __Host-authData=${driver.bearer}:x`
    expect((await app.app.fastify.inject({ url, headers: { cookie } })).statusCode).toBe(401)
  })

  it('have no other address', async () => {
    await handedIn({ ...asPdf, content: pdf() })
    const file = (await rows()).at(-1)
    for (const id of [file?.id, file?.uploadId, file?.storageKey])
      for (const path of ['/files', '/api/files', '/api/company/pictures', '/api/company/docs', '/incoming', '/assets'])
        for (const bearer of [undefined, driver.bearer])
          expect([path, (await download(app, bearer, `${path}/${id}/`)).statusCode]).toEqual([path, 404])
  })

  it('are gone for everybody once the document is taken back or replaced before it was checked', async () => {
    const admin = await signIn(app, 'admin')
    const first = await handedIn({ ...asPdf, content: pdf() })
    const second = await handedIn({ content: await jpeg() })
    for (const bearer of [driver.bearer, admin.bearer])
      expect((await download(app, bearer, first.url)).statusCode).toBe(404)
    expect((await download(app, driver.bearer, second.url)).statusCode).toBe(200)
    await must(driver.call(cancelUnitDocument, { params: { id: driver.unitId }, body: { documentId: second.id } }))
    for (const bearer of [driver.bearer, admin.bearer])
      expect((await download(app, bearer, second.url)).statusCode).toBe(404)
  })
})

describe('T-075, T-076: handed out', () => {
  it('every page of a PDF and a photo are shown as pictures that cannot run or frame anything', async () => {
    const parts = [
      { ...asPdf, content: writtenPdf(3) },
      { content: await jpeg(), filename: 'v5c.jpg' },
    ]
    const { data } = await submitDocument(...parts)
    const files = data.newest?.files ?? []
    expect(files.map(({ name, pages }) => [name, pages.map(({ page }) => page)])).toEqual([
      ['document.pdf', [1, 2, 3]],
      ['v5c.jpg', [1]],
    ])
    const pages = files.flatMap((file) => file.pages)
    const answers = await Promise.all(pages.map(({ url }) => download(app, driver.bearer, url)))
    expect(answers.map(({ headers }) => [headers['content-type'], headers['content-disposition']])).toEqual([
      ...Array.from({ length: 3 }, () => [
        'image/webp',
        `inline; filename="file.webp"; filename*=UTF-8''document.webp`,
      ]),
      ['image/webp', `inline; filename="file.webp"; filename*=UTF-8''v5c.webp`],
    ])
    for (const { headers } of answers)
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      })
  })

  it('by the number of its page: there is none beyond, and a page is no file of its own', async () => {
    const { data } = await submitDocument({ ...asPdf, content: pdf({ pages: 2 }) })
    const [first, second] = data.newest?.files[0]?.pages ?? []
    const bare = (first?.url ?? '').replace('?page=1', '')
    const [, other] = (await rows()).slice(-2)
    const statuses = []
    for (const url of [
      bare,
      second?.url ?? '',
      `${bare}?page=3`,
      `${bare}?page=0`,
      `${bare}?page=x`,
      `${bare}?page=21`,
    ])
      statuses.push((await download(app, driver.bearer, url)).statusCode)
    expect(statuses).toEqual([200, 200, 404, 422, 422, 422])
    const ofSecond = bare.replace(data.newest?.files[0]?.id ?? '', other?.id ?? '')
    expect((await download(app, driver.bearer, ofSecond)).statusCode).toBe(404)
  })

  it('nothing of the PDF itself: not on the disk, and not where one was kept before pages were drawn', async () => {
    const content = writtenPdf()
    const { url } = await handedIn({ ...asPdf, content })
    for (const { storageKey: key } of await rows()) {
      const file = await app.ctx.services.storage.read(key)
      expect(file && (await buffer(file.stream)).includes('%PDF-')).toBe(false)
    }
    await app.ctx.db.updateTable('files.file').set({ contentType: 'application/pdf' }).execute()
    expect((await download(app, driver.bearer, url)).statusCode).toBe(404)
    const documents = await must(driver.call(listUnitDocuments, { params: { id: driver.unitId } }))
    expect(documents.find(({ kind }) => kind === 'v5c')?.newest?.files).toEqual([])
    await app.ctx.db.updateTable('files.file').set({ contentType: 'image/webp' }).execute()
  })

  it('T-074: under any name', async () => {
    const names = [
      '../../etc/passwd',
      'x\r\nSet-Cookie: a=b.pdf',
      'a'.repeat(400),
      '\u202Efdp.exe',
      '<b>.pdf',
      'диван.pdf',
    ]
    for (const filename of [...names, "it's (100%) *mine*.html", 'CON', '.htaccess']) {
      const { status, data } = await submitDocument({ ...asPdf, content: pdf(), filename })
      if (status === 400) continue
      expect([filename, status]).toEqual([filename, 201])
      const [file] = data.newest?.files ?? []
      expect(file?.name).not.toMatch(/[\p{Cc}\p{Cf}/\\]/u)
      const { headers } = await download(app, driver.bearer, file?.pages[0]?.url ?? '')
      expect(headers['set-cookie']).toBeUndefined()
      expect(headers['content-disposition']).toMatch(
        /^inline; filename="file.webp"; filename\*=UTF-8''[\w%.!~-]+\.webp$/,
      )
    }
    for (const name of onDisk()) expect(name).toMatch(/^[0-9a-f]{32,}$/)
  })
})

describe('a document of several photos', () => {
  const send = (...parts: Part[]) =>
    upload<DocumentView>(
      app,
      driver.bearer,
      `/company/working-unit/${driver.unitId}/docs/`,
      parts.map((part) => ({ name: 'files', ...part })),
      { kind: 'driving_licence' },
    )
  const photo = async (width: number, height: number) => ({ content: await picture(width, height).jpeg().toBuffer() })

  it('has its pages in the order in which they were sent', async () => {
    const { status, data } = await send(await photo(60, 40), await photo(30, 50), { ...asPdf, content: writtenPdf(2) })
    const pages = data.newest?.files.flatMap((file) => file.pages) ?? []
    expect([status, pages.length]).toEqual([201, 4])
    expect(pages.slice(0, 2).map(({ width, height }) => [width, height])).toEqual([
      [60, 40],
      [30, 50],
    ])
  })

  it('is refused with one side of two, and nothing of it is kept', async () => {
    const before = [await rows(), onDisk()]
    const { status, problem } = await send(await photo(60, 40))
    expect([status, problem.errors]).toEqual([422, { files: ['Send both sides: the front and the back.'] }])
    await app.runJobs(bytesUnused)
    expect([await rows(), onDisk()]).toEqual(before)
  })

  it('is not read where all of it together is too much', async () => {
    const answer = await app.app.fastify.inject({
      method: 'POST',
      url: `/api/company/working-unit/${driver.unitId}/docs/`,
      headers: {
        authorization: `Bearer ${driver.bearer}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(MOST_DOCUMENT_BYTES + 1024 ** 2),
      },
      payload: '--x--',
    })
    expect(answer.statusCode).toBe(413)
  })
})

describe('what is no document', () => {
  const not: [string, () => Promise<Buffer> | Buffer | string, string][] = [
    ['T-072: HTML called .pdf', () => '<!doctype html><script>alert(1)</script>', 'not_a_document'],
    ['T-069: SVG', () => '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'not_a_document'],
    ['T-080: a ZIP, a DOCX', () => Buffer.from([0x50, 0x4b, 3, 4, 20, 0]), 'not_a_document'],
    ['T-072: TIFF', () => picture().tiff().toBuffer(), 'not_a_document'],
    [
      'T-080: a PDF with a script',
      () => pdf({ catalogue: '/OpenAction << /S /JavaScript /JS (x) >>' }),
      'active_document',
    ],
    ['T-080: a PDF with a file inside', () => pdf({ objects: ['<< /Type /EmbeddedFile >>'] }), 'active_document'],
    ['T-080: a locked PDF', () => pdf({ trailer: '/Encrypt 5 0 R' }), 'encrypted_document'],
    [
      'T-080: a PDF with an archive behind it',
      () => pdf({ behind: `PK\u0003\u0004${'x'.repeat(2000)}` }),
      'unreadable_document',
    ],
    ['T-080: a book', () => pdf({ pages: 21 }), 'too_many_pages'],
    ['T-073: a bomb', () => pngBomb(14_000, 14_000), 'too_many_pixels'],
    [
      'T-072: half a picture',
      async () => (await picture(800, 600).jpeg().toBuffer()).subarray(0, 900),
      'unreadable_photo',
    ],
  ]
  it.each(not)('%s is refused with its place, and nothing of the request is kept', async (_name, content, code) => {
    const before = [await rows(), onDisk()]
    const good = { ...asPdf, content: pdf() }
    const { status, problem } = await submitDocument(good, { ...asPdf, content: await content() })
    expect([status, problem.code, Object.keys(problem.errors ?? {})]).toEqual([422, code, ['files.1']])
    await app.runJobs(bytesUnused)
    expect([await rows(), onDisk()]).toEqual(before)
    const documents = await must(driver.call(listUnitDocuments, { params: { id: driver.unitId } }))
    expect(documents.find(({ kind }) => kind === 'v5c')?.standing).toBe('missing')
  })

  it('T-071: refuses eleven files, and more than 10 MB', async () => {
    const good = { ...asPdf, content: pdf() }
    expect((await submitDocument(...Array.from({ length: 11 }, () => good))).status).toBe(413)
    expect(
      (await submitDocument({ ...asPdf, content: Buffer.concat([pdf(), Buffer.alloc(10 * 1024 ** 2)]) })).status,
    ).toBe(413)
  })

  it('T-079: a photo of a document does not say where it was taken', async () => {
    const exif = { IFD0: { Copyright: 'Home of Jane' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } }
    const { url } = await handedIn({ content: await picture(60, 40).withExif(exif).jpeg().toBuffer() })
    const metadata = await sharp((await download(app, driver.bearer, url)).rawPayload).metadata()
    expect([metadata.format, metadata.exif, metadata.xmp, metadata.iptc, metadata.icc]).toEqual([
      'webp',
      ...Array<undefined>(4),
    ])
  })
})
