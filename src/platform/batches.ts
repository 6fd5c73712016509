import { sql } from 'kysely'
import type { Ctx } from './ctx.ts'

/** Rows per DELETE: takes milliseconds, dependent rows included, where a statement may take three seconds. */
export const ROWS_PER_DELETE = 1000

/** A job may take five minutes unless it asks for more (jobs.ts); the rest waits for the next run. */
const LONGEST_RUN_MS = 120_000

/**
 * Deletes rows older than a date, oldest first, in many short transactions, so that each run makes progress however much has
 * accumulated. The column has to be the first of an index. Answers how many rows were deleted.
 */
export async function deleteInBatches(
  ctx: Pick<Ctx, 'db'>,
  table: string,
  column: string,
  before: Date | string,
): Promise<number> {
  const end = performance.now() + LONGEST_RUN_MS
  const [rows, age] = [sql.table(table), sql.ref(column)]
  for (let deleted = 0; ;) {
    const { numAffectedRows = 0n } = await sql`/* delete-batch */
      delete from ${rows} where ctid = any (array(select ctid from ${rows} where ${age} < ${before} order by ${age} limit ${ROWS_PER_DELETE}))`.execute(
      ctx.db,
    )
    deleted += Number(numAffectedRows)
    if (numAffectedRows < BigInt(ROWS_PER_DELETE) || performance.now() > end) return deleted
  }
}
