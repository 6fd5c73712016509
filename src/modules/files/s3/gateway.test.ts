import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { misbehaviours, sendText, startStubServer, type StubServer } from '#test/support/stub-server.ts'
import { newStorageKey, type FileStorage } from '../gateway.ts'
import { createS3Storage, signedHeaders } from './gateway.ts'

describe('Signature Version 4, by the examples of the S3 documentation', () => {
  const account = {
    region: 'us-east-1',
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  }
  const at = new Date('2013-05-24T00:00:00Z')

  test('GET of a range', () => {
    const { authorization } = signedHeaders(account, {
      method: 'GET',
      url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
      headers: { range: 'bytes=0-9' },
      payload: Buffer.alloc(0),
      at,
    })
    expect(authorization).toBe(
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    )
  })

  test('PUT', () => {
    const { authorization } = signedHeaders(account, {
      method: 'PUT',
      url: new URL('https://examplebucket.s3.amazonaws.com/test$file.text'),
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      payload: Buffer.from('Welcome to Amazon S3.'),
      at,
    })
    expect(authorization).toMatch(/Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd$/)
  })
})

describe('a store that speaks S3', () => {
  const account = { region: 'eu-west-2', accessKeyId: 'key-id', secretAccessKey: 'a secret of the store' }
  const kept = new Map<string, Buffer>()
  let stub: StubServer
  let storage: FileStorage

  /** Checks the signature as the store does, then keeps, gives and drops bytes. */
  async function store(request: IncomingMessage, answer: (status: number, body?: Buffer) => void) {
    const payload = await buffer(request)
    const { host = '', 'x-amz-date': time = '', authorization } = request.headers
    const at = new Date(String(time).replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))
    const method = request.method as 'GET' | 'PUT' | 'DELETE'
    const url = new URL(`http://${host}${request.url}`)
    const expected = signedHeaders(account, { method, url, headers: {}, payload, at })
    if (authorization !== expected.authorization) return answer(403)
    if (method === 'PUT') kept.set(url.pathname, payload)
    if (method === 'DELETE') kept.delete(url.pathname)
    const found = kept.get(url.pathname)
    if (method === 'GET') return found ? answer(200, found) : answer(404)
    return answer(method === 'PUT' ? 200 : 204)
  }

  beforeEach(async () => {
    kept.clear()
    stub = await startStubServer(
      (request, response) => void store(request, (status, body) => response.writeHead(status).end(body)),
    )
    storage = createS3Storage({ ...account, endpoint: stub.url, bucket: 'photos' })
  })
  afterEach(() => stub.close())

  test('what is put is read, until it is removed', async () => {
    const key = newStorageKey()
    await storage.put(key, Buffer.from('sofa'))
    expect([...kept.keys()]).toEqual([`/photos/${key}`])
    expect(await storage.get(key)).toEqual(Buffer.from('sofa'))
    const stream = await storage.stream(key)
    expect(stream && (await buffer(stream))).toEqual(Buffer.from('sofa'))
    await storage.remove(key)
    await storage.remove(key)
    expect(await storage.get(key)).toBeUndefined()
    expect(await storage.stream(key)).toBeUndefined()
  })

  test('a wrong secret is refused by the store and unavailable here, without another try', async () => {
    const other = createS3Storage({ ...account, secretAccessKey: 'another', endpoint: stub.url, bucket: 'photos' })
    await expect(other.put(newStorageKey(), Buffer.from('x'))).rejects.toMatchObject({
      refusal: { kind: { status: 503 } },
    })
    expect(stub.asked).toHaveLength(1)
  })

  test('a store that fails for a moment is asked again', async () => {
    const { answer } = stub
    let failures = 2
    stub.answer = (request, response) => {
      if (failures-- > 0) sendText('slow down', 'text/plain', 503)(request, response)
      else answer(request, response)
    }
    await storage.put(newStorageKey(), Buffer.from('x'))
    expect(kept.size).toBe(1)
    expect(stub.asked).toHaveLength(3)
  })

  // The two that never end are cut off by the time limit of ten seconds, three times; what is proven here is everything quick.
  const quick = misbehaviours('http://127.0.0.1:1/').filter(([name]) =>
    ['hangs up', 'redirects', 'answers 500', 'answers 429'].includes(name),
  )
  test.each(quick)('a store that %s is unavailable', async (_name, answer) => {
    stub.answer = answer
    await expect(storage.put(newStorageKey(), Buffer.from('x'))).rejects.toMatchObject({
      refusal: { kind: { status: 503 } },
    })
  })

  test('only a key of ours is asked for', async () => {
    await expect(storage.get('../other-bucket/x')).rejects.toThrow('Not a storage key')
    expect(stub.asked).toEqual([])
  })
})
