import { mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { lockDataDir, type DataDirLock } from '#platform/data-dir.ts'
import { StartError } from '#platform/errors.ts'
import { buildWhenChanged } from '../../scripts/prepare-start.ts'

const folder = fileURLToPath(new URL('../../.cache/build', import.meta.url))

/** Pages and server as the sources are now. Of several test files that want them at once one builds, and the others wait. */
export async function ensureBuilt(): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const lock = await lockWhenFree()
  try {
    await buildWhenChanged()
  } finally {
    lock.release()
  }
}

async function lockWhenFree(): Promise<DataDirLock> {
  for (;;) {
    try {
      return await lockDataDir(folder)
    } catch (error) {
      if (!(error instanceof StartError)) throw error
      await sleep(100)
    }
  }
}
