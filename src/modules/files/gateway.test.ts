import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RefusedError } from '#platform/errors.ts'
import { createLog } from '#platform/log.ts'
import { endlessPdf, pdf, slowPdf, streamingPdf, streamObject, writtenPdf } from '#test/support/pdfs.ts'
import { sendSlowly, sha256, signatureOf, startS3Server, type S3Server } from '#test/support/s3-server.ts'
import { misbehaviours, sendText } from '#test/support/stub-server.ts'
import { createDocumentReader, drawDocument } from './documents/gateway.ts'
import { newStorageKey, sourceOf, type FileStorage, createLocalStorage, createS3Storage } from './gateway.ts'
import type { Photo } from './photos-gateway.ts'
import { fileHeaders, formatOf, hasTooManyScans, MAX_JPEG_SCANS, shownName } from './rules.ts'

describe('storage', () => {
  const sofa = sourceOf(Buffer.from('sofa'))
  let folder: string
  let storage: FileStorage
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vanfare-files-'))
    storage = createLocalStorage(folder)
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('what is put is read, until it is removed', async () => {
    const key = newStorageKey()
    await storage.put(key, sofa)
    const file = await storage.read(key)
    expect([file?.bytes, file && String(await buffer(file.stream))]).toEqual([4, 'sofa'])
    await storage.remove(key)
    await storage.remove(key)
    expect(await storage.read(key)).toBeUndefined()
  })

  test('only a key of ours names a file (T-074)', async () => {
    for (const key of ['../../etc/passwd', 'short', `${'a'.repeat(40)}/x`, 'A'.repeat(40), '', `${'a'.repeat(40)}\0`]) {
      await expect(storage.read(key)).rejects.toThrow('Not a storage key')
      await expect(storage.put(key, sofa)).rejects.toThrow('Not a storage key')
      await expect(storage.remove(key)).rejects.toThrow('Not a storage key')
    }
    expect(newStorageKey()).toMatch(/^[0-9a-f]{32,}$/)
  })

  test('bytes that cannot be put leave nothing behind', async () => {
    const key = newStorageKey()
    writeFileSync(join(folder, key.slice(0, 2)), 'in the way')
    await expect(storage.put(key, sofa)).rejects.toThrow('EEXIST')
    expect(readdirSync(join(folder, 'unfinished'))).toEqual([])
  })

  test('a file that breaks off, or is not as long as was said, is not kept', async () => {
    const key = newStorageKey()
    async function* half() {
      yield Buffer.from('so')
      throw new Error('gone')
    }
    await expect(storage.put(key, { bytes: 4, open: () => Readable.from(half()) })).rejects.toThrow('gone')
    await expect(storage.put(key, { ...sofa, bytes: 5 })).rejects.toThrow('not as long')
    expect(await storage.read(key)).toBeUndefined()
    expect(readdirSync(join(folder, 'unfinished'))).toEqual([])
    await storage.put(key, sofa)
    expect((await storage.read(key))?.stream.destroy().destroyed).toBe(true)
  })

  test('what a crash left unfinished is swept when it is old enough (T-082)', async () => {
    await storage.put(newStorageKey(), sofa)
    const [old, fresh] = ['old', 'fresh'].map((name) => join(folder, 'unfinished', name))
    for (const path of [old, fresh]) writeFileSync(path ?? '', 'half')
    utimesSync(old ?? '', new Date(), new Date(Date.now() - 3_600_000))
    expect(await storage.removeLeftovers()).toBe(1)
    expect(readdirSync(join(folder, 'unfinished'))).toEqual(['fresh'])
  })

  const megabyte = 1024 ** 2

  describe('the store of these tests knows Signature Version 4, by the examples of the S3 documentation', () => {
    const account = {
      region: 'us-east-1',
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    }
    const signed = { host: 'examplebucket.s3.amazonaws.com', 'x-amz-date': '20130524T000000Z' }

    test('GET of a range', () => {
      const headers = { ...signed, range: 'bytes=0-9', 'x-amz-content-sha256': sha256('') }
      const url = new URL('https://examplebucket.s3.amazonaws.com/test.txt')
      expect(signatureOf(account, { method: 'GET', url, headers })).toBe(
        'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
      )
    })

    test('signs a PUT as documented', () => {
      const headers = {
        ...signed,
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
        'x-amz-content-sha256': sha256('Welcome to Amazon S3.'),
      }
      const url = new URL('https://examplebucket.s3.amazonaws.com/test$file.text')
      expect(signatureOf(account, { method: 'PUT', url, headers })).toBe(
        '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
      )
    })
  })

  describe('a store that speaks S3', () => {
    const account = { region: 'eu-west-2', accessKeyId: 'key-id', secretAccessKey: 'a secret of the store' }
    const sofa = sourceOf(Buffer.from('sofa'))
    let server: S3Server
    let storage: FileStorage

    beforeEach(async () => {
      server = await startS3Server(account)
      storage = createS3Storage({ ...account, endpoint: server.url, bucket: 'photos' })
    })
    afterEach(() => server.close())

    const read = async (key: string) => {
      const file = await storage.read(key)
      return file && [file.bytes, String(await buffer(file.stream))]
    }

    test('what is put is read, until it is removed', async () => {
      const key = newStorageKey()
      await storage.put(key, sofa)
      expect([...server.kept.keys()]).toEqual([`/photos/${key}`])
      expect(await read(key)).toEqual([4, 'sofa'])
      await storage.remove(key)
      await storage.remove(key)
      expect(await read(key)).toBeUndefined()
    })

    test('nothing at all is a file too', async () => {
      const key = newStorageKey()
      await storage.put(key, sourceOf(Buffer.alloc(0)))
      expect(await read(key)).toEqual([0, ''])
    })

    test('a wrong secret is refused by the store and unavailable here, without another try', async () => {
      const settings = { ...account, secretAccessKey: 'another', endpoint: server.url, bucket: 'photos' }
      await expect(createS3Storage(settings).put(newStorageKey(), sofa)).rejects.toMatchObject({
        refusal: { kind: { status: 503 } },
      })
      expect(server.asked).toHaveLength(1)
      expect(server.kept.size).toBe(0)
    })

    test('a store that fails for a moment is asked again, and gets the whole file again', async () => {
      const { answer } = server
      let failures = 2
      server.answer = (request, response) => {
        if (failures-- > 0)
          request.resume().on('end', () => sendText('slow down', 'text/plain', 503)(request, response))
        else answer(request, response)
      }
      const key = newStorageKey()
      await storage.put(key, sofa)
      expect(String(server.kept.get(`/photos/${key}`))).toBe('sofa')
      expect(server.asked).toHaveLength(3)
    })

    const misbehaving = misbehaviours('http://127.0.0.1:1/').filter(([name]) =>
      ['never answers', 'hangs up', 'redirects', 'answers 500', 'answers 429'].includes(name),
    )
    test.each(misbehaving)('a store that %s is unavailable', async (name, answer) => {
      server.answer = answer
      const settings = { ...account, endpoint: server.url, bucket: 'photos' }
      const patient = name === 'never answers' ? createS3Storage(settings, 200) : storage
      await expect(patient.put(newStorageKey(), sofa)).rejects.toMatchObject({ refusal: { kind: { status: 503 } } })
      await expect(patient.read(newStorageKey())).rejects.toMatchObject({ refusal: { kind: { status: 503 } } })
    })

    test('only a key of ours is asked for', async () => {
      await expect(async () => await storage.read('../other-bucket/x')).rejects.toThrow('Not a storage key')
      expect(server.asked).toEqual([])
    })

    test('a file of another length than was said is not put', async () => {
      await expect(storage.put(newStorageKey(), { ...sofa, bytes: 5 })).rejects.toThrow('not as long')
      expect(server.asked).toEqual([])
    })
  })

  describe('a file that fits no memory', () => {
    const settings = { region: 'eu-west-2', accessKeyId: 'key-id', secretAccessKey: 'secret', bucket: 'photos' }
    const size = 200 * megabyte
    /** What the sockets of both sides and a few streams hold. */
    const underWay = 32 * megabyte
    let server: S3Server

    beforeEach(async () => {
      server = await startS3Server(settings)
    })
    afterEach(() => server.close())

    /** Waits until the number no longer changes. */
    async function settled(number: () => number): Promise<number> {
      for (let before = -1; ; await pause(100)) {
        if (number() === before && before > 0) return before
        before = number()
      }
    }

    test('is sent as fast as the store takes it', async () => {
      const produced = { bytes: 0, times: 0 }
      const chunk = Buffer.alloc(64 * 1024)
      const source = {
        bytes: size,
        open: () => {
          produced.times += 1
          produced.bytes = 0
          return Readable.from(
            (function* () {
              for (; produced.bytes < size; produced.bytes += chunk.length) yield chunk
            })(),
            { objectMode: false },
          )
        },
      }
      let go: () => void = () => undefined
      let received = 0
      server.answer = (request, response) => {
        go = () => {
          request.on('data', (piece: Buffer) => (received += piece.length))
          request.on('end', () => response.writeHead(200).end())
        }
      }
      const put = createS3Storage({ ...settings, endpoint: server.url }).put(newStorageKey(), source)
      await expect.poll(() => server.asked.length, { timeout: 60_000 }).toBe(1)
      // Once for the digest, and now again, until the store stops taking.
      expect(await settled(() => (produced.times === 2 ? produced.bytes : 0))).toBeLessThan(underWay)
      go()
      await put
      expect([received, produced.times]).toEqual([size, 2])
    })

    test('is received as fast as it is read, and no further once nobody reads', async () => {
      const sent = sendSlowly(server, size)
      const file = await createS3Storage({ ...settings, endpoint: server.url }).read(newStorageKey())
      expect(file?.bytes).toBe(size)
      file?.stream.once('readable', () => file.stream.read(1))
      expect(await settled(() => sent.bytes)).toBeLessThan(underWay)
      expect(sent.isClosed).toBe(false)
      file?.stream.destroy()
      await expect.poll(() => sent.isClosed).toBe(true)
      expect(sent.bytes).toBeLessThan(underWay)
    })

    test('whose reader is slow is not cut off; a store that falls silent is', async () => {
      const impatient = createS3Storage({ ...settings, endpoint: server.url }, 300)
      const fullFile = Buffer.alloc(8 * megabyte, 7)
      server.answer = (_request, response) =>
        void response.writeHead(200, { 'content-length': fullFile.length }).end(fullFile)
      const slow = await impatient.read(newStorageKey())
      await pause(1000)
      expect(slow && (await buffer(slow.stream)).equals(fullFile)).toBe(true)

      let silent: ServerResponse | undefined
      server.answer = (_request, response) => {
        silent = response
        response.writeHead(200, { 'content-length': 1000 }).write('half')
      }
      const half = await impatient.read(newStorageKey())
      await expect(half && buffer(half.stream)).rejects.toThrow('silent')
      await expect.poll(() => silent?.destroyed).toBe(true)
    })

    test('that ends too early is an error, not a short file', async () => {
      server.answer = (_request, response) => {
        response.writeHead(200, { 'content-length': 1000 }).write('half')
        setTimeout(() => response.destroy(), 20)
      }
      const file = await createS3Storage({ ...settings, endpoint: server.url }).read(newStorageKey())
      await expect(file && buffer(file.stream)).rejects.toThrow('terminated')
    })
  })
})

describe('documents', () => {
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
      [
        'not with a script',
        pdf({ catalogue: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' }),
        'active_document',
      ],
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
      [
        'not with a script in a stream behind a comment',
        reached('% x\n', '<< /JavaScript 9 0 R >>'),
        'active_document',
      ],
      [
        'not with a file named in another',
        reached('\n', '<< /Type /Filespec /EF << /F 9 0 R >> >>'),
        'active_document',
      ],
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
})

describe('kinds of files', () => {
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
})
