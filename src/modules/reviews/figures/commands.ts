import { sql } from 'kysely'
import type { TxCtx } from '#platform/ctx.ts'
import { jobName } from '#platform/jobs.ts'
import { countedOf } from './queries.ts'

/** After something that counts for or against the company of a unit. */
export const figuresDue = jobName<{ unitId: string | null }>('reviews.figures-due')

/** Recounts a company's figures from its trail, so that they never drift; two counts run in sequence. */
export async function countFigures(ctx: TxCtx, { unitId }: { unitId: string | null }): Promise<void> {
  if (!unitId) return
  const unit = await ctx.db
    .selectFrom('fleet.working_unit')
    .select('companyId')
    .where('id', '=', unitId)
    .executeTakeFirst()
  if (!unit) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${`figures ${unit.companyId}`}, 0))`.execute(ctx.db)
  await sql`/* figures */
    insert into reviews.figures (company_id, finished, started, on_time, price_kept, cancelled, last_cancelled_at, replies, reply_minutes, counted_at)
    select counted.*, ${ctx.clock.now()}::timestamptz from (${countedOf(sql`${unit.companyId}::uuid`)}) counted
    on conflict (company_id) do update set finished = excluded.finished, started = excluded.started, on_time = excluded.on_time,
      price_kept = excluded.price_kept, cancelled = excluded.cancelled, last_cancelled_at = excluded.last_cancelled_at,
      replies = excluded.replies, reply_minutes = excluded.reply_minutes, counted_at = excluded.counted_at`.execute(
    ctx.db,
  )
}
