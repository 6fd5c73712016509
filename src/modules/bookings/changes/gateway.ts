import { createHmac } from 'node:crypto'
import type { Ctx } from '#platform/ctx.ts'
import { isMac, macOf, macsOf } from '#platform/secret-key.ts'
import { consentCodeOf, consentText, type SignedConsent } from './rules.ts'

/**
 * Links that open one thing and nothing else: the id of it and an HMAC with a key of their own, so that a booking’s link opens no change and
 * the link for the keys opens no booking. Derived when needed, never stored.
 */
export type LinkKind = keyof typeof PATHS

const PATHS = {
  change: 'change',
  keys: 'keys',
  'early start': 'answer',
  cancellation: 'answer',
  'offered time': 'answer',
  'new booking': 'answer',
} as const

export const urlOf = (ctx: Ctx, kind: LinkKind, id: string): string =>
  `${ctx.config.publicUrl}/${PATHS[kind]}/${tokenOf(ctx, kind, id)}`

export function tokenOf(ctx: Ctx, kind: LinkKind, id: string): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  return Buffer.concat([bytes, macOf(ctx.config, `${kind} link`, bytes)]).toString('base64url')
}

/** What a link opens; undefined for anything that this server did not sign for it. */
export function idOfToken(ctx: Ctx, kind: LinkKind, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url')
  // Base64 decoding is lenient; comparing the re-encoded form leaves each link exactly one spelling.
  if (bytes.length !== 48 || bytes.toString('base64url') !== token) return undefined
  const id = bytes.subarray(0, 16)
  if (!isMac(ctx.config, `${kind} link`, id, bytes.subarray(16))) return undefined
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** What a right code gives: it answers one change until then. Signed, not stored. */
export function passOf(ctx: Ctx, changeId: string, until: Date): string {
  const time = until.getTime().toString(36)
  return `${time}.${macOf(ctx.config, 'change pass', `${changeId} ${time}`).toString('base64url')}`
}

export function isPass(ctx: Ctx, changeId: string, pass: string): boolean {
  const [time = '', mac = ''] = pass.split('.')
  const until = Number.parseInt(time, 36)
  const isOurs = isMac(ctx.config, 'change pass', `${changeId} ${time}`, Buffer.from(mac, 'base64url'))
  return isOurs && until > ctx.clock.now().getTime()
}

export const codeMac = (ctx: Ctx, changeId: string, phone: string, code: string): Buffer =>
  macOf(ctx.config, 'change code', `${changeId} ${phone} ${code}`)

export const isCodeMac = (ctx: Ctx, changeId: string, phone: string, code: string, mac: Buffer): boolean =>
  isMac(ctx.config, 'change code', `${changeId} ${phone} ${code}`, mac)

/** The key with which a session of the customer signs for this booking; it comes with the page of the day. Derived when needed, never stored. */
export const consentKeyOf = (ctx: Ctx, bookingId: string, sessionId: string): Buffer =>
  macOf(ctx.config, 'consent key', `${bookingId} ${sessionId}`)

/** The keys that a page of the day may have been given, newest first. */
export const consentKeysOf = (ctx: Ctx, bookingId: string, sessionId: string): Buffer[] =>
  macsOf(ctx.config, 'consent key', `${bookingId} ${sessionId}`)

export const consentCode = (key: Buffer, consent: SignedConsent): string =>
  consentCodeOf(createHmac('sha256', key).update(consentText(consent)).digest())
