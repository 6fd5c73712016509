import { loadOfItems } from '#modules/items/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { countOf, openPage, pageOfRows } from '#platform/key-pages.ts'
import { Refusal, type AnswerOf } from '#shared/endpoint.ts'
import type { KeyPageRequest } from '#shared/page.ts'
import { moveAgainOf } from '../saved-moves/queries.ts'
import type { listOfficePlans } from './contract.ts'

const path = '/api/admin/office-plans/'
const columns = { 'r.ring_from': 'timestamptz', 'r.id': 'uuid' } as const

const openPlans = (ctx: Ctx) => ctx.db.selectFrom('quoting.office_plan as r').where('r.closedAt', 'is', null)

/** Who waits to be rung, with the list as it was entered. */
export async function listOpenPlans(
  ctx: Ctx,
  pageRequest: KeyPageRequest,
): Promise<AnswerOf<typeof listOfficePlans> | Refusal> {
  const page = openPage(ctx, { list: path, direction: 'asc', columns }, pageRequest)
  if (page instanceof Refusal) return page
  const [count, found] = await Promise.all([
    countOf(ctx, page, openPlans(ctx)),
    openPlans(ctx)
      .select(['r.id', 'r.name', 'r.phone', 'r.ringFrom', 'r.ringUntil', 'r.createdAt', 'r.move', page.key.as('key')])
      .$call(page.cut)
      .execute(),
  ])
  const { rows, ...answer } = pageOfRows(ctx, path, page, { rows: found, count })
  const results = await Promise.all(
    rows.map(async ({ key: _key, ringFrom, ringUntil, createdAt, move, ...row }) => {
      const { pieces, volumeM3, weightKg } = loadOfItems(move.items)
      return {
        ...row,
        ringFrom: ringFrom.toISOString(),
        ringUntil: ringUntil.toISOString(),
        createdAt: createdAt.toISOString(),
        move: await moveAgainOf(ctx, move),
        pieces,
        volumeM3,
        weightKg: Math.round(weightKg),
      }
    }),
  )
  return { ...answer, results }
}
