import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sendText, startStubServer, type StubServer } from '#test/support/stub-server.ts'
import { download } from './gateway.ts'

let stub: StubServer
let folder: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vanfare-download-'))
  stub = await startStubServer((request, response) =>
    request.url === '/file.zip'
      ? void response.writeHead(200, { 'content-length': '8' }).end('PK..data')
      : void response.writeHead(307, { location: '/file.zip' }).end(),
  )
})
afterEach(async () => {
  await stub.close()
  rmSync(folder, { recursive: true, force: true })
})

const save = async (stallMs?: number) => {
  const progress = { total: 0, received: 0 }
  const path = join(folder, 'saved.zip')
  await download(
    `${stub.url}/newest`,
    path,
    { started: (total) => (progress.total = total), received: (bytes) => (progress.received += bytes) },
    stallMs,
  )
  return { ...progress, text: readFileSync(path, 'utf8') }
}

it('follows to the file and counts its bytes', async () => {
  expect(await save()).toEqual({ total: 8, received: 8, text: 'PK..data' })
})

it('says so when there is no file', async () => {
  stub.answer = sendText('gone', 'text/plain', 404)
  await expect(save()).rejects.toThrow('The download was answered 404.')
})

it('gives up when nothing arrives', async () => {
  stub.answer = (_, response) => void response.writeHead(200).write('PK')
  await expect(save(50)).rejects.toThrow('nothing arrived for a minute')
})

it('says so when the connection breaks', async () => {
  stub.answer = (_, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('PK')
    setTimeout(() => response.destroy(), 5)
  }
  await expect(save()).rejects.toThrow('The download failed')
})

it('says so when nobody answers', async () => {
  await stub.close()
  await expect(save()).rejects.toThrow('The download failed')
})
