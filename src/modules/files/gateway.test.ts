import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, describe } from 'vitest'
import { sendSlowly, sha256, signatureOf, startS3Server, type S3Server } from '#test/support/s3-server.ts'
import { misbehaviours, sendText } from '#test/support/stub-server.ts'
import { newStorageKey, sourceOf, type FileStorage, createLocalStorage, createS3Storage } from './gateway.ts'

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

  test('PUT', () => {
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
      if (failures-- > 0) request.resume().on('end', () => sendText('slow down', 'text/plain', 503)(request, response))
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
