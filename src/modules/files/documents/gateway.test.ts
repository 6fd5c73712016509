import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RefusedError } from '#platform/errors.ts'
import { createLog } from '#platform/log.ts'
import { endlessPdf, pdf, slowPdf, streamingPdf, streamObject, writtenPdf } from '#test/support/pdfs.ts'
import type { Photo } from '../photos-gateway.ts'
import { createDocumentReader, drawDocument } from './gateway.ts'

let folder: string
const reader = createDocumentReader(createLog('silent'), 60_000)
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vanfare-documents-'))
})
afterAll(async () => {
  await reader.close()
  rmSync(folder, { recursive: true, force: true })
})

const caller = () => ({ person: 'somebody', until: AbortSignal.timeout(60_000) })

async function draw(bytes: Buffer, by = reader): Promise<{ outcome: string; pages: Photo[] }> {
  const path = join(folder, 'document')
  writeFileSync(path, bytes)
  const pages: Photo[] = []
  const refused = await drawDocument(by, caller(), path, async (page) => void pages.push(page))
  return { outcome: refused?.code ?? 'taken', pages }
}

const withStream = (parts: (string | Buffer)[]) =>
  Buffer.concat([
    pdf().subarray(0, -6),
    ...parts.map((part) => Buffer.from(part as string, 'latin1')),
    Buffer.from('%%EOF\n'),
  ])

/** An object in a stream that a reader finds by the catalogue, however it has to look for it. */
const reached = (behindLength: string, object: string) => {
  const packed = deflateSync(`500 0 ${object}`)
  return Buffer.concat([
    pdf({ catalogue: '/Names 500 0 R' }).subarray(0, -6),
    Buffer.from(
      `900 0 obj\n<< /Type /ObjStm /N 1 /First 6 /Filter /FlateDecode /Length ${packed.length} >>${behindLength}stream\n`,
    ),
    packed,
    Buffer.from('\nendstream\nendobj\n%%EOF\n'),
  ])
}

const action = (type: string) =>
  `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /${type} /F (x) >> >>]`

describe('T-080: a PDF is taken', () => {
  test.each<[string, Buffer, string]>([
    ['with one page', pdf(), 'taken'],
    ['with twenty', pdf({ pages: 20 }), 'taken'],
    ['with its structure packed away', pdf({ packed: '10 0 << /Type /Page >>' }), 'taken'],
    ['with words that only look dangerous', pdf({ objects: ['(see /JSmith, launched by Java)'] }), 'taken'],
    [
      'with a picture in it',
      withStream(streamObject('/Subtype /Image', Buffer.from('/JS (x)'), '/Filter /DCTDecode')),
      'taken',
    ],
    ['that opens at a page', pdf({ catalogue: '/OpenAction [10 0 R /Fit]' }), 'taken'],
    ['that opens at a page by an action', pdf({ catalogue: '/OpenAction << /S /GoTo /D [10 0 R /Fit] >>' }), 'taken'],
    [
      'that opens at a page by an action elsewhere',
      pdf({ catalogue: '/OpenAction 500 0 R', objects: ['<< /S /GoTo /D [10 0 R /Fit] >>'] }),
      'taken',
    ],
    [
      'with a web address on a page, which a picture doesn’t follow',
      pdf({ page: '/Annots [<< /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.com) >> >>]' }),
      'taken',
    ],
    ['with a plain form', pdf({ catalogue: '/AcroForm << /Fields [] >>' }), 'taken'],
    ['not with twenty-one', pdf({ pages: 21 }), 'too_many_pages'],
    ['not without any', pdf({ pages: 0 }), 'unreadable_document'],
    ['not locked', pdf({ trailer: '/Encrypt 5 0 R' }), 'encrypted_document'],
    ['not locked in place', pdf({ trailer: '/Encrypt << /Filter /Standard >>' }), 'encrypted_document'],
    ['not with a script', pdf({ catalogue: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' }), 'active_document'],
    [
      'not with an escaped script',
      pdf({ catalogue: '/OpenAction << /S /J#61vaScript /J#53 (x) >>' }),
      'active_document',
    ],
    ['not with a bare script', pdf({ objects: ['<< /S /Other /JS <6170> >>'] }), 'active_document'],
    ['not with a packed script', pdf({ packed: '10 0 << /S /JavaScript /JS (x) >>' }), 'active_document'],
    ['not with a program to start', pdf({ objects: ['<< /S /Launch /F (cmd.exe) >>'] }), 'active_document'],
    ['not with a file inside', pdf({ objects: ['<< /Type /EmbeddedFile >>'] }), 'active_document'],
    ['not with files inside', pdf({ catalogue: '/Names << /EmbeddedFiles 5 0 R >>' }), 'active_document'],
    ['not with an XFA form', pdf({ catalogue: '/AcroForm << /XFA [] >>' }), 'active_document'],
    ['not with an archive behind it', pdf({ behind: `PK\u0003\u0004${'x'.repeat(2000)}` }), 'unreadable_document'],
    ['not cut off', pdf().subarray(0, 200), 'unreadable_document'],
    [
      'not packed in an unusual way',
      withStream(streamObject('/Type /ObjStm /N 1 /First 4', Buffer.from('x'), '/Filter /LZWDecode')),
      'unreadable_document',
    ],
    [
      'not packed wrongly',
      withStream(streamObject('/Type /ObjStm /N 1 /First 4', Buffer.from('not deflated'))),
      'unreadable_document',
    ],
    [
      'not with an object stream under another name',
      withStream(streamObject('/N 1 /First 4', deflateSync('<< /S /JavaScript >>'))),
      'active_document',
    ],
    [
      'not with an object stream in what looks like another',
      withStream(['<< >>\nstream\n', ...streamObject('/Type /ObjStm', deflateSync('<< /S /Launch >>'))]),
      'active_document',
    ],
    [
      'not with a script in a stream behind nine blanks',
      reached(' '.repeat(9), '<< /JavaScript 9 0 R >>'),
      'active_document',
    ],
    ['not with a script in a stream behind a comment', reached('% x\n', '<< /JavaScript 9 0 R >>'), 'active_document'],
    ['not with a file named in another', reached('\n', '<< /Type /Filespec /EF << /F 9 0 R >> >>'), 'active_document'],
    ['not with a file of a bare name', pdf({ page: '/AF [<< /EF << /F 10 0 R >> >>]' }), 'active_document'],
    ...['GoToR', 'GoToE', 'Launch', 'Rendition', 'Movie', 'Sound', 'ImportData', 'SubmitForm', 'JavaScript'].map(
      (type): [string, Buffer, string] => [
        `not with ${type} on a page`,
        pdf({ page: action(type) }),
        'active_document',
      ],
    ),
    ...['URI', 'GoToR', 'GoToE', 'Named', 'Hide'].map((type): [string, Buffer, string] => [
      `not with ${type} when it is opened`,
      pdf({ catalogue: `/OpenAction << /S /${type} /URI (https://example.com) >>` }),
      'active_document',
    ]),
    [
      'not with an address when it is opened that only names a place',
      pdf({ catalogue: '/OpenAction << /D (x /S/GoTo) /S /URI /URI (https://example.com) >>' }),
      'active_document',
    ],
    [
      'not with an address behind a place when it is opened',
      pdf({ catalogue: '/OpenAction << /S /GoTo /D [10 0 R /Fit] /Next << /S /URI /URI (x) >> >>' }),
      'active_document',
    ],
    [
      'not with an address when a page is turned to',
      pdf({ page: '/AA << /O << /S /URI /URI (x) >> >>' }),
      'active_document',
    ],
  ])('%s', { timeout: 60_000 }, async (_name, bytes, outcome) => {
    expect((await draw(bytes)).outcome).toBe(outcome)
  })

  test('not if it unpacks to more than anything needs: a bomb costs nothing', { timeout: 60_000 }, async () => {
    const bomb = deflateSync(Buffer.alloc(200 * 1024 ** 2), { level: 9 })
    const before = process.memoryUsage().rss
    expect((await draw(withStream(streamObject('/Type /ObjStm /N 1 /First 4', bomb)))).outcome).toBe(
      'unreadable_document',
    )
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 ** 2)
  })
})

describe('the thread that reads PDFs', () => {
  test(
    'ends with the server: what it was at, and whoever waits, is told to come back',
    { timeout: 60_000 },
    async () => {
      const closing = createDocumentReader(createLog('silent'))
      const path = join(folder, 'endless')
      writeFileSync(path, endlessPdf())
      const outcomes = [1, 2].map(() =>
        drawDocument(closing, caller(), path, async () => undefined).catch((error: unknown) => error),
      )
      await new Promise((done) => setTimeout(done, 300))
      await closing.close()
      for (const outcome of await Promise.all(outcomes))
        expect((outcome as RefusedError).refusal.kind.code).toBe('unavailable')
    },
  )
})

describe('what is kept of a PDF', () => {
  test(
    'is a picture of each page, upright, with what stands on it and nothing else of the file',
    { timeout: 60_000 },
    async () => {
      const { outcome, pages } = await draw(writtenPdf(2))
      expect([outcome, pages.map(({ width, height }) => [width, height])]).toEqual([
        'taken',
        [
          [1131, 1600],
          [1131, 1600],
        ],
      ])
      for (const { bytes } of pages) {
        expect((await sharp(bytes).metadata()).format).toBe('webp')
        expect(bytes.includes('Hire and reward')).toBe(false)
        const { channels } = await sharp(bytes).stats()
        // White document, black letters.
        expect([channels[0]?.max, (channels[0]?.min ?? 255) < 60, (channels[0]?.mean ?? 0) > 240]).toEqual([
          255,
          true,
          true,
        ])
      }
    },
  )

  test('of an endless or an empty page nothing is drawn larger than a page', { timeout: 60_000 }, async () => {
    const sized = (box: string) => Buffer.from(pdf().toString('latin1').replace('[0 0 595 842]', box), 'latin1')
    for (const box of ['[0 0 1 14400]', '[0 0 1e30 1e30]', '[0 0 0 0]', '[0 0 -5 -5]']) {
      for (const { width, height } of (await draw(sized(box))).pages) {
        expect(Math.max(width, height)).toBeLessThanOrEqual(1600)
      }
    }
  })
})

describe('T-080: a PDF that was made to be slow', () => {
  const slow: [string, () => Buffer][] = [
    ['9 MB with 4 000 lines that say stream', streamingPdf],
    [
      '300 dictionaries that end in blanks',
      () => withStream([`1 0 obj << /Type /ObjStm /Filter ${' '.repeat(3700)}>>\nstream\nendstream\n`.repeat(300)]),
    ],
    ['200 000 dictionaries in each other', () => pdf({ catalogue: `/X ${'<< /A '.repeat(200_000)}` })],
    ['a million lists in each other', () => pdf({ catalogue: `/X ${'['.repeat(1_000_000)}` })],
    ['9 MB of names with escapes', () => pdf({ objects: ['/#41#41'.repeat(1_300_000)] })],
    ['9 MB that open', () => pdf({ objects: ['/OpenAction 5 0 R '.repeat(500_000)] })],
  ]
  test.each(slow)('%s is answered, and nobody waits for it meanwhile', { timeout: 70_000 }, async (_name, bytes) => {
    const { outcome } = await draw(bytes())
    expect(['taken', 'unreadable_document', 'active_document', 'slow_document']).toContain(outcome)
  })

  test('one that never ends is ended, says so, and the next one is drawn', { timeout: 70_000 }, async () => {
    const logLines: string[] = []
    const impatient = createDocumentReader(createLog('info', { write: (line) => void logLines.push(line) }), 4000)
    try {
      expect((await draw(slowPdf(), impatient)).outcome, logLines.join('')).toBe('slow_document')
      expect((await draw(pdf(), impatient)).outcome).toBe('taken')
    } finally {
      await impatient.close()
    }
  })
})
