import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { ownCompanyOf } from '#platform/session.ts'
import { commonRefusals, refuse, type Refusal } from '#shared/endpoint.ts'
import { findDocument, listDocuments, type Document } from '../documents/queries.ts'
import type { DocumentKind } from '../documents/rules.ts'

/** Whether a statement is about a unit of the caller's company. */
export async function isOwnStatement(ctx: Ctx, id: string): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('billing.document as d')
    .innerJoin('fleet.working_unit as w', 'w.id', 'd.unitId')
    .select('d.id')
    .where('d.id', '=', id)
    .$if(!ctx.config.guardOff.has('own_company'), (query) =>
      query.where('w.companyId', '=', ownCompanyOf(ctx.actor).id),
    )
    .executeTakeFirst()
  return Boolean(found)
}

export async function getOwnStatement(ctx: Ctx, id: string): Promise<Document | Refusal> {
  const statement: DocumentKind = 'statement'
  const own = (await isOwnStatement(ctx, id)) ? await findDocument(ctx, statement, id) : undefined
  return own ?? refuse(commonRefusals.notFound)
}

export const listOwnStatements = (
  ctx: Ctx,
  listQuery: { page: number; pageSize: number; after?: string | undefined; workingUnit?: string | undefined },
) =>
  listDocuments(ctx, 'statement', listQuery, {
    path: '/api/billing/statements/',
    condition: sql`d.unit_id in (select w.id from fleet.working_unit w where w.company_id = ${ownCompanyOf(ctx.actor).id})`,
  })
