import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { createTestApp } from '#test/support/app.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { aBooking } from '#test/support/factories/booking.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { FilesApp } from '#test/support/files-app.ts'
import { jpeg } from '#test/support/pictures.ts'
import { startProduct } from '#test/support/product.ts'
import { startServerProcess, type ServerProcess } from '#test/support/server-process.ts'
import { smallDisks } from '#test/support/small-disk.ts'

const leftovers: (() => unknown)[] = []
afterEach(async () => {
  for (const tidy of leftovers.splice(0).toReversed()) await tidy()
})

async function start(stdout: number | 'pipe'): Promise<ServerProcess> {
  const database = await createTestDatabase()
  leftovers.push(() => database.drop())
  const server = await startServerProcess({ connection: database.connection, stdout })
  leftovers.push(() => server.end())
  return server
}

/** Some 200 bytes of log each. All are answered, and so is every question about the process's health meanwhile. */
async function serveUnderWatch({ url }: Pick<ServerProcess, 'url'>, requests: number): Promise<void> {
  const statuses = new Set<number>()
  const health: number[] = []
  const watch = { isOver: false }
  const watching = (async () => {
    while (!watch.isOver) {
      const asked = performance.now()
      expect((await fetch(`${url}/healthz`)).status).toBe(200)
      health.push(performance.now() - asked)
      await sleep(20)
    }
  })()
  for (let done = 0; done < requests; done += 20) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/api/v1/nothing-here/`)))
    for (const answer of answers) {
      statuses.add(answer.status)
      await answer.arrayBuffer()
    }
  }
  watch.isOver = true
  await watching
  expect([...statuses]).toEqual([404])
  // A product that waits for its log does not answer for minutes.
  expect(Math.max(...health)).toBeLessThan(5_000)
}

async function droppedBy({ url }: Pick<ServerProcess, 'url'>): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^vanfare_log_lines_dropped_total (\d+)$/m.exec(text)?.[1])
}

const toldIn = (text: string): number[] =>
  [...text.matchAll(/"dropped":(\d+),"msg":"log lines dropped"/g)].map(([, count]) => Number(count))

async function until(isTrue: () => boolean | Promise<boolean>) {
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(25)) if (await isTrue()) return
  expect(await isTrue()).toBe(true)
}

describe('F-15: a log that cannot be written', { timeout: 180_000 }, () => {
  test('a device without room: the product starts, serves, counts and ends in order', async () => {
    const full = openSync('/dev/full', 'w')
    leftovers.push(() => closeSync(full))
    const product = await startProduct({}, { stdout: full })
    leftovers.push(() => product.stop())
    await serveUnderWatch(product, 400)
    await until(async () => (await droppedBy(product)) >= 400)
    await product.stop()
    expect(product.child).toMatchObject({ exitCode: 0, signalCode: null })
  })

  test.each(smallDisks)(
    'a full file system: once there is room again, one line says how many are missing',
    async (makeSmallDisk) => {
      const disk = makeSmallDisk('32k')
      leftovers.push(() => disk.remove())
      const path = join(disk.folder, 'log')
      const file = openSync(path, 'a')
      leftovers.push(() => closeSync(file))
      const server = await start(file)
      await serveUnderWatch(server, 600)
      const dropped = await droppedBy(server)
      expect(dropped).toBeGreaterThan(300)
      disk.change('size=8m')
      await serveUnderWatch(server, 20)
      await until(() => toldIn(readFileSync(path, 'utf8')).length > 0)
      const told = toldIn(readFileSync(path, 'utf8'))
      expect(told).toHaveLength(1)
      expect(told[0]).toBeGreaterThanOrEqual(dropped)
      expect(await droppedBy(server)).toBe(told[0])
    },
  )

  test('a pipe whose reader stopped reading', async () => {
    const server = await start('pipe')
    const { stdout } = server.child
    // Nobody has asked for data, so after the pipe's own 64 KB nothing is taken; a megabyte may wait.
    await serveUnderWatch(server, 9_000)
    await until(async () => (await droppedBy(server)) > 0)
    let text = ''
    stdout?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    await until(() => toldIn(text).length > 0)
    const told = () => toldIn(text).reduce((sum, count) => sum + count, 0)
    await until(async () => told() === (await droppedBy(server)))
    expect(told()).toBeGreaterThan(0)
  })
})

/** The control of the tests above: what they ask for is written where there is room, every line. */
test('where there is room nothing is dropped', { timeout: 180_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vanfare-log-'))
  leftovers.push(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'log')
  const file = openSync(path, 'a')
  leftovers.push(() => closeSync(file))
  const server = await start(file)
  await serveUnderWatch(server, 400)
  expect(await droppedBy(server)).toBe(0)
  await server.end()
  const lines = readFileSync(path, 'utf8').split('\n')
  expect(lines.filter((line) => line.includes('"status":404'))).toHaveLength(400)
})

/** Uses up what is left. */
function fill(folder: string): string {
  const file = join(folder, 'filling')
  expect(() => writeFileSync(file, Buffer.alloc(16 * 1024 * 1024))).toThrow('ENOSPC')
  return file
}

// routes.api.test.ts of the files has the same with an error in the disk's place.
test.each(smallDisks)(
  'F-15, F-16: while the disk of the files is full or can only be read, uploads are 507, and bookings go on',
  async (makeSmallDisk) => {
    const disk = makeSmallDisk('4m')
    const app = await createTestApp({ config: { dataDir: disk.folder } })
    await app.app.fastify.listen({ port: 0, host: '127.0.0.1' })
    const files = new FilesApp(app)
    try {
      await aUnit(app)
      const photo = { content: await jpeg() }
      expect((await files.upload(photo)).status).toBe(201)
      const filling = fill(disk.folder)
      const whenFull = await files.upload(photo)
      expect([whenFull.status, whenFull.body.code]).toEqual([507, 'no_room'])
      const booked = await aBooking(app)
      expect(booked.id).toBeTruthy()
      rmSync(filling)
      disk.change('ro')
      const whenReadOnly = await files.upload(photo)
      expect([whenReadOnly.status, whenReadOnly.body.code]).toEqual([507, 'no_room'])
      disk.change('rw')
      expect((await files.upload(photo)).status).toBe(201)
    } finally {
      await files.close()
      disk.remove()
    }
  },
)
