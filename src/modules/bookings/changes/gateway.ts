import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Ctx } from '#platform/ctx.ts'
import { deriveKey } from '#platform/secret-key.ts'

/**
 * Links that open one thing and nothing else: the id of it and an HMAC with a key of their own, so that a booking’s link opens no change and
 * the link for the keys opens no booking. Derived when needed, never stored.
 */
export type LinkKind = 'change' | 'keys' | 'early start'

export function tokenOf(ctx: Ctx, kind: LinkKind, id: string): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  return Buffer.concat([bytes, signatureOf(ctx, kind, bytes)]).toString('base64url')
}

/** What a link opens; undefined for anything that this server did not sign for it. */
export function idOfToken(ctx: Ctx, kind: LinkKind, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url')
  // Base64 decoding is lenient; comparing the re-encoded form leaves each link exactly one spelling.
  if (bytes.length !== 48 || bytes.toString('base64url') !== token) return undefined
  const id = bytes.subarray(0, 16)
  if (!timingSafeEqual(bytes.subarray(16), signatureOf(ctx, kind, id))) return undefined
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const signatureOf = ({ config }: Ctx, kind: LinkKind, id: Buffer) =>
  createHmac('sha256', deriveKey(config.secretKey, `${kind} link`))
    .update(id)
    .digest()
