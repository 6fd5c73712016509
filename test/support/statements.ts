import type pg from 'pg'
import type { TestApp } from './app.ts'

type Query = (...parameters: unknown[]) => unknown

/** The texts of all statements that the app sent to the database while the work was done. */
export async function statementsOf(app: TestApp, work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = []
  const patched = new Map<pg.PoolClient, Query>()
  const watch = (client: pg.PoolClient) => {
    if (patched.has(client)) return
    const query = client.query.bind(client) as Query
    patched.set(client, query)
    Object.assign(client, {
      query: (text: unknown, ...rest: unknown[]) => {
        seen.push(typeof text === 'string' ? text : (text as { text: string }).text)
        return query(text, ...rest)
      },
    })
  }
  app.app.pool.on('acquire', watch)
  try {
    await work()
  } finally {
    app.app.pool.off('acquire', watch)
    for (const [client, query] of patched) Object.assign(client, { query })
  }
  return seen
}
