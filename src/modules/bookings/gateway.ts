import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Ctx } from '#platform/ctx.ts'
import { deriveKey } from '#platform/secret-key.ts'

/**
 * The unguessable link of a booking: its id, and an HMAC of it with the server's key. It can be shown again at any time and is
 * never stored, so nobody reads links out of the database.
 */
export function hashOf(ctx: Ctx, bookingId: string): string {
  const id = Buffer.from(bookingId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, signatureOf(ctx, id)]).toString('base64url')
}

/** The booking a link opens; undefined for anything this server did not sign. */
export function bookingIdOf(ctx: Ctx, hash: string): string | undefined {
  const bytes = Buffer.from(hash, 'base64url')
  // Decoding is lenient; a booking has one link.
  if (bytes.length !== 48 || bytes.toString('base64url') !== hash) return undefined
  const id = bytes.subarray(0, 16)
  if (!timingSafeEqual(bytes.subarray(16), signatureOf(ctx, id))) return undefined
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const signatureOf = (ctx: Ctx, id: Buffer) =>
  createHmac('sha256', deriveKey(ctx.config.secretKey, 'booking hash')).update(id).digest()
