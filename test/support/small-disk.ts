import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system of its own with so little room that a test can fill it. */
export interface SmallDisk {
  folder: string
  /** As mount(8) takes them: `size=4m`, `ro`. */
  change(options: string): void
  remove(): void
}

const quietly = { stdio: 'ignore' } as const

function makeSmallDisk(size: string): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'vanfare-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], quietly)
  } catch (error) {
    rmSync(folder, { recursive: true })
    throw error
  }
  return {
    folder,
    change: (options) => void execFileSync('mount', ['-o', `remount,${options}`, folder], quietly),
    remove() {
      execFileSync('umount', ['-l', folder], quietly)
      rmSync(folder, { recursive: true })
    },
  }
}

/**
 * For `test.each`: the function above, or nothing. Only root may mount, and not in every container; where it may not, another test
 * shows the same with what there is.
 */
export const smallDisks: readonly [typeof makeSmallDisk][] = (() => {
  try {
    makeSmallDisk('4k').remove()
    return [[makeSmallDisk]]
  } catch {
    return []
  }
})()
