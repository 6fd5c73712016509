import { sql } from 'kysely'
import { findCompanyOf } from '#modules/companies/queries.ts'
import { listOwnFiles } from '#modules/files/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { vanView, type VanRow } from '../vans/queries.ts'

/** Units, their vans and every document that was ever handed in, with its files. */
export async function findOwnFleet(ctx: Ctx, userId: string) {
  const companyId = await findCompanyOf(ctx, userId)
  if (!companyId) return undefined
  return { workingUnits: await listOwnUnits(ctx, companyId), documents: await listOwnDocuments(ctx, companyId) }
}

async function listOwnUnits(ctx: Ctx, companyId: string) {
  const rows = await ctx.db
    .selectFrom('fleet.working_unit as u')
    .select(['u.id', 'u.name', 'u.status', 'u.status_reason as statusReason', 'u.paused_at as pausedAt'])
    .select(['u.office_reason as officeReason', 'u.office_at as officeAt', 'u.appeal', 'u.appealed_at as appealedAt'])
    .select(['u.job_kinds as jobKinds', 'u.help_levels as helpLevels', 'u.created_at as createdAt'])
    .select(['u.area_base_postcode as areaBasePostcode', 'u.area_radius_metres as areaRadiusMetres'])
    .select([
      sql<string[]>`array(select district from fleet.operating_district d where d.unit_id = u.id order by 1)`.as(
        'districts',
      ),
      sql<VanRow | null>`(select row_to_json(v) from fleet.van v where v.unit_id = u.id)`.as('van'),
    ])
    .where('u.company_id', '=', companyId)
    .orderBy('u.created_at')
    .execute()
  return rows.map(({ van, ...unit }) => ({ ...unit, van: van && vanView(van) }))
}

async function listOwnDocuments(ctx: Ctx, companyId: string) {
  const rows = await ctx.db
    .selectFrom('fleet.document')
    .select(['kind', 'unit_id as unitId', 'number', 'expires_on as expiresOn', 'status', 'reason'])
    .select(['submitted_at as submittedAt', 'decided_at as decidedAt', 'upload_id as uploadId'])
    .where('company_id', '=', companyId)
    .orderBy('submitted_at')
    .execute()
  const files = await listOwnFiles(
    ctx,
    rows.map(({ uploadId }) => uploadId),
  )
  return rows.map(({ uploadId, ...document }) => ({ ...document, files: files.get(uploadId ?? '') ?? [] }))
}
