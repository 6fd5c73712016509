import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Deletes temporary files left by crashes. Those younger than `olderThanMs` may still be in use. */
export async function removeLeftovers(folder: string, olderThanMs: number): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const limit = Date.now() - olderThanMs
  let removed = 0
  for (const name of names) {
    const path = join(folder, name)
    const info = await stat(path).catch(() => undefined)
    if (!info?.isFile() || info.mtimeMs > limit) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}
