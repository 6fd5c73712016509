import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fileHeaders, formatOf, hasTooManyScans, MAX_JPEG_SCANS, shownName } from './rules.ts'

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))

const ftyp = (major: string, ...compatible: string[]) =>
  bytes([0, 0, 0, 16 + 4 * compatible.length], 'ftyp', major, [0, 0, 0, 0], ...compatible, [0, 0, 1, 0], 'meta')

describe('formatOf: the content says what a file is (T-072)', () => {
  test.each([
    ['jpeg', bytes([0xff, 0xd8, 0xff, 0xe0])],
    ['png', bytes([0x89], 'PNG\r\n', [0x1a, 0x0a])],
    ['webp', bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 ')],
    ['avif', ftyp('avif', 'mif1', 'miaf')],
    ['avif', ftyp('mif1', 'miaf', 'avif')],
    ['avif', ftyp('avis', 'msf1')],
    ['heic', ftyp('heic', 'mif1', 'heic')],
    ['heic', ftyp('mif1', 'heic')],
    ['pdf', bytes('%PDF-1.7\n')],
    [undefined, ftyp('isom', 'mp41')],
    [undefined, ftyp('mp42', 'avc1')],
    [undefined, bytes('GIF89a')],
    [undefined, bytes('II*', [0])],
    [undefined, bytes('MM', [0, 0x2a])],
    [undefined, bytes('<svg xmlns="http://www.w3.org/2000/svg">')],
    [undefined, bytes('<!doctype html>')],
    [undefined, bytes('PK', [3, 4])],
    [undefined, bytes('RIFF', [1, 2, 3, 4], 'WAVE')],
    [undefined, bytes(' ', [0xff, 0xd8, 0xff])],
    [undefined, bytes('BM')],
    [undefined, bytes([0xff, 0x0a])],
    [undefined, Buffer.alloc(0)],
  ])('%s', (format, head) => expect(formatOf(head)).toBe(format))

  test('takes any bytes at all', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (head) => {
        expect([undefined, 'jpeg', 'png', 'webp', 'avif', 'heic', 'pdf']).toContain(formatOf(head))
      }),
    )
  })
})

describe('shownName: a file name is words and nothing else (T-074)', () => {
  test.each([
    ['sofa.jpg', 'sofa.jpg'],
    ['../../etc/passwd\0.png', 'passwd.png'],
    ['C:\\fakepath\\IMG 1.jpg', 'IMG 1.jpg'],
    ['a\r\nSet-Cookie: x=1.jpg', 'aSet-Cookie: x=1.jpg'],
    ['\u202Egpj.exe', 'gpj.exe'],
    ['диван  у стены.jpeg', 'диван у стены.jpeg'],
    ['\ud800x.png', 'x.png'],
    ['x'.repeat(300), 'x'.repeat(100)],
    ['😀'.repeat(150), '😀'.repeat(100)],
    ['', null],
    ['///', null],
    [' \u0000\u0007 ', null],
  ])('%j', (given, shown) => expect(shownName(given)).toBe(shown))

  test('never more than 100 characters, never a control character or a slash', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (given) => {
        const shown = shownName(given)
        if (shown === null) return
        expect(Array.from(shown).length).toBeLessThanOrEqual(100)
        expect(shown).not.toMatch(/[\p{Cc}\p{Cs}/\\]/u)
      }),
    )
  })
})

const headers = (contentType: string, name: string | null) => fileHeaders({ contentType, bytes: 12, name })

describe('fileHeaders (T-075, T-076)', () => {
  test('a photo is shown, everything else saved; nothing runs', () => {
    expect(headers('image/webp', 'sofa.jpeg')).toEqual({
      'content-type': 'image/webp',
      'content-length': '12',
      'content-disposition': `inline; filename="file.webp"; filename*=UTF-8''sofa.webp`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    expect(headers('application/pdf', null)['content-disposition']).toMatch(/^attachment; /)
    expect(headers('text/html', 'x.html')['content-disposition']).toMatch(/^attachment; filename="file\.bin"/)
  })

  test('no name adds a header or a parameter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (name) => {
        const disposition = headers('image/webp', name)['content-disposition']
        expect(disposition).toMatch(/^inline; filename="file\.webp"; filename\*=UTF-8''[A-Za-z0-9!#$&+.^_`|~%-]+$/)
      }),
    )
  })
})

describe('passes over a JPEG', () => {
  const scan = [0xff, 0xda, 0, 7]
  const picture = (scans: number) => Buffer.from(Array.from({ length: scans }, () => scan).flat())
  async function* inPieces(bytes: Buffer, length: number) {
    for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
  }

  test.each([1, 2, 3, 4, 5, 1000])('are counted in pieces of %i bytes', async (length) => {
    const [most, tooMany] = [picture(MAX_JPEG_SCANS), picture(MAX_JPEG_SCANS + 1)]
    expect(await hasTooManyScans(inPieces(most, length))).toBe(false)
    expect(await hasTooManyScans(inPieces(tooMany, length))).toBe(true)
  })
})
