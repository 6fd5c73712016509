import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionOptions, type DbConnection } from './db.ts'
import { CHANGES, type Changes } from './events.ts'
import type { Log } from './log.ts'

/** Null where changes may have been missed: whoever shows anything looks again. */
export type OnChanges = (changes: Changes | null) => void

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5000

/**
 * Hears which rows committed transactions changed, on a connection of its own that lives as long as the process; one that breaks is
 * opened again. It must reach PostgreSQL itself, not a pooler that shares sessions.
 */
export class LiveChanges {
  readonly #connection: DbConnection
  readonly #log: Log
  readonly #onChanges: OnChanges
  readonly #stopping = new AbortController()
  #client: pg.Client | undefined
  #following: Promise<void> | undefined

  constructor(connection: DbConnection, { log, onChanges }: { log: Log; onChanges: OnChanges }) {
    this.#connection = connection
    this.#log = log
    this.#onChanges = onChanges
  }

  /** Resolves when it listens for the first time. */
  start(): Promise<void> {
    return new Promise((resolve) => {
      this.#following = this.#follow(resolve)
    })
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#client?.end().catch(() => undefined)
    await this.#following
  }

  async #follow(onListening: () => void): Promise<void> {
    const { signal } = this.#stopping
    let pause = FIRST_PAUSE_MS
    for (let isFirst = true; !signal.aborted;) {
      try {
        const { ended } = await this.#listen()
        onListening()
        if (!isFirst) this.#onChanges(null)
        isFirst = false
        pause = FIRST_PAUSE_MS
        await ended
      } catch (error) {
        this.#log.warn({ err: error }, 'live changes: no connection')
      }
      if (signal.aborted) return
      await sleep(pause, undefined, { signal }).catch(() => undefined)
      pause = Math.min(LONGEST_PAUSE_MS, pause * 2)
    }
  }

  /** Answers, once it listens, what resolves when the connection has ended. */
  async #listen(): Promise<{ ended: Promise<void> }> {
    const client = new pg.Client({
      ...connectionOptions(this.#connection),
      application_name: 'vanfare-live-changes',
      connectionTimeoutMillis: 2000,
      keepAlive: true,
    })
    this.#client = client
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => resolve())
      client.on('end', () => resolve())
    })
    client.on('notification', ({ payload }) => this.#receive(payload))
    try {
      await client.connect()
      await client.query(`listen ${CHANGES}`)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    return { ended }
  }

  #receive(payload: string | undefined): void {
    // Ours alone write to this channel; what cannot be read may be of a newer version.
    try {
      this.#onChanges(JSON.parse(payload ?? 'null') as Changes | null)
    } catch (error) {
      this.#log.warn({ err: error }, 'live changes: unreadable')
      this.#onChanges(null)
    }
  }
}
