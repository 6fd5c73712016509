import { deleteInBatches } from './batches.ts'
import type { Ctx } from './ctx.ts'
import { job, type JobRun } from './jobs.ts'

/** How long a repeated request gets its first answer. Not for ever, because answers may contain addresses. */
const KEPT_ANSWER_DAYS = 7

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
