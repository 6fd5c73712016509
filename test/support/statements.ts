import type pg from 'pg'
import type { TestApp } from './app.ts'

type Query = (...parameters: unknown[]) => unknown

export interface SentStatement {
  text: string
  values: unknown[]
}

/** The texts of all statements that the app sent to the database while the work was done. */
export const statementsOf = async (app: TestApp, work: () => Promise<unknown>): Promise<string[]> =>
  (await sentStatementsOf(app, work)).map(({ text }) => text)

/** The same with their values. */
export async function sentStatementsOf(app: TestApp, work: () => Promise<unknown>): Promise<SentStatement[]> {
  const seen: SentStatement[] = []
  const patched = new Map<pg.PoolClient, Query>()
  const watch = (client: pg.PoolClient) => {
    if (patched.has(client)) return
    const query = client.query.bind(client) as Query
    patched.set(client, query)
    Object.assign(client, {
      query: (text: unknown, ...rest: unknown[]) => {
        const given = typeof text === 'string' ? { text, values: rest[0] } : (text as Partial<SentStatement>)
        seen.push({ text: given.text ?? '', values: Array.isArray(given.values) ? given.values : [] })
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
