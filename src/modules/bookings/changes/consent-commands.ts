import { randomInt } from 'node:crypto'
import { readPhoto } from '#modules/files/queries.ts'
import { spendCode } from '#modules/identity/verification/phones-commands.ts'
import { codeExpired, noSms } from '#modules/identity/verification/contract.ts'
import { codeSeconds, codeTries, smsFlaw } from '#modules/identity/verification/rules.ts'
import { noMobile } from '#modules/identity/opened-accounts/contract.ts'
import { queueMessage } from '#modules/notifications/commands.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { refuseMiss } from '#platform/rate-limit.ts'
import type { RawAnswer } from '#platform/serve.ts'
import { countOf } from '#shared/texts.ts'
import { commonRefusals, invalidField, refuse, Refusal, type AnswerOf } from '#shared/endpoint.ts'
import { addMinutes } from '#shared/local-time.ts'
import { answerByCode } from './responses-commands.ts'
import {
  changeSuperseded,
  type answerLinkedChange,
  type getChangeCode,
  type getLinkedChange,
  type openChange,
} from './contract.ts'
import { isPhotoOf, findLinked, isAsked, linkedView, openedView, type Linked } from './queries.ts'
import { consentSms } from './messages.ts'
import { codeMac, isCodeMac, isPass, passOf } from './gateway.ts'

const PASS_MINUTES = 15

const missing = (ctx: Ctx) => refuseMiss(ctx, 'change-link')

export async function showLinked(ctx: Ctx, token: string): Promise<AnswerOf<typeof getLinkedChange> | Refusal> {
  const row = await findLinked(ctx, token)
  return row ? linkedView(ctx, row) : missing(ctx)
}

/** Texts the code to the customer’s own number and to no other; the limits are those of every code (T-028). */
export async function textChangeCode(ctx: Ctx, token: string): Promise<AnswerOf<typeof getChangeCode> | Refusal> {
  const row = await findLinked(ctx, token)
  if (!row) return missing(ctx)
  if (!isAsked(ctx, row)) return refuse(changeSuperseded)
  const { phone } = row
  if (!phone || smsFlaw(phone, ctx.config.smsPrefixes))
    return refuse(noMobile, { detail: 'We can only text UK mobile numbers. Log in to answer.' })
  if (ctx.config.appMode === 'production' && !ctx.config.sms) return refuse(noSms)
  const tooFast = await spendCode(ctx, { purpose: 'consent', owner: row.bookingId, phone })
  if (tooFast) return tooFast
  const expiresAt = await ctx.tx((tx) => issue(tx, row, phone))
  const phoneEnding = phone.slice(-3)
  const detail = `We have sent a code to your number that ends in ${phoneEnding}.`
  return { detail, phoneEnding, expiresAt: expiresAt.toISOString() }
}

/** A new code replaces the one before. */
async function issue(ctx: TxCtx, { id: changeId, bookingId }: Linked, phone: string): Promise<Date> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const now = ctx.clock.now()
  const expiresAt = new Date(now.getTime() + codeSeconds * 1000)
  const row = { phone, mac: codeMac(ctx, changeId, phone, code), tries: 0, createdAt: now, expiresAt }
  await ctx.db
    .insertInto('bookings.change_code')
    .values({ changeId, ...row })
    .onConflict((conflict) => conflict.column('changeId').doUpdateSet(row))
    .execute()
  const text = consentSms(code)
  await queueMessage(ctx, {
    channel: 'sms',
    to: phone,
    kind: 'change_code',
    text,
    subjectId: bookingId,
    holdsSecret: true,
  })
  return expiresAt
}

type Try = { kind: 'right' } | { kind: 'wrong'; left: number } | { kind: 'expired' }

export async function open(ctx: Ctx, token: string, code: string): Promise<AnswerOf<typeof openChange> | Refusal> {
  const row = await findLinked(ctx, token)
  if (!row) return missing(ctx)
  if (!isAsked(ctx, row)) return refuse(changeSuperseded)
  // A wrong guess is recorded although the command is refused.
  const tried = await ctx.tx((tx) => tryCode(tx, row.id, code))
  if (tried.kind === 'expired') return refuse(codeExpired)
  if (tried.kind === 'wrong') {
    const tries = countOf(tried.left, 'try', 'tries')
    return invalidField('code', `That isn’t the code. You have ${tries} left.`)
  }
  const pass = passOf(ctx, row.id, addMinutes(ctx.clock.now(), PASS_MINUTES))
  return { pass, change: await openedView(ctx, row) }
}

/** One guess at a time. A right code is used up. */
async function tryCode(ctx: TxCtx, changeId: string, code: string): Promise<Try> {
  const issued = await ctx.db
    .selectFrom('bookings.change_code')
    .select(['phone', 'mac', 'tries'])
    .where('changeId', '=', changeId)
    .where('expiresAt', '>', ctx.clock.now())
    .forUpdate()
    .executeTakeFirst()
  if (!issued || (issued.tries >= codeTries && !ctx.config.guardOff.has('code_tries'))) return { kind: 'expired' }
  if (isCodeMac(ctx, changeId, issued.phone, code, issued.mac)) {
    await ctx.db.deleteFrom('bookings.change_code').where('changeId', '=', changeId).execute()
    return { kind: 'right' }
  }
  const tries = Math.min(codeTries, issued.tries + 1)
  await ctx.db.updateTable('bookings.change_code').set({ tries }).where('changeId', '=', changeId).execute()
  return tries < codeTries ? { kind: 'wrong', left: codeTries - tries } : { kind: 'expired' }
}

export async function answerLinked(
  ctx: Ctx,
  token: string,
  { pass, version, agree }: { pass: string; version: number; agree: boolean },
): Promise<AnswerOf<typeof answerLinkedChange> | Refusal> {
  const row = await findLinked(ctx, token)
  if (!row) return missing(ctx)
  if (!isPass(ctx, row.id, pass)) return refuse(codeExpired)
  const answered = await answerByCode(ctx, row.bookingId, { changeId: row.id, version }, agree ? 'agreed' : 'refused')
  if (answered instanceof Refusal) return answered
  const after = await findLinked(ctx, token)
  return after ? linkedView(ctx, after) : missing(ctx)
}

export async function linkedPhoto(
  ctx: Ctx,
  { token, fileId, pass }: { token: string; fileId: string; pass: string },
): Promise<RawAnswer | Refusal> {
  const row = await findLinked(ctx, token)
  if (!row) return missing(ctx)
  if (!isPass(ctx, row.id, pass)) return refuse(codeExpired)
  const isOfChange = await isPhotoOf(ctx, { bookingId: row.bookingId, changeId: row.id, fileId })
  return isOfChange ? readPhoto(ctx, fileId) : refuse(commonRefusals.notFound)
}
