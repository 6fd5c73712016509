import type { Ctx } from '#platform/ctx.ts'
import { nameOf, type FoundRow } from '../dated-values/queries.ts'

export async function cancellationRows(ctx: Ctx): Promise<FoundRow[]> {
  const rows = await ctx.db
    .selectFrom('pricing.cancellation_policy as p')
    .select(['p.id', 'p.freeUntilHours', 'p.partUntilHours', 'p.partPercent', 'p.fromDay', 'p.reason', 'p.createdAt'])
    .select(nameOf('p.createdBy').as('madeBy'))
    .where('p.withdrawnAt', 'is', null)
    .orderBy('p.fromDay', 'desc')
    .execute()
  return rows.map(({ freeUntilHours, partUntilHours, partPercent, createdAt, ...row }) => ({
    ...row,
    name: 'Cancelling',
    subject: '',
    value: { part: 'cancellation', freeUntilHours, partUntilHours, partPercent },
    toDay: null,
    checkBy: null,
    madeAt: row.madeBy ? createdAt : null,
  }))
}
