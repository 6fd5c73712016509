import {
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type Hmac,
  type KeyObject,
} from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDataDir } from './data-dir.ts'
import { codeOf } from './errors.ts'

/** The demonstration's own key: made at the first start, readable by its owner only, and kept. */
export function readOrMakeSecretKey(dataDir: string): string {
  const file = join(dataDir, 'secret-key')
  const found = readIfWhole(file)
  if (found) return found
  openDataDir(dataDir)
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, `${randomBytes(48).toString('base64')}\n`, { mode: 0o600, flush: true })
  try {
    // link() fails if the name exists, so two processes that start together end up with the same key.
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
 * 32 bytes for one purpose ("access token", "booking hash", …): if one derived key leaks, the others are safe. Cached, because a
 * request needs several and there are only a few purposes.
 */
export function deriveKey(secretKey: string, purpose: string): Buffer {
  const name = `${purpose} ${secretKey}`
  const known = derived.get(name)
  if (known) return known
  const made = Buffer.from(hkdfSync('sha256', secretKey, 'vanfare', purpose, 32))
  derived.set(name, made)
  return made
}

const signing = new Map<string, KeyObject>()

/** The key that seals and signs, and others that only open and recognise what they made (`npm run keys:rotate`). */
export interface KeyRing {
  secretKey: string
  oldSecretKeys: readonly string[]
}

export const keysOf = ({ secretKey, oldSecretKeys }: KeyRing): readonly string[] => [secretKey, ...oldSecretKeys]

/** What a key is called in what it sealed, in the log and in the database: eight characters that tell nothing of it. */
export const keyName = (secretKey: string): string => deriveKey(secretKey, 'key name').toString('base64url').slice(0, 8)

/** The HMAC of a text for one purpose, 32 bytes, made with the newest key. */
export const macOf = ({ secretKey }: Pick<KeyRing, 'secretKey'>, purpose: string, text: string | Buffer): Buffer =>
  hmacFor(secretKey, purpose).update(text).digest()

/** What each key of the ring makes of the text, newest first: for a lookup by MAC, or one that is cut short. */
export const macsOf = (ring: KeyRing, purpose: string, text: string | Buffer): Buffer[] =>
  keysOf(ring).map((secretKey) => macOf({ secretKey }, purpose, text))

/** Whether any key of the ring made it. */
export const isMac = (ring: KeyRing, purpose: string, text: string | Buffer, mac: Buffer): boolean =>
  macsOf(ring, purpose, text).some((own) => own.length === mac.length && timingSafeEqual(own, mac))

/** An HMAC of SHA-256 with the key of one purpose, kept as an object: from its bytes each signature takes eight times as long. */
function hmacFor(secretKey: string, purpose: string): Hmac {
  const name = `${purpose} ${secretKey}`
  let key = signing.get(name)
  if (!key) signing.set(name, (key = createSecretKey(deriveKey(secretKey, purpose))))
  return createHmac('sha256', key)
}

function readIfWhole(file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim()
    return text.length >= 32 ? text : undefined
  } catch {
    return undefined
  }
}
