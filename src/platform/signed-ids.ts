import { timingSafeEqual } from 'node:crypto'
import type { Ctx } from './ctx.ts'
import { hmacFor } from './secret-key.ts'

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
