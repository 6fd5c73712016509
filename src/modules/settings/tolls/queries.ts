import type { VanCategory } from '#modules/fleet/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { nameOf, type FoundRow } from '../dated-values/queries.ts'

export async function tollRows(ctx: Ctx): Promise<FoundRow[]> {
  const rows = await ctx.db
    .selectFrom('geo.toll as t')
    .select(['t.id', 't.code', 't.name', 't.charges', 't.fromDay', 't.toDay', 't.source', 't.checkBy', 't.createdAt'])
    .select(nameOf('t.createdBy').as('madeBy'))
    .where('t.withdrawnAt', 'is', null)
    .orderBy('t.name')
    .orderBy('t.fromDay', 'desc')
    .execute()
  return rows.map(({ code, charges, source, createdAt, ...row }) => ({
    ...row,
    subject: code,
    value: {
      part: 'tolls',
      code,
      charges: charges.map(({ vans, pence, hours: { weekday, weekend } }) => ({
        vans: vans && vans.map((van) => van as VanCategory),
        pence,
        hours: { weekday: rangeOf(weekday), weekend: rangeOf(weekend) },
      })),
    },
    reason: source,
    madeAt: createdAt,
  }))
}

const rangeOf = (range: readonly [number, number] | null): [number, number] | null => range && [range[0], range[1]]
