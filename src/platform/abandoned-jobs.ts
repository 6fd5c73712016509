import { sql } from 'kysely'
import type { Db } from './db.ts'

/**
 * A worker sends heartbeats while it runs a job. If it was killed, the next check returns its job to the queue at once; pg-boss
 * alone would notice later and then delay it like a failure. Together with the interval between checks this takes under a minute
 * (F-28), yet it tolerates a worker whose database stalled for a while.
 */
export const SIGN_OF_LIFE_SECONDS = 5
const SILENT_AFTER_SECONDS = 20
export const LOOK_EVERY_SECONDS = 5
/** When pg-boss itself fails a silent job. It handles those we leave because their tries are used up. */
export const GIVEN_UP_AFTER_SECONDS = 60

/** Returns jobs of dead workers to their queues, as a failed try. Answers the queues' names. */
export async function releaseAbandonedJobs(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    update pgboss.job set state = 'retry', start_after = pgboss.job_now(), heartbeat_on = null
    where state = 'active' and heartbeat_seconds is not null and retry_count < retry_limit
      and heartbeat_on < pgboss.job_now() - make_interval(secs => ${SILENT_AFTER_SECONDS})
    returning name`.execute(db)
  return [...new Set(rows.map(({ name }) => name))]
}
