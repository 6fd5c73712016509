import pg from 'pg'

/** One statement as the driver got it, and what came back. */
export interface Statement {
  name: string | undefined
  text: string
  values: unknown[]
  rows: Record<string, unknown>[]
}

let recording: Statement[] | undefined

type Query = (...parameters: unknown[]) => unknown

/** Call before the pool opens its first connection: from then on `record` sees every statement of the process. */
export function watchStatements(): void {
  const { prototype } = pg.Client as unknown as { prototype: { query: Query } }
  const { query } = prototype
  const watched: Query = function (this: unknown, ...parameters) {
    const [first, second] = parameters
    const given =
      typeof first === 'object' && first !== null
        ? (first as { name?: string; text?: string; values?: unknown[] })
        : undefined
    const text = typeof first === 'string' ? first : given?.text
    const answer = query.apply(this, parameters)
    if (!recording || text === undefined || !(answer instanceof Promise)) return answer
    const statement: Statement = {
      name: given?.name,
      text,
      values: (given?.values ?? (Array.isArray(second) ? second : [])) as unknown[],
      rows: [],
    }
    recording.push(statement)
    return answer.then((result: { rows?: Record<string, unknown>[] }) => {
      statement.rows = result?.rows ?? []
      return result
    })
  }
  Object.assign(pg.Client.prototype, { query: watched })
}

export async function record(work: () => Promise<unknown>): Promise<Statement[]> {
  recording = []
  try {
    await work()
    return recording
  } finally {
    recording = undefined
  }
}

/** What a recorded value becomes this time. Ids that the database answers are learnt as the replay goes. */
export type Renames = Map<string, string>

/** The same statements through the bare driver, one after the other on one connection, with this time's ids. */
export async function replay(client: pg.Client, statements: readonly Statement[], renames: Renames): Promise<void> {
  const named = new Map(renames)
  for (const { name, text, values, rows } of statements) {
    const result = await client.query({
      ...(name ? { name } : {}),
      text,
      values: values.map((value) => renamed(value, named)),
    })
    learn(named, rows, result.rows as Record<string, unknown>[])
  }
}

const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value)

/** Ids that the process makes itself: inserted before any answer named them, so no two runs may use the same. */
export function madeIds(statements: readonly Statement[], known: ReadonlySet<string>): string[] {
  const answered = new Set(known)
  const made = new Set<string>()
  for (const { text, values, rows } of statements) {
    if (/^\s*insert/i.test(text)) for (const id of values.filter(isId)) if (!answered.has(id)) made.add(id)
    for (const id of rows.flatMap((row) => Object.values(row).filter(isId))) answered.add(id)
  }
  return [...made]
}

function renamed(value: unknown, names: Renames): unknown {
  if (typeof value !== 'string') return Array.isArray(value) ? value.map((item) => renamed(item, names)) : value
  const whole = names.get(value)
  if (whole !== undefined) return whole
  // Only text that holds others' ids: JSON and messages.
  if (value.length < 40) return value
  let text = value
  for (const [from, to] of names) text = text.replaceAll(from, to)
  return text
}

function learn(names: Renames, before: readonly Record<string, unknown>[], now: readonly Record<string, unknown>[]) {
  before.forEach((row, index) => {
    for (const [column, value] of Object.entries(row)) {
      const other = now[index]?.[column]
      if (isId(value) && typeof other === 'string' && value !== other) names.set(value, other)
    }
  })
}

const sqlText = (value: unknown): string => {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Date) return `'${value.toISOString()}'`
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
  if (Array.isArray(value))
    return `'{${value.map((item) => (item === null ? 'null' : `"${String(item instanceof Date ? item.toISOString() : item).replaceAll('"', '\\"')}"`)).join(',')}}'`
  const text = typeof value === 'string' || typeof value === 'bigint' ? value.toString() : JSON.stringify(value)
  return `'${text.replaceAll("'", "''")}'`
}

/**
 * The same statements as a pgbench script. `variables` names the recorded values that differ from booking to booking; they come from
 * the script's first line. Ids that the database answers are kept by \gset.
 */
export function pgbenchScript(
  statements: readonly Statement[],
  variables: ReadonlyMap<string, string>,
  firstLine: string,
): string {
  const names = new Map(variables)
  const lines = [firstLine]
  for (const [index, { text, values, rows }] of statements.entries()) {
    const sql = text.replaceAll(/\$(\d+)/g, (_, number: string) => {
      const value = values[Number(number) - 1]
      const name = typeof value === 'string' ? names.get(value) : undefined
      // pgbench looks for its variables inside text too; a space keeps it from finding one.
      return name ? `:${name}` : sqlText(value).replaceAll(/:(?=[A-Za-z_])/g, ': ')
    })
    const flat = sql.replaceAll(/\s+/g, ' ').trim()
    const learnt = Object.entries(rows[0] ?? {}).filter(([, value]) => isId(value) && !names.has(value))
    for (const [column, value] of learnt) names.set(value as string, `s${index}_${column}`)
    lines.push(learnt.length > 0 ? `${flat} \\gset s${index}_` : `${flat};`)
  }
  return `${lines.join('\n')}\n`
}
