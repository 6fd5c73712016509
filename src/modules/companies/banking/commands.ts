import { tokenExpired } from '#modules/identity/contract.ts'
import { issueLink, spendLink } from '#modules/identity/one-time-links-commands.ts'
import { requireFreshLogin } from '#modules/identity/passwords/login-guard-commands.ts'
import { queueMessage } from '#modules/notifications/commands.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { ownCompanyOf, userIdOf } from '#platform/session.ts'
import { invalidField, refuse, type AnswerOf, type InputOf, type Refusal } from '#shared/endpoint.ts'
import { addMinutes } from '#shared/local-time.ts'
import type { confirmBankingAccount, saveBankingAccount } from './contract.ts'
import { accountConfirmedMail, confirmAccountMail } from './messages.ts'
import { getAccounts, sealAccount } from '../queries.ts'
import { CONFIRM_HOURS, HOLD_HOURS } from './rules.ts'

type Entered = InputOf<typeof saveBankingAccount>['body']

declare module '#modules/identity/one-time-links-commands.ts' {
  interface SecretData {
    bank_account: { accountId: string }
  }
}

/**
 * T-107: a stolen session is not enough. A change needs the password and a link emailed to the owner, and takes effect
 * a day later. It replaces earlier entries that were not confirmed.
 */
export async function enterAccount(ctx: Ctx, entered: Entered): Promise<AnswerOf<typeof saveBankingAccount> | Refusal> {
  const stale = await requireFreshLogin(ctx, entered)
  if (stale) return stale
  if (!ctx.services.bankDetails.canBelongTogether(entered))
    return invalidField(
      'account_number',
      'This account number can’t belong to this sort code. Check both, as shown on a statement or card.',
    )
  const companyId = ownCompanyOf(ctx.actor).id
  return ctx.tx(async (tx) => {
    await tx.db
      .deleteFrom('companies.bank_account')
      .where('companyId', '=', companyId)
      .where('confirmedAt', 'is', null)
      .execute()
    const { accountHolder, sortCode, accountNumber } = entered
    const { id } = await tx.db
      .insertInto('companies.bank_account')
      .values({
        companyId,
        holder: accountHolder,
        sealed: sealAccount(tx.config, companyId, `${sortCode} ${accountNumber}`),
        sortCodeTail: sortCode.slice(-2),
        accountTail: accountNumber.slice(-4),
        requestedBy: userIdOf(tx.actor),
        requestedAt: tx.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAudit(tx, {
      action: 'bank_account.entered',
      object: `company ${companyId}`,
      after: { id, accountTail: accountNumber.slice(-4) },
    })
    await mailLink(tx, id, accountNumber.slice(-4))
    return getAccounts(tx, companyId)
  })
}

async function mailLink(ctx: TxCtx, accountId: string, accountTail: string): Promise<void> {
  const user = await ownerOf(ctx)
  const token = await issueLink(ctx, {
    userId: user.id,
    purpose: 'bank_account',
    seconds: CONFIRM_HOURS * 3600,
    data: { accountId },
  })
  const url = `${ctx.config.publicUrl}/confirm-bank-account?token=${token}`
  await queueMessage(ctx, {
    channel: 'email',
    to: user.email,
    kind: 'confirm_bank_account',
    subjectId: user.id,
    holdsSecret: true,
    ...confirmAccountMail({ firstName: user.firstName, accountTail, url }),
  })
}

const ownerOf = (ctx: TxCtx) =>
  ctx.db
    .selectFrom('identity.user')
    .select(['id', 'email', 'firstName'])
    .where('id', '=', userIdOf(ctx.actor))
    .executeTakeFirstOrThrow()

/**
 * The link works once, only for the user who requested it, and only for the latest entry. It replaces an earlier confirmed change
 * that has not taken effect yet, so an owner who reacts within the day is never paid into a thief's account.
 */
export const confirmAccount = (ctx: Ctx, token: string): Promise<AnswerOf<typeof confirmBankingAccount> | Refusal> =>
  ctx.tx(async (tx) => {
    const link = await spendLink(tx, 'bank_account', token)
    if (!link || link.userId !== userIdOf(tx.actor)) return refuse(tokenExpired)
    const now = tx.clock.now()
    const usableFrom = addMinutes(now, HOLD_HOURS * 60)
    const confirmed = await tx.db
      .updateTable('companies.bank_account')
      .set({ confirmedAt: now, usableFrom })
      .where('id', '=', link.data.accountId)
      .where('requestedBy', '=', link.userId)
      .where('confirmedAt', 'is', null)
      .returning(['id', 'companyId', 'accountTail'])
      .executeTakeFirst()
    if (!confirmed) return refuse(tokenExpired)
    await tx.db
      .deleteFrom('companies.bank_account')
      .where('companyId', '=', confirmed.companyId)
      .where('id', '!=', confirmed.id)
      .where('usableFrom', '>', now)
      .execute()
    await recordAudit(tx, {
      action: 'bank_account.confirmed',
      object: `company ${confirmed.companyId}`,
      after: { accountTail: confirmed.accountTail, usableFrom },
    })
    await notifyOwnerOfChange(tx, confirmed.accountTail, usableFrom)
    await tx.emit({ type: 'companies.bank-account-confirmed', companyId: confirmed.companyId })
    return { detail: 'Your bank account is confirmed.', usableFrom: usableFrom.toISOString() }
  })

async function notifyOwnerOfChange(ctx: TxCtx, accountTail: string, usableFrom: Date): Promise<void> {
  const { id, email, firstName } = await ownerOf(ctx)
  const { phone, email: office } = ctx.config.contacts
  await queueMessage(ctx, {
    channel: 'email',
    to: email,
    kind: 'bank_account_confirmed',
    subjectId: id,
    ...accountConfirmedMail({ firstName, accountTail, usableFrom, phone, email: office }),
  })
}
