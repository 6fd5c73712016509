import type { Ctx } from '#platform/ctx.ts'
import { csvAnswer } from '#platform/csv-answer.ts'
import type { RawAnswer } from '#platform/serve.ts'
import type { InputOf } from '#shared/endpoint.ts'
import type { exportFigures } from '../contract.ts'
import { findFigures } from '../queries.ts'
import { listUnmetSearches } from '../unmet/queries.ts'
import { districtColumns, PART_TABLES } from './rules.ts'

export async function exportTable(
  ctx: Ctx,
  { table, ...asked }: InputOf<typeof exportFigures>['query'],
): Promise<RawAnswer> {
  const { startDate: from, endDate: to } = asked
  const title = `${table} ${from} ${to}`
  return table === 'districts'
    ? csvAnswer(title, districtColumns, [await listUnmetSearches(ctx, { from, to })])
    : csvAnswer(title, PART_TABLES[table], [(await findFigures(ctx, asked)).parts])
}
