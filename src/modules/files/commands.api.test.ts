import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { commonRefusals, refuse } from '#shared/endpoint.ts'
import { startFilesApp, type FilesApp } from '#test/support/files-app.ts'
import { jpeg } from '#test/support/pictures.ts'
import { bytesUnused, storeBytes, removeUpload } from './commands.ts'
import { sourceOf } from './gateway.ts'
import { ROW_FOLLOWS_MS } from './rules.ts'

let files: FilesApp

beforeAll(async () => {
  files = await startFilesApp()
})
afterAll(() => files.close())
afterEach(async () => {
  vi.restoreAllMocks()
  await files.clear()
})

/** An upload and the key of its photo. */
async function anUpload() {
  const { body } = await files.upload({ content: await jpeg() })
  const [row] = await files.rows()
  return { id: body.id ?? '', key: row?.storageKey ?? '' }
}

const jobs = async () => {
  const { rows } = await files.app.app.pool.query<{ data: { keys: string[] } }>(
    `select data from pgboss.job where name = $1 and state in ('created', 'retry')`,
    [bytesUnused.name],
  )
  return rows.flatMap(({ data }) => data.keys)
}

const runDue = () => files.app.runJobs(bytesUnused)

test('a removal that is rolled back removes nothing, then or later', async () => {
  const { id, key } = await anUpload()
  const remove = vi.spyOn(files.app.ctx.services.storage, 'remove')
  await files.app.ctx.tx(async (tx) => {
    await removeUpload(tx, id)
    return refuse(commonRefusals.conflict)
  })
  await expect(
    files.app.ctx.tx(async (tx) => {
      await removeUpload(tx, id)
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  expect([await jobs(), await runDue()]).toEqual([[], 0])
  expect(remove).not.toHaveBeenCalled()
  expect([files.keptFiles(), (await files.rows()).length]).toEqual([[key], 1])
})

test('a removal that is committed waits as a row, and the bytes go in the end however often the storage fails', async () => {
  const { id, key } = await anUpload()
  const remove = vi.spyOn(files.app.ctx.services.storage, 'remove')
  remove.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away'))
  await removeUpload(files.app.ctx, id)
  // The state is what the next process finds if this one ends here.
  expect([remove.mock.calls.length, await files.rows(), await jobs(), files.keptFiles()]).toEqual([0, [], [key], [key]])
  await expect(runDue()).rejects.toThrow('away')
  await expect(runDue()).rejects.toThrow('away')
  expect([await jobs(), files.keptFiles()]).toEqual([[key], [key]])
  expect(await runDue()).toBe(1)
  expect([await jobs(), files.keptFiles()]).toEqual([[], []])
})

test('a job that runs twice, or names bytes that a file has, does no harm', async () => {
  const { key } = await anUpload()
  await files.app.ctx.tx((tx) => tx.enqueue(bytesUnused, { keys: [key, 'f'.repeat(48)] }))
  await files.app.ctx.tx((tx) => tx.enqueue(bytesUnused, { keys: [key, 'f'.repeat(48)] }))
  expect([await runDue(), files.keptFiles()]).toEqual([2, [key]])
})

test('bytes put ahead of their row go if it never follows, and stay if it does', async () => {
  const { ctx, clock } = files.app
  const start = clock.now()
  const source = sourceOf(Buffer.from('page'))
  const lost = await storeBytes(ctx, source)
  const referencedKey = await storeBytes(ctx, source)
  await ctx.db
    .insertInto('files.upload')
    .values({ id: 'ahead', addressDigest: Buffer.alloc(32), createdAt: start })
    .execute()
  await ctx.db
    .insertInto('files.file')
    .values({ uploadId: 'ahead', storageKey: referencedKey, contentType: 'image/webp', bytes: 4, createdAt: start })
    .execute()
  expect([await runDue(), files.keptFiles().toSorted()]).toEqual([0, [lost, referencedKey].toSorted()])
  clock.set(new Date(start.getTime() + ROW_FOLLOWS_MS))
  expect([await runDue(), files.keptFiles()]).toEqual([2, [referencedKey]])
  clock.set(start)
  const file = await ctx.services.storage.read(referencedKey)
  expect(file && String(await buffer(file.stream))).toBe('page')
})
