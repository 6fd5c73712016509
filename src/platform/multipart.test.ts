import { setImmediate } from 'node:timers/promises'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Refusal } from '#shared/endpoint.ts'
import { RefusedError } from './errors.ts'
import { IncomingFiles } from './multipart.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vanfare-multipart-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Four places and one in reserve, whose slow uploads may be cut off from the first moment on. */
const someFiles = (settleMs = 0) =>
  new IncomingFiles(folder, {
    maxRequests: 4,
    maxRequestsEach: 3,
    reserve: 1,
    leastBytes: 1e9,
    windowMs: 60_000,
    settleMs,
  })

/** An upload that does not end until it is stopped, after `bytesRead` bytes. */
function upload(incoming: IncomingFiles, ip: string, bytesRead: number) {
  let looks = 0
  const socket = {
    // No bytes have been read at the start.
    get bytesRead() {
      return looks++ === 0 ? 0 : bytesRead
    },
  }
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const raw = Object.assign(new PassThrough(), { headers, socket, complete: false })
  const request = { ip, headers, raw } as unknown as FastifyRequest
  const seen = { code: 'under way' }
  const done = incoming
    .receive(request, { field: 'files', files: 1, fileBytes: 1000 }, async () => 'received')
    .catch((error: unknown) => (error instanceof RefusedError ? error.refusal : undefined))
    .then((answer) => (seen.code = answer instanceof Refusal ? answer.kind.code : 'received'))
  const end = () => {
    raw.end('--x--\r\n')
    return done
  }
  return { seen, done, end }
}

const isUnderWay = async ({ seen }: { seen: { code: string } }) => {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate()
  return seen.code === 'under way'
}

const FAST = 1e15

test('whoever comes when slow uploads of others have all places gets one, and the slowest loses it', async () => {
  const incoming = someFiles()
  const slow = [0, 1, 2].map((bytes) => upload(incoming, '10.0.0.1', bytes))
  const fast = upload(incoming, '10.0.0.2', FAST)
  expect(await isUnderWay(fast)).toBe(true)
  const reserve = upload(incoming, '10.0.0.3', FAST)
  const newcomer = upload(incoming, '10.0.0.4', FAST)
  expect(await slow[0]?.done).toBe('too_slow')
  for (const one of [fast, reserve, newcomer]) expect(await isUnderWay(one)).toBe(true)
  for (const one of slow.slice(1)) expect(await isUnderWay(one)).toBe(true)
  await Promise.all([...slow.slice(1), fast, reserve, newcomer].map(({ end }) => end()))
})

test('nobody is cut off for a network that has as much, or while all are fast or have just begun', async () => {
  for (const [incoming, bytes] of [
    [someFiles(), FAST],
    [someFiles(60_000), 0],
  ] as const) {
    const all = [1, 1, 2, 2].map((network) => upload(incoming, `10.0.0.${network}`, bytes))
    expect(await upload(incoming, '10.0.0.1', bytes).done).toBe('unavailable')
    const reserve = upload(incoming, '10.0.0.3', bytes)
    expect(await isUnderWay(reserve)).toBe(true)
    expect(await upload(incoming, '10.0.0.4', bytes).done).toBe('unavailable')
    await Promise.all([...all, reserve].map(({ end }) => end()))
  }
  const incoming = someFiles()
  const equal = [1, 1, 2, 2].map((network) => upload(incoming, `10.0.0.${network}`, 0))
  expect(await upload(incoming, '10.0.0.1', 0).done).toBe('unavailable')
  await Promise.all(equal.map(({ end }) => end()))
})
