import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newStorageKey, sourceOf, type FileStorage } from '../gateway.ts'
import { createLocalStorage } from './gateway.ts'

const sofa = sourceOf(Buffer.from('sofa'))
let folder: string
let storage: FileStorage

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vanfare-files-'))
  storage = createLocalStorage(folder)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('what is put is read, until it is removed', async () => {
  const key = newStorageKey()
  await storage.put(key, sofa)
  const file = await storage.read(key)
  expect([file?.bytes, file && String(await buffer(file.stream))]).toEqual([4, 'sofa'])
  await storage.remove(key)
  await storage.remove(key)
  expect(await storage.read(key)).toBeUndefined()
})

test('only a key of ours names a file (T-074)', async () => {
  for (const key of ['../../etc/passwd', 'short', `${'a'.repeat(40)}/x`, 'A'.repeat(40), '', `${'a'.repeat(40)}\0`]) {
    await expect(storage.read(key)).rejects.toThrow('Not a storage key')
    await expect(storage.put(key, sofa)).rejects.toThrow('Not a storage key')
    await expect(storage.remove(key)).rejects.toThrow('Not a storage key')
  }
  expect(newStorageKey()).toMatch(/^[0-9a-f]{32,}$/)
})

test('bytes that cannot be put leave nothing behind', async () => {
  const key = newStorageKey()
  writeFileSync(join(folder, key.slice(0, 2)), 'in the way')
  await expect(storage.put(key, sofa)).rejects.toThrow('EEXIST')
  expect(readdirSync(join(folder, 'unfinished'))).toEqual([])
})

test('a file that breaks off, or is not as long as was said, is not kept', async () => {
  const key = newStorageKey()
  async function* half() {
    yield Buffer.from('so')
    throw new Error('gone')
  }
  await expect(storage.put(key, { bytes: 4, open: () => Readable.from(half()) })).rejects.toThrow('gone')
  await expect(storage.put(key, { ...sofa, bytes: 5 })).rejects.toThrow('not as long')
  expect(await storage.read(key)).toBeUndefined()
  expect(readdirSync(join(folder, 'unfinished'))).toEqual([])
  await storage.put(key, sofa)
  expect((await storage.read(key))?.stream.destroy().destroyed).toBe(true)
})

test('what a crash left unfinished is swept when it is old enough (T-082)', async () => {
  await storage.put(newStorageKey(), sofa)
  const [old, fresh] = ['old', 'fresh'].map((name) => join(folder, 'unfinished', name))
  for (const path of [old, fresh]) writeFileSync(path ?? '', 'half')
  utimesSync(old ?? '', new Date(), new Date(Date.now() - 3_600_000))
  expect(await storage.removeLeftovers()).toBe(1)
  expect(readdirSync(join(folder, 'unfinished'))).toEqual(['fresh'])
})
