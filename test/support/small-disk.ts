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

export function makeSmallDisk(size: string): SmallDisk {
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

/** Only root may mount, and not in every container: where it may not, a test has to find another way to what it shows. */
export const canMakeSmallDisks: boolean = (() => {
  try {
    makeSmallDisk('4k').remove()
    return true
  } catch {
    return false
  }
})()
