import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Ctx, TxCtx } from './ctx.ts'
import { connectionOptions, type DbConnection } from './db.ts'
import type { Log } from './log.ts'
import { newId } from './new-id.ts'

/** Announces that something changed: ids only, because what a listener may see is decided when they read it. */
export interface Change {
  /** Ordered by time; a stream sends it to the browser as its position. */
  readonly id: string
  /** What kind of thing changed: `bookings`. */
  readonly about: string
  readonly ids: readonly string[]
}

/** `missed`: the source was disconnected, so changes since then have to be looked up. */
export type Heard = Change | 'missed'

/** Where changes made by other processes come from. */
export interface LiveSource {
  /** Receives every change announced to this topic (a person's id or a word), until the returned function is called. */
  subscribe(topic: string, hear: (heard: Heard) => void): Promise<() => void>
  close(): Promise<void>
}

/** Announced to a person whose sessions ended, so that their streams end too. */
export const SESSIONS = 'sessions'

const CHANNEL = 'vanfare_live'

/** PostgreSQL limits a notification to 8000 bytes: this many ids of what changed, and this many of those who are told by one. */
const MOST_IDS = 100
const MOST_TOPICS = 90

export interface Notice {
  about: string
  ids: readonly string[]
  /** Topics, or SQL that selects them; if it selects none, no notice is sent. */
  to: readonly string[] | ReturnType<typeof sql<string[]>>
  /** A statement that `to` may read, under its name: `name as (delete … returning …)`. */
  with?: ReturnType<typeof sql>
}

/** Sent when the transaction commits, and never if it does not. */
export async function notifyChange(ctx: Ctx | TxCtx, { about, ids, to, with: first }: Notice): Promise<void> {
  const change: Change = { id: newId(ctx.clock), about, ids: ids.slice(0, MOST_IDS) }
  const topics = Array.isArray(to) ? sql`${to}::text[]` : to
  const statement = sql`
    ${first ? sql`with ${first}` : sql``}
    select pg_notify(${CHANNEL}, json_build_object('to', json_agg(part.topic), 'change', ${JSON.stringify(change)}::json)::text)
    from (select topic, (row_number() over () - 1) / ${MOST_TOPICS}::int as number from unnest(${topics}) as topic) part group by part.number`
  if ('write' in ctx) await ctx.write({ compile: () => statement.compile(ctx.db) })
  else await statement.execute(ctx.db)
}

export interface LiveTimes {
  /** How often to check that the connection is alive. */
  askMs: number
  answerMs: number
  /** Before reconnecting; doubles up to thirty times itself. */
  retryMs: number
  /** How long the first subscriber waits for the connection before going on without it. */
  patienceMs: number
}

export const LIVE_TIMES: LiveTimes = { askMs: 15_000, answerMs: 5000, retryMs: 200, patienceMs: 2000 }

/** One listening connection per process, made when somebody first subscribes. */
export class ListenSource implements LiveSource {
  readonly #connection: DbConnection
  readonly #log: Log
  readonly #times: LiveTimes
  readonly #hearers = new Map<string, Set<(heard: Heard) => void>>()
  readonly #end = new AbortController()
  #running: Promise<void> | undefined
  #listening = Promise.withResolvers<void>()

  constructor(connection: DbConnection, log: Log, times: Partial<LiveTimes> = {}) {
    this.#connection = connection
    this.#log = log
    this.#times = { ...LIVE_TIMES, ...times }
  }

  async subscribe(topic: string, hear: (heard: Heard) => void): Promise<() => void> {
    this.#running ??= this.#run()
    await Promise.race([this.#listening.promise, pause(this.#times.patienceMs, undefined, { ref: false })])
    const hearers = this.#hearers.get(topic) ?? new Set()
    this.#hearers.set(topic, hearers.add(hear))
    return () => {
      hearers.delete(hear)
      if (hearers.size === 0 && this.#hearers.get(topic) === hearers) this.#hearers.delete(topic)
    }
  }

  async close(): Promise<void> {
    this.#end.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#end
    for (let failures = 0; !signal.aborted;) {
      try {
        await this.#listen(() => (failures = 0))
      } catch (error) {
        if (!signal.aborted) this.#log.warn({ err: error }, 'live connection lost')
      }
      failures += 1
      const wait = this.#times.retryMs * Math.min(30, 2 ** (failures - 1)) * (0.5 + Math.random())
      await pause(wait, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  /** Resolves when the connection is lost. */
  async #listen(isUp: () => void): Promise<void> {
    const { askMs, answerMs } = this.#times
    const client = new pg.Client({
      ...connectionOptions(this.#connection),
      application_name: 'vanfare-live',
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    })
    const disconnected = Promise.withResolvers<never>()
    disconnected.promise.catch(() => undefined)
    client.on('error', disconnected.reject)
    client.on('end', () => disconnected.reject(new Error('The connection ended')))
    client.on('notification', ({ payload }) => this.#tell(payload ?? ''))
    const end = () => disconnected.reject(new Error('Closed'))
    this.#end.signal.addEventListener('abort', end)
    try {
      await Promise.race([client.connect(), disconnected.promise])
      await client.query(`listen ${CHANNEL}`)
      isUp()
      this.#listening.resolve()
      for (const hearers of this.#hearers.values()) for (const hear of hearers) hear('missed')
      for (;;) {
        await Promise.race([pause(askMs, undefined, { ref: false }), disconnected.promise])
        await Promise.race([client.query('select 1'), disconnected.promise])
      }
    } finally {
      this.#listening = this.#end.signal.aborted ? this.#listening : Promise.withResolvers()
      this.#end.signal.removeEventListener('abort', end)
      // Does not wait for a goodbye, which a frozen server would never answer.
      client.connection.stream.destroy()
    }
  }

  #tell(payload: string): void {
    const { to, change }: { to: string[] | null; change: Change } = JSON.parse(payload)
    for (const topic of new Set(to)) for (const hear of this.#hearers.get(topic) ?? []) hear(change)
  }
}
