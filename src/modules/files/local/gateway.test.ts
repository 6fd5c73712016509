import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newStorageKey, type FileStorage } from '../gateway.ts'
import { createLocalStorage } from './gateway.ts'

let folder: string
let storage: FileStorage

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vanfare-files-'))
  storage = createLocalStorage(folder)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('what is put is read, until it is removed', async () => {
  const key = newStorageKey()
  await storage.put(key, Buffer.from('sofa'))
  expect(await storage.get(key)).toEqual(Buffer.from('sofa'))
  const stream = await storage.stream(key)
  expect(stream && (await buffer(stream))).toEqual(Buffer.from('sofa'))
  await storage.remove(key)
  await storage.remove(key)
  expect(await storage.get(key)).toBeUndefined()
  expect(await storage.stream(key)).toBeUndefined()
})

test('only a key of ours names a file (T-074)', async () => {
  for (const key of ['../../etc/passwd', 'short', `${'a'.repeat(40)}/x`, 'A'.repeat(40), '', `${'a'.repeat(40)}\0`]) {
    await expect(storage.get(key)).rejects.toThrow('Not a storage key')
    await expect(storage.put(key, Buffer.alloc(1))).rejects.toThrow('Not a storage key')
    await expect(storage.remove(key)).rejects.toThrow('Not a storage key')
  }
  expect(newStorageKey()).toMatch(/^[0-9a-f]{32,}$/)
})

test('bytes that cannot be put leave nothing behind', async () => {
  const key = newStorageKey()
  writeFileSync(join(folder, key.slice(0, 2)), 'in the way')
  await expect(storage.put(key, Buffer.from('sofa'))).rejects.toThrow('EEXIST')
  expect(readdirSync(join(folder, 'unfinished'))).toEqual([])
})

test('what a crash left unfinished is swept when it is old enough (T-082)', async () => {
  await storage.put(newStorageKey(), Buffer.from('sofa'))
  const [old, fresh] = ['old', 'fresh'].map((name) => join(folder, 'unfinished', name))
  for (const path of [old, fresh]) writeFileSync(path ?? '', 'half')
  utimesSync(old ?? '', new Date(), new Date(Date.now() - 3_600_000))
  expect(await storage.removeLeftovers()).toBe(1)
  expect(readdirSync(join(folder, 'unfinished'))).toEqual(['fresh'])
})
