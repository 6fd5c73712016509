import type { Ctx } from '#platform/ctx.ts'
import { countOf, openPage, pageOfRows } from '#platform/key-pages.ts'
import { Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { isFound } from '../queries.ts'
import type { findUnits as endpoint } from './contract.ts'

const PATH = '/api/admin/working-units/'

/** A page of units, whatever their status: a stopped one may still have to be billed. Two statements. */
export async function findUnits(
  ctx: Ctx,
  { q, ...asked }: InputOf<typeof endpoint>['query'],
): Promise<AnswerOf<typeof endpoint> | Refusal> {
  const columns = { 'c.name': 'text', 'u.name': 'text', 'u.id': 'uuid' } as const
  const page = openPage(ctx, { list: `${PATH} ${q}`, direction: 'asc', columns, query: { q } }, asked)
  if (page instanceof Refusal) return page
  const found = ctx.db
    .selectFrom('fleet.working_unit as u')
    .innerJoin('companies.company as c', 'c.id', 'u.companyId')
    .leftJoin('fleet.van as v', 'v.unitId', 'u.id')
    .leftJoin('identity.user as o', 'o.id', 'c.ownerUserId')
    .where(isFound(q))
  const [count, rows] = await Promise.all([
    countOf(ctx, page, found),
    found
      .select(['u.id', 'u.name', 'u.status', 'v.registration', 'c.id as companyId', 'c.name as companyName'])
      .select(page.key.as('key'))
      .where(page.isAfter)
      .orderBy(page.orderBy)
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
  ])
  const { rows: shown, ...answer } = pageOfRows(ctx, PATH, page, { rows, count })
  return {
    ...answer,
    results: shown.map(({ id, name, status, registration, companyId, companyName }) => ({
      id,
      name,
      status,
      registration,
      company: { id: companyId, name: companyName },
    })),
  }
}
