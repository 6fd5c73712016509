import type { Compilable } from 'kysely'
import type { PgBoss } from 'pg-boss'
import { Refusal } from '#shared/endpoint.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { Writes, type Db, type Tx } from './db.ts'
import { isRetryable } from './errors.ts'
import { Emitted, type Event, type Subscribers } from './events.ts'
import { sendJob, sendJobs, type JobName, type JobOptions } from './jobs.ts'
import type { Log } from './log.ts'
import { asTransaction } from './one-connection.ts'
import { visitor, type Actor } from './session.ts'

/** Outside services, one interface each. Slices add theirs by declaration merging in their gateway.ts. */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- filled by declaration merging
export interface Services {}

/** The first argument of every query and command; nothing else is in scope. */
export interface Ctx {
  readonly db: Db
  readonly actor: Actor
  /** The caller's real network address, for rate limits; empty for jobs. */
  readonly address: string
  readonly clock: Clock
  readonly log: Log
  readonly config: Config
  readonly services: Services
  readonly subscribers: Subscribers
  readonly boss: PgBoss
  /** Runs one command in one transaction. A Refusal rolls back and is returned; deadlocks are retried. Inside a transaction it joins. */
  tx<T>(work: (ctx: TxCtx) => Promise<T>): Promise<T>
}

export interface TxCtx extends Ctx {
  readonly db: Tx
  /**
   * Sends a statement without waiting, because nobody needs its result. Later statements run after it; if it fails, so does the
   * transaction.
   */
  write(query: Compilable): Promise<void>
  /** Queued in the same transaction: the job exists if and only if the transaction commits. */
  enqueue<Data extends object>(job: JobName<Data>, data: Data, options?: JobOptions): Promise<void>
  /** The same for several of one kind, in one statement. */
  enqueueEach<Data extends object>(job: JobName<Data>, each: readonly Data[]): Promise<void>
  /** Emits an event of this transaction. Its subscribers are in src/app/subscribers.ts; if one refuses, the transaction rolls back. */
  emit(event: Event): Promise<void>
  /** Runs now what would otherwise wait for the commit, for a command that depends on what its subscribers write. */
  settle(): Promise<void>
}

export interface CtxParts {
  db: Db
  actor?: Actor
  address?: string
  clock: Clock
  log: Log
  config: Config
  services: Services
  subscribers: Subscribers
  boss: PgBoss
}

class RolledBack extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super('rolled back')
    this.refusal = refusal
  }
}

export function createCtx(parts: CtxParts): Ctx {
  const base = { ...parts, actor: parts.actor ?? visitor, address: parts.address ?? '' }
  return { ...base, tx: (work) => inTransaction(base, work) }
}

/** The same context with another identity. */
export const withActor = (ctx: Ctx, actor: Actor, address = ctx.address): Ctx => createCtx({ ...ctx, actor, address })

const attempts = 4

async function inTransaction<T>(base: Omit<Ctx, 'tx'>, work: (ctx: TxCtx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inOne(base, async (trx) => {
        const writes = new Writes(trx)
        const result = await writes.settleAfter(perform(base, { trx, writes }, work))
        if (result instanceof Refusal) throw new RolledBack(result)
        return result
      })
    } catch (error) {
      if (error instanceof RolledBack) return error.refusal as T
      if (attempt >= attempts || !isRetryable(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, 10 * 2 ** attempt * (0.5 + Math.random())))
    }
  }
}

/** Without the guard each statement stands for itself, as a test of the transaction has to see. */
const inOne = <T>({ db, config }: Omit<Ctx, 'tx'>, work: (trx: Tx) => Promise<T>): Promise<T> =>
  config.guardOff.has('one_transaction')
    ? db.connection().execute((alone) => work(alone as Tx))
    : db.transaction().execute((trx) => asTransaction(() => work(trx)))

async function perform<T>(
  base: Omit<Ctx, 'tx'>,
  { trx, writes }: { trx: Tx; writes: Writes },
  work: (ctx: TxCtx) => Promise<T>,
): Promise<T> {
  const emitted = new Emitted(base.subscribers)
  const ctx = txCtx(base, { trx, writes, emitted })
  const result = await work(ctx)
  if (!(result instanceof Refusal)) rollBackIf(await emitted.settle(ctx))
  return result
}

function rollBackIf(refusal: Refusal | undefined): void {
  if (refusal) throw new RolledBack(refusal)
}

function txCtx(base: Omit<Ctx, 'tx'>, { trx, writes, emitted }: { trx: Tx; writes: Writes; emitted: Emitted }): TxCtx {
  const ctx: TxCtx = {
    ...base,
    db: trx,
    tx: (work) => work(ctx),
    write: (query) => writes.send(query.compile()),
    enqueue: (job, data, options) => sendJob(base.boss, writes, job, data, options),
    enqueueEach: (job, each) => sendJobs(base.boss, writes, job, each),
    emit: async (event) => rollBackIf(await emitted.emit(ctx, event)),
    settle: async () => rollBackIf(await emitted.settle(ctx)),
  }
  return ctx
}
