import { sql } from 'kysely'
import type { Ctx } from './ctx.ts'

/** The minimum interval between writes of a job's progress, however often it reports. */
const EVERY_MS = 1000

/** The progress of one run: a row while it runs, a log line, a metric. */
export class JobProgress {
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
