import type { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startFilesApp, type FilesApp } from '#test/support/files-app.ts'
import { boundary, multipartBody, multipartType } from '#test/support/multipart.ts'
import { jpeg } from '#test/support/pictures.ts'
import { rawRequest } from '#test/support/raw-socket.ts'

let files: FilesApp

beforeAll(async () => {
  files = await startFilesApp()
})
afterAll(() => files.close())
afterEach(() => files.clear())

const type = (value: string) => `multipart/form-data${value}`
const head = (text: string) => multipartBody([{ content: 'x', head: text }])

describe('T-078: malformed multipart', () => {
  const whole = multipartBody([{ content: 'x'.repeat(400) }])

  const cases: [string, string, Buffer][] = [
    ['no boundary', type(''), whole],
    ['an empty boundary', type('; boundary='), whole],
    ['a boundary of 252 bytes', type(`; boundary=${'b'.repeat(252)}`), whole],
    ['a boundary of 5000 bytes', type(`; boundary=${'b'.repeat(5000)}`), whole],
    ['another boundary', type('; boundary=other'), whole],
    ['two boundaries', type(`; boundary=a; boundary=${boundary}`), whole],
    ['a quote left open', type(`; boundary="${boundary}`), whole],
    ['no body', multipartType, Buffer.alloc(0)],
    ['only the end', multipartType, Buffer.from(`--${boundary}--\r\n`)],
    ['no final boundary', multipartType, multipartBody([{ content: 'x' }], { end: '' })],
    ['an end without its dashes', multipartType, multipartBody([{ content: 'x' }], { end: `--${boundary}\r\n` })],
    ['bytes after the end', multipartType, Buffer.concat([whole, Buffer.alloc(100_000, 65)])],
    ['bytes before the beginning', multipartType, Buffer.concat([Buffer.alloc(100_000, 65), whole])],
    ['line feeds alone', multipartType, Buffer.from(whole.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')],
    [
      'a header that never ends',
      multipartType,
      Buffer.from(`--${boundary}\r\nContent-Disposition: ${'x'.repeat(60_000)}`),
    ],
    ['20 000 headers', multipartType, head(Array.from({ length: 20_000 }, (_, index) => `X-${index}: y\r\n`).join(''))],
    ['a header without a colon', multipartType, head('Content-Disposition\r\n')],
    ['no disposition', multipartType, head('X: y\r\n')],
    ['no headers at all', multipartType, head('')],
    ['another disposition', multipartType, head('Content-Disposition: attachment; filename="x"\r\n')],
    ['no name', multipartType, head('Content-Disposition: form-data; filename="x.jpg"\r\n')],
    [
      'a name with a line break',
      multipartType,
      head('Content-Disposition: form-data; name="a%0d%0ab"; filename="x"\r\n'),
    ],
    [
      'a charset that is none',
      multipartType,
      head('Content-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=nope\r\n'),
    ],
    [
      'an encoding that is none',
      multipartType,
      head('Content-Disposition: form-data; name="a"; filename="x"\r\nContent-Transfer-Encoding: base64\r\n'),
    ],
    [
      'a file name in RFC 5987 that is none',
      multipartType,
      head('Content-Disposition: form-data; name="a"; filename*=UTF-8\'\'%zz%ff\r\n'),
    ],
    [
      'a part within a part',
      multipartType,
      head('Content-Disposition: form-data; name="a"; filename="x"\r\nContent-Type: multipart/mixed; boundary=b\r\n'),
    ],
    ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'x'.repeat(50_000)].map(
      (name): [string, string, Buffer] => [
        `a field called ${name.slice(0, 20)}`,
        multipartType,
        multipartBody([
          { content: 'x', name },
          {
            content: '{"a":1}',
            head: `Content-Disposition: form-data; name="${name}"\r\nContent-Type: application/json\r\n`,
          },
        ]),
      ],
    ),
    ...Array.from({ length: 100 }, (_, index): [string, string, Buffer] => {
      const at = Math.floor((index / 100) * whole.length)
      return [`cut off after ${at} bytes`, multipartType, whole.subarray(0, at)]
    }),
  ]

  test(`${cases.length} of them, never a 5xx, no file left, and the server lives`, async () => {
    for (const [name, contentType, body] of cases) {
      const answer = await files.uploadBytes(body, contentType)
      const isPlanned = [400, 413, 415, 422].includes(answer.status) && answer.body.code !== undefined
      expect({ name, status: answer.status, isPlanned }).toMatchObject({ isPlanned: true })
    }
    expect(await files.left()).toEqual([])
    expect((await files.upload({ content: await jpeg() })).status).toBe(201)
  })
})

describe('T-082: senders who leave', () => {
  test('200 uploads broken off at every place leave nothing on the disk', async () => {
    const body = multipartBody([{ content: await jpeg() }, { content: Buffer.alloc(200_000, 1) }])
    const start = `POST /api/booking/images/ HTTP/1.1\r\nHost: x\r\nContent-Type: ${multipartType}\r\nContent-Length: ${body.length}\r\n\r\n`
    // Each from an address of its own: one alone may not send so many at once.
    const leave = (at: number, from: string) => {
      const begin = (socket: Socket) => {
        socket.write(start)
        socket.write(body.subarray(0, at), () => setTimeout(() => socket.resetAndDestroy(), 5))
      }
      return rawRequest(files.port, begin, 3000, from)
    }
    for (let batch = 0; batch < 10; batch++) {
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          leave(Math.floor(((batch * 20 + index) / 200) * body.length), `127.0.1.${index + 1}`),
        ),
      )
    }
    await expect.poll(() => files.incomingFiles()).toEqual([])
    expect(await files.left()).toEqual([])
    expect((await files.upload({ content: await jpeg() })).status).toBe(201)
  })
})
