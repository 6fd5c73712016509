import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { getVerification } from '#modules/onboarding/verification/contract.ts'
import { commonRefusals, refuse } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { decoded } from '#test/support/decoded.ts'
import { aDriver, download, handInDocuments, must } from '#test/support/driver.ts'
import { startFilesApp, type FilesApp } from '#test/support/files-app.ts'
import { pdf, writtenPdf } from '#test/support/pdfs.ts'
import { jpeg, picture, pngBomb } from '#test/support/pictures.ts'
import { signIn } from '#test/support/session.ts'
import { bytesUnused, storeBytes, removeUpload } from './commands.ts'
import { drawKeptDocuments } from './document-pages-commands.ts'
import { sourceOf } from './gateway.ts'
import { listPhotos } from './queries.ts'
import { ROW_FOLLOWS_MS } from './rules.ts'

describe('storage', () => {
  let files: FilesApp
  beforeAll(async () => {
    files = await startFilesApp()
  })
  afterAll(() => files.close())
  afterEach(() => files.clear())

  describe('T-072: the content says what a file is', () => {
    const not: [string, () => Promise<Buffer | string> | Buffer | string][] = [
      ['HTML called .jpg', () => '<!doctype html><script>alert(1)</script>'],
      ['SVG', () => '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
      ['a PDF', () => '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'],
      ['GIF', () => picture().gif().toBuffer()],
      ['TIFF', () => picture().tiff().toBuffer()],
      ['a ZIP', () => Buffer.from([0x50, 0x4b, 3, 4, 20, 0])],
      ['an executable', () => Buffer.from('\x7fELF\x02\x01\x01')],
      ['JSON', () => '{}'],
      ['nothing', () => ''],
      ['one byte', () => Buffer.from([0xff])],
      ['an MP4', () => Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom')],
      ['BMP', () => Buffer.from('BM\x3a\0\0\0')],
      ['an ImageMagick script', () => 'push graphic-context\nfill url(https://example.com/x.png)'],
      ['VIPS', () => Buffer.from([0x08, 0xf2, 0xa6, 0xb6, 0, 0, 0, 1])],
    ]
    test.each(not)('%s is no photo', async (_name, content) => {
      expect(await files.outcome(await files.upload({ content: await content() }))).toEqual({
        status: 422,
        code: 'not_a_photo',
        paths: ['images.0'],
        left: [],
      })
    })

    test('HEIC is refused with a way out', async () => {
      const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic')
      const answer = await files.upload(
        { content: await jpeg() },
        { content: heic, filename: 'IMG_1.HEIC', type: 'image/heic' },
      )
      expect(await files.outcome(answer)).toEqual({ status: 422, code: 'heic_photo', paths: ['images.1'], left: [] })
      expect(answer.body.detail).toContain('JPEG')
    })

    const broken: [string, () => Promise<Buffer>][] = [
      [
        'HTML behind the beginning of a JPEG',
        async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('<script>alert(1)</script>')]),
      ],
      [
        'HTML behind the beginning of a PNG',
        async () => Buffer.concat([(await picture().png().toBuffer()).subarray(0, 8), Buffer.from('<svg/onload=1>')]),
      ],
      ['half a JPEG', async () => half(await picture(800, 600).jpeg().toBuffer())],
      ['half a PNG', async () => half(await noise().png().toBuffer())],
      ['half a WebP', async () => half(await noise().webp({ lossless: true }).toBuffer())],
      ['half an AVIF', async () => half(await noise().avif({ effort: 0 }).toBuffer())],
      ['a WebP that is nothing', async () => Buffer.from('RIFF\x20\0\0\0WEBPVP8 ')],
      ['an AVIF that is nothing', async () => Buffer.from('\0\0\0\x18ftypavif\0\0\0\0mif1avif')],
      ['a PNG of no size', async () => pngBomb(0, 0)],
      ['a PNG with a wrong checksum', async () => withByte(await picture().png().toBuffer(), 19, 7)],
    ]
    test.each(broken)('%s is refused as unreadable', async (_name, content) => {
      expect(await files.outcome(await files.upload({ content: await content() }))).toEqual({
        status: 422,
        code: 'unreadable_photo',
        paths: ['images.0'],
        left: [],
      })
    })

    const polyglots: [string, () => Promise<Buffer>][] = [
      ['a JPEG that is HTML too', async () => Buffer.concat([await jpeg(), Buffer.from('<script>alert(1)</script>')])],
      [
        'a PNG that is a ZIP too',
        async () => Buffer.concat([await picture().png().toBuffer(), Buffer.from('PK\x03\x04<script>')]),
      ],
      [
        'a JPEG with a script in its comment',
        async () =>
          picture()
            .withExif({ IFD0: { ImageDescription: '<script>' } })
            .jpeg()
            .toBuffer(),
      ],
    ]
    test.each(polyglots)('of %s only the picture is kept', async (_name, content) => {
      const answer = await files.upload({ content: await content(), filename: 'x.html', type: 'text/html' })
      expect(answer.status).toBe(201)
      const [photo] = await listPhotos(files.app.ctx, answer.body.id ?? '')
      expect((await files.bytesOf(photo?.id ?? '')).includes('<script>')).toBe(false)
    })
  })

  const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)
  const noise = () =>
    sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
  const withByte = (bytes: Buffer, at: number, value: number) => {
    const changed = Buffer.from(bytes)
    changed[at] = value
    return changed
  }

  describe('T-073: bombs', () => {
    test('14 000 x 14 000 pixels are refused from the header: none is decoded, and no memory is taken', async () => {
      const bomb = pngBomb(14_000, 14_000)
      await files.upload({ content: await jpeg() })
      await files.clear()
      globalThis.gc?.()
      const before = process.memoryUsage.rss()
      let peak = before
      const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5)
      const refused = { status: 422, code: 'too_many_pixels', paths: ['images.0'], left: [] }
      const pictures = await decoded(async () =>
        expect(await files.outcome(await files.upload({ content: bomb }))).toEqual(refused),
      )
      clearInterval(watch)
      expect(pictures).toBe(0)
      expect(peak - before).toBeLessThan(100 * 1024 ** 2)
    })

    const tooLarge: [string, () => Buffer | Promise<Buffer>, string][] = [
      ['a PNG of one column of 40 000 000', () => pngBomb(1, 40_000_000), 'too_many_pixels'],
      ['a PNG a row too high', () => pngBomb(1, 12_001), 'too_many_pixels'],
      ['a PNG of 17 megapixels', () => pngBomb(4250, 4000), 'too_many_pixels'],
      ['an AVIF of 13 megapixels', () => picture(4000, 3250).avif({ effort: 0 }).toBuffer(), 'too_many_pixels'],
      ['a WebP of 17 megapixels', () => picture(4250, 4000).webp({ effort: 0 }).toBuffer(), 'too_many_pixels'],
      ['a JPEG of 25 scans', () => manyScans(25), 'unreadable_photo'],
    ]
    test.each(tooLarge)('%s is refused from its header, and not decoded', async (_name, content, code) => {
      const bytes = await content()
      const pictures = await decoded(async () =>
        expect(await files.outcome(await files.upload({ content: bytes }))).toEqual({
          status: 422,
          code,
          paths: ['images.0'],
          left: [],
        }),
      )
      expect(pictures).toBe(0)
    })

    test('an AVIF that says it is smaller is refused by the decoder', async () => {
      const answer = await files.upload({ content: await lyingAvif() })
      const refused = { status: 422, code: 'unreadable_photo', paths: ['images.0'], left: [] }
      expect(await files.outcome(answer)).toEqual(refused)
    })

    test('a progressive JPEG, as cameras and editors make them, is no bomb', async () => {
      const content = await picture(800, 600).jpeg({ progressive: true }).toBuffer()
      const pictures = await decoded(async () => expect((await files.upload({ content })).status).toBe(201))
      expect(pictures).toBe(1)
    })

    test.each([
      ['a JPEG', () => withSize(Buffer.from([0xff, 0xc0]), 5)],
      ['a PNG of one row', () => Promise.resolve(pngBomb(41_000_000, 1))],
    ])('%s that claims more than 40 megapixels', async (_name, content) => {
      const answer = await files.upload({ content: await content() })
      expect(answer.status).toBe(422)
      expect(['too_many_pixels', 'unreadable_photo']).toContain(answer.body.code)
      expect(await files.left()).toEqual([])
    })
  })

  /** The header claims 100 pixels a side, the picture has 2 000. */
  async function lyingAvif(): Promise<Buffer> {
    const bytes = await picture(2000, 2000).avif({ effort: 0 }).toBuffer()
    const at = bytes.indexOf('ispe') + 8
    bytes.writeUInt32BE(100, at)
    bytes.writeUInt32BE(100, at + 4)
    return bytes
  }

  /** The last scan of a progressive JPEG over and over. */
  async function manyScans(count: number): Promise<Buffer> {
    const bytes = await picture(64, 64).jpeg({ progressive: true }).toBuffer()
    const last = bytes.lastIndexOf(Buffer.from([0xff, 0xda]))
    const scan = bytes.subarray(last, -2)
    return Buffer.concat([bytes.subarray(0, last), ...Array<Buffer>(count).fill(scan), bytes.subarray(-2)])
  }

  /** A JPEG whose frame header claims 65 000 x 65 000 pixels. */
  async function withSize(marker: Buffer, offset: number): Promise<Buffer> {
    const bytes = Buffer.from(await picture().jpeg().toBuffer())
    const at = bytes.indexOf(marker) + offset
    bytes.writeUInt16BE(65_000, at)
    bytes.writeUInt16BE(65_000, at + 2)
    return bytes
  }
})

describe('saving files', () => {
  let files: FilesApp
  beforeAll(async () => {
    files = await startFilesApp()
  })
  afterAll(() => files.close())
  afterEach(async () => {
    vi.restoreAllMocks()
    await files.clear()
  })

  /** An upload and the key of its photo. */
  async function anUpload() {
    const { body } = await files.upload({ content: await jpeg() })
    const [row] = await files.rows()
    return { id: body.id ?? '', key: row?.storageKey ?? '' }
  }

  const jobs = async () => {
    const { rows } = await files.app.app.pool.query<{ data: { keys: string[] } }>(
      `select data from pgboss.job where name = $1 and state in ('created', 'retry')`,
      [bytesUnused.name],
    )
    return rows.flatMap(({ data }) => data.keys)
  }

  const runDue = () => files.app.runJobs(bytesUnused)

  test('a removal that is rolled back removes nothing, then or later', async () => {
    const { id, key } = await anUpload()
    const remove = vi.spyOn(files.app.ctx.services.storage, 'remove')
    await files.app.ctx.tx(async (tx) => {
      await removeUpload(tx, id)
      return refuse(commonRefusals.conflict)
    })
    await expect(
      files.app.ctx.tx(async (tx) => {
        await removeUpload(tx, id)
        throw new Error('killed')
      }),
    ).rejects.toThrow('killed')
    expect([await jobs(), await runDue()]).toEqual([[], 0])
    expect(remove).not.toHaveBeenCalled()
    expect([files.keptFiles(), (await files.rows()).length]).toEqual([[key], 1])
  })

  test('a removal that is committed waits as a row, and the bytes go in the end however often the storage fails', async () => {
    const { id, key } = await anUpload()
    const remove = vi.spyOn(files.app.ctx.services.storage, 'remove')
    remove.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away'))
    await removeUpload(files.app.ctx, id)
    // The state is what the next process finds if this one ends here.
    expect([remove.mock.calls.length, await files.rows(), await jobs(), files.keptFiles()]).toEqual([
      0,
      [],
      [key],
      [key],
    ])
    await expect(runDue()).rejects.toThrow('away')
    await expect(runDue()).rejects.toThrow('away')
    expect([await jobs(), files.keptFiles()]).toEqual([[key], [key]])
    expect(await runDue()).toBe(1)
    expect([await jobs(), files.keptFiles()]).toEqual([[], []])
  })

  test('a job that runs twice, or names bytes that a file has, does no harm', async () => {
    const { key } = await anUpload()
    await files.app.ctx.tx((tx) => tx.enqueue(bytesUnused, { keys: [key, 'f'.repeat(48)] }))
    await files.app.ctx.tx((tx) => tx.enqueue(bytesUnused, { keys: [key, 'f'.repeat(48)] }))
    expect([await runDue(), files.keptFiles()]).toEqual([2, [key]])
  })

  test('bytes put ahead of their row go if it never follows, and stay if it does', async () => {
    const { ctx, clock } = files.app
    const start = clock.now()
    const source = sourceOf(Buffer.from('page'))
    const lost = await storeBytes(ctx, source)
    const referencedKey = await storeBytes(ctx, source)
    await ctx.db
      .insertInto('files.upload')
      .values({ id: 'ahead', addressDigest: Buffer.alloc(32), createdAt: start })
      .execute()
    await ctx.db
      .insertInto('files.file')
      .values({ uploadId: 'ahead', storageKey: referencedKey, contentType: 'image/webp', bytes: 4, createdAt: start })
      .execute()
    expect([await runDue(), files.keptFiles().toSorted()]).toEqual([0, [lost, referencedKey].toSorted()])
    clock.set(new Date(start.getTime() + ROW_FOLLOWS_MS))
    expect([await runDue(), files.keptFiles()]).toEqual([2, [referencedKey]])
    clock.set(start)
    const file = await ctx.services.storage.read(referencedKey)
    expect(file && String(await buffer(file.stream))).toBe('page')
  })
})

describe('pages of documents', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  const rows = () => app.ctx.db.selectFrom('files.file').selectAll().orderBy('createdAt').orderBy('id').execute()

  async function bytesUnder(key: string) {
    const file = await app.ctx.services.storage.read(key)
    return file && (await buffer(file.stream))
  }

  /** The file is a PDF stored before pages were drawn. */
  async function storePdf(id: string, bytes: Buffer) {
    const { storage } = app.ctx.services
    const key = id.replaceAll('-', '').padEnd(48, '0')
    await storage.put(key, sourceOf(bytes))
    const old = { storage_key: key, content_type: 'application/pdf', width: null, height: null, bytes: bytes.length }
    await app.ctx.db.updateTable('files.file').set(old).where('id', '=', id).execute()
    return key
  }

  test('a PDF that was kept before becomes its pages, one that does more stays unshown, and both only once', async () => {
    const driver = await aDriver(app)
    await handInDocuments(app, driver)
    const active = pdf({ objects: ['<< /S /Launch >>'] })
    const [first, second, ...others] = await rows()
    const drawn = await storePdf(first?.id ?? '', writtenPdf(2))
    const refused = await storePdf(second?.id ?? '', active)

    const admin = await signIn(app, 'admin')
    const seen = async () =>
      (await must(app.call(admin.bearer)(getVerification, { params: { id: driver.unitId } }))).documents
    const beingDrawn = async () => (await seen()).filter(({ newest }) => newest?.isBeingDrawn).length
    expect(await beingDrawn()).toBe(2)
    expect([await drawKeptDocuments(app.ctx), await drawKeptDocuments(app.ctx)]).toEqual([2, 0])

    await app.runJobs(bytesUnused)
    expect([await bytesUnder(drawn), await bytesUnder(refused)]).toEqual([undefined, active])
    const after = await rows()
    const pages = after.filter(({ uploadId: upload }) => upload === first?.uploadId)
    expect(pages.map(({ id, page, contentType: type }) => [id === first?.id, page, type])).toEqual([
      [true, 1, 'image/webp'],
      [false, 2, 'image/webp'],
    ])
    expect(after.filter(({ id }) => others.some((other) => other.id === id))).toEqual(others)

    expect(await beingDrawn()).toBe(0)
    const documents = await seen()
    const shown = documents.flatMap(({ newest }) => (newest ? [newest.files.map((file) => file.pages.length)] : []))
    expect(shown.filter((files) => files.length === 0)).toHaveLength(1)
    expect(shown.filter(([count]) => count === 2)).toHaveLength(1)
    const url = documents.flatMap(({ newest }) => newest?.files ?? []).find((file) => file.pages.length === 2)
      ?.pages[1]?.url
    expect((await download(app, admin.bearer, url ?? '')).headers['content-type']).toBe('image/webp')
  })
})
