import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { removeLeftovers } from '#platform/leftovers.ts'
import type { FileStorage } from '../gateway.ts'

const unfinishedMs = 10 * 60_000

/** Files in a folder of this machine: `ab/abcdef…`, written beside and moved into place, so that a half file is never read. */
export function createLocalStorage(folder: string): FileStorage {
  const unfinished = join(folder, 'unfinished')
  return {
    put: async (key, bytes) => {
      const path = pathOf(folder, key)
      const temporary = join(unfinished, key)
      await mkdir(unfinished, { recursive: true, mode: 0o700 })
      try {
        await writeDurably(temporary, bytes)
        await mkdir(join(folder, key.slice(0, 2)), { recursive: true, mode: 0o700 })
        await rename(temporary, path)
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => undefined)
        throw error
      }
    },
    get: async (key) => await readFile(pathOf(folder, key)).catch(nothing),
    stream: async (key) => (await open(pathOf(folder, key)).catch(nothing))?.createReadStream(),
    remove: async (key) => await rm(pathOf(folder, key), { force: true }),
    removeLeftovers: () => removeLeftovers(unfinished, unfinishedMs),
  }
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function pathOf(folder: string, key: string): string {
  if (!/^[0-9a-f]{32,}$/.test(key)) throw new Error('Not a storage key')
  return join(folder, key.slice(0, 2), key)
}

function nothing(error: unknown): undefined {
  if ((error as { code?: string }).code !== 'ENOENT') throw error
}
