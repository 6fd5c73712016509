import { readdirSync, readlinkSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { RefusedError } from '#platform/errors.ts'
import { RawAnswer, serve } from '#platform/serve.ts'
import { commonRefusals, Refusal, refuse, endpoint, file } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { bareApi } from '#test/support/bare-api.ts'
import { startFilesApp, type FilesApp } from '#test/support/files-app.ts'
import { multipartBody, multipartType, type Part } from '#test/support/multipart.ts'
import { jpeg, picture } from '#test/support/pictures.ts'
import { rawRequest } from '#test/support/raw-socket.ts'
import { sendSlowly, startS3Server, type S3Server } from '#test/support/s3-server.ts'
import { attachUpload, bytesUnused, removeOrphans } from './commands.ts'
import { newStorageKey, sourceOf } from './gateway.ts'
import { listPhotos, readPhoto } from './queries.ts'

describe('sending and reading files', () => {
  let files: FilesApp
  beforeAll(async () => {
    files = await startFilesApp()
  })
  afterAll(() => files.close())
  afterEach(() => files.clear())

  describe('photos of a move', () => {
    test('are kept in order under random keys, and the answer is an id that says nothing', async () => {
      const first = await picture(40, 30).jpeg().toBuffer()
      const second = await picture(20, 60).png().toBuffer()
      const answer = await files.upload(
        { content: first, filename: 'sofa.jpg' },
        { content: second, filename: 'bed.png' },
      )
      expect(answer.status).toBe(201)
      expect(answer.body).toEqual({ id: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) as string })
      expect(files.incomingFiles()).toEqual([])
      const photos = await listPhotos(files.app.ctx, answer.body.id ?? '')
      expect(photos).toEqual([
        { id: expect.any(String) as string, width: 40, height: 30 },
        { id: expect.any(String) as string, width: 20, height: 60 },
      ])
      for (const name of files.keptFiles()) expect(name).toMatch(/^[0-9a-f]{32,}$/)
    })

    test('JPEG, PNG, WebP and AVIF become WebP of at most 2400 pixels', async () => {
      const wide = picture(3000, 1200)
      const formats = [wide.clone().jpeg(), wide.clone().png(), wide.clone().webp(), wide.clone().avif({ effort: 0 })]
      const contents = await Promise.all(formats.map((format) => format.toBuffer()))
      const answer = await files.upload(...contents.map((content) => ({ content, filename: 'x' })))
      expect(answer.status).toBe(201)
      for (const { id, width, height } of await listPhotos(files.app.ctx, answer.body.id ?? '')) {
        expect([width, height]).toEqual([2400, 960])
        const { format } = await sharp(await files.bytesOf(id)).metadata()
        expect(format).toBe('webp')
      }
    })

    test('T-079: where and with what it was taken is gone, and it stands upright', async () => {
      const withGps = await picture(60, 40)
        .withExif({ IFD0: { Copyright: 'Home of Jane' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer()
      expect(withGps.includes('Home of Jane')).toBe(true)
      expect((await sharp(withGps).metadata()).exif).toBeDefined()
      const { body } = await files.upload({ content: withGps })
      const [photo] = await listPhotos(files.app.ctx, body.id ?? '')
      expect(photo).toMatchObject({ width: 40, height: 60 })
      const storedBytes = await files.bytesOf(photo?.id ?? '')
      const { exif, xmp, iptc, icc, orientation } = await sharp(storedBytes).metadata()
      expect([exif, xmp, iptc, icc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined])
      expect(storedBytes.includes('Home of Jane')).toBe(false)
    })

    test('T-075, T-076: a photo is handed out as a picture that cannot run and whose name adds no header', async () => {
      const { body } = await files.upload({ content: await jpeg(), filename: 'so"fa\u00e9.html' })
      const [photo] = await listPhotos(files.app.ctx, body.id ?? '')
      const answer = await readPhoto(files.app.ctx, photo?.id ?? '')
      if (!(answer instanceof RawAnswer)) throw new Error('no photo')
      const { length } = await buffer(answer.body as NodeJS.ReadableStream)
      expect(answer.headers).toMatchObject({
        'content-type': 'image/webp',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      expect(answer.headers['content-disposition']).toMatch(
        /^inline; filename="file.webp"; filename\*=UTF-8''[\w%.-]+$/,
      )
      expect(answer.headers['content-length']).toBe(String(length))
    })

    test('bytes that are gone are not found', async () => {
      const { body } = await files.upload({ content: await jpeg() })
      const [photo] = await listPhotos(files.app.ctx, body.id ?? '')
      for (const { storageKey } of await files.rows()) await files.app.ctx.services.storage.remove(storageKey)
      expect(await readPhoto(files.app.ctx, photo?.id ?? '')).toBeInstanceOf(Refusal)
      expect(await readPhoto(files.app.ctx, '00000000-0000-7000-8000-000000000000')).toBeInstanceOf(Refusal)
    })

    test('no photo at all is refused, and so is another body', async () => {
      expect(await files.outcome(await files.uploadBytes(multipartBody([])))).toEqual({
        status: 422,
        code: 'no_photos',
        paths: ['images'],
        left: [],
      })
      expect(await files.outcome(await files.upload({ content: '', filename: '' }))).toEqual({
        status: 422,
        code: 'no_photos',
        paths: ['images'],
        left: [],
      })
      for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/mixed'])
        expect((await files.uploadBytes(Buffer.from('{}'), type)).status).toBe(415)
      const json = await files.app.app.fastify.inject({
        method: 'POST',
        url: '/api/booking/companies-quotes/',
        headers: { 'content-type': multipartType },
        payload: multipartBody([]),
      })
      expect(json.statusCode).toBe(415)
    })
  })

  describe('T-071: too much', () => {
    test('is more than 10 MB in one file', async () => {
      const large = Buffer.alloc(10 * 1024 ** 2 + 1, 0xff)
      const answer = await files.upload({ content: await jpeg() }, { content: large })
      expect(await files.outcome(answer)).toEqual({ status: 413, code: 'too_large', paths: ['images.1'], left: [] })
    })

    test('exactly 10 MB is not too large', async () => {
      const padded = Buffer.alloc(10 * 1024 ** 2)
      ;(await jpeg()).copy(padded)
      expect((await files.upload({ content: padded })).status).toBe(201)
    })

    test('is more than ten files', async () => {
      const content = await jpeg()
      expect(await files.outcome(await files.upload(...Array.from({ length: 11 }, () => ({ content }))))).toEqual({
        status: 413,
        code: 'too_large',
        paths: ['images'],
        left: [],
      })
      expect((await files.upload(...Array.from({ length: 10 }, () => ({ content })))).status).toBe(201)
    })

    test('is more fields and parts than a form has', async () => {
      const field: Part = { content: 'x', head: 'Content-Disposition: form-data; name="x"\r\n' }
      expect(await files.outcome(await files.upload(...Array.from({ length: 40 }, () => field)))).toEqual({
        status: 413,
        code: 'too_large',
        paths: ['images'],
        left: [],
      })
    })

    test('is refused as a whole before a byte of it is read', async () => {
      const answer = await rawRequest(
        files.port,
        `POST /api/booking/images/ HTTP/1.1\r\nHost: x\r\nContent-Type: ${multipartType}\r\nContent-Length: 200000000\r\n\r\n`,
        500,
      )
      expect(answer.status).toBe(413)
    })
  })

  describe('F-15, F-16: a disk or a store that takes nothing more', () => {
    test.each([
      [507, Object.assign(new Error('disk'), { code: 'ENOSPC' })],
      [507, Object.assign(new Error('disk'), { code: 'EROFS' })],
      [503, Object.assign(new Error('files'), { code: 'EMFILE' })],
      [503, new RefusedError(refuse(commonRefusals.unavailable))],
    ])('is answered with %i, and nothing is left', async (status, failure) => {
      const { storage } = files.app.ctx.services
      const put = vi.spyOn(storage, 'put').mockRejectedValue(failure)
      try {
        const content = await jpeg()
        const answer = await files.upload({ content })
        expect([answer.status, await files.left()]).toEqual([status, []])
      } finally {
        put.mockRestore()
      }
    })
  })

  describe('T-074: no name of a file reaches the disk', () => {
    const names = [
      '../../etc/passwd\0.png',
      '..%2f..%2fetc%2fpasswd',
      '/etc/shadow',
      'C:\\windows\\win.ini',
      '\\\\server\\share',
      'CON',
      'nul.jpg',
      'a'.repeat(5000),
      '.',
      '..',
      '.htaccess',
      '~/.ssh/id_rsa',
      '${HOME}',
      '$(id)',
      '`id`',
      '|id',

      'a;rm -rf',
      '%00',
      '\u202Egpj.exe',
      'диван.jpg',
      '😀.png',
      '-rf',
      '--help',
      'x\ty',
      '<b>.jpg',
      "';--",
      'file:///x',
    ]
    test('a path, a command or 5 000 characters', async () => {
      const content = await jpeg()
      for (const name of names) {
        const filename = Buffer.from(name.replaceAll('"', '%22')).toString('utf8')
        const { status } = await files.upload({ content, filename })
        expect([201, 400]).toContain(status)
      }
      expect(files.incomingFiles()).toEqual([])
      for (const name of files.keptFiles()) expect(name).toMatch(/^[0-9a-f]{32,}$/)
      const rows = await files.rows()
      expect(rows.length).toBeGreaterThan(names.length / 2)
      for (const { originalName: name, storageKey: key } of rows) {
        expect(key).toMatch(/^[0-9a-f]{32,}$/)
        expect(Array.from(name ?? '').length).toBeLessThanOrEqual(100)
        expect(name ?? '').not.toMatch(/[\p{Cc}/\\]/u)
      }
    })
  })

  describe('T-077: no free hosting', () => {
    test('nothing is readable by its upload id or file id without a booking', async () => {
      const { body } = await files.upload({ content: await jpeg() })
      const [photo] = await listPhotos(files.app.ctx, body.id ?? '')
      const [row] = await files.rows()
      for (const id of [body.id, photo?.id, row?.storageKey]) {
        for (const path of ['/api/booking/images/', '/api/files/', '/files/', '/api/booking/photos/', '/incoming/']) {
          const response = await files.app.app.fastify.inject({ url: `${path}${id}/` })
          expect(response.statusCode).toBe(404)
        }
      }
    })

    test('what no booking has taken in 24 hours goes, bytes and rows; what one has taken stays', async () => {
      const taken = await files.upload({ content: await jpeg() })
      const orphan = await files.upload({ content: await jpeg() })
      await files.app.ctx.tx(async (ctx) => {
        expect(await attachUpload(ctx, taken.body.id ?? '')).toBe(true)
        expect(await attachUpload(ctx, taken.body.id ?? '')).toBe(false)
      })
      expect(await removeOrphans(files.app.ctx)).toBe(0)
      const start = files.app.clock.now()
      files.app.clock.set(new Date(start.getTime() + 24 * 3_600_000 + 1))
      expect(await removeOrphans(files.app.ctx)).toBe(1)
      files.app.clock.set(start)
      await files.app.runJobs(bytesUnused)
      const left = await files.rows()
      expect(left.map((row) => row.uploadId)).toEqual([taken.body.id])
      expect(files.keptFiles()).toEqual(left.map((row) => row.storageKey))
      await files.app.ctx.tx(async (ctx) => expect(await attachUpload(ctx, orphan.body.id ?? '')).toBe(false))
    })

    test('2 GB that nobody has taken is the end for everybody: 507', async () => {
      await files.app.ctx.db
        .insertInto('files.upload')
        .values({ id: 'full', addressDigest: Buffer.alloc(32), createdAt: files.app.clock.now() })
        .execute()
      await files.app.ctx.db
        .insertInto('files.file')
        .values({
          uploadId: 'full',
          storageKey: 'f'.repeat(48),
          contentType: 'image/webp',
          bytes: 2 * 1024 ** 3,
          createdAt: files.app.clock.now(),
        })
        .execute()
      const answer = await files.upload({ content: await jpeg() })
      expect([answer.status, answer.body.code]).toEqual([507, 'no_room'])
    })

    test('30 uploads an hour and 100 MB a day for one address', async () => {
      const strict = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } })
      try {
        const content = await jpeg()
        const send = (address: string, bytes: Buffer) =>
          strict.app.fastify.inject({
            method: 'POST',
            url: '/api/booking/images/',
            headers: { 'content-type': multipartType },
            remoteAddress: address,
            payload: bytes,
          })
        for (let count = 0; count < 30; count++)
          expect((await send('192.0.2.1', multipartBody([{ content: 'x' }]))).statusCode).toBe(422)
        const tooMany = await send('192.0.2.1', multipartBody([{ content }]))
        expect([tooMany.statusCode, Number(tooMany.headers['retry-after']) > 0]).toEqual([429, true])

        const padded = Buffer.alloc(10 * 1024 ** 2)
        content.copy(padded)
        const ten = multipartBody(Array.from({ length: 5 }, () => ({ content: padded })))
        expect((await send('192.0.2.2', ten)).statusCode).toBe(201)
        expect((await send('192.0.2.2', ten)).statusCode).toBe(201)
        expect((await send('192.0.2.2', multipartBody([{ content }]))).statusCode).toBe(429)
        expect((await send('192.0.2.3', multipartBody([{ content }]))).statusCode).toBe(201)
      } finally {
        await strict.close()
      }
    })
  })
})

describe('finding files', () => {
  const account = { region: 'eu-west-2', accessKeyId: 'key-id', secretAccessKey: 'a secret of the store' }
  const size = 200 * 1024 ** 2
  /** What the sockets on the way from the store over us to the browser hold. */
  const underWay = 48 * 1024 ** 2

  let local: TestApp
  let remote: TestApp
  let server: S3Server
  beforeAll(async () => {
    server = await startS3Server(account)
    local = await createTestApp()
    remote = await createTestApp({
      env: {
        S3_ENDPOINT: server.url,
        S3_BUCKET: 'photos',
        S3_ACCESS_KEY_ID: account.accessKeyId,
        S3_SECRET_ACCESS_KEY: account.secretAccessKey,
      },
    })
  })
  afterAll(async () => {
    await Promise.all([local.close(), remote.close()])
    await server.close()
  })

  const aPhoto = endpoint({
    id: 'aPhoto',
    method: 'GET',
    path: '/photo/{id}/',
    summary: 'Any photo',
    access: 'public',
    params: z.object({ id: z.uuid() }),
    answer: file('image/webp'),
  })

  /** A row of a file, and a server that hands it out. */
  async function handOut(ctx: Ctx, key: string) {
    const { id } = await ctx.db
      .insertInto('files.file')
      .values({ storageKey: key, contentType: 'image/webp', bytes: 1, createdAt: ctx.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const api = bareApi()
    serve(api, aPhoto, (_ctx, { params }) => readPhoto(ctx, params.id))
    await api.fastify.listen({ port: 0, host: '127.0.0.1' })
    const { port } = api.fastify.server.address() as AddressInfo
    return { url: `http://127.0.0.1:${port}/api/photo/${id}/`, close: () => api.fastify.close() }
  }

  const ask = (url: string) =>
    new Promise<IncomingMessage>((resolve, reject) => void get(url, { agent: false }, resolve).on('error', reject))

  test('a file of a store is handed out at the pace of who reads it, and whoever leaves ends it (back-pressure)', async () => {
    const sent = sendSlowly(server, size)
    const { url, close } = await handOut(remote.ctx, newStorageKey())
    try {
      const answer = await ask(url)
      expect([answer.statusCode, answer.headers['content-length']]).toEqual([200, String(size)])
      let before = -1
      while (before !== sent.bytes) {
        before = sent.bytes
        await pause(200)
      }
      expect(sent.bytes).toBeLessThan(underWay)
      expect(sent.isClosed).toBe(false)
      answer.destroy()
      await expect.poll(() => sent.isClosed).toBe(true)
      expect(sent.bytes).toBeLessThan(underWay)
    } finally {
      await close()
    }
  })

  test('a file that the store does not send whole arrives as broken, never as whole', async () => {
    server.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': 100_000 }).write(Buffer.alloc(50_000))
      setTimeout(() => response.destroy(), 20)
    }
    const { url, close } = await handOut(remote.ctx, newStorageKey())
    try {
      await expect(ask(url).then(buffer)).rejects.toThrow('aborted')
    } finally {
      await close()
    }
  })

  test('a file of a folder is closed when it is read, and when whoever reads it leaves', async () => {
    const key = newStorageKey()
    const bytes = Buffer.alloc(32 * 1024 ** 2, 7)
    await local.ctx.services.storage.put(key, sourceOf(bytes))
    const { url, close } = await handOut(local.ctx, key)
    const isOpen = () => openFiles().some((path) => path.endsWith(key))
    try {
      const fullResponse = await ask(url)
      expect(fullResponse.headers['content-length']).toBe(String(bytes.length))
      expect((await buffer(fullResponse)).equals(bytes)).toBe(true)
      await expect.poll(isOpen).toBe(false)

      const left = await ask(url)
      expect(isOpen()).toBe(true)
      left.destroy()
      await expect.poll(isOpen).toBe(false)
    } finally {
      await close()
    }
  })

  function openFiles(): string[] {
    const folder = '/proc/self/fd'
    return readdirSync(folder).map((name) => {
      try {
        return readlinkSync(`${folder}/${name}`)
      } catch {
        return ''
      }
    })
  }
})
