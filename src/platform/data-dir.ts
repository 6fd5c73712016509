import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownValue } from '#shared/records.ts'
import { codeOf, StartError } from './errors.ts'

/** The directory DATA_DIR, created if missing, and checked to be writable. */
export function openDataDir(dataDir: string): void {
  const probe = join(dataDir, `probe-${process.pid}`)
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // On a full disk, empty files can still be created.
    writeFileSync(probe, Buffer.alloc(PROBE_BYTES), { mode: 0o600, flush: true })
  } catch (error) {
    const why = ownValue(problems, codeOf(error))
    throw why ? new StartError(why(dataDir)) : error
  } finally {
    removeIfThere(probe)
  }
}

const PROBE_BYTES = 64 * 1024

/** If the directory cannot be used at all, there is nothing to remove and the error has been reported. */
function removeIfThere(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    return
  }
}

export const noRoomIn = (dataDir: string): string =>
  `There is no room left in ${dataDir}. Make some, or set DATA_DIR to a directory on another disk.`

const notAllowedIn = (dataDir: string): string =>
  `This user may not write to ${dataDir}. Give it the directory, or set DATA_DIR to another one.`

const noDirectory = (dataDir: string): string =>
  `${dataDir} is not a directory, or one of those above it is not. Move the file away, or set DATA_DIR to another directory.`

const problems: Record<string, (dataDir: string) => string> = {
  EEXIST: noDirectory,
  ENOTDIR: noDirectory,
  EISDIR: noDirectory,
  ELOOP: noDirectory,
  ENAMETOOLONG: (dataDir) => `${dataDir} is too long for a path. Set DATA_DIR to another directory.`,
  EROFS: (dataDir) => `${dataDir} can only be read. Mount it for writing, or set DATA_DIR to another directory.`,
  EACCES: notAllowedIn,
  EPERM: notAllowedIn,
  ENOSPC: noRoomIn,
  EDQUOT: noRoomIn,
}
