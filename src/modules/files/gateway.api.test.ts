import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { decoded } from '#test/support/decoded.ts'
import { startFilesApp, type FilesApp } from '#test/support/files-app.ts'
import { jpeg, picture, pngBomb } from '#test/support/pictures.ts'
import { listPhotos } from './queries.ts'

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
