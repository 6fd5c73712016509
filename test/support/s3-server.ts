import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { startStubServer, type StubServer } from './stub-server.ts'

/** Signature Version 4, written a second time: the store of the tests finds out whether what our library signs is right. */

export interface Account {
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export interface SignedRequest {
  method: string
  url: URL
  /** Those that are signed, with names in lower case. */
  headers: Record<string, string>
}

export function signatureOf({ region, secretAccessKey }: Account, { method, url, headers }: SignedRequest): string {
  const time = headers['x-amz-date'] ?? ''
  const day = time.slice(0, 8)
  const names = Object.keys(headers).toSorted()
  const canonical = [
    method,
    url.pathname.split('/').map(canonicalSegment).join('/'),
    url.searchParams.toString(),
    ...names.map((name) => `${name}:${headers[name]?.trim()}`),
    '',
    names.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', time, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`)
  return hmac(key, toSign).toString('hex')
}

const canonicalSegment = (segment: string) =>
  encodeURIComponent(decodeURIComponent(segment)).replaceAll(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )

export const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()

export interface S3Server extends StubServer {
  /** By path: `/bucket/key`. */
  readonly kept: Map<string, Buffer>
}

/** A store that speaks S3 on loopback. Like the real one it refuses a wrong signature, another body than was signed, and one of no length. */
export async function startS3Server(account: Account): Promise<S3Server> {
  const kept = new Map<string, Buffer>()
  const stub = await startStubServer((request, response) => {
    void answerOf(kept, account, request).then(({ status, body }) =>
      response.writeHead(status, body && { 'content-length': body.length }).end(body),
    )
  })
  return Object.assign(stub, { kept })
}

async function answerOf(kept: Map<string, Buffer>, account: Account, request: IncomingMessage) {
  const payload = await buffer(request)
  const { method = '', headers } = request
  const path = request.url ?? ''
  if (!isSigned(account, request)) return { status: 403 }
  if (headers['x-amz-content-sha256'] !== sha256(payload)) return { status: 400 }
  if (method === 'PUT' && headers['content-length'] === undefined) return { status: 411 }
  if (method === 'PUT') kept.set(path, payload)
  if (method === 'DELETE') kept.delete(path)
  if (method !== 'GET') return { status: method === 'PUT' ? 200 : 204 }
  const body = kept.get(path)
  return body ? { status: 200, body } : { status: 404 }
}

const signedForm = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/.*SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/

/** The signature has to cover at least the host, the time and the body. */
export function isSigned(account: Account, { method = '', url = '', headers }: IncomingMessage): boolean {
  const [, id, names = '', signature] = signedForm.exec(headers.authorization ?? '') ?? []
  const signed = names.split(';')
  if (['host', 'x-amz-content-sha256', 'x-amz-date'].some((name) => !signed.includes(name))) return false
  const values = Object.fromEntries(signed.map((name) => [name, String(headers[name])]))
  const expected = signatureOf(account, { method, url: new URL(url, `http://${headers.host}`), headers: values })
  return id === account.accessKeyId && signature === expected
}

/** A file that is sent as fast as somebody takes it; tells how much that was. */
export function sendSlowly(server: StubServer, size: number): { bytes: number; isClosed: boolean } {
  const sent = { bytes: 0, isClosed: false }
  const chunk = Buffer.alloc(64 * 1024)
  server.answer = (_request, response) => {
    response.on('close', () => (sent.isClosed = true))
    response.writeHead(200, { 'content-length': size })
    const more = () => {
      let isTaken = true
      while (isTaken && sent.bytes < size && !response.destroyed) {
        sent.bytes += chunk.length
        isTaken = response.write(chunk)
      }
      if (isTaken) response.end()
      else response.once('drain', more)
    }
    more()
  }
  return sent
}
