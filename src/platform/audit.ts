import type { Reading } from '#shared/endpoint.ts'
import type { Clock } from './clock.ts'
import type { TxCtx } from './ctx.ts'
import type { Db } from './db.ts'
import { ExpiringCache } from './caches.ts'
import { toJson } from './json-columns.ts'
import type { Log } from './log.ts'

declare module './json-columns.ts' {
  interface JsonColumns {
    'audit.entry.before': object
    'audit.entry.after': object
  }
}

export interface AuditEntry {
  /** A verb and its noun: `bank_account.confirmed`. */
  action: string
  /** The object: `company 0193…`. */
  object: string
  /** Never the secret itself, because many people read the audit. */
  before?: object
  after?: object
}

/** Records who did what, for the office: a row in the same transaction that is never changed. */
export const recordAudit = (ctx: TxCtx, entry: AuditEntry): Promise<void> => recordAudits(ctx, [entry])

/** Several in one statement. */
export async function recordAudits(ctx: TxCtx, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  const { actor } = ctx
  const common = {
    at: ctx.clock.now(),
    actorId: actor.kind === 'visitor' ? null : actor.userId,
    actorKind: actor.kind === 'visitor' ? ('system' as const) : actor.kind,
  }
  await ctx.db
    .insertInto('audit.entry')
    .values(
      entries.map(({ action, object, before, after }) => ({
        ...common,
        action,
        object,
        before: before ? toJson(before) : null,
        after: after ? toJson(after) : null,
      })),
    )
    .execute()
}

export interface Read {
  userId: string
  what: Reading
  isExport: boolean
  /** Id of the object that the address names, if it names one. */
  id: string | undefined
  /** Ids of the people shown in a list. */
  shown: readonly string[]
}

/** Somebody who reloads a page has not read it twice. */
const SAME_READING_MS = 10 * 60_000
const MOST_REMEMBERED = 10_000

/** Records what the office reads of people. Uses connections of its own, because no answer waits for the record. */
export class Readings {
  readonly #db: Db
  readonly #clock: Clock
  readonly #log: Log
  readonly #known: ExpiringCache<true>
  readonly #writing = new Set<Promise<unknown>>()

  constructor(db: Db, clock: Clock, log: Log) {
    this.#db = db
    this.#clock = clock
    this.#log = log
    this.#known = new ExpiringCache(MOST_REMEMBERED, () => clock.now().getTime())
  }

  /** An export is recorded each time, a look once in ten minutes. */
  note({ userId, what, isExport, id, shown }: Read): void {
    const action = `${isExport ? 'exported' : 'read'}.${what}`
    const object = id ? `${what} ${id}` : what
    const key = [userId, action, object, ...shown].join(' ')
    if (!isExport && this.#known.get(key)) return
    this.#known.set(key, true, SAME_READING_MS)
    const entry = { at: this.#clock.now(), actorId: userId, actorKind: 'admin' as const, action, object, before: null }
    const written = this.#db
      .insertInto('audit.entry')
      .values({ ...entry, after: shown.length > 0 ? toJson({ shown: [...shown] }) : null })
      .execute()
      .catch((err: unknown) => this.#log.error({ err, action }, 'a reading was not recorded'))
      .finally(() => this.#writing.delete(written))
    this.#writing.add(written)
  }

  /** Once everything noted so far is in the audit. */
  async settle(): Promise<void> {
    await Promise.all(this.#writing)
  }
}
