import { sql } from 'kysely'
import type { z } from 'zod'
import { readPhoto } from '#modules/files/queries.ts'
import type { Config } from '#platform/config.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { SealedColumn } from '#platform/key-rotation.ts'
import { seal, unseal } from '#platform/secrets.ts'
import type { RawAnswer } from '#platform/serve.ts'
import { ownCompanyOf } from '#platform/session.ts'
import { commonRefusals, refuse, type Refusal } from '#shared/endpoint.ts'
import { daysBetween, localDayOf, type LocalDay } from '#shared/local-time.ts'
import type { Camel } from '#shared/wire.ts'
import { newestDocument, validDocument, type DocumentStatus } from '../documents/rules.ts'
import type { person } from './contract.ts'
import { asDocument, CHECK_METHOD_LABELS, checkStanding, type CheckMethod, type UnitPeople } from './rules.ts'

export type PersonView = Camel<z.output<typeof person>>
type CheckView = NonNullable<PersonView['current']>

interface CheckJson {
  id: string
  method: CheckMethod
  status: DocumentStatus
  expiresOn: LocalDay | null
  reason: string | null
  submittedAt: string
  decidedAt: string | null
  files: { id: string; name: string | null }[]
}

const checksOf = sql<CheckJson[]>`coalesce((
  select json_agg(json_build_object('id', c.id, 'method', c.method, 'status', c.status, 'expiresOn', c.expires_on, 'reason', c.reason,
    'submittedAt', c.submitted_at, 'decidedAt', c.decided_at, 'files', coalesce((
      select json_agg(json_build_object('id', f.id, 'name', f.original_name) order by f.position, f.page)
      from files.file f where f.upload_id = c.upload_id and f.content_type = 'image/webp'), '[]')) order by c.submitted_at)
  from fleet.person_check c where c.person_id = p.id and c.status in ('pending', 'approved', 'refused')), '[]')`

const unitsOf = sql<string[]>`array(select up.unit_id from fleet.unit_person up where up.person_id = p.id order by 1)`

const people = (ctx: Ctx) =>
  ctx.db
    .selectFrom('fleet.person as p')
    .selectAll('p')
    .select([checksOf.as('checks'), unitsOf.as('unitIds')])

export type PersonRow = Awaited<ReturnType<ReturnType<typeof people>['executeTakeFirstOrThrow']>>

/** The people of a company, the first one first. One round trip. */
export async function findPeople(ctx: Ctx, companyId: string): Promise<PersonView[]> {
  const rows = await people(ctx).where('p.companyId', '=', companyId).orderBy('p.createdAt').orderBy('p.id').execute()
  return rows.map((row) => personView(row, localDayOf(ctx.clock.now())))
}

export const findPersonRow = (ctx: Ctx, personId: string): Promise<PersonRow | undefined> =>
  people(ctx).where('p.id', '=', personId).executeTakeFirst()

/** One person; throws where there is none. */
export async function getPerson(ctx: Ctx, personId: string): Promise<PersonView> {
  const row = await people(ctx).where('p.id', '=', personId).executeTakeFirstOrThrow()
  return personView(row, localDayOf(ctx.clock.now()))
}

export const isChanged = (row: PersonRow) => ({
  name: row.firstName !== row.checkedFirstName || row.lastName !== row.checkedLastName,
  photo: row.photoUploadId !== row.checkedPhotoUploadId,
})

export function personView(row: PersonRow, today: LocalDay): PersonView {
  const checks = row.checks.map((check) => ({ ...check, submittedAt: new Date(check.submittedAt) }))
  const documents = checks.map(asDocument)
  const current = validDocument(documents, today)
  const newest = newestDocument(documents)
  const wasApproved = row.checkedFirstName !== null
  const { name, photo } = isChanged(row)
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    photoUrl: row.photoUploadId ? `/api/company/people/${row.id}/photo/?v=${row.version}` : null,
    unitIds: row.unitIds,
    standing: checkStanding(checks, today),
    isChecked: current !== undefined && wasApproved,
    lacks: [...(row.photoUploadId ? [] : (['photo'] as const)), ...(newest ? [] : (['check'] as const))],
    hasChanges: wasApproved && (name || photo),
    refusal: row.refusal,
    current: current ? checkView(row.id, current, today) : null,
    newest: newest && newest.id !== current?.id ? checkView(row.id, newest, today) : null,
    version: row.version,
  }
}

function checkView(
  personId: string,
  check: Omit<CheckJson, 'submittedAt'> & { submittedAt: Date },
  today: LocalDay,
): CheckView {
  const { id, method, status, expiresOn, reason, submittedAt, decidedAt, files } = check
  return {
    id,
    method,
    status: status === 'pending' || status === 'approved' ? status : 'refused',
    expiresOn,
    daysLeft: expiresOn === null ? null : daysBetween(today, expiresOn),
    reason,
    submittedAt: submittedAt.toISOString(),
    decidedAt: decidedAt === null ? null : new Date(decidedAt).toISOString(),
    files: files.map((file, index) => ({
      id: file.id,
      name: file.name ?? `${CHECK_METHOD_LABELS[method]}, ${index + 1}`,
      url: `/api/company/people/${personId}/files/${file.id}/`,
    })),
  }
}

/** Does it with a person of the caller's company; any other does not exist for them (T-103). */
export async function withOwnPerson<T>(
  ctx: Ctx,
  personId: string,
  work: (person: { personId: string; companyId: string }) => Promise<T>,
): Promise<T | Refusal> {
  const companyId = ownCompanyOf(ctx.actor).id
  const row = await ctx.db
    .selectFrom('fleet.person')
    .select(['id', 'companyId'])
    .where('id', '=', personId)
    .$if(!ctx.config.guardOff.has('own_person'), (query) => query.where('companyId', '=', companyId))
    .executeTakeFirst()
  return row ? work({ personId: row.id, companyId: row.companyId }) : refuse(commonRefusals.notFound)
}

/** The company whose files the caller may read; null for the office, who may read any. */
const readerOf = (ctx: Ctx): string | null =>
  ctx.actor.kind === 'admin' || ctx.config.guardOff.has('own_person') ? null : ownCompanyOf(ctx.actor).id

export async function readPersonPhoto(
  ctx: Ctx,
  { personId, approved }: { personId: string; approved: 'yes' | 'no' },
): Promise<RawAnswer | Refusal> {
  const companyId = readerOf(ctx)
  const file = await ctx.db
    .selectFrom('fleet.person as p')
    .innerJoin('files.file as f', 'f.uploadId', approved === 'yes' ? 'p.checkedPhotoUploadId' : 'p.photoUploadId')
    .select('f.id')
    .where('p.id', '=', personId)
    .$if(companyId !== null, (query) => query.where('p.companyId', '=', companyId))
    .executeTakeFirst()
  return file ? readPhoto(ctx, file.id) : refuse(commonRefusals.notFound)
}

/** Reads the file for the person's company and for admins; for others there is no such file (T-114). */
export async function readPersonFile(
  ctx: Ctx,
  { personId, fileId }: { personId: string; fileId: string },
): Promise<RawAnswer | Refusal> {
  const companyId = readerOf(ctx)
  const file = await ctx.db
    .selectFrom('fleet.person as p')
    .innerJoin('fleet.person_check as c', 'c.personId', 'p.id')
    .innerJoin('files.file as f', 'f.uploadId', 'c.uploadId')
    .select('f.id')
    .where('p.id', '=', personId)
    .where('f.id', '=', fileId)
    .where('f.contentType', '=', 'image/webp')
    .$if(companyId !== null, (query) => query.where('p.companyId', '=', companyId))
    .executeTakeFirst()
  return file ? readPhoto(ctx, file.id) : refuse(commonRefusals.notFound)
}

/** What was sealed for one person opens for no other. */
const checkLabel = (personId: string): Buffer => Buffer.from(`right to work of ${personId}`)

export const sealedChecks: SealedColumn = {
  what: 'Right-to-work details',
  table: 'fleet.person_check',
  key: 'id',
  column: 'sealed',
  purpose: 'right to work',
  owner: 'person_id',
  labelOf: checkLabel,
}

/** Share code and date of birth, with a space between, as the database keeps them while they wait. */
export const sealCheck = (config: Pick<Config, 'secretKey'>, personId: string, details: string): string =>
  seal(config, 'right to work', checkLabel(personId), details)

export function openCheck(ctx: Ctx, personId: string, sealed: string): { code: string; dateOfBirth: string } {
  const [code = '', dateOfBirth = ''] = unseal(ctx.config, 'right to work', checkLabel(personId), sealed).split(' ')
  return { code, dateOfBirth }
}

/** How unit `u` stands with its people. */
export const peopleOfUnit = sql<UnitPeople>`(select json_build_object('until', u.people_until, 'graceUntil', u.people_grace_until,
  'isWaiting', coalesce(bool_or(p.waits_since is not null), false),
  'isRefused', coalesce(bool_or(exists (select from fleet.person_check k where k.person_id = p.id and k.status = 'refused')), false))
  from fleet.unit_person up join fleet.person p on p.id = up.person_id where up.unit_id = u.id)`

/** How many of the company of unit `u` don't work on it and have a check that waits or was approved. */
export const peopleToChoose = sql<number>`(select count(*)::int from fleet.person p where p.company_id = u.company_id
  and not exists (select from fleet.unit_person up where up.person_id = p.id and up.unit_id = u.id)
  and exists (select from fleet.person_check k where k.person_id = p.id and k.status in ('pending', 'approved')))`

/** Why checks of people of unit `u` were refused, a line each. */
export const refusalsOfPeople = sql<string | null>`(
  select string_agg(p.first_name || ': ' || k.reason, chr(10) order by p.created_at)
  from fleet.unit_person up join fleet.person p on p.id = up.person_id join fleet.person_check k on k.person_id = p.id
  where up.unit_id = u.id and k.status = 'refused')`

export interface NamedPerson {
  id: string
  name: string
  state: 'checked' | 'waiting' | 'unchecked'
}

/** Who works with unit `u`, and whether the office has checked them. */
export const namesOfUnit = (today: LocalDay) => sql<NamedPerson[]>`coalesce((
  select json_agg(json_build_object('id', p.id, 'name', p.first_name || ' ' || p.last_name, 'state', case
    when p.waits_since is not null then 'waiting'
    when p.checked_first_name is not null and exists (select from fleet.person_check k where k.person_id = p.id and k.status = 'approved'
      and (k.expires_on is null or k.expires_on > ${today}::date)) then 'checked'
    else 'unchecked' end) order by p.created_at, p.id)
  from fleet.unit_person up join fleet.person p on p.id = up.person_id where up.unit_id = u.id), '[]')`
