import { createCipheriv, createDecipheriv, createHash, randomBytes, randomInt } from 'node:crypto'
import { CODE_LETTERS } from '#shared/typed-code.ts'

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
