import type { TestApp } from './app.ts'

/** Every table of the product, and of its job queue. */
export async function allTables({ app }: Pick<TestApp, 'app'>): Promise<string[]> {
  const { rows } = await app.pool.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
  )
  return rows.map(({ name }) => name)
}

const quoted = (table: string) =>
  table
    .split('.')
    .map((part) => `"${part}"`)
    .join('.')

export async function countRows({ app }: Pick<TestApp, 'app'>, table: string): Promise<number> {
  const { rows } = await app.pool.query<{ count: number }>(`select count(*)::int as count from ${quoted(table)}`)
  return rows[0]?.count ?? 0
}

/** Every text of every row of every table. */
export async function wholeDatabase(app: Pick<TestApp, 'app'>): Promise<string> {
  const texts: string[] = []
  for (const table of await allTables(app)) {
    const { rows } = await app.app.pool.query<{ text: string | null }>(
      `select string_agg(t::text, E'\\n') as text from ${quoted(table)} t`,
    )
    texts.push(rows[0]?.text ?? '')
  }
  return texts.join('\n')
}
