import { timingSafeEqual } from 'node:crypto'
import type { Ctx } from '#platform/ctx.ts'
import { hmacFor } from '#platform/secret-key.ts'

/**
 * The private address of a unit's calendar: its id and a number, with an HMAC over both. It is never stored, so it cannot be read
 * out of the database, and can be shown again; increasing the number revokes it.
 */
export function feedToken(ctx: Ctx, unitId: string, version: number): string {
  const body = Buffer.alloc(20)
  Buffer.from(unitId.replaceAll('-', ''), 'hex').copy(body)
  body.writeUInt32BE(version, 16)
  return Buffer.concat([body, signature(ctx, body)]).toString('base64url')
}

/** The unit and number in an address that this server issued; undefined for any other. */
export function readFeedToken(ctx: Ctx, token: string): { unitId: string; version: number } | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== 20 + signatureBytes) return undefined
  const body = bytes.subarray(0, 20)
  if (!timingSafeEqual(bytes.subarray(20), signature(ctx, body))) return undefined
  const unitId = body
    .subarray(0, 16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { unitId, version: body.readUInt32BE(16) }
}

const signatureBytes = 24
const signature = (ctx: Ctx, body: Buffer): Buffer =>
  hmacFor(ctx.config.secretKey, 'calendar feed').update(body).digest().subarray(0, signatureBytes)
