import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Ctx } from '#platform/ctx.ts'
import { macOf, macsOf } from '#platform/secret-key.ts'
import type { SealedColumn } from '#platform/key-rotation.ts'
import { seal, unseal } from '#platform/secrets.ts'

/** Time-based codes as in RFC 6238, as every authenticator app supports: SHA-1, six digits, thirty seconds. */
const stepSeconds = 30
/** Tolerates a clock that is off by one step either way. */
const drift = 1

/** 160 random bits in base32, the format apps expect. */
export const newTotpSecret = (): string => base32(randomBytes(20))

/** Address for a QR code, or a link on the phone itself. */
export function otpauthUri(account: string, secret: string): string {
  const label = `Vanfare:${account}`
  const query = new URLSearchParams({ secret, issuer: 'Vanfare', algorithm: 'SHA1', digits: '6', period: '30' })
  return `otpauth://totp/${encodeURIComponent(label)}?${query.toString()}`
}

/** The time step that this code belongs to; undefined if it matches none of the current ones. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined
  const present = Math.floor(now.getTime() / 1000 / stepSeconds)
  const steps = Array.from({ length: 2 * drift + 1 }, (_, index) => present - drift + index)
  return steps.find((step) => timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code)))
}

export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Ten recovery codes of fifty random bits, for a lost phone: `k7dm2-9xq4r`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: 10 }, () => {
    const letters = Array.from(randomBytes(10), (byte) => recoveryLetters[byte & 31]).join('')
    return `${letters.slice(0, 5)}-${letters.slice(5)}`
  })

/** The stored form of a recovery code, however it was typed. */
export const newRecoveryDigest = (ctx: Ctx, userId: string, code: string): Buffer =>
  macOf(ctx.config, 'recovery code', recoveryText(userId, code))

/** The stored forms it may have by any key of the ring. */
export const recoveryDigests = (ctx: Ctx, userId: string, code: string): Buffer[] =>
  macsOf(ctx.config, 'recovery code', recoveryText(userId, code))

const recoveryText = (userId: string, code: string) => `${userId} ${code.toLowerCase().replaceAll(/[\s-]/g, '')}`

export const sealedTotps: SealedColumn = {
  what: 'Two-step secrets',
  table: 'identity.two_step',
  key: 'user_id',
  column: 'secret',
  purpose: 'totp secret',
  owner: 'user_id',
  labelOf: (userId) => Buffer.from(userId),
}

export const sealSecret = (ctx: Ctx, userId: string, secret: string): string =>
  seal(ctx.config, 'totp secret', Buffer.from(userId), secret)

export const unsealSecret = (ctx: Ctx, userId: string, sealed: string): string =>
  unseal(ctx.config, 'totp secret', Buffer.from(userId), sealed)

/** Letters without those that are easily misread. */
const recoveryLetters = 'abcdefghjkmnpqrstuvwxyz023456789'
const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function base32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => base32Letters[Number.parseInt(five, 2)]).join('')
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => base32Letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}
