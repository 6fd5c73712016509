import { readdirSync, readlinkSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { serve } from '#platform/serve.ts'
import { endpoint, file } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { bareApi } from '#test/support/bare-api.ts'
import { sendSlowly, startS3Server, type S3Server } from '#test/support/s3-server.ts'
import { newStorageKey, sourceOf } from './gateway.ts'
import { readPhoto } from './queries.ts'

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
