import { hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDataDir } from './data-dir.ts'
import { codeOf } from './errors.ts'

/** The demonstration's own key: made at the first start, readable by its owner only, the same ever after. */
export function readOrMakeSecretKey(dataDir: string): string {
  const file = join(dataDir, 'secret-key')
  const found = readIfWhole(file)
  if (found) return found
  openDataDir(dataDir)
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, `${randomBytes(48).toString('base64')}\n`, { mode: 0o600, flush: true })
  try {
    // link() gives the name only once: of two processes that start together, both then read the same key.
    linkSync(draft, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8').trim()
}

const derived = new Map<string, Buffer>()

/**
 * 32 bytes for one purpose ("access token", "booking hash", …): a key that leaks from one does not open the others. Kept once derived,
 * because a request needs several and there are only as many as purposes.
 */
export function deriveKey(secretKey: string, purpose: string): Buffer {
  const name = `${purpose} ${secretKey}`
  const known = derived.get(name)
  if (known) return known
  const made = Buffer.from(hkdfSync('sha256', secretKey, 'vanfare', purpose, 32))
  derived.set(name, made)
  return made
}

function readIfWhole(file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim()
    return text.length >= 32 ? text : undefined
  } catch {
    return undefined
  }
}
