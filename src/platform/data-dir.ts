import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync, linkSync, readFileSync, readlinkSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
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

/** Who holds a data directory. A process id is not enough: ids are reused, and differ between containers. */
type Holder = { pid: number; started: string; namespace: string; nonce: string }

export type DataDirLock = { release(): void }

const HEARTBEAT_MS = 2_000
const SILENT_AFTER_MS = 3 * HEARTBEAT_MS

/** Allows one product per data directory. A lock whose process is gone is taken over; a live one is reported and left alone. */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const file = join(dataDir, 'lock')
  const me = { ...identityOf(process.pid), nonce: randomUUID() }
  const draft = `${file}.${me.nonce}`
  writeFileSync(draft, JSON.stringify(me), { mode: 0o600 })
  try {
    while (!tryLink(draft, file)) {
      const holder = readHolder(file)
      if (holder && (await isAlive(holder, file))) throw new StartError(inUse(dataDir, holder))
      removeStale(file, holder)
      await sleep(1 + Math.random() * 4)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return held(file, me)
}

/** The process id of the product using this directory, if any. */
export async function findDataDirHolder(dataDir: string): Promise<number | undefined> {
  const file = join(dataDir, 'lock')
  const holder = readHolder(file)
  return holder && (await isAlive(holder, file)) ? holder.pid : undefined
}

export function inUse(dataDir: string, holder: { pid: number }): string {
  return `Vanfare is already running on ${dataDir}: process ${holder.pid}. Stop it first, or set DATA_DIR to another directory.`
}

function held(file: string, me: Holder): DataDirLock {
  const beat = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date())
    } catch {
      // The directory has been deleted, so there is no lock to guard.
    }
  }, HEARTBEAT_MS)
  beat.unref()
  return {
    release() {
      clearInterval(beat)
      if (readHolder(file)?.nonce === me.nonce) rmSync(file, { force: true })
    },
  }
}

/** link() fails if the name exists, so only one of several processes succeeds; and the file is complete from the start. */
function tryLink(draft: string, file: string): boolean {
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * Two processes may find the same dead lock; without this, the slower would remove the new lock of the faster. The gate is held for
 * microseconds; one left by a process killed inside it expires after two seconds.
 */
function removeStale(file: string, seen: Holder | undefined): void {
  const gate = `${file}.gate`
  try {
    writeFileSync(gate, '', { flag: 'wx', mode: 0o600 })
  } catch {
    if (ageMs(gate) > 2_000) rmSync(gate, { force: true })
    return
  }
  try {
    if (readHolder(file)?.nonce === seen?.nonce) rmSync(file, { force: true })
  } finally {
    rmSync(gate, { force: true })
  }
}

async function isAlive(holder: Holder, file: string): Promise<boolean> {
  const now = identityOf(holder.pid)
  if (holder.namespace === now.namespace) return now.started !== '' && now.started === holder.started
  // A lock of another container: its process ids are unknown here, so the heartbeat is watched instead.
  const before = modified(file)
  const isStillTheirs = () => readHolder(file)?.nonce === holder.nonce
  if (!isStillTheirs() || Date.now() - before > SILENT_AFTER_MS) return false
  await sleep(SILENT_AFTER_MS)
  return isStillTheirs() && modified(file) !== before
}

function readHolder(file: string): Holder | undefined {
  try {
    const holder: Holder = JSON.parse(readFileSync(file, 'utf8'))
    return holder
  } catch {
    return undefined
  }
}

const identityOf = (pid: number): Omit<Holder, 'nonce'> => ({ pid, started: startOf(pid), namespace: namespaceHere() })

/** When a process started, in the kernel's own format; empty if there is no such process. */
function startOf(pid: number): string {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // After the last ')' (the name may contain brackets) come state, parent, …; the start time is field 22 of proc(5).
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return fields[0] === 'Z' ? '' : (fields[19] ?? '')
    } catch {
      return ''
    }
  }
  try {
    process.kill(pid, 0)
    return 'alive'
  } catch (error) {
    return codeOf(error) === 'EPERM' ? 'alive' : ''
  }
}

function namespaceHere(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return process.platform
  }
}

const modified = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
const ageMs = (file: string): number => Date.now() - modified(file)
