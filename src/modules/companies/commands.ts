import { sql } from 'kysely'
import { detachUpload } from '#modules/files/commands.ts'
import type { PersonalData } from '#modules/identity/privacy/queries.ts'
import { queueMessage, queuePush } from '#modules/notifications/commands.ts'
import { chosenRows, fixedErrors, isChannelOn, type Mail } from '#modules/notifications/rules.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { ownCompanyOf } from '#platform/session.ts'
import { invalidField, Refusal, type InputOf, commonRefusals, refuse, type AnswerOf } from '#shared/endpoint.ts'
import { localDayOf, type LocalDay } from '#shared/local-time.ts'
import type { updateCompany as updateEndpoint, saveNotificationSettings, saveVat as endpoint } from './contract.ts'
import { findOwnCompany, findOwnerToNotify, listSettings, getCompanyOf } from './queries.ts'
import { EVENT_RULES, type CompanyEvent, birthdayProblem, vatDayProblem, isRegisteredForVat } from './rules.ts'

declare module '#platform/ctx.ts' {
  interface Services {
    /**
     * The driver's company, created with its first unit if there is none yet; answers its id. A new company also needs later slices,
     * so the app supplies this service.
     */
    readonly openCompany: (ctx: TxCtx, userId: string) => Promise<string>
  }
}

type Changes = InputOf<typeof updateEndpoint>['body']

/** A field that is not sent keeps its value; null clears an optional one. */
export async function updateCompany(ctx: Ctx, changes: Changes) {
  const id = ownCompanyOf(ctx.actor).id
  const wrongBirthday = changes.dateOfBirth && birthdayProblem(changes.dateOfBirth, localDayOf(ctx.clock.now()))
  if (wrongBirthday) return invalidField('date_of_birth', wrongBirthday)
  const base = await baseOf(ctx, changes.basePostcode)
  if (base instanceof Refusal) return base
  return ctx.tx(async (tx) => {
    const vat = await vatOf(tx, id, changes)
    if (vat instanceof Refusal) return vat
    const columns = { ...columnsOf(changes), ...base, ...vat }
    if (Object.keys(columns).length === 0) return getCompanyOf(tx, id)
    await tx.db.updateTable('companies.company').set(columns).where('id', '=', id).execute()
    await tx.emit({ type: 'companies.details-changed', companyId: id })
    if (Object.keys(vat).length > 0) await tx.emit({ type: 'companies.vat-changed', companyId: id })
    return getCompanyOf(tx, id)
  })
}

/** What its insurance pays at most, once the office has seen the policy; nothing where the policy says nothing. */
export async function saveCover(
  ctx: TxCtx,
  companyId: string,
  { coverPence, coverPerItemPence }: { coverPence: number | null; coverPerItemPence: number | null },
): Promise<void> {
  await ctx.db
    .updateTable('companies.company')
    .set({ coverPence, coverPerItemPence })
    .where('id', '=', companyId)
    .execute()
}

/** What its reviews come to; reviews are given one at a time (lockRating). */
export async function saveRating(
  ctx: TxCtx,
  companyId: string,
  summary: { rating: number | null; reviewsCount: number },
): Promise<void> {
  await ctx.db.updateTable('companies.company').set(summary).where('id', '=', companyId).execute()
}

/** Locks the company's row, so that its reviews are counted in sequence. */
export async function lockRating(ctx: TxCtx, companyId: string): Promise<void> {
  await ctx.db.selectFrom('companies.company').select('id').where('id', '=', companyId).forNoKeyUpdate().execute()
}

const columnsOf = (changes: Changes) => {
  const { name, legalName, companyNumber, registeredAddress, insuranceNumber, markColour, paymentMethods } = changes
  const { taxNumber, dateOfBirth, givesCompanyPhone, changesAtOnce } = changes
  return {
    ...(name === undefined ? {} : { name }),
    ...(legalName === undefined ? {} : { legalName }),
    ...(companyNumber === undefined ? {} : { companyNumber }),
    ...(registeredAddress === undefined ? {} : { registeredAddress: registeredAddress || null }),
    ...(taxNumber === undefined ? {} : { taxNumber }),
    ...(dateOfBirth === undefined ? {} : { dateOfBirth }),
    ...(insuranceNumber === undefined ? {} : { insuranceNumber }),
    ...(markColour === undefined ? {} : { markColour }),
    ...(paymentMethods === undefined ? {} : { paymentMethods }),
    ...(givesCompanyPhone === undefined ? {} : { givesCompanyPhone }),
    ...(changesAtOnce === undefined ? {} : { changesAtOnce }),
  }
}

async function baseOf(ctx: Ctx, postcode: string | null | undefined) {
  if (postcode === undefined) return {}
  if (postcode === null) return { basePostcode: null, basePlace: '' }
  const place = await ctx.services.places.locate(postcode)
  if (!place) return invalidField('base_postcode', 'We don’t know this postcode. Check it, or try the one next door.')
  return { basePostcode: postcode, basePlace: place.town }
}

/** The VAT number and its date have to be consistent, whichever of them is sent. */
async function vatOf(ctx: TxCtx, id: string, changes: Changes) {
  const { vatNumber, vatRegisteredFrom } = changes
  if (vatNumber === undefined && vatRegisteredFrom === undefined) return {}
  const now = await ctx.db
    .selectFrom('companies.company')
    .select(['vatNumber', 'vatRegisteredFrom', 'vatDeregisteredFrom'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const number = vatNumber === undefined ? now.vatNumber : vatNumber
  const day = vatRegisteredFrom === undefined ? now.vatRegisteredFrom : vatRegisteredFrom
  if (day && !number) return invalidField('vat_number', 'Enter the VAT number too.')
  if (number && !day) return invalidField('vat_registered_from', 'Enter the day from which the company is registered.')
  if (day && now.vatDeregisteredFrom && day >= now.vatDeregisteredFrom)
    return invalidField(
      'vat_registered_from',
      'The office has an end of your registration before that day. Call us to change it.',
    )
  const wrongDay = day && vatDayProblem(day, localDayOf(ctx.clock.now()))
  if (wrongDay) return invalidField('vat_registered_from', wrongDay)
  const before = {
    number: now.vatNumber,
    registeredFrom: now.vatRegisteredFrom,
    deregisteredFrom: now.vatDeregisteredFrom,
  }
  const registration = { number, registeredFrom: day, deregisteredFrom: null }
  const flaw = flawOfNumber(before, registration, localDayOf(ctx.clock.now()), 'vat_number')
  if (flaw) return flaw
  await saveEarlierRegistration(ctx, id, before, registration)
  return { vatNumber: number, vatRegisteredFrom: day, ...(day ? {} : { vatDeregisteredFrom: null }) }
}

export const saveSettings = (ctx: Ctx, companyId: string, choices: InputOf<typeof saveNotificationSettings>['body']) =>
  ctx.tx(async (tx) => {
    const errors = fixedErrors(EVENT_RULES, choices)
    if (Object.keys(errors).length > 0) return refuse(commonRefusals.invalid, { errors })
    const rows = chosenRows(choices).map((row) => ({ ...row, companyId }))
    if (rows.length > 0)
      await tx.db
        .insertInto('companies.notification_setting')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['companyId', 'event', 'channel']).doUpdateSet((eb) => ({ isOn: eb.ref('excluded.isOn') })),
        )
        .execute()
    return listSettings(tx, companyId)
  })

export interface CompanyNotice {
  /** The message's name in the message log. */
  kind: string
  subject: string
  mail: Mail
  sms: string
  /** The booking, unit or document it is about. */
  subjectId?: string
  /** Said by mail and text already, so that only browsers hear it. */
  isPushOnly?: boolean
  /** Mail and text for this person alone, with a link to act as them; browsers get the other. */
  personal?: (userId: string) => Promise<{ mail: Mail; sms: string }>
}

const SETTINGS = '/settings/notifications'

/** Notifies a company's owner on the channels they chose; by SMS only to a confirmed number. */
export async function notifyOwner(
  ctx: TxCtx,
  companyId: string,
  event: CompanyEvent,
  notice: CompanyNotice,
): Promise<void> {
  const owner = await findOwnerToNotify(ctx, companyId, event)
  if (!owner) return
  const { kind, subject, subjectId } = notice
  if (isChannelOn(EVENT_RULES, owner.choices, event, 'push'))
    await queuePush(ctx, owner.userId, { kind, mail: notice.mail, subjectId })
  if (notice.isPushOnly) return
  const isOn = (channel: 'email' | 'sms') => isChannelOn(EVENT_RULES, owner.choices, event, channel)
  const [hasMail, phone] = [isOn('email'), isOn('sms') && owner.confirmedPhone]
  const personal = hasMail || phone ? await notice.personal?.(owner.userId) : undefined
  const { mail, sms } = personal ?? notice
  const holdsSecret = personal !== undefined
  if (hasMail)
    await queueMessage(ctx, {
      channel: 'email',
      to: owner.email,
      kind,
      subject,
      subjectId,
      mail,
      settings: SETTINGS,
      holdsSecret,
    })
  if (phone) await queueMessage(ctx, { channel: 'sms', to: phone, kind, text: sms, subjectId, holdsSecret })
}

export const companiesPersonalData: PersonalData = { name: 'company', read: findOwnCompany }

/** Removes the owner from a company but keeps the row: bookings and reviews refer to it. Files go with the next sweep. */
export async function eraseCompany(ctx: TxCtx, { userId }: { userId: string }): Promise<void> {
  const company = await ctx.db
    .selectFrom('companies.company')
    .select(['id', 'logoUploadId'])
    .where('ownerUserId', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!company) return
  const photos = await ctx.db
    .deleteFrom('companies.photo')
    .where('companyId', '=', company.id)
    .returning('uploadId')
    .execute()
  for (const table of ['companies.bank_account', 'companies.notification_setting'] as const)
    await ctx.db.deleteFrom(table).where('companyId', '=', company.id).execute()
  await blankCompany(ctx, company.id)
  for (const uploadId of [company.logoUploadId, ...photos.map(({ uploadId }) => uploadId)])
    if (uploadId) await detachUpload(ctx, uploadId)
}

/** Tax law requires for six years to know who was billed a commission, and who was reported as a seller; a company that never did a job is blanked completely. */
async function blankCompany(ctx: TxCtx, companyId: string): Promise<void> {
  const isBilled = await ctx.db
    .selectFrom('companies.completed_job')
    .select('companyId')
    .where('companyId', '=', companyId)
    .limit(1)
    .executeTakeFirst()
  const billedTo = isBilled
    ? { legalName: sql<string>`coalesce(legal_name, name)` }
    : {
        legalName: null,
        companyNumber: null,
        registeredAddress: null,
        taxNumber: null,
        dateOfBirth: null,
        vatNumber: null,
        vatRegisteredFrom: null,
        vatDeregisteredFrom: null,
      }
  if (!isBilled) await ctx.db.deleteFrom('companies.earlier_vat').where('companyId', '=', companyId).execute()
  await ctx.db
    .updateTable('companies.company')
    .set({
      ...billedTo,
      name: 'A closed company',
      about: '',
      logoUrl: null,
      logoUploadId: null,
      basePostcode: null,
      basePlace: '',
      insuranceNumber: null,
    })
    .where('id', '=', companyId)
    .execute()
}

type Wanted = InputOf<typeof endpoint>['body']

export const saveVat = (
  ctx: Ctx,
  companyId: string,
  registration: Wanted,
): Promise<AnswerOf<typeof endpoint> | Refusal> =>
  ctx.tx(async (tx) => {
    const before = await tx.db
      .selectFrom('companies.company')
      .select(['vatNumber as number', 'vatRegisteredFrom as registeredFrom', 'vatDeregisteredFrom as deregisteredFrom'])
      .where('id', '=', companyId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!before) return refuse(commonRefusals.notFound)
    const today = localDayOf(tx.clock.now())
    const flaw = flawOf(registration, today) ?? flawOfNumber(before, registration, today, 'number')
    if (flaw) return flaw
    const { number, registeredFrom, deregisteredFrom } = registration
    await saveEarlierRegistration(tx, companyId, before, registration)
    const columns = { vatNumber: number, vatRegisteredFrom: registeredFrom, vatDeregisteredFrom: deregisteredFrom }
    await tx.db.updateTable('companies.company').set(columns).where('id', '=', companyId).execute()
    const after = { number, registeredFrom, deregisteredFrom }
    await recordAudit(tx, { action: 'company.vat', object: `company ${companyId}`, before, after })
    await tx.emit({ type: 'companies.vat-changed', companyId })
    return { ...after, isRegistered: isRegisteredForVat(columns, today) }
  })

function flawOf({ number, registeredFrom, deregisteredFrom }: Wanted, today: LocalDay): Refusal | undefined {
  if (registeredFrom && !number) return invalidField('number', 'Enter the VAT number too.')
  if (number && !registeredFrom) return invalidField('registered_from', 'Enter the day from which it is registered.')
  const wrongDay = registeredFrom && vatDayProblem(registeredFrom, today)
  if (wrongDay) return invalidField('registered_from', wrongDay)
  if (!deregisteredFrom) return undefined
  if (!registeredFrom || deregisteredFrom <= registeredFrom)
    return invalidField('deregistered_from', 'Choose a day after the registration began.')
  const wrongEnd = vatDayProblem(deregisteredFrom, today)
  return wrongEnd === undefined ? undefined : invalidField('deregistered_from', wrongEnd)
}

type Registration = Pick<Wanted, 'number' | 'registeredFrom' | 'deregisteredFrom'>

/**
 * Whether the number is another registration: a different number from a later day. From the same or an earlier day it
 * corrects the first.
 */
const isAnother = (before: Registration, { number, registeredFrom }: Registration): boolean =>
  before.number !== null &&
  number !== null &&
  number !== before.number &&
  before.registeredFrom !== null &&
  registeredFrom !== null &&
  before.registeredFrom < registeredFrom

/** Prices know one registration at a time, so the next one is entered when it has begun. */
const flawOfNumber = (
  before: Registration,
  next: Registration,
  today: LocalDay,
  field: string,
): Refusal | undefined => {
  if (!isAnother(before, next) || (next.registeredFrom ?? '') <= today) return undefined
  return before.deregisteredFrom !== null && before.deregisteredFrom <= today
    ? undefined
    : invalidField(field, 'Enter the new number once it holds, from its first day on.')
}

/** Keeps the earlier registration, which the bills of its time show. */
async function saveEarlierRegistration(
  tx: TxCtx,
  companyId: string,
  before: Registration,
  next: Registration,
): Promise<void> {
  const { number, registeredFrom, deregisteredFrom } = before
  if (!isAnother(before, next) || !number || !registeredFrom || !next.registeredFrom) return
  const untilDay = deregisteredFrom && deregisteredFrom < next.registeredFrom ? deregisteredFrom : next.registeredFrom
  await tx.db
    .insertInto('companies.earlier_vat')
    .values({ companyId, number, registeredFrom, untilDay })
    .onConflict((conflict) => conflict.columns(['companyId', 'registeredFrom']).doUpdateSet({ number, untilDay }))
    .execute()
}
