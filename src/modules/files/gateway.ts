import { randomBytes, createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { Config } from '#platform/config.ts'
import type { Services } from '#platform/ctx.ts'
import { codeOf, errorOf, RefusedError } from '#platform/errors.ts'
import { FairQueue, ONE_AT_A_TIME } from '#platform/fair-queue.ts'
import type { Log } from '#platform/log.ts'
import { IncomingFiles, removeLeftovers } from '#platform/multipart.ts'
import { commonRefusals, refuse } from '#shared/endpoint.ts'
import { createDocumentReader, type DocumentReader } from './documents/gateway.ts'

/** Bytes to be stored. They are read again on every try, so `open` must always start at the beginning. */
export interface FileSource {
  readonly bytes: number
  open(): Readable
}

export interface StoredFile {
  readonly bytes: number
  /** The caller has to read it to the end or destroy it. */
  readonly stream: Readable
}

/** Stores the bytes of files under keys from `newStorageKey`. A key is written once and never reused. */
export interface FileStorage {
  put(key: string, source: FileSource): Promise<void>
  /** Undefined if nothing is stored under the key. */
  read(key: string): Promise<StoredFile | undefined>
  /** Succeeds even if nothing is there. Never call it within a transaction: `discardBytes` removes bytes after the commit. */
  remove(key: string): Promise<void>
  /** Removes unfinished files left by a crash. */
  removeLeftovers(): Promise<number>
}

export const sourceOf = (bytes: Buffer): FileSource => ({ bytes: bytes.length, open: () => Readable.from([bytes]) })

declare module '#platform/ctx.ts' {
  interface Services {
    readonly storage: FileStorage
    readonly incoming: IncomingFiles
    /** Limits how many photos are decoded at once, because each decoder needs a lot of memory. */
    readonly photoTurns: FairQueue
    readonly documentReader: DocumentReader
  }
}

export const createStorage = (config: Pick<Config, 'dataDir' | 's3'>): FileStorage =>
  config.s3 ? createS3Storage(config.s3) : createLocalStorage(join(config.dataDir, 'files'))

type FileServices = Pick<Services, 'storage' | 'incoming' | 'photoTurns' | 'documentReader'>

export function createFiles(config: Pick<Config, 'dataDir' | 's3'>, log: Log): FileServices {
  const incoming = new IncomingFiles(join(config.dataDir, 'incoming'))
  return {
    storage: createStorage(config),
    incoming,
    photoTurns: new FairQueue(ONE_AT_A_TIME),
    documentReader: createDocumentReader(log),
  }
}

/** Does not reveal anything about the file, and contains no name that the sender chose. */
export const newStorageKey = (): string => randomBytes(24).toString('hex')

const unfinishedMs = 10 * 60_000

/** Files in a local folder, `ab/abcdef…`. Each is written under another name and then moved, so that no partial file is ever read. */
export function createLocalStorage(folder: string): FileStorage {
  const unfinished = join(folder, 'unfinished')
  return {
    put: async (key, source) => {
      const path = pathOf(folder, key)
      const temporary = join(unfinished, key)
      await mkdir(unfinished, { recursive: true, mode: 0o700 })
      try {
        await writeDurably(temporary, source)
        await mkdir(join(folder, key.slice(0, 2)), { recursive: true, mode: 0o700 })
        await rename(temporary, path)
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => undefined)
        throw error
      }
    },
    read: async (key) => {
      const handle = await open(pathOf(folder, key)).catch(nothing)
      return handle && stored(handle)
    },
    remove: async (key) => await rm(pathOf(folder, key), { force: true }),
    removeLeftovers: () => removeLeftovers(unfinished, unfinishedMs),
  }
}

async function writeDurably(path: string, source: FileSource): Promise<void> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  await pipeline(source.open(), file)
  if (file.bytesWritten !== source.bytes) throw new Error('A file is not as long as was said')
}

async function stored(handle: FileHandle): Promise<StoredFile> {
  try {
    const { size } = await handle.stat()
    return { bytes: size, stream: handle.createReadStream() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

function pathOf(folder: string, key: string): string {
  if (!/^[0-9a-f]{32,}$/.test(key)) throw new Error('Not a storage key')
  return join(folder, key.slice(0, 2), key)
}

function nothing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}

type S3Settings = NonNullable<Config['s3']>

const attempts = 3
/** Timeout for the start of a response, and for each further chunk that is being waited for. */
const ANSWER_MS = 10_000
/** Slowest acceptable upload; anything slower counts as failed. */
const leastBytesPerMs = 50

interface Asked {
  client: AwsClient
  answerMs: number
  method: 'GET' | 'PUT' | 'DELETE'
  url: string
  source?: FileSource
}

interface Answered {
  response: Response
  /** Closes the connection. */
  abort: AbortController
}

/** Any S3-compatible store, addressed by path: `endpoint/bucket/key`. */
export function createS3Storage({ endpoint, bucket, ...account }: S3Settings, answerMs = ANSWER_MS): FileStorage {
  const client = new AwsClient({ ...account, service: 's3' })
  const ask = (method: Asked['method'], key: string, source?: FileSource) => {
    if (!/^[0-9a-f]{32,}$/.test(key)) throw new Error('Not a storage key')
    return request({ client, answerMs, method, url: `${endpoint}/${bucket}/${key}`, source })
  }
  return {
    put: async (key, source) => await discard(await ask('PUT', key, source)),
    read: async (key) => {
      const answered = await ask('GET', key)
      return answered && { bytes: await lengthOf(answered), stream: streamOf(answered, answerMs) }
    },
    remove: async (key) => await discard(await ask('DELETE', key)),
    removeLeftovers: async () => 0,
  }
}

const discard = async (answered: Answered | undefined) => await answered?.response.body?.cancel()

/** Undefined for 404. Temporary failures are retried twice, then reported as `unavailable`. */
async function request(storeRequest: Asked): Promise<Answered | undefined> {
  const digest = await digestOf(storeRequest.source)
  for (let attempt = 1; ; attempt++) {
    const answered = await tried(storeRequest, digest).catch(errorOf)
    if (answered instanceof Error) {
      if (attempt === attempts) return unavailable(answered)
    } else {
      const { ok, status } = answered.response
      if (ok) return answered
      await discard(answered)
      if (status === 404) return undefined
      const isPassing = status >= 500 || status === 429
      if (!isPassing || attempt === attempts) return unavailable(new Error(`S3 answered ${status}`))
    }
    await pause(100 * 4 ** (attempt - 1) * (0.5 + Math.random()))
  }
}

async function tried({ client, answerMs, method, url, source }: Asked, digest: string): Promise<Answered> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), answerMs + (source?.bytes ?? 0) / leastBytesPerMs)
  try {
    const headers = { 'x-amz-content-sha256': digest, ...(source && { 'content-length': String(source.bytes) }) }
    const body = source && (Readable.toWeb(source.open()) as BodyInit)
    const signed = await client.sign(url, { method, headers, ...(body && { body, duplex: 'half' }) })
    return { response: await fetch(signed, { redirect: 'error', signal: abort.signal }), abort }
  } finally {
    clearTimeout(timer)
  }
}

const chunksOf = (source: FileSource): AsyncIterable<Buffer> => source.open()

/**
 * The SHA-256 is signed, so the store rejects anything changed or truncated on the way. It is computed in a separate pass, because a
 * file may not fit into memory.
 */
async function digestOf(source: FileSource | undefined): Promise<string> {
  const hash = createHash('sha256')
  let bytes = 0
  if (source)
    for await (const chunk of chunksOf(source)) {
      bytes += chunk.length
      hash.update(chunk)
    }
  if (bytes !== (source?.bytes ?? 0)) throw new Error('A file is not as long as was said')
  return hash.digest('hex')
}

async function lengthOf(answered: Answered): Promise<number> {
  const length = answered.response.headers.get('content-length')
  if (length) return Number(length)
  await discard(answered)
  return unavailable(new Error('S3 answered without a length'))
}

/**
 * Passes data on at the reader's pace. A store that goes silent while data is wanted is given up; a reader that stops ends the
 * download.
 */
function streamOf({ response, abort }: Answered, silentMs: number): Readable {
  const reader = response.body?.getReader()
  return new Readable({
    async read() {
      const timer = setTimeout(() => abort.abort(new Error('S3 fell silent')), silentMs)
      try {
        this.push((await reader?.read())?.value ?? null)
      } catch (error) {
        this.destroy(errorOf(error))
      } finally {
        clearTimeout(timer)
      }
    },
    destroy(error, done) {
      abort.abort()
      done(error)
    },
  })
}

function unavailable(reason: unknown): never {
  throw new RefusedError(refuse(commonRefusals.unavailable, { retryAfterSeconds: 10 }), reason)
}
