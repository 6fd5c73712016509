import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { Config } from '#platform/config.ts'
import { errorOf, RefusedError } from '#platform/errors.ts'
import { commonRefusals, refuse } from '#shared/endpoint.ts'
import type { FileSource, FileStorage } from '../gateway.ts'

export type S3Settings = NonNullable<Config['s3']>

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
async function request(asked: Asked): Promise<Answered | undefined> {
  const digest = await digestOf(asked.source)
  for (let attempt = 1; ; attempt++) {
    const answered = await tried(asked, digest).catch(errorOf)
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
