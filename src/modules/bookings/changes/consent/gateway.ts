import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Ctx } from '#platform/ctx.ts'
import { deriveKey } from '#platform/secret-key.ts'

/** What a right code gives: it answers one change until then. Signed, not stored. */
export function passOf(ctx: Ctx, changeId: string, until: Date): string {
  const time = until.getTime().toString(36)
  return `${time}.${macOf(ctx, 'change pass', `${changeId} ${time}`).toString('base64url')}`
}

export function isPass(ctx: Ctx, changeId: string, pass: string): boolean {
  const [time = '', mac = ''] = pass.split('.')
  const until = Number.parseInt(time, 36)
  const given = Buffer.from(mac, 'base64url')
  const own = macOf(ctx, 'change pass', `${changeId} ${time}`)
  return given.length === own.length && timingSafeEqual(given, own) && until > ctx.clock.now().getTime()
}

export const codeMac = (ctx: Ctx, changeId: string, phone: string, code: string): Buffer =>
  macOf(ctx, 'change code', `${changeId} ${phone} ${code}`)

const macOf = ({ config }: Ctx, label: string, text: string): Buffer =>
  createHmac('sha256', deriveKey(config.secretKey, label)).update(text).digest()
