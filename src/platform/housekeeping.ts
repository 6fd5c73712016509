import { sql } from 'kysely'
import type { Ctx } from './ctx.ts'
import { job, type JobRun } from './jobs.ts'

/** How long a repeated request gets its first answer. Not for ever, because answers may contain addresses. */
const KEPT_ANSWER_DAYS = 7

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

/** Deletes what the platform itself no longer needs: counters of past windows, answers to old keys. */
export async function deleteExpired(ctx: Ctx, _data: object = {}, run?: JobRun): Promise<void> {
  const now = ctx.clock.now()
  const oldest = new Date(now.getTime() - KEPT_ANSWER_DAYS * 86_400_000)
  await deleteInBatches(ctx, 'platform.rate_window', 'ends_at', now)
  await run?.progress(1, 2)
  await deleteInBatches(ctx, 'platform.idempotency', 'created_at', oldest)
}

export const platformJobs = [
  job({ name: 'platform.forget-expired', cron: '50 3 * * *', long: { minutes: 10 }, handle: deleteExpired }),
]
