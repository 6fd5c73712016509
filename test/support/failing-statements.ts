import { expect } from 'vitest'
import type pg from 'pg'
import type { TestApp } from './app.ts'
import { allTables } from './whole-database.ts'

/** F-06: every statement of an action fails once. */

type Query = (...parameters: unknown[]) => unknown

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : ((query as { text?: string } | undefined)?.text ?? '')

/**
 * Lets the n-th statement fail as if the database had ended the connection, `onwards` all that follow too, as for a process that is killed;
 * answers how many there were.
 */
export async function failing(
  at: number,
  work: () => Promise<unknown>,
  pool: pg.Pool,
  { onwards = false } = {},
): Promise<number> {
  let sent = 0
  const patched = new Map<pg.PoolClient, Query>()
  const watch = (client: pg.PoolClient) => {
    if (patched.has(client)) return
    const query = client.query.bind(client) as Query
    patched.set(client, query)
    Object.assign(client, {
      query: (...asked: unknown[]) => {
        // What ends the failed transaction is not a step of the action.
        if (/^rollback/i.test(textOf(asked[0])) || ++sent < at || (sent > at && !onwards)) return query(...asked)
        return Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' }))
      },
    })
  }
  pool.on('acquire', watch)
  try {
    await work()
  } finally {
    pool.off('acquire', watch)
    for (const [client, query] of patched) Object.assign(client, { query })
  }
  return sent
}

/** Counts and sessions are written beside an action, not by it. */
const BESIDE =
  /^(bookings\.phone_contact|platform\.(rate|limit|spend|job_progress)|identity\.(session|refresh)|pgboss\.(?!job$)|quoting\.)/

export async function stateOf(app: TestApp): Promise<Record<string, string>> {
  const { pool } = app.app
  const tables = (await allTables(app)).filter((table) => !BESIDE.test(table) && !table.startsWith('pgboss.j'))
  const state: Record<string, string> = {}
  for (const table of [...tables, 'pgboss.job']) {
    const { rows } = await pool.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from ${table} t`,
    )
    state[table] = rows[0]?.digest ?? ''
  }
  return state
}

export interface Action {
  name: string
  /** Answers what is done, by whom. */
  prepare: () => Promise<() => Promise<{ ok: boolean; status: number }>>
  /** Its answer is read after the commit: if only that fails, the action is done, and asking again finds it so. */
  isReadAfterwards?: boolean
}

/** Fails each statement once, and holds the database against what it was before; then the action is done. Answers how many there were. */
export async function failEveryStatement(app: TestApp, { prepare, isReadAfterwards }: Action): Promise<number> {
  const act = await prepare()
  const first = await stateOf(app)
  let before = first
  let failures = 0
  for (let at = 1; ; at++) {
    expect(at).toBeLessThan(100)
    let answer = { ok: false, status: 0 }
    const sent = await failing(at, async () => (answer = await act()), app.app.pool)
    if (sent < at) {
      // No statement was left to fail.
      if (!answer.ok) throw new Error(`It was not done at last: ${answer.status}`)
      break
    }
    failures += 1
    expect(answer.status, `statement ${at}`).toBe(503)
    const after = await stateOf(app)
    if (isReadAfterwards && JSON.stringify(after) !== JSON.stringify(before)) {
      expect(before, `statement ${at}: it was done before`).toBe(first)
      expect(await act(), `statement ${at}: asked again`).toMatchObject({ ok: true })
      before = after
    }
    expect(await stateOf(app), `statement ${at}`).toEqual(before)
  }
  expect(await stateOf(app)).not.toEqual(first)
  return failures
}
