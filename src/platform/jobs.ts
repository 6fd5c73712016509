import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, sql } from 'kysely'
import { PgBoss, systemClock as bossSystemClock, type Clock as BossClock } from 'pg-boss'
import type { Clock } from './clock.ts'
import type { Ctx } from './ctx.ts'
import { connectionOptions, type DbConnection, type Writes, type Db } from './db.ts'
import { isLockBusy, refusalFor } from './errors.ts'
import type { Log } from './log.ts'

/** What a command needs in order to queue a job. Separate from the handler, which may call the same command. */
export interface JobName<Data extends object> {
  readonly name: string
  /** For the type only: a job that accepts some data also accepts more. */
  readonly takes?: (data: Data) => void
}

/**
 * Work that happens after a command: a mail, a later status. Delivery is at least once, so a handler checks in the database whether
 * there is still something to do.
 */
export interface Job<Data extends object> extends JobName<Data> {
  readonly handle: (ctx: Ctx, data: Data, run?: JobRun) => Promise<unknown>
  /** Settings of a job that takes more than a few seconds. */
  readonly long?: LongJob
  /** Seconds before the first retry; doubles each time. */
  readonly retryDelay?: number
  readonly retryLimit?: number
  /** A cron expression (Europe/London): the job is also started by the clock, with empty data. */
  readonly cron?: string
  /**
   * Polled every two seconds instead of triggered by the commit, so that its work cannot affect the timing of the answer that caused
   * it (T-005).
   */
  readonly isUnhurried?: boolean
}

/**
 * Runs with its own worker and database connections, so that mails are never delayed. CPU-heavy work also goes to a thread
 * (worker-host.ts).
 */
export interface LongJob {
  /** The time limit of one run, after which it is aborted and retried. */
  readonly minutes: number
  /** How many one process runs at the same time; one by default. */
  readonly atOnce?: number
}

/** A run's own controls. Absent if the handler is called directly. */
export interface JobRun {
  /** Aborted when time is up or the process stops; long jobs check it between steps. */
  readonly signal: AbortSignal
  /** Reports progress, for the log, the metrics and the database. */
  progress(done: number, total: number): Promise<void>
}

export interface JobOptions {
  startAfter?: Date
  /** Key of which only one waiting job is kept. */
  singletonKey?: string
}

export const jobName = <Data extends object>(name: string): JobName<Data> => ({ name })

export const job = <Data extends object>(definition: Job<Data>): Job<Data> => definition

// oxlint-disable-next-line typescript/no-explicit-any -- jobs of every data type live in one list
export type AnyJob = Job<any>

export async function sendJob<Data extends object>(
  boss: PgBoss,
  writes: Writes,
  kind: JobName<Data>,
  data: Data,
  options: JobOptions = {},
): Promise<void> {
  await boss.send(kind.name, data, { ...options, db: within(writes) })
}

/** Several of one kind, in one statement. */
export async function sendJobs<Data extends object>(
  boss: PgBoss,
  writes: Writes,
  kind: JobName<Data>,
  each: readonly Data[],
): Promise<void> {
  const jobs = each.map((data) => ({ data }))
  if (jobs.length > 0) await boss.insert(kind.name, jobs, { db: within(writes) })
}

const within = (writes: Writes) => ({
  executeSql: async (text: string, values: unknown[] = []) => {
    await writes.send(CompiledQuery.raw(text, values))
    // pg-boss expects the job id, which is not needed here.
    return { rows: [] }
  },
})

/** Cron uses our clock; polling intervals use the machine's. */
const bossClock = (clock: Clock): BossClock => ({ ...bossSystemClock, now: () => clock.now().getTime() })

export function createBoss(connection: DbConnection, log: Log, options: { work: boolean; clock?: Clock }): PgBoss {
  const boss = new PgBoss({
    ...connectionOptions(connection),
    schema: 'pgboss',
    // The tables are created by their owner (prepare-database.ts).
    migrate: false,
    max: options.work ? 4 : 2,
    useListenNotify: options.work,
    supervise: options.work,
    schedule: options.work,
    application_name: 'vanfare-jobs',
    ...(options.clock ? { clock: bossClock(options.clock) } : {}),
  })
  boss.on('error', (error) => log.warn({ err: error }, 'job queue'))
  return boss
}

export interface WorkOptions {
  /** Whether this process runs jobs, or only queues them. */
  work: boolean
  /** Used instead of `ctx` for long jobs: the same with its own connections. */
  longCtx?: Ctx
  /** Called after each try, for the metrics. */
  onDone?: (job: string, outcome: 'completed' | 'failed') => void
  /** Called by long jobs with the share done; undefined once over. */
  onProgress?: (job: string, part: number | undefined) => void
}

/** Creates the queues, so that jobs can be queued; with `work`, also runs them. Answers a function that signals running jobs to stop. */
export async function startJobs(
  boss: PgBoss,
  jobs: readonly AnyJob[],
  ctx: Ctx,
  options: WorkOptions,
): Promise<() => void> {
  await boss.start()
  const workers = new Map<string, string>()
  const stopping = new AbortController()
  const start = async (kind: AnyJob) => {
    await createQueue(boss, kind)
    const own = kind.long ? (options.longCtx ?? ctx) : ctx
    if (options.work) workers.set(kind.name, await startWorker(boss, kind, own, { ...options, stop: stopping.signal }))
  }
  await Promise.all(jobs.map(start))
  if (options.work) watchAbandoned(boss, workers, ctx)
  return () => stopping.abort()
}

/** Soon picks up jobs of a killed worker, perhaps this process's predecessor. */
function watchAbandoned(boss: PgBoss, workers: ReadonlyMap<string, string>, ctx: Ctx): void {
  const look = async () => {
    try {
      for (const name of await releaseAbandonedJobs(ctx.db)) {
        ctx.log.warn({ job: name }, 'taken over from a worker that is gone')
        const worker = workers.get(name)
        if (worker) boss.notifyWorker(worker)
      }
    } catch (error) {
      // The database is down; the next check comes soon.
      ctx.log.warn({ err: error }, 'job queue')
    }
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_SECONDS * 1000).unref()
  boss.once('stopped', () => clearInterval(timer))
  void look()
}

/** Does nothing if the queue exists. */
export async function createQueue(boss: PgBoss, kind: AnyJob): Promise<void> {
  const expireInSeconds = (kind.long?.minutes ?? 5) * 60
  await boss.createQueue(kind.name, {
    notify: !kind.isUnhurried,
    retryLimit: kind.retryLimit ?? 10,
    retryDelay: kind.retryDelay ?? 60,
    retryBackoff: true,
    retryDelayMax: 6 * 3600,
    expireInSeconds,
    heartbeatSeconds: GIVEN_UP_AFTER_SECONDS,
    retentionSeconds: 400 * 86_400,
    deleteAfterSeconds: 7 * 86_400,
  })
  // createQueue leaves the settings of an existing queue alone.
  const { retryDelay } = kind
  if (kind.isUnhurried || kind.long)
    await boss.updateQueue(kind.name, {
      notify: !kind.isUnhurried,
      expireInSeconds,
      ...(retryDelay ? { retryDelay } : {}),
    })
}

type Working = WorkOptions & { stop: AbortSignal }

/** Answers the worker's id. */
async function startWorker(boss: PgBoss, kind: AnyJob, ctx: Ctx, working: Working): Promise<string> {
  if (kind.cron) await boss.schedule(kind.name, kind.cron, {}, { tz: 'Europe/London' })
  return boss.work<object>(
    kind.name,
    {
      ...(kind.long ? { batchSize: 1, localConcurrency: kind.long.atOnce ?? 1 } : { batchSize: 5 }),
      burstWhenBatchFull: true,
      pollingIntervalSeconds: 2,
      notifyPollingIntervalSeconds: 10,
      perJobResults: true,
      heartbeatRefreshSeconds: SIGN_OF_LIFE_SECONDS,
    },
    (batch) =>
      Promise.all(
        batch.map(async (given) => {
          const status = await handleJob(kind, ctx, given, working)
          working.onDone?.(kind.name, status)
          return { id: given.id, status }
        }),
      ),
  )
}

/** Thrown by a job whose counterpart, chosen by a user, did not take what was sent. */
export class ForeignFailure extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause })
    this.name = 'ForeignFailure'
  }
}

export const isForeign = (error: unknown): boolean =>
  error instanceof ForeignFailure || [429, 503].includes(refusalFor(error).kind.status)

/** How often a job that meets a locked row looks again in the same run, and the milliseconds between; each look waits for the lock too. */
export const BUSY_LOOKS = 20
const BUSY_PAUSE_MS = 500

/** Runs a job, and again soon while somebody else holds a row that it needs: that is no failure of either. */
async function runPatiently(kind: AnyJob, ctx: Ctx, data: object, run: JobRun): Promise<void> {
  for (let looks = 1; ; looks++) {
    try {
      await kind.handle(ctx, data, run)
      return
    } catch (error) {
      if (!isLockBusy(error) || looks >= BUSY_LOOKS || run.signal.aborted) throw error
      ctx.log.info({ job: kind.name, looks }, 'job waits for a row')
      await sleep(BUSY_PAUSE_MS)
    }
  }
}

interface Given {
  id: string
  data: object
  signal: AbortSignal
}

/** The minimum interval between writes of a job's progress, however often it reports. */
const EVERY_MS = 1000

/** The progress of one run: a row while it runs, a log line, a metric. */
class JobProgress {
  readonly #ctx: Ctx
  readonly #name: string
  readonly #id: string
  readonly #onProgress: ((job: string, part: number | undefined) => void) | undefined
  #saidAt: number | undefined

  constructor(ctx: Ctx, name: string, id: string, onProgress?: (job: string, part: number | undefined) => void) {
    this.#ctx = ctx
    this.#name = name
    this.#id = id
    this.#onProgress = onProgress
  }

  async report(done: number, total: number): Promise<void> {
    const now = performance.now()
    if (this.#saidAt !== undefined && now - this.#saidAt < EVERY_MS) return
    this.#saidAt = now
    const { db, clock, log } = this.#ctx
    this.#onProgress?.(this.#name, total > 0 ? done / total : 0)
    log.info({ job: this.#name, done, total }, 'job progress')
    await sql`insert into platform.job_progress (job_id, name, done, total, said_at)
      values (${this.#id}, ${this.#name}, ${done}, ${total}, ${clock.now()})
      on conflict (job_id) do update set done = excluded.done, total = excluded.total, said_at = excluded.said_at`.execute(
      db,
    )
  }

  /** Deletes the progress of a finished run; a row left by a crash goes with the next run of the job. */
  async end(): Promise<void> {
    if (this.#saidAt === undefined) return
    this.#onProgress?.(this.#name, undefined)
    await sql`delete from platform.job_progress where job_id = ${this.#id}`
      .execute(this.#ctx.db)
      .catch((error: unknown) => this.#ctx.log.warn({ err: error }, 'job progress'))
  }
}

/** One run of a job by its worker. */
export async function handleJob(
  kind: AnyJob,
  ctx: Ctx,
  given: Given,
  working: Working,
): Promise<'completed' | 'failed'> {
  const progress = new JobProgress(ctx, kind.name, given.id, working.onProgress)
  const run: JobRun = {
    signal: AbortSignal.any([given.signal, working.stop]),
    progress: (done, total) => progress.report(done, total),
  }
  try {
    await runPatiently(kind, ctx, given.data, run)
    return 'completed'
  } catch (error) {
    // What others answer us, and a database that is busy, are no defects of ours: the job is tried again.
    if (isForeign(error)) ctx.log.warn({ err: error, job: kind.name }, 'job to be tried again')
    else ctx.log.error({ err: error, job: kind.name }, 'job failed')
    return 'failed'
  } finally {
    await progress.end()
  }
}

/**
 * A worker sends heartbeats while it runs a job. If it was killed, the next check returns its job to the queue at once; pg-boss
 * alone would notice later and then delay it like a failure. Together with the interval between checks this takes under a minute
 * (F-28), yet it tolerates a worker whose database stalled for a while.
 */
export const SIGN_OF_LIFE_SECONDS = 5
const SILENT_AFTER_SECONDS = 20
export const LOOK_EVERY_SECONDS = 5
/** When pg-boss itself fails a silent job. It handles those we leave because their tries are used up. */
const GIVEN_UP_AFTER_SECONDS = 60

/** Returns jobs of dead workers to their queues, as a failed try. Answers the queues' names. */
export async function releaseAbandonedJobs(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    update pgboss.job set state = 'retry', start_after = pgboss.job_now(), heartbeat_on = null
    where state = 'active' and heartbeat_seconds is not null and retry_count < retry_limit
      and heartbeat_on < pgboss.job_now() - make_interval(secs => ${SILENT_AFTER_SECONDS})
    returning name`.execute(db)
  return [...new Set(rows.map(({ name }) => name))]
}
