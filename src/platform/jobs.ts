import { CompiledQuery } from 'kysely'
import { PgBoss, systemClock as bossSystemClock, type Clock as BossClock } from 'pg-boss'
import {
  GIVEN_UP_AFTER_SECONDS,
  LOOK_EVERY_SECONDS,
  releaseAbandonedJobs,
  SIGN_OF_LIFE_SECONDS,
} from './abandoned-jobs.ts'
import type { Clock } from './clock.ts'
import type { Ctx } from './ctx.ts'
import { connectionOptions, type DbConnection, type Writes } from './db.ts'
import { JobProgress } from './job-progress.ts'
import type { Log } from './log.ts'

/** What a command needs to know of a job in order to send it. Kept apart from its handler, which may call that very command. */
export interface JobName<Data extends object> {
  readonly name: string
  /** Only for the type: what takes some data also takes more. */
  readonly takes?: (data: Data) => void
}

/**
 * A kind of work that happens afterwards: a mail, a later status. Delivery is at least once, so handlers find out from the
 * database whether there is still something to do.
 */
export interface Job<Data extends object> extends JobName<Data> {
  readonly handle: (ctx: Ctx, data: Data, run?: JobRun) => Promise<unknown>
  /** For what takes more than a few seconds. */
  readonly long?: LongJob
  /** Seconds before the first retry; doubles each time. */
  readonly retryDelay?: number
  readonly retryLimit?: number
  /** A cron expression (Europe/London): the job is also started by the clock, with empty data. */
  readonly cron?: string
  /**
   * Looked for every two seconds instead of being woken by the transaction that sent it: what it does then has nothing to do, in time,
   * with the answer to whoever caused it (T-005).
   */
  readonly isUnhurried?: boolean
}

/**
 * It has a worker and connections to the database of its own, so that whatever it does, mails go. What burns CPU goes to a thread besides
 * (worker-host.ts).
 */
export interface LongJob {
  /** Of one run, after which it is ended and tried again. */
  readonly minutes: number
  /** How many of them one process runs at a time; one unless said. */
  readonly atOnce?: number
}

/** What a handler may know and say of the run that it is in; whoever calls it by hand leaves that out. */
export interface JobRun {
  /** Aborted when its time is over or the process stops: whoever works long looks at it between two steps. */
  readonly signal: AbortSignal
  /** How far it is, for the log, the metrics and whoever asks the database. */
  progress(done: number, total: number): Promise<void>
}

export interface JobOptions {
  startAfter?: Date
  /** Of the waiting jobs with one key, only one is kept. */
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
  const executeSql = async (text: string, values: unknown[] = []) => {
    await writes.send(CompiledQuery.raw(text, values))
    // Its id, which we do not wait for.
    return { rows: [] }
  }
  await boss.send(kind.name, data, { ...options, db: { executeSql } })
}

/** Cron times are those of our clock too; pauses between two looks are measured, and so the machine's. */
const bossClock = (clock: Clock): BossClock => ({ ...bossSystemClock, now: () => clock.now().getTime() })

export function createBoss(connection: DbConnection, log: Log, options: { work: boolean; clock?: Clock }): PgBoss {
  const boss = new PgBoss({
    ...connectionOptions(connection),
    schema: 'pgboss',
    // Its tables are made by their owner (prepare-database.ts), who is somebody else.
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
  /** Whether this process runs jobs, or only sends them. */
  work: boolean
  /** In place of `ctx`, for long jobs: the same with connections of its own. */
  longCtx?: Ctx
  /** Told of each try, for the measurements. */
  onDone?: (job: string, outcome: 'completed' | 'failed') => void
  /** Told of long jobs: the part that is done, undefined once it is over. */
  onProgress?: (job: string, part: number | undefined) => void
}

/** Makes the queues, so that jobs can be sent; with `work`, also runs them. Answers how to tell those that run that it is time to stop. */
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

/** Whatever a killed worker left is done soon, whoever was killed: it may have been the process before this one. */
function watchAbandoned(boss: PgBoss, workers: ReadonlyMap<string, string>, ctx: Ctx): void {
  const look = async () => {
    try {
      for (const name of await releaseAbandonedJobs(ctx.db)) {
        ctx.log.warn({ job: name }, 'taken over from a worker that is gone')
        const worker = workers.get(name)
        if (worker) boss.notifyWorker(worker)
      }
    } catch (error) {
      // The database is away; the next look is soon.
      ctx.log.warn({ err: error }, 'job queue')
    }
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_SECONDS * 1000).unref()
  boss.once('stopped', () => clearInterval(timer))
  void look()
}

/** Does nothing where there is one already. */
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
  // A queue from before keeps what it was made with.
  if (kind.isUnhurried || kind.long) await boss.updateQueue(kind.name, { notify: !kind.isUnhurried, expireInSeconds })
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
          const status = await handle(kind, ctx, given, working)
          working.onDone?.(kind.name, status)
          return { id: given.id, status }
        }),
      ),
  )
}

interface Given {
  id: string
  data: object
  signal: AbortSignal
}

async function handle(kind: AnyJob, ctx: Ctx, given: Given, working: Working): Promise<'completed' | 'failed'> {
  const progress = new JobProgress(ctx, kind.name, given.id, working.onProgress)
  const run: JobRun = {
    signal: AbortSignal.any([given.signal, working.stop]),
    progress: (done, total) => progress.say(done, total),
  }
  try {
    await kind.handle(ctx, given.data, run)
    return 'completed'
  } catch (error) {
    ctx.log.error({ err: error, job: kind.name }, 'job failed')
    return 'failed'
  } finally {
    await progress.end()
  }
}
