import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { queueMessage } from '#modules/notifications/commands.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { deriveKey } from '#platform/secret-key.ts'
import { commonRefusals, refuse, type Refusal } from '#shared/endpoint.ts'
import type { Contact } from '../../sessions/booking-tokens/commands.ts'
import { spendCode } from '../../accounts/phones/commands.ts'
import { noSms } from '../../accounts/phones/contract.ts'
import { codeSms } from '../../accounts/phones/messages.ts'
import { codeSeconds, codeTries, smsFlaw } from '../../accounts/phones/rules.ts'
import { noMobile } from './contract.ts'
import { findBooker } from './queries.ts'

/**
 * Texts a code to the number given at the registration whose booking is waiting (decisions §2), and to no other. T-028's limits are
 * counted per booking, number and network, and in total.
 */
export async function sendStartCode(
  ctx: Ctx,
  bookingId: string,
): Promise<{ phone: string; expiresAt: Date } | Refusal> {
  const booker = await findBooker(ctx, bookingId)
  if (!booker) return refuse(commonRefusals.notFound)
  const { phone } = booker.contact
  if (!phone || smsFlaw(phone, ctx.config.smsPrefixes)) return refuse(noMobile)
  // Without an SMS provider the code would only reach the demonstration's mailbox, which production does not have.
  if (ctx.config.appMode === 'production' && !ctx.config.sms) return refuse(noSms)
  const tooFast = await spendCode(ctx, { purpose: 'booking', whose: bookingId, phone })
  if (tooFast) return tooFast
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const now = ctx.clock.now()
  const expiresAt = new Date(now.getTime() + codeSeconds * 1000)
  const row = { phone, mac: macOf(ctx, bookingId, phone, code), tries: 0, createdAt: now, expiresAt }
  await ctx.tx(async (ctx) => {
    await ctx.db
      .insertInto('identity.start_code')
      .values({ bookingDigest: booker.tokenDigest, ...row })
      .onConflict((conflict) => conflict.column('bookingDigest').doUpdateSet(row))
      .execute()
    const text = codeSms(code)
    await queueMessage(ctx, {
      channel: 'sms',
      to: phone,
      kind: 'start_code',
      text,
      subjectId: bookingId,
      holdsSecret: true,
    })
  })
  return { phone, expiresAt }
}

export type StartTry =
  | { kind: 'right'; contact: Contact; phone: string }
  | { kind: 'wrong'; left: number }
  | { kind: 'expired' }

/** One guess, recorded whatever the result: the caller must return a refusal only after the transaction. A right code is used up. */
export async function tryStartCode(ctx: TxCtx, bookingId: string, code: string): Promise<StartTry> {
  const booker = await findBooker(ctx, bookingId)
  if (!booker) return { kind: 'expired' }
  const issued = await ctx.db
    .selectFrom('identity.start_code')
    .select(['phone', 'mac', 'tries'])
    .where('bookingDigest', '=', booker.tokenDigest)
    .where('expiresAt', '>', ctx.clock.now())
    .forUpdate()
    .executeTakeFirst()
  if (!issued || (issued.tries >= codeTries && !ctx.config.guardOff.has('code_tries'))) return { kind: 'expired' }
  const { phone } = issued
  if (timingSafeEqual(issued.mac, macOf(ctx, bookingId, phone, code))) {
    await ctx.db.deleteFrom('identity.start_code').where('bookingDigest', '=', booker.tokenDigest).execute()
    return { kind: 'right', contact: booker.contact, phone }
  }
  const tries = Math.min(codeTries, issued.tries + 1)
  await ctx.db
    .updateTable('identity.start_code')
    .set({ tries })
    .where('bookingDigest', '=', booker.tokenDigest)
    .execute()
  return tries < codeTries ? { kind: 'wrong', left: codeTries - tries } : { kind: 'expired' }
}

const macOf = (ctx: Ctx, bookingId: string, phone: string, code: string): Buffer =>
  createHmac('sha256', deriveKey(ctx.config.secretKey, 'start code')).update(`${bookingId} ${phone} ${code}`).digest()
