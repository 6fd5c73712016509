import { createCipheriv, createDecipheriv, createHash, randomBytes, randomInt } from 'node:crypto'
import { commonRefusals, refuse } from '#shared/endpoint.ts'
import { CODE_LETTERS } from '#shared/typed-code.ts'
import type { Ctx } from './ctx.ts'
import { RefusedError } from './errors.ts'
import { deriveKey, isMac, keyName, keysOf, macOf, type KeyRing } from './secret-key.ts'

/** 256 random bits as 43 URL-safe characters: a bearer token, an emailed link. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Short enough to be typed, so it has to expire soon and its tries have to be counted. */
export const newCode = (length: number): string =>
  Array.from({ length }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

/** The stored form of a secret. A fast hash is enough, because secrets are long and random. */
export const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/**
 * Encrypts a text for one purpose, to be read only with the same label: AES-256-GCM, with the label authenticated. The name of the key
 * comes first: `name.bytes`.
 */
export function seal({ secretKey }: Pick<KeyRing, 'secretKey'>, purpose: string, label: Buffer, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secretKey, purpose), nonce).setAAD(label)
  const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${keyName(secretKey)}.${bytes.toString('base64url')}`
}

/**
 * Opens what `seal` made with any key of the ring; what is older than the names of keys is tried with each. Refuses with `key_missing` if
 * none opens it: sealed with a key that is not here, for another purpose or label, or changed since.
 */
export function unseal(ring: KeyRing, purpose: string, label: Buffer, sealed: string): string {
  const [name, text] = sealed.includes('.') ? sealed.split('.', 2) : [undefined, sealed]
  const bytes = Buffer.from(text ?? '', 'base64url')
  for (const secretKey of keysOf(ring)) {
    if (name !== undefined && name !== keyName(secretKey)) continue
    try {
      return opened(deriveKey(secretKey, purpose), label, bytes)
    } catch {
      // The next key may be the one.
    }
  }
  throw new RefusedError(refuse(commonRefusals.keyMissing))
}

function opened(key: Buffer, label: Buffer, bytes: Buffer): string {
  const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
    .setAAD(label)
    .setAuthTag(bytes.subarray(-16))
  return Buffer.concat([cipher.update(bytes.subarray(12, -16)), cipher.final()]).toString('utf8')
}

/**
 * An unguessable address for an object: its id and an HMAC of it with the server's key and a purpose. It is derived when needed and
 * never stored, so addresses cannot be read out of the database, and one for another purpose opens nothing here.
 */
export function signId(ctx: Pick<Ctx, 'config'>, purpose: string, id: string): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  return Buffer.concat([bytes, macOf(ctx.config, purpose, bytes)]).toString('base64url')
}

/** The id that such an address opens; undefined for anything this server did not sign for the purpose. */
export function readSignedId(ctx: Ctx, purpose: string, hash: string): string | undefined {
  const bytes = Buffer.from(hash, 'base64url')
  // Base64 decoding is lenient; comparing the re-encoded form leaves each object exactly one valid address.
  if (bytes.length !== 48 || bytes.toString('base64url') !== hash) return undefined
  const id = bytes.subarray(0, 16)
  if (!isMac(ctx.config, purpose, id, bytes.subarray(16))) return undefined
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
