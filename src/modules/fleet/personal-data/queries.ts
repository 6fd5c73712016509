import { sql } from 'kysely'
import { findCompanyOf } from '#modules/companies/queries.ts'
import { listOwnFiles } from '#modules/files/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { vanOfUnit } from '../vans/queries.ts'

/** Units, their vans and every document ever handed in, with its files. */
export async function findOwnFleet(ctx: Ctx, userId: string) {
  const companyId = await findCompanyOf(ctx, userId)
  if (!companyId) return undefined
  return { workingUnits: await listOwnUnits(ctx, companyId), documents: await listOwnDocuments(ctx, companyId) }
}

function listOwnUnits(ctx: Ctx, companyId: string) {
  return ctx.db
    .selectFrom('fleet.working_unit as u')
    .select(['u.id', 'u.name', 'u.status', 'u.statusReason', 'u.pausedAt'])
    .select(['u.officeReason', 'u.officeAt', 'u.appeal', 'u.appealedAt'])
    .select(['u.jobKinds', 'u.helpLevels', 'u.createdAt'])
    .select(['u.areaBasePostcode', 'u.areaRadiusMetres'])
    .select([
      sql<string[]>`array(select district from fleet.operating_district d where d.unit_id = u.id order by 1)`.as(
        'districts',
      ),
      vanOfUnit.as('van'),
    ])
    .where('u.companyId', '=', companyId)
    .orderBy('u.createdAt')
    .execute()
}

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
