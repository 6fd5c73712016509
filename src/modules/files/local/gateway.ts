import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { codeOf } from '#platform/errors.ts'
import { removeLeftovers } from '#platform/temporary-files.ts'
import type { FileSource, FileStorage, StoredFile } from '../gateway.ts'

const unfinishedMs = 10 * 60_000

/** Files in a local folder, `ab/abcdef…`. Each is written under another name and then moved, so that no partial file is ever read. */
export function createLocalStorage(folder: string): FileStorage {
  const unfinished = join(folder, 'unfinished')
  return {
    put: async (key, source) => {
      const path = pathOf(folder, key)
      const temporary = join(unfinished, key)
      await mkdir(unfinished, { recursive: true, mode: 0o700 })
      try {
        await writeDurably(temporary, source)
        await mkdir(join(folder, key.slice(0, 2)), { recursive: true, mode: 0o700 })
        await rename(temporary, path)
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => undefined)
        throw error
      }
    },
    read: async (key) => {
      const handle = await open(pathOf(folder, key)).catch(nothing)
      return handle && stored(handle)
    },
    remove: async (key) => await rm(pathOf(folder, key), { force: true }),
    removeLeftovers: () => removeLeftovers(unfinished, unfinishedMs),
  }
}

async function writeDurably(path: string, source: FileSource): Promise<void> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  await pipeline(source.open(), file)
  if (file.bytesWritten !== source.bytes) throw new Error('A file is not as long as was said')
}

async function stored(handle: FileHandle): Promise<StoredFile> {
  try {
    const { size } = await handle.stat()
    return { bytes: size, stream: handle.createReadStream() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

function pathOf(folder: string, key: string): string {
  if (!/^[0-9a-f]{32,}$/.test(key)) throw new Error('Not a storage key')
  return join(folder, key.slice(0, 2), key)
}

function nothing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}
