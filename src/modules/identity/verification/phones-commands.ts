import { queueMessage } from '#modules/notifications/commands.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { toJson } from '#platform/json-columns.ts'
import { networkKey, spendDurable } from '#platform/rate-limit.ts'
import { isMac, macOf } from '#platform/secret-key.ts'
import { digestOf } from '#platform/secrets.ts'
import { userIdOf } from '#platform/session.ts'
import { countOf } from '#shared/texts.ts'
import { invalidField, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import { parsePhone, phoneHint } from '#shared/phone.ts'
import { mailAbout } from '../profile/commands.ts'
import { requireFreshLogin } from '../passwords/login-guard-commands.ts'
import { codeExpired, noSms, type getPhoneCode, type verifyPhone as verifyEndpoint } from './contract.ts'
import { codeSms, phoneChangedMail } from '../messages.ts'
import { codeSeconds, codeTries, smsFlaw } from './rules.ts'

declare module '#platform/json-columns.ts' {
  interface JsonColumns {
    'identity.phone_code.guesses': Record<string, number>
  }
}

const day = 86_400
const perMinute = { name: 'phone-code-minute', per: 'user', count: 1, seconds: 60 } as const
const perDay = { name: 'phone-code-day', per: 'user', count: 5, seconds: day } as const
/** Any account may name the number, so its own limit only slows. */
const perNumber = { name: 'phone-code-number', per: 'user', count: 5, seconds: 3600 } as const
const perNetwork = { name: 'phone-code-network', per: 'address', count: 20, seconds: day } as const
/** Upper limit on spending on SMS, in case the other limits are circumvented. Each purpose has its own: who registers uses up no moving day. */
const overallLimit = { name: 'phone-code-everybody', per: 'user', count: 500, seconds: 3600 } as const

/** Texts a code to the account's number, or to a new one, which requires a recent login (T-028, T-030). */
export async function sendPhoneCode(
  ctx: Ctx,
  input: { phone?: string | null; currentPassword?: string | null },
): Promise<AnswerOf<typeof getPhoneCode> | Refusal> {
  const userId = userIdOf(ctx.actor)
  const present = await phoneOf(ctx, userId)
  const phone = input.phone ? parsePhone(input.phone) : present
  if (!phone) return invalidField('phone', phoneHint)
  // Without an SMS provider the code would only reach the demonstration's mailbox, which production does not have.
  if (ctx.config.appMode === 'production' && !ctx.config.sms) return refuse(noSms)
  const flaw = smsFlaw(phone, ctx.config.smsPrefixes)
  if (flaw) return invalidField('phone', flaw)
  const refused = phone === present ? undefined : await requireFreshLogin(ctx, input)
  if (refused) return refused
  const tooFast = await spendCode(ctx, { purpose: 'number', owner: userId, phone })
  if (tooFast) return tooFast
  const expiresAt = await ctx.tx((ctx) => issueCode(ctx, userId, phone))
  return { detail: `We have sent a code to ${phone}.`, phone, expiresAt: expiresAt.toISOString() }
}

const phoneOf = async (ctx: Ctx, userId: string): Promise<string | null> => {
  const user = await ctx.db
    .selectFrom('identity.user')
    .select('phone')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return user.phone
}

/**
 * Checks the limits in sequence, so that a call made too soon does not use up the day's. `whose`: the id of the account
 * or booking.
 */
export const spendCode = async (
  ctx: Ctx,
  { purpose, owner, phone }: { purpose: 'number' | 'booking' | 'consent'; owner: string; phone: string },
): Promise<Refusal | undefined> =>
  (await spendDurable(ctx, perMinute, owner)) ??
  (await spendDurable(ctx, perDay, owner)) ??
  (await spendDurable(ctx, perNumber, digestOf(phone).toString('hex'))) ??
  (await spendDurable(ctx, perNetwork, networkKey(ctx))) ??
  (await spendDurable(ctx, overallLimit, purpose))

/** A new code replaces the previous one. */
export async function issueCode(ctx: TxCtx, userId: string, phone: string): Promise<Date> {
  const now = ctx.clock.now()
  const expiresAt = new Date(now.getTime() + codeSeconds * 1000)
  const code = codeOf(ctx, { userId, phone, createdAt: now })
  const mac = macOf(ctx.config, 'phone code', codeText(userId, phone, code))
  const row = { phone, mac, tries: 0, guesses: toJson({}), createdAt: now, expiresAt }
  await ctx.db
    .insertInto('identity.phone_code')
    .values({ userId, ...row })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
    .execute()
  await textCode(ctx, { userId, phone, code })
  return expiresAt
}

/** Texts a code that is valid for a while yet again, so that a repeated request voids no code; otherwise a new one. */
export async function issueOrRepeatCode(ctx: TxCtx, userId: string, phone: string): Promise<void> {
  const issued = await ctx.db
    .selectFrom('identity.phone_code')
    .select(['createdAt', 'mac'])
    .where('userId', '=', userId)
    .where('phone', '=', phone)
    .where('expiresAt', '>', new Date(ctx.clock.now().getTime() + leastSecondsLeft * 1000))
    .executeTakeFirst()
  const code = issued && codeOf(ctx, { userId, phone, createdAt: issued.createdAt })
  if (code && isMac(ctx.config, 'phone code', codeText(userId, phone, code), issued.mac))
    await textCode(ctx, { userId, phone, code })
  else await issueCode(ctx, userId, phone)
}

/** Enough to read a text and to type its code. */
const leastSecondsLeft = 120

const textCode = (ctx: TxCtx, { userId, phone, code }: { userId: string; phone: string; code: string }) =>
  queueMessage(ctx, {
    channel: 'sms',
    to: phone,
    kind: 'phone_code',
    text: codeSms(code),
    subjectId: userId,
    holdsSecret: true,
  })

/** Worked out from when it was issued, so that it can be sent again without being stored. */
function codeOf(ctx: Ctx, { userId, phone, createdAt }: { userId: string; phone: string; createdAt: Date }): string {
  const digest = macOf(ctx.config, 'phone code digits', `${userId} ${phone} ${createdAt.toISOString()}`)
  return String(Number(digest.readBigUInt64BE() % 1_000_000n)).padStart(6, '0')
}

export type CodeTry = { kind: 'right'; phone: string } | { kind: 'wrong'; left: number } | { kind: 'expired' }

/** Sets the account's number. Wrong guesses are recorded even though the command is refused. */
export async function verifyPhone(
  ctx: Ctx,
  input: { phone?: string | null; code: string },
): Promise<AnswerOf<typeof verifyEndpoint> | Refusal> {
  const outcome = await ctx.tx((ctx) => tryCodeOf(ctx, userIdOf(ctx.actor), input))
  if (outcome.kind === 'expired') return refuse(codeExpired)
  if (outcome.kind === 'right') return { detail: 'Your phone number is confirmed.', phone: outcome.phone }
  const tries = countOf(outcome.left, 'try', 'tries')
  return invalidField('code', `That isn’t the code. You have ${tries} left.`)
}

/**
 * One guess at an account's code; the right one confirms its number. Those of people who are not signed in count for their network, `from`,
 * so that a stranger uses up only their own.
 */
export async function tryCodeOf(
  ctx: TxCtx,
  userId: string,
  input: { phone?: string | null; code: string },
  from?: string,
): Promise<CodeTry> {
  const issued = await ctx.db
    .selectFrom('identity.phone_code')
    .select(['phone', 'mac', 'tries', 'guesses'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', ctx.clock.now())
    // One guess at a time, so that parallel guesses all count and at most one succeeds.
    .forUpdate()
    .executeTakeFirst()
  const before = (from === undefined ? issued?.tries : issued?.guesses[from]) ?? 0
  const isSpent = issued !== undefined && before >= codeTries && !ctx.config.guardOff.has('code_tries')
  if (!issued || isSpent || (input.phone && parsePhone(input.phone) !== issued.phone)) return { kind: 'expired' }
  if (isMac(ctx.config, 'phone code', codeText(userId, issued.phone, input.code), issued.mac)) {
    await ctx.db.deleteFrom('identity.phone_code').where('userId', '=', userId).execute()
    await saveNumber(ctx, userId, issued.phone)
    return { kind: 'right', phone: issued.phone }
  }
  const tries = Math.min(codeTries, before + 1)
  const counted = from === undefined ? { tries } : { guesses: toJson({ ...issued.guesses, [from]: tries }) }
  await ctx.db.updateTable('identity.phone_code').set(counted).where('userId', '=', userId).execute()
  return tries < codeTries ? { kind: 'wrong', left: codeTries - tries } : { kind: 'expired' }
}

async function saveNumber(ctx: TxCtx, userId: string, phone: string): Promise<void> {
  const before = await ctx.db
    .selectFrom('identity.user')
    .select(['phone', 'email', 'firstName'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await ctx.db
    .updateTable('identity.user')
    .set({ phone, phoneVerifiedAt: ctx.clock.now() })
    .where('id', '=', userId)
    .execute()
  await ctx.emit({ type: 'identity.phone-confirmed', userId })
  if (before.phone === null || before.phone === phone) return
  const { publicUrl, contacts } = ctx.config
  await mailAbout(
    ctx,
    userId,
    before.email,
    phoneChangedMail({ firstName: before.firstName, url: publicUrl }, contacts),
  )
}

const codeText = (userId: string, phone: string, code: string): string => `${userId} ${phone} ${code}`
