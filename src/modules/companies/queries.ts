import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { z } from 'zod'
import { listOwnFiles } from '#modules/files/queries.ts'
import { choicesIn, settingsOf, type Choices } from '#modules/notifications/rules.ts'
import type { Config } from '#platform/config.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { SealedColumn } from '#platform/key-rotation.ts'
import { seal, unseal } from '#platform/secrets.ts'
import { ownCompanyOf } from '#platform/session.ts'
import { commonRefusals, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import { localDayOf, type LocalDay } from '#shared/local-time.ts'
import type { Camel } from '#shared/wire.ts'
import type { getBankingAccount } from './banking/contract.ts'
import { maskAccountNumber, maskSortCode } from './banking/rules.ts'
import type { company, getCompanyProfile, getNotificationSettings } from './contract.ts'
import { listGallery } from './marketing/queries.ts'
import { EVENT_RULES, type CompanyEvent, isRegisteredForVat } from './rules.ts'

/** Finds the company of an owner, if any; reading never creates one. */
export async function findCompanyOf(ctx: Ctx, userId: string): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('companies.company')
    .select('id')
    .where('ownerUserId', '=', userId)
    .executeTakeFirst()
  return row?.id
}

/** Runs `work` on the company in the path if it is the caller's own; any other is not found (T-103). */
export async function withOwnCompany<T>(
  ctx: Ctx,
  id: string,
  work: (companyId: string) => Promise<T>,
): Promise<T | Refusal> {
  // Paths may spell the id in capitals.
  const isOwn = ownCompanyOf(ctx.actor).id === id.toLowerCase() || ctx.config.guardOff.has('own_company')
  return isOwn ? work(id) : refuse(commonRefusals.notFound)
}

export function getCompanyOf(ctx: Ctx, id: string): Promise<Camel<z.output<typeof company>>> {
  return ctx.db
    .selectFrom('companies.company')
    .select(['id', 'name', 'legalName', 'companyNumber', 'registeredAddress', 'insuranceNumber', 'basePostcode'])
    .select([
      'taxNumber',
      'dateOfBirth',
      'basePlace',
      'logoUrl',
      'markColour',
      'paymentMethods',
      'givesCompanyPhone',
      'changesAtOnce',
      'vatRegisteredFrom',
      'vatNumber',
    ])
    .select(['rating', 'reviewsCount'])
    .select(commissionPercentOf(sql.ref('id'), ctx.clock.now()).as('commissionPercent'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** A company as customers see it. */
export async function findProfile(ctx: Ctx, id: string): Promise<AnswerOf<typeof getCompanyProfile> | Refusal> {
  const found = await ctx.db
    .selectFrom('companies.company as c')
    .leftJoin('identity.user as owner', 'owner.id', 'c.ownerUserId')
    .select(['c.id', 'c.name', 'c.about as description', 'c.logoUrl', 'c.markColour', 'c.basePlace'])
    .select([
      'c.paymentMethods',
      'c.rating',
      'c.reviewsCount',
      'c.vatRegisteredFrom',
      'c.vatDeregisteredFrom',
      'c.createdAt',
    ])
    .select('owner.status as ownerStatus')
    .where('c.id', '=', id)
    .executeTakeFirst()
  if (!found || (found.ownerStatus && found.ownerStatus !== 'active')) return refuse(commonRefusals.notFound)
  const { vatRegisteredFrom, vatDeregisteredFrom, createdAt, ownerStatus: _, ...profile } = found
  return {
    ...profile,
    isVatRegistered: isRegisteredForVat({ vatRegisteredFrom, vatDeregisteredFrom }, localDayOf(ctx.clock.now())),
    memberSince: localDayOf(createdAt),
    photos: await listGallery(ctx, id),
  }
}

/** The percentage that a company pays of what was agreed on at an instant: for a booking when it was made, for a price of today now. */
export const commissionPercentOf = (companyId: string | RawBuilder<unknown>, at: Date | RawBuilder<unknown>) =>
  sql<number>`companies.commission_percent(${companyId}, ${at})`

interface OwnerToNotify {
  userId: string
  email: string
  /** Null also for a number that was never confirmed: it may be a stranger's. */
  confirmedPhone: string | null
  choices: Choices<CompanyEvent>
}

/** A company's owner and how they want to hear of this event. One statement, because every booking needs it. */
export async function findOwnerToNotify(
  ctx: Ctx,
  companyId: string,
  event: CompanyEvent,
): Promise<OwnerToNotify | undefined> {
  const rows = await ctx.db
    .selectFrom('companies.company as c')
    .innerJoin('identity.user as u', 'u.id', 'c.ownerUserId')
    .leftJoin('companies.notification_setting as s', (join) =>
      join.onRef('s.companyId', '=', 'c.id').on('s.event', '=', event),
    )
    .select(['u.id as userId', 'u.email', 'u.phone', 'u.phoneVerifiedAt', 's.event', 's.channel', 's.isOn'])
    .where('c.id', '=', companyId)
    // Closed accounts get no notices, and a blocked owner none about other people's moves.
    .where('u.status', '=', 'active')
    .execute()
  const [owner] = rows
  if (!owner) return undefined
  return {
    userId: owner.userId,
    email: owner.email,
    confirmedPhone: owner.phoneVerifiedAt && owner.phone,
    choices: choicesIn(EVENT_RULES, rows),
  }
}

export async function listSettings(ctx: Ctx, companyId: string): Promise<AnswerOf<typeof getNotificationSettings>> {
  const rows = await ctx.db
    .selectFrom('companies.notification_setting')
    .select(['event', 'channel', 'isOn'])
    .where('companyId', '=', companyId)
    .execute()
  return settingsOf(EVENT_RULES, choicesIn(EVENT_RULES, rows))
}

/** A company in its owner's export. Bank accounts show only the last digits: exported files are easily left lying about. */
export async function findOwnCompany(ctx: Ctx, userId: string) {
  const companyId = await findCompanyOf(ctx, userId)
  if (!companyId) return undefined
  const { about, logoUploadId, createdAt } = await ctx.db
    .selectFrom('companies.company')
    .select(['about', 'logoUploadId', 'createdAt'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const photos = await ctx.db
    .selectFrom('companies.photo')
    .select(['uploadId', 'caption'])
    .where('companyId', '=', companyId)
    .orderBy('position')
    .execute()
  const files = await listOwnFiles(ctx, [logoUploadId, ...photos.map(({ uploadId }) => uploadId)])
  return {
    ...(await getCompanyOf(ctx, companyId)),
    createdAt,
    description: about,
    logo: files.get(logoUploadId ?? '') ?? [],
    photos: photos.map(({ uploadId, caption }) => ({ caption, files: files.get(uploadId) ?? [] })),
    bankAccounts: await listAccounts(ctx, companyId),
    notificationSettings: await listSettings(ctx, companyId),
  }
}

type Day = LocalDay | RawBuilder<unknown>

/** The rule `isRegisteredForVat` of the company `c`: on a day, or on any day of a period, by its number of now or an earlier one. */
export const registeredForVat = (from: Day, to: Day = from): RawBuilder<SqlBool> =>
  sql<SqlBool>`((c.vat_registered_from <= ${to} and (c.vat_deregistered_from is null or c.vat_deregistered_from > ${from}))
    or exists (select from companies.earlier_vat e where e.company_id = c.id and e.registered_from <= ${to} and e.until_day > ${from}))`

/** Sealed details can be opened only for the company they were sealed for. */
const accountLabel = (companyId: string): Buffer => Buffer.from(`bank account of ${companyId}`)

export const sealedAccounts: SealedColumn = {
  what: 'Bank accounts',
  table: 'companies.bank_account',
  key: 'id',
  column: 'sealed',
  purpose: 'bank account',
  owner: 'company_id',
  labelOf: accountLabel,
}

/** Sort code and account number as stored. */
export const sealAccount = (config: Pick<Config, 'secretKey'>, companyId: string, details: string): string =>
  seal(config, 'bank account', accountLabel(companyId), details)

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
const listAccounts = async (ctx: Ctx, companyId: string) => (await accounts(ctx, companyId).execute()).map(shown)

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
  const [sortCode = '', accountNumber = ''] = unseal(
    ctx.config,
    'bank account',
    accountLabel(companyId),
    row.sealed,
  ).split(' ')
  return { holder: row.holder, sortCode, accountNumber }
}
