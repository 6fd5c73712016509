import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressOnce, encodingFor } from './compression.ts'

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.5', 'br'],
  ['gzip;q=0', undefined],
  ['deflate', undefined],
  ['brx', undefined],
  [undefined, undefined],
  ['', undefined],
])('%s takes %s', (accept, encoding) => {
  expect(encodingFor(accept)).toBe(encoding)
})

test('what is sent can be read again, and a short answer stays as it is', async () => {
  const body = Buffer.from('A sofa, a bed. '.repeat(200))
  const br = await compressOnce(body, 'br')
  expect(brotliDecompressSync(br.body)).toEqual(body)
  const gzip = await compressOnce(body, 'gzip')
  expect(gunzipSync(gzip.body)).toEqual(body)
  expect(await compressOnce(Buffer.from('short'), 'br')).toEqual({ body: Buffer.from('short') })
})
