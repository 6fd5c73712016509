import { createHash, createHmac } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '#platform/config.ts'
import { RefusedError } from '#platform/errors.ts'
import { commonRefusals, refuse } from '#shared/endpoint.ts'
import type { FileStorage } from '../gateway.ts'

export type S3Settings = NonNullable<Config['s3']>

export interface SignedRequest {
  method: 'GET' | 'PUT' | 'DELETE'
  url: URL
  /** Sent and signed besides `host`, with names in lower case. */
  headers: Record<string, string>
  payload: Buffer
  at: Date
}

const attempts = 3
const timeoutMs = 10_000

/** Any store that speaks S3, addressed by path: `endpoint/bucket/key`. */
export function createS3Storage(settings: S3Settings): FileStorage {
  const ask = (method: SignedRequest['method'], key: string, payload?: Buffer) =>
    request(settings, method, key, payload)
  const read = async (key: string) => await ask('GET', key)
  return {
    put: async (key, bytes) => await discard(await ask('PUT', key, bytes)),
    get: async (key) => {
      const response = await read(key)
      return response && Buffer.from(await response.arrayBuffer().catch(unavailable))
    },
    stream: async (key) => {
      const body = (await read(key))?.body
      return body ? Readable.fromWeb(body as ReadableStream) : undefined
    },
    remove: async (key) => await discard(await ask('DELETE', key)),
    removeLeftovers: async () => 0,
  }
}

const discard = async (response: Response | undefined) => await response?.body?.cancel()

/** Undefined for 404. What the store cannot do now is tried again twice, then `unavailable`. */
async function request(
  settings: S3Settings,
  method: SignedRequest['method'],
  key: string,
  payload: Buffer = Buffer.alloc(0),
): Promise<Response | undefined> {
  if (!/^[0-9a-f]{32,}$/.test(key)) throw new Error('Not a storage key')
  const url = new URL(`${settings.endpoint}/${settings.bucket}/${key}`)
  for (let attempt = 1; ; attempt++) {
    const headers = signedHeaders(settings, { method, url, headers: {}, payload, at: new Date() })
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      ...(method === 'PUT' ? { body: new Uint8Array(payload) } : {}),
    }).catch((error: unknown) => error as Error)
    if (response instanceof Response && response.ok) return response
    if (response instanceof Response) await discard(response)
    if (response instanceof Response && response.status === 404) return undefined
    const isPassing = !(response instanceof Response) || response.status >= 500 || response.status === 429
    if (!isPassing || attempt === attempts) return unavailable(response)
    await pause(100 * 4 ** (attempt - 1) * (0.5 + Math.random()))
  }
}

function unavailable(reason: unknown): never {
  const cause = reason instanceof Response ? new Error(`S3 answered ${reason.status}`) : reason
  throw new RefusedError(refuse(commonRefusals.unavailable, { retryAfterSeconds: 10 }), cause)
}

/** Signature Version 4 of AWS: the headers to send, those given and the signature. */
export function signedHeaders(
  { region, accessKeyId, secretAccessKey }: Pick<S3Settings, 'region' | 'accessKeyId' | 'secretAccessKey'>,
  { method, url, headers, payload, at }: SignedRequest,
): Record<string, string> {
  const time = at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const day = time.slice(0, 8)
  const scope = `${day}/${region}/s3/aws4_request`
  const sent = { ...headers, 'x-amz-content-sha256': sha256(payload), 'x-amz-date': time }
  const signed = Object.entries({ ...sent, host: url.host }).sort(([a], [b]) => (a < b ? -1 : 1))
  const names = signed.map(([name]) => name).join(';')
  const canonical = [
    method,
    url.pathname.split('/').map(canonicalSegment).join('/'),
    url.searchParams.toString(),
    ...signed.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    names,
    sent['x-amz-content-sha256'],
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`)
  const signature = hmac(key, toSign).toString('hex')
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope},SignedHeaders=${names},Signature=${signature}`,
  }
}

const canonicalSegment = (segment: string) =>
  encodeURIComponent(decodeURIComponent(segment)).replaceAll(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()
