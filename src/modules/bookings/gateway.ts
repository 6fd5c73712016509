import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Ctx } from '#platform/ctx.ts'
import { deriveKey } from '#platform/secret-key.ts'

/**
 * The unguessable link of a booking: its id and an HMAC of it with the server's key. It is derived when needed and never stored, so
 * links cannot be read out of the database.
 */
export function hashOf(ctx: Ctx, bookingId: string): string {
  const id = Buffer.from(bookingId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, signatureOf(ctx, id)]).toString('base64url')
}

/** The booking that a link opens; undefined for anything this server did not sign. */
export function bookingIdOf(ctx: Ctx, hash: string): string | undefined {
  const bytes = Buffer.from(hash, 'base64url')
  // Base64 decoding is lenient; comparing the re-encoded form leaves each booking exactly one valid link.
  if (bytes.length !== 48 || bytes.toString('base64url') !== hash) return undefined
  const id = bytes.subarray(0, 16)
  if (!timingSafeEqual(bytes.subarray(16), signatureOf(ctx, id))) return undefined
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const signatureOf = (ctx: Ctx, id: Buffer) =>
  createHmac('sha256', deriveKey(ctx.config.secretKey, 'booking hash')).update(id).digest()
