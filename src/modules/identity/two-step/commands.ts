import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import { invalidField, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import { totpRequired, totpWrong } from '../contract.ts'
import { mailAbout, type AccountMail } from '../profile/commands.ts'
import { requireFreshLogin } from '../passwords/login-guard-commands.ts'
import { endOtherSessions } from '../sessions/commands.ts'
import { twoStepIsOff, twoStepIsOn, type confirmTwoStep, type startTwoStep } from './contract.ts'
import {
  newRecoveryCodes,
  newTotpSecret,
  otpauthUri,
  newRecoveryDigest,
  recoveryDigests,
  sealSecret,
  stepOfCode,
  unsealSecret,
} from './gateway.ts'
import { recoveryCodeUsedMail, twoStepOffMail, twoStepOnMail } from '../messages.ts'

type Codes = AnswerOf<typeof confirmTwoStep>

interface Password {
  currentPassword?: string | null
}

/** A secret for the app. Logins ask for no code until one has been confirmed. */
export async function startOwnTwoStep(
  ctx: Ctx,
  input: Password | null | undefined,
): Promise<AnswerOf<typeof startTwoStep> | Refusal> {
  const refused = await requireFreshLogin(ctx, input ?? {})
  if (refused) return refused
  const userId = userIdOf(ctx.actor)
  const secret = newTotpSecret()
  return ctx.tx(async (ctx) => {
    const user = await lockUser(ctx, userId)
    if (await findTwoStep(ctx, userId, 'on')) return refuse(twoStepIsOn)
    const row = { secret: sealSecret(ctx, userId, secret), createdAt: ctx.clock.now(), lastStep: 0 }
    await ctx.db
      .insertInto('identity.two_step')
      .values({ userId, ...row })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
      .execute()
    return { secret, otpauthUri: otpauthUri(user.email, secret) }
  })
}

/** The app has shown a valid code: two-step login is on. Earlier sessions, opened without a code, end. */
export const confirmOwnTwoStep = (ctx: Ctx, code: string): Promise<Codes | Refusal> =>
  ctx.tx(async (ctx) => {
    const userId = userIdOf(ctx.actor)
    await lockUser(ctx, userId)
    if (await findTwoStep(ctx, userId, 'on')) return refuse(twoStepIsOn)
    const started = await findTwoStep(ctx, userId, 'started')
    if (!started) return refuse(twoStepIsOff)
    const step = stepOfCode(unsealSecret(ctx, userId, started.secret), code, ctx.clock.now())
    if (step === undefined) return invalidField('code', 'That isn’t the code. Enter the one that the app shows now.')
    await ctx.db
      .updateTable('identity.two_step')
      .set({ confirmedAt: ctx.clock.now(), lastStep: step })
      .where('userId', '=', userId)
      .execute()
    await endOtherSessions(ctx)
    await notify(ctx, userId, twoStepOnMail)
    return { recoveryCodes: await replaceCodes(ctx, userId) }
  })

export async function renewOwnCodes(ctx: Ctx, input: Password | null | undefined): Promise<Codes | Refusal> {
  const refused = await requireFreshLogin(ctx, input ?? {})
  if (refused) return refused
  const userId = userIdOf(ctx.actor)
  return ctx.tx(async (ctx) => {
    await lockUser(ctx, userId)
    if (!(await findTwoStep(ctx, userId, 'on'))) return refuse(twoStepIsOff)
    return { recoveryCodes: await replaceCodes(ctx, userId) }
  })
}

export async function stopOwnTwoStep(
  ctx: Ctx,
  input: Password | null | undefined,
): Promise<{ detail: string } | Refusal> {
  const refused = await requireFreshLogin(ctx, input ?? {})
  if (refused) return refused
  const userId = userIdOf(ctx.actor)
  return ctx.tx(async (ctx) => {
    const removed = await ctx.db
      .deleteFrom('identity.two_step')
      .where('userId', '=', userId)
      .where('confirmedAt', 'is not', null)
      .returning('userId')
      .executeTakeFirst()
    if (!removed) return refuse(twoStepIsOff)
    await notify(ctx, userId, twoStepOffMail)
    return { detail: 'Two-step login is off.' }
  })
}

/**
 * The second step of a login with the right password: passes if the account does not use it, otherwise needs an unused code. It
 * does not affect how the password is checked.
 */
export const passSecondStep = (
  ctx: Ctx,
  userId: string,
  code: string | null | undefined,
): Promise<Refusal | undefined> =>
  ctx.tx(async (ctx) => {
    const twoStep = await findTwoStep(ctx, userId, 'on')
    if (!twoStep) return undefined
    if (!code) return refuse(totpRequired)
    const isRight = (await spendTotp(ctx, userId, twoStep.secret, code)) || (await spendRecovery(ctx, userId, code))
    return isRight ? undefined : refuse(totpWrong)
  })

/** Each step's code works once, so one read over a shoulder is useless (RFC 6238 §5.2). */
async function spendTotp(ctx: TxCtx, userId: string, sealed: string, code: string): Promise<boolean> {
  const step = stepOfCode(unsealSecret(ctx, userId, sealed), code.replaceAll(/\s/g, ''), ctx.clock.now())
  if (step === undefined) return false
  const taken = await ctx.db
    .updateTable('identity.two_step')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .$if(!ctx.config.guardOff.has('totp_once'), (update) => update.where('lastStep', '<', step))
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

async function spendRecovery(ctx: TxCtx, userId: string, code: string): Promise<boolean> {
  const used = await ctx.db
    .updateTable('identity.recovery_code')
    .set({ usedAt: ctx.clock.now() })
    .where('userId', '=', userId)
    .where('digest', 'in', recoveryDigests(ctx, userId, code))
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  if (used.numUpdatedRows !== 1n) return false
  const { left } = await ctx.db
    .selectFrom('identity.recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  await notify(ctx, userId, (to) => recoveryCodeUsedMail({ ...to, left }))
  return true
}

async function replaceCodes(ctx: TxCtx, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  const madeAt = ctx.clock.now()
  await ctx.db.deleteFrom('identity.recovery_code').where('userId', '=', userId).execute()
  await ctx.db
    .insertInto('identity.recovery_code')
    .values(codes.map((code) => ({ userId, digest: newRecoveryDigest(ctx, userId, code), madeAt })))
    .execute()
  return codes
}

const findTwoStep = (ctx: Ctx, userId: string, state: 'on' | 'started') =>
  ctx.db
    .selectFrom('identity.two_step')
    .select('secret')
    .where('userId', '=', userId)
    .where('confirmedAt', state === 'on' ? 'is not' : 'is', null)
    .executeTakeFirst()

const lockUser = (ctx: TxCtx, userId: string) =>
  ctx.db
    .selectFrom('identity.user')
    .select(['email', 'firstName'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

type MailBuilder = (to: { firstName: string; url: string; phone: string; email: string }) => AccountMail

async function notify(ctx: TxCtx, userId: string, buildMail: MailBuilder): Promise<void> {
  const user = await lockUser(ctx, userId)
  const { publicUrl, contacts } = ctx.config
  await mailAbout(ctx, userId, user.email, buildMail({ firstName: user.firstName, url: publicUrl, ...contacts }))
}
