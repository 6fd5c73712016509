import { sql } from 'kysely'
import { attachUpload, detachUpload, removeUpload } from '#modules/files/commands.ts'
import { storeDocuments, storePhotos } from '#modules/files/uploads-commands.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import type { ReceivedFile } from '#platform/multipart.ts'
import { ownCompanyOf } from '#platform/session.ts'
import { commonRefusals, invalidField, refuse, Refusal, type InputOf } from '#shared/endpoint.ts'
import { localDayOf } from '#shared/local-time.ts'
import { expiryProblem, pagesFlaw } from '../documents/rules.ts'
import { personOnJob, tooManyPeople, type savePerson as saveEndpoint } from './contract.ts'
import { getPerson, sealCheck, type PersonView } from './queries.ts'
import {
  birthDayProblem,
  mayExpire,
  MOST_PEOPLE,
  needsFiles,
  parseShareCode,
  PERSON_EDGE,
  type CheckMethod,
} from './rules.ts'

type Fields = InputOf<typeof saveEndpoint>['body']

interface OwnPerson {
  personId: string
  companyId: string
}

/** People of one company are changed and decided about one at a time. */
export const lockCompany = (ctx: TxCtx, companyId: string) =>
  ctx.db.selectFrom('companies.company').select('id').where('id', '=', companyId).forNoKeyUpdate().execute()

export const addPerson = (ctx: Ctx, companyId: string, fields: Fields): Promise<PersonView | Refusal> =>
  ctx.tx(async (tx) => {
    await lockCompany(tx, companyId)
    const { count } = await tx.db
      .selectFrom('fleet.person')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('companyId', '=', companyId)
      .executeTakeFirstOrThrow()
    if (count >= MOST_PEOPLE) return refuse(tooManyPeople)
    const flaw = unitFlaw(tx, fields)
    if (flaw) return flaw
    const { firstName, lastName } = fields
    const { id } = await tx.db
      .insertInto('fleet.person')
      .values({ companyId, firstName, lastName, createdAt: tx.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await assign(tx, id, fields.unitIds ?? ownCompanyOf(tx.actor).unitIds)
    return follow(tx, { personId: id, companyId })
  })

/** A unit of another company is treated as unknown. */
function unitFlaw(ctx: Ctx, { unitIds = [] }: Fields): Refusal | undefined {
  const own = new Set(ownCompanyOf(ctx.actor).unitIds)
  const index = unitIds.findIndex((id) => !own.has(id.toLowerCase()))
  return index < 0 ? undefined : invalidField(`unit_ids.${index}`, 'Choose a van of your company.')
}

async function assign(ctx: TxCtx, personId: string, unitIds: readonly string[]): Promise<void> {
  await ctx.db.deleteFrom('fleet.unit_person').where('personId', '=', personId).execute()
  if (unitIds.length === 0) return
  await ctx.db
    .insertInto('fleet.unit_person')
    .values(unitIds.map((unitId) => ({ unitId, personId })))
    .execute()
}

export const savePerson = (ctx: Ctx, own: OwnPerson, fields: Fields): Promise<PersonView | Refusal> =>
  ctx.tx(async (tx) => {
    await lockCompany(tx, own.companyId)
    const flaw = unitFlaw(tx, fields)
    if (flaw) return flaw
    const { firstName, lastName, unitIds } = fields
    await tx.db.updateTable('fleet.person').set({ firstName, lastName }).where('id', '=', own.personId).execute()
    if (unitIds) await assign(tx, own.personId, unitIds)
    return follow(tx, own)
  })

/** What follows from any change: whether the office has something to look at, whom the vans may bring, and the answer. */
async function follow(ctx: TxCtx, { personId, companyId }: OwnPerson): Promise<PersonView> {
  await markWaiting(ctx, personId)
  await ctx.emit({ type: 'fleet.people-changed', companyId })
  return getPerson(ctx, personId)
}

/** Marks a person with a photo and a check for the office, once the check or an approved name or photo is new. */
export async function markWaiting(ctx: TxCtx, personId: string): Promise<void> {
  await sql`update fleet.person p set version = version + 1, refusal = null, waits_since = case
      when photo_upload_id is null then null
      when exists (select from fleet.person_check c where c.person_id = p.id and c.status = 'pending')
        or (checked_first_name is not null and (first_name, last_name, photo_upload_id)
          is distinct from (checked_first_name, checked_last_name, checked_photo_upload_id))
      then coalesce(waits_since, ${ctx.clock.now()}) end
    where id = ${personId}`.execute(ctx.db)
}

export async function savePersonPhoto(
  ctx: Ctx,
  own: OwnPerson,
  files: readonly ReceivedFile[],
): Promise<PersonView | Refusal> {
  const upload = await storePhotos(ctx, files, { field: 'photo', edge: PERSON_EDGE })
  if (upload instanceof Refusal) return upload
  return ctx.tx(async (tx) => {
    await lockCompany(tx, own.companyId)
    const before = await tx.db
      .selectFrom('fleet.person')
      .select(['photoUploadId', 'checkedPhotoUploadId'])
      .where('id', '=', own.personId)
      .executeTakeFirst()
    if (!before) return refuse(commonRefusals.notFound)
    if (!(await attachUpload(tx, upload.id))) return refuse(commonRefusals.conflict)
    await tx.db.updateTable('fleet.person').set({ photoUploadId: upload.id }).where('id', '=', own.personId).execute()
    if (before.photoUploadId && before.photoUploadId !== before.checkedPhotoUploadId)
      await detachUpload(tx, before.photoUploadId)
    return follow(tx, own)
  })
}

export interface SubmittedCheck {
  method: CheckMethod
  shareCode?: string | undefined
  dateOfBirth?: string | undefined
  expiresOn?: string | undefined
}

/** Hands a check in. One that still waited goes; one that was approved counts while it runs. */
export async function submitCheck(
  ctx: Ctx,
  own: OwnPerson,
  check: SubmittedCheck,
  files: readonly ReceivedFile[],
): Promise<PersonView | Refusal> {
  const flaw = checkFlaw(ctx, check)
  if (flaw) return flaw
  const upload = needsFiles(check.method) ? await storeDocuments(ctx, files) : null
  if (upload instanceof Refusal) return upload
  const wrong = upload && pagesFlaw('right_to_work', upload.pages)
  if (wrong) {
    await removeUpload(ctx, upload.id)
    return invalidField('files', wrong)
  }
  const code = needsFiles(check.method) ? null : parseShareCode(check.shareCode ?? '')
  return ctx.tx(async (tx) => {
    await lockCompany(tx, own.companyId)
    await cancelWaiting(tx, own.personId)
    if (upload && !(await attachUpload(tx, upload.id))) return refuse(commonRefusals.conflict)
    await tx.db
      .insertInto('fleet.person_check')
      .values({
        personId: own.personId,
        method: check.method,
        sealed: code ? sealCheck(tx.config, own.personId, `${code} ${check.dateOfBirth ?? ''}`) : null,
        uploadId: upload?.id ?? null,
        expiresOn: check.expiresOn ?? null,
        submittedAt: tx.clock.now(),
      })
      .execute()
    return follow(tx, own)
  })
}

function checkFlaw(ctx: Ctx, { method, shareCode, dateOfBirth, expiresOn }: SubmittedCheck): Refusal | undefined {
  const today = localDayOf(ctx.clock.now())
  if (expiresOn && !mayExpire(method))
    return invalidField('expires_on', 'A British or Irish passport has no time limit here. Leave this empty.')
  const late = expiresOn && expiryProblem(expiresOn, today)
  if (late) return invalidField('expires_on', late)
  if (needsFiles(method)) return undefined
  if (parseShareCode(shareCode ?? '') === null)
    return invalidField('share_code', 'A share code for work has nine characters and begins with W.')
  if (!dateOfBirth) return invalidField('date_of_birth', 'Enter the date of birth: the share code is checked with it.')
  const problem = birthDayProblem(dateOfBirth, today)
  return problem === undefined ? undefined : invalidField('date_of_birth', problem)
}

/** An unchecked submission is deleted completely. */
async function cancelWaiting(ctx: TxCtx, personId: string): Promise<void> {
  const deletedChecks = await ctx.db
    .deleteFrom('fleet.person_check')
    .where('personId', '=', personId)
    .where('status', '=', 'pending')
    .returning('uploadId')
    .execute()
  for (const { uploadId } of deletedChecks) if (uploadId) await detachUpload(ctx, uploadId)
}

/** Removes a person with all their data. A person named for a job stays named until another one is. */
export const removePerson = (ctx: Ctx, { personId, companyId }: OwnPerson): Promise<undefined | Refusal> =>
  ctx.tx(async (tx) => {
    await lockCompany(tx, companyId)
    const job = await tx.db
      .selectFrom('fleet.person_job')
      .select('endsAt')
      .where('personId', '=', personId)
      .where('endsAt', '>', tx.clock.now())
      .limit(1)
      .executeTakeFirst()
    if (job) return refuse(personOnJob)
    await erasePeople(tx, [personId])
    await tx.emit({ type: 'fleet.people-changed', companyId })
    return undefined
  })

/** Deletes people, with their photos and documents. */
export async function erasePeople(ctx: TxCtx, personIds: readonly string[]): Promise<void> {
  if (personIds.length === 0) return
  const decisions = await ctx.db
    .deleteFrom('fleet.office_decision')
    .where('personId', 'in', personIds)
    .returning('uploads')
    .execute()
  const checks = await ctx.db
    .deleteFrom('fleet.person_check')
    .where('personId', 'in', personIds)
    .returning('uploadId')
    .execute()
  const rows = await ctx.db
    .deleteFrom('fleet.person')
    .where('id', 'in', personIds)
    .returning(['photoUploadId', 'checkedPhotoUploadId'])
    .execute()
  const uploads = [
    ...checks.map(({ uploadId }) => uploadId),
    ...rows.flatMap((row) => Object.values(row)),
    ...decisions.flatMap((row) => row.uploads),
  ]
  for (const uploadId of new Set(uploads)) if (uploadId) await detachUpload(ctx, uploadId)
}

/** Keeps with each unit of a company until when how many of its people count: what a search reads. */
export async function countPeople(ctx: TxCtx, { companyId }: { companyId: string }): Promise<void> {
  await sql`update fleet.working_unit u set people_until = now_so.until
    from (select w.id, array(
        select max(coalesce(c.expires_on, 'infinity'::date)) as until
        from fleet.unit_person up
        join fleet.person p on p.id = up.person_id and p.checked_first_name is not null
        join fleet.person_check c on c.person_id = p.id and c.status = 'approved'
        where up.unit_id = w.id group by up.person_id order by until desc limit 3) as until
      from fleet.working_unit w where w.company_id = ${companyId}) now_so
    where u.id = now_so.id and u.people_until <> now_so.until`.execute(ctx.db)
}
