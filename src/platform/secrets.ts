import { createCipheriv, createDecipheriv, createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_LETTERS } from '#shared/typed-code.ts'
import type { Ctx } from './ctx.ts'
import { hmacFor } from './secret-key.ts'

/** 256 random bits as 43 URL-safe characters: a bearer token, an emailed link. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Short enough to be typed, so it has to expire soon and its tries have to be counted. */
export const newCode = (length: number): string =>
  Array.from({ length }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

/** The stored form of a secret. A fast hash is enough, because secrets are long and random. */
export const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Encrypts a text, to be read only by `unseal` with the same key and label: AES-256-GCM, with the label authenticated. */
export function seal(key: Buffer, label: Buffer, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(label)
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Throws if the text was sealed with another key or label, or changed since. */
export function unseal(key: Buffer, label: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
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
  return Buffer.concat([bytes, signatureOf(ctx, purpose, bytes)]).toString('base64url')
}

/** The id that such an address opens; undefined for anything this server did not sign for the purpose. */
export function readSignedId(ctx: Ctx, purpose: string, hash: string): string | undefined {
  const bytes = Buffer.from(hash, 'base64url')
  // Base64 decoding is lenient; comparing the re-encoded form leaves each object exactly one valid address.
  if (bytes.length !== 48 || bytes.toString('base64url') !== hash) return undefined
  const id = bytes.subarray(0, 16)
  if (!timingSafeEqual(bytes.subarray(16), signatureOf(ctx, purpose, id))) return undefined
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const signatureOf = (ctx: Pick<Ctx, 'config'>, purpose: string, id: Buffer) =>
  hmacFor(ctx.config.secretKey, purpose).update(id).digest()
