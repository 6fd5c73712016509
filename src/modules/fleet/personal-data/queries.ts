import { sql } from 'kysely'
import { findCompanyOf } from '#modules/companies/queries.ts'
import { listOwnFiles } from '#modules/files/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { declaredVan } from '../declarations/queries.ts'
import { listJobNotices } from '../drivers/notices/queries.ts'
import { driverOfUnit } from '../drivers/queries.ts'
import { vanOfUnit } from '../vans/queries.ts'

/** Of an owner: units, their vans, people and every document that was ever handed in, with its files. Of a hired driver: what they drive, and what they are told of it. */
export async function findOwnFleet(ctx: Ctx, userId: string) {
  const companyId = await findCompanyOf(ctx, userId)
  if (!companyId) return findDriven(ctx, userId)
  return {
    workingUnits: await listOwnUnits(ctx, companyId),
    people: await listOwnPeople(ctx, companyId),
    documents: await listOwnDocuments(ctx, companyId),
    officeDecisions: await listDecisionsAbout(ctx, companyId),
  }
}

async function findDriven(ctx: Ctx, userId: string) {
  const hired = await ctx.db
    .selectFrom('identity.user')
    .select('id')
    .where('id', '=', userId)
    .where('openedBy', '=', 'invitation')
    .executeTakeFirst()
  if (!hired) return undefined
  const drives = await ctx.db
    .selectFrom('fleet.unit_driver as d')
    .innerJoin('fleet.working_unit as u', 'u.id', 'd.unitId')
    .innerJoin('companies.company as c', 'c.id', 'u.companyId')
    .select(['c.name as company', 'u.name as unit', 'd.mayAnswer', 'd.invitedAt', 'd.joinedAt'])
    .where('d.userId', '=', userId)
    .executeTakeFirst()
  return { drives, notificationSettings: await listJobNotices(ctx, userId) }
}

function listOwnUnits(ctx: Ctx, companyId: string) {
  return ctx.db
    .selectFrom('fleet.working_unit as u')
    .select(['u.id', 'u.name', 'u.status', 'u.statusReason', 'u.pausedAt'])
    .select(['u.officeReason', 'u.officeAt', 'u.appeal', 'u.appealedAt', 'u.appealAnswer', 'u.appealAnsweredAt'])
    .select(['u.jobKinds', 'u.helpLevels', 'u.createdAt'])
    .select(['u.areaBasePostcode', 'u.areaRadiusMetres'])
    .select([
      sql<string[]>`array(select district from fleet.operating_district d where d.unit_id = u.id order by 1)`.as(
        'districts',
      ),
      vanOfUnit.as('van'),
      declaredVan.as('vanAndDeclaration'),
      driverOfUnit.as('driver'),
    ])
    .where('u.companyId', '=', companyId)
    .orderBy('u.createdAt')
    .execute()
}

/** What the office decided about units and people, and why; not by whom. */
const listDecisionsAbout = (ctx: Ctx, companyId: string) =>
  ctx.db
    .selectFrom('fleet.office_decision')
    .select(['kind', 'unitId', 'personId', 'detail', 'decidedAt', 'undoneAt'])
    .where('companyId', '=', companyId)
    .orderBy('decidedAt')
    .execute()

async function listOwnDocuments(ctx: Ctx, companyId: string) {
  const rows = await ctx.db
    .selectFrom('fleet.document')
    .select(['kind', 'unitId', 'number', 'expiresOn', 'status', 'reason'])
    .select(['submittedAt', 'decidedAt', 'uploadId'])
    .where('companyId', '=', companyId)
    .orderBy('submittedAt')
    .execute()
  const files = await listOwnFiles(
    ctx,
    rows.map(({ uploadId }) => uploadId),
  )
  return rows.map(({ uploadId, ...document }) => ({ ...document, files: files.get(uploadId ?? '') ?? [] }))
}

/** Names, photos and checks; of a share code that waits only that there is one. */
async function listOwnPeople(ctx: Ctx, companyId: string) {
  const people = await ctx.db
    .selectFrom('fleet.person')
    .select(['id', 'firstName', 'lastName', 'photoUploadId', 'checkedPhotoUploadId', 'createdAt'])
    .where('companyId', '=', companyId)
    .orderBy('createdAt')
    .execute()
  const checks = await ctx.db
    .selectFrom('fleet.person_check as c')
    .innerJoin('fleet.person as p', 'p.id', 'c.personId')
    .select([
      'c.personId',
      'c.method',
      'c.expiresOn',
      'c.status',
      'c.reason',
      'c.submittedAt',
      'c.decidedAt',
      'c.uploadId',
    ])
    .where('p.companyId', '=', companyId)
    .orderBy('c.submittedAt')
    .execute()
  const uploads = [...checks.map(({ uploadId }) => uploadId), ...people.map(({ photoUploadId }) => photoUploadId)]
  const files = await listOwnFiles(ctx, [...uploads, ...people.map((person) => person.checkedPhotoUploadId)])
  const filesOf = (uploadId: string | null) => files.get(uploadId ?? '') ?? []
  return people.map(({ id, photoUploadId, checkedPhotoUploadId, ...person }) => ({
    ...person,
    photo: filesOf(photoUploadId),
    approvedPhoto: checkedPhotoUploadId === photoUploadId ? [] : filesOf(checkedPhotoUploadId),
    checks: checks.flatMap(({ personId, uploadId, ...check }) =>
      personId === id ? [{ ...check, files: filesOf(uploadId) }] : [],
    ),
  }))
}
