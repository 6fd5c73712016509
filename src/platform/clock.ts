import { sql } from 'kysely'
import type pg from 'pg'
import type { Ctx } from './ctx.ts'
import type { Db } from './db.ts'
import { codeOf } from './errors.ts'
import { jobName } from './jobs.ts'
import { notifyChange, type LiveSource } from './live.ts'

/** The only source of "now". Tests can move it, and so can the presenter of the demonstration (MovingClock). */
export interface Clock {
  now(): Date
  /** How far it is ahead of the machine's clock; 0 unless it was moved. */
  readonly aheadMs?: number
}

export const systemClock: Clock = { now: () => new Date() }

/**
 * Demonstration only: the machine's clock plus the offset in `platform.clock`, the same for every process on this database and for
 * the queue, whose statements read the time from `pgboss.job_now()`. Production does not have it.
 */
export class MovingClock implements Clock {
  #aheadMs: number

  constructor(aheadMs = 0) {
    this.#aheadMs = aheadMs
  }

  get aheadMs(): number {
    return this.#aheadMs
  }

  now(): Date {
    return new Date(Date.now() + this.#aheadMs)
  }

  async read(db: Db): Promise<void> {
    const { rows } = await sql<{ aheadMs: number }>`select ahead_ms as "aheadMs" from platform.clock`.execute(db)
    this.#aheadMs = rows[0]?.aheadMs ?? 0
  }

  /** Calls back when another process moves the clock. */
  follow({ db }: Pick<Ctx, 'db'>, live: LiveSource): Promise<() => void> {
    return live.subscribe(TOPIC, () => void this.read(db).catch(() => undefined))
  }
}

const TOPIC = 'clock'

/** Further ahead is beyond the range of calendars and offers. */
export const MOST_AHEAD_MS = 400 * 86_400_000

/**
 * Moves the clock for everybody on this database. Deadlines fall due as if the time had passed; scheduled jobs run once, however
 * many of their times were skipped. Running jobs are not mistaken for abandoned ones.
 */
export async function moveClock(ctx: Ctx, byMs: number, scheduled: readonly string[]): Promise<void> {
  await ctx.tx(async (tx) => {
    await sql`insert into platform.clock (ahead_ms) values (${byMs})
      on conflict (only_one) do update set ahead_ms = clock.ahead_ms + excluded.ahead_ms`.execute(tx.db)
    await sql`update pgboss.job set heartbeat_on = heartbeat_on + make_interval(secs => ${byMs / 1000}),
        started_on = started_on + make_interval(secs => ${byMs / 1000}) where state = 'active'`.execute(tx.db)
    for (const name of scheduled) await tx.enqueue(jobName(name), {}, { singletonKey: 'clock moved' })
    await notifyChange(tx, { about: TOPIC, ids: [], to: [TOPIC] })
  })
}

/** Sets the queue's clock, as the owner of its schema: that of `platform.clock`, or the plain one pg-boss installs. */
export async function setQueueClock(client: pg.ClientBase, isMoving: boolean): Promise<void> {
  const body = isMoving
    ? `select pg_catalog.now() + coalesce((select c.ahead_ms from platform.clock c), 0) * interval '1 millisecond'`
    : 'SELECT pg_catalog.now();'
  const { rows } = await client.query<{ body: string }>(
    `select prosrc as body from pg_proc where oid = 'pgboss.job_now()'::regprocedure`,
  )
  if (rows[0]?.body.trim() === body.trim()) return
  try {
    await client.query(
      `create or replace function pgboss.job_now() returns timestamptz as $$ ${body} $$ language sql stable`,
    )
  } catch (error) {
    // This role may not change it; the owner decided when it migrated, and the queue follows.
    if (codeOf(error) !== '42501') throw error
  }
}
