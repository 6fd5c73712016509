import { deriveKey } from '#platform/secret-key.ts'
import { seal, unseal } from '#platform/secrets.ts'
import type { Config } from '#platform/config.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { getBankingAccount } from './contract.ts'
import { maskAccountNumber, maskSortCode } from './rules.ts'

const accountKey = ({ secretKey }: Pick<Config, 'secretKey'>): Buffer => deriveKey(secretKey, 'bank account')
/** Sealed details can be opened only for the company they were sealed for. */
const accountLabel = (companyId: string): Buffer => Buffer.from(`bank account of ${companyId}`)

/** Sort code and account number as stored. */
export const sealAccount = (config: Pick<Config, 'secretKey'>, companyId: string, details: string): string =>
  seal(accountKey(config), accountLabel(companyId), details)

const accounts = (ctx: Ctx, companyId: string) =>
  ctx.db
    .selectFrom('companies.bank_account')
    .selectAll()
    .where('companyId', '=', companyId)
    .orderBy('requestedAt', 'desc')
    .orderBy('id', 'desc')

type Row = Awaited<ReturnType<ReturnType<typeof accounts>['executeTakeFirstOrThrow']>>

/** The account in use and its replacement, masked. */
export async function getAccounts(ctx: Ctx, companyId: string): Promise<AnswerOf<typeof getBankingAccount>> {
  const rows = await accounts(ctx, companyId).limit(20).execute()
  const now = ctx.clock.now()
  const inUse = rows.find((row) => row.usableFrom && row.usableFrom <= now)
  const newest = rows[0]
  return {
    account: inUse ? shown(inUse) : null,
    pending: newest && newest !== inUse ? shown(newest) : null,
  }
}

/** Every account ever entered, masked, newest first. */
export const listAccounts = async (ctx: Ctx, companyId: string) => (await accounts(ctx, companyId).execute()).map(shown)

const shown = (row: Row) => ({
  accountHolder: row.holder,
  sortCode: maskSortCode(row.sortCodeTail),
  accountNumber: maskAccountNumber(row.accountTail),
  requestedAt: row.requestedAt.toISOString(),
  confirmedAt: row.confirmedAt?.toISOString() ?? null,
  usableFrom: row.usableFrom?.toISOString() ?? null,
})

export interface PayableAccount {
  holder: string
  sortCode: string
  accountNumber: string
}

/** The account to pay into at this moment, in full: for payments only, never for an answer. Undefined if none has taken effect. */
export async function findPayableAccount(ctx: Ctx, companyId: string): Promise<PayableAccount | undefined> {
  const row = await accounts(ctx, companyId).where('usableFrom', '<=', ctx.clock.now()).executeTakeFirst()
  if (!row) return undefined
  const [sortCode = '', accountNumber = ''] = unseal(accountKey(ctx.config), accountLabel(companyId), row.sealed).split(
    ' ',
  )
  return { holder: row.holder, sortCode, accountNumber }
}
