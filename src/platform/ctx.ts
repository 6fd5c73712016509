import type { Compilable } from 'kysely'
import type { PgBoss } from 'pg-boss'
import { Refusal } from '#shared/endpoint.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { Writes, type Db, type Tx, asTransaction } from './db.ts'
import { codeOf, isRetryable } from './errors.ts'
import { Emitted, type Event, type Subscribers } from './events.ts'
import { sendJob, sendJobs, type JobName, type JobOptions } from './jobs.ts'
import type { Log } from './log.ts'
import { networkOf } from './rate-limit.ts'
import { OwnRows, rehearsing, ROW_LIMITS, RowTaken, RowTurns, takingTurns, WouldChange } from './row-turns.ts'
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
  readonly rowTurns: RowTurns
  /** The services that only read, which a rehearsal may ask. */
  readonly readingServices: readonly (keyof Services)[]
  /** Runs one command in one transaction. A Refusal rolls back and is returned; deadlocks are retried. Inside a transaction it joins.
   * If another call has locked a row, it waits without a connection and begins again; in a crowd it is rehearsed first. */
  tx<T>(work: (ctx: TxCtx) => Promise<T>): Promise<T>
}

export interface TxCtx extends Ctx {
  readonly db: Tx
  /** Only to find what refuses it: nothing is locked, and it ends where something would change. */
  readonly isRehearsal: boolean
  /**
   * Sends a statement without waiting for its result. Later statements run after it; if it fails, so does the
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
  rowTurns?: RowTurns
  readingServices?: readonly (keyof Services)[]
}

class RolledBack extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super('rolled back')
    this.refusal = refusal
  }
}

export function createCtx(parts: CtxParts): Ctx {
  const base: Base = {
    ...parts,
    actor: parts.actor ?? visitor,
    address: parts.address ?? '',
    rowTurns: parts.rowTurns ?? new RowTurns(ROW_LIMITS),
    readingServices: parts.readingServices ?? [],
  }
  return { ...base, tx: (work) => inTransaction(base, work) }
}

type Base = Omit<Ctx, 'tx'>

/** The same context with another identity. */
export const withActor = (ctx: Ctx, actor: Actor, address = ctx.address): Ctx => createCtx({ ...ctx, actor, address })

const attempts = 4

async function inTransaction<T>(base: Base, work: (ctx: TxCtx) => Promise<T>): Promise<T> {
  const rows = new OwnRows(base.rowTurns, rowCallerOf(base))
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await inOne(base, rows, (trx) => runWork(base, trx, work))
      } catch (error) {
        if (error instanceof RolledBack) return error.refusal as T
        if (error instanceof RowTaken) {
          const refused = await rehearseInCrowd(base, error.row, work)
          if (refused) return refused as T
          await rows.wait(error.row)
          // Waiting for a turn is no failed attempt.
          attempt -= 1
          continue
        }
        if (attempt >= attempts || !isRetryable(error)) throw error
        await new Promise((resolve) => setTimeout(resolve, 10 * 2 ** attempt * (0.5 + Math.random())))
      }
    }
  } finally {
    rows.giveBack()
  }
}

async function runWork<T>(base: Base, trx: Tx, work: (ctx: TxCtx) => Promise<T>): Promise<T> {
  const writes = new Writes(trx)
  const result = await writes.settleAfter(perform(base, { trx, writes }, work))
  if (result instanceof Refusal) throw new RolledBack(result)
  return result
}

/** Key by which calls count together in the queue for a row: that of a person or of one network. */
const rowCallerOf = ({ actor, address }: Base): string =>
  actor.kind === 'visitor' ? networkOf(address) : `user ${actor.userId}`

/** Without the guard each statement runs outside a transaction, as a test of the guard has to see. */
const inOne = <T>({ db, config }: Base, rows: OwnRows, work: (trx: Tx) => Promise<T>): Promise<T> =>
  config.guardOff.has('one_transaction')
    ? db.connection().execute((alone) => work(alone as Tx))
    : db
        .transaction()
        .execute((trx) =>
          asTransaction(() => work(config.guardOff.has('row_turns') ? trx : trx.withPlugin(takingTurns(rows)))),
        )

/** Tries a command before it joins a crowd for a row, so that an impossible one does not wait. */
const rehearseInCrowd = async <T>(base: Base, row: string, work: (ctx: TxCtx) => Promise<T>) =>
  base.rowTurns.isCrowded(row) ? base.rowTurns.rehearse(row, () => rehearse(base, work)) : undefined

/** Why the command is impossible as things stand, if it is; found in one snapshot, without a lock and without a change. */
async function rehearse<T>(base: Base, work: (ctx: TxCtx) => Promise<T>): Promise<Refusal | undefined> {
  const snapshot = base.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  try {
    const result = await snapshot.execute((trx) =>
      asTransaction(() => work(rehearsalCtx(base, trx.withPlugin(rehearsing)))),
    )
    return result instanceof Refusal ? result : undefined
  } catch (error) {
    if (error instanceof WouldChange || codeOf(error) === READ_ONLY_TRANSACTION) return undefined
    throw error
  }
}

const READ_ONLY_TRANSACTION = '25006'

function rehearsalCtx(base: Base, trx: Tx): TxCtx {
  const end = () => {
    throw new WouldChange()
  }
  const mayAsk = (name: string | symbol) => (base.readingServices as readonly (string | symbol)[]).includes(name)
  const services = new Proxy(base.services, {
    get: (all, name) => (mayAsk(name) ? (Reflect.get(all, name) as unknown) : end()),
  })
  const ctx: TxCtx = {
    ...base,
    services,
    db: trx,
    isRehearsal: true,
    tx: (work) => work(ctx),
    write: async (query) => void (await trx.executeQuery(query.compile())),
    enqueue: async () => end(),
    enqueueEach: async () => end(),
    emit: async () => end(),
    settle: async () => undefined,
  }
  return ctx
}

async function perform<T>(
  base: Base,
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

function txCtx(base: Base, { trx, writes, emitted }: { trx: Tx; writes: Writes; emitted: Emitted }): TxCtx {
  const ctx: TxCtx = {
    ...base,
    db: trx,
    isRehearsal: false,
    tx: (work) => work(ctx),
    write: (query) => writes.send(query.compile()),
    enqueue: (job, data, options) => sendJob(base.boss, writes, job, data, options),
    enqueueEach: (job, each) => sendJobs(base.boss, writes, job, each),
    emit: async (event) => rollBackIf(await emitted.emit(ctx, event)),
    settle: async () => rollBackIf(await emitted.settle(ctx)),
  }
  return ctx
}
