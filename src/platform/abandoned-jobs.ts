import { sql } from 'kysely'
import type { Db } from './db.ts'

/**
 * A worker says every so often that it lives while it runs a job. One that was killed says nothing more, and its job is taken up by
 * whoever looks next, at once: pg-boss alone would find out after its own, longer time and then wait as after a failure. Together with
 * the time between two looks this stays under a minute (F-28), and it is long enough for a worker whose database stood still.
 */
export const SIGN_OF_LIFE_SECONDS = 5
const SILENT_AFTER_SECONDS = 20
export const LOOK_EVERY_SECONDS = 5
/** When pg-boss itself gives up on a silent one: it finds what we left because its tries are used up. */
export const GIVEN_UP_AFTER_SECONDS = 60

/** Gives jobs of dead workers back to their queues, as a try that failed. Answers the names of these queues. */
export async function releaseAbandonedJobs(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    update pgboss.job set state = 'retry', start_after = pgboss.job_now(), heartbeat_on = null
    where state = 'active' and heartbeat_seconds is not null and retry_count < retry_limit
      and heartbeat_on < pgboss.job_now() - make_interval(secs => ${SILENT_AFTER_SECONDS})
    returning name`.execute(db)
  return [...new Set(rows.map(({ name }) => name))]
}
