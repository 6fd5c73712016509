// Writes src/platform/db-types.gen.ts from the migrated schema: node scripts/db-types.ts
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts'
import { createLog } from '#platform/log.ts'
import { prepareDatabase } from '#platform/prepare-database.ts'

export const DB_TYPES_FILE = fileURLToPath(new URL('../src/platform/db-types.gen.ts', import.meta.url))

type Column = {
  schema: string
  table: string
  name: string
  /** The base type's name in pg_type; of the elements, for arrays. */
  type: string
  isArray: boolean
  isNullable: boolean
  hasDefault: boolean
  isAlwaysGenerated: boolean
  isOfView: boolean
  /** Labels of an enum; empty otherwise. */
  labels: string[]
  /** What its checks say, as PostgreSQL writes it; those of several columns left out. */
  checks: string[]
}

/** Types delivered by the parsers of platform/db.ts; all others arrive as text. */
const TYPES: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'number',
  float4: 'number',
  float8: 'number',
  timestamptz: 'Date',
  bytea: 'Buffer',
}

const READ_COLUMNS = `
  select n.nspname as schema, c.relname as "table", a.attname as name,
    coalesce(el.typname, base.typname) as type,
    el.oid is not null as "isArray",
    not (a.attnotnull or t.typnotnull) as "isNullable",
    a.atthasdef or a.attidentity <> '' or t.typdefault is not null as "hasDefault",
    a.attgenerated <> '' or a.attidentity = 'a' as "isAlwaysGenerated",
    c.relkind in ('v', 'm') as "isOfView",
    array(select e.enumlabel::text from pg_enum e where e.enumtypid = coalesce(el.oid, base.oid) order by e.enumsortorder) as labels,
    array(select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] order by k.conname collate "C") as checks
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
  join pg_namespace n on n.oid = c.relnamespace and n.nspname !~ '^(pg_|pgboss$|information_schema$)'
  join pg_type t on t.oid = a.atttypid
  join pg_type base on base.oid = case when t.typtype = 'd' then t.typbasetype else t.oid end
  left join pg_type el on el.oid = base.typelem and base.typcategory = 'A'
  where a.attnum > 0 and not a.attisdropped
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by n.nspname collate "C", c.relname collate "C", a.attnum`

/** The source text of the types of every table and view, keyed 'schema.table'. */
export async function generateDbTypes(client: pg.Client): Promise<string> {
  const { rows } = await client.query<Column>(READ_COLUMNS)
  const tables = Map.groupBy(rows, ({ schema, table }) => `${schema}.${table}`)
  const interfaces = [...tables].map(([key, columns]) => interfaceOf(key, columns))
  const keys = [...tables.keys()].map((key) => `  '${key}': ${typeName(key)}`)
  return [
    '// Written by scripts/db-types.ts from db/migrations; do not edit.',
    "import type { Generated, GeneratedAlways } from 'kysely'\nimport type { DefaultedJsonColumn, JsonColumn } from './json-columns.ts'",
    ...interfaces,
    `export interface DB {\n${keys.join('\n')}\n}\n`,
  ].join('\n\n')
}

function interfaceOf(key: string, columns: Column[]): string {
  const lines = columns.map((column) => `  ${camelCase(column.name)}: ${typeOf(key, column)}`)
  return `export interface ${typeName(key)} {\n${lines.join('\n')}\n}`
}

function typeOf(key: string, column: Column): string {
  const { isArray, isNullable, hasDefault, isAlwaysGenerated } = column
  if (['json', 'jsonb'].includes(column.type)) {
    if (column.isOfView) return 'unknown'
    const read = `JsonColumn<'${key}.${column.name}'${isNullable ? ' | null' : ''}>`
    return hasDefault ? `DefaultedJsonColumn<${read.slice('JsonColumn<'.length)}` : read
  }
  const literals = literalsOf(column)
  const single =
    literals.length > 0 ? literals.map((literal) => `'${literal}'`).join(' | ') : (TYPES[column.type] ?? 'string')
  const many = literals.length > 1 ? `(${single})[]` : `${single}[]`
  const read = `${isArray ? many : single}${isNullable ? ' | null' : ''}`
  if (isAlwaysGenerated) return `GeneratedAlways<${read}>`
  return hasDefault ? `Generated<${read}>` : read
}

/** The only values that an enum or a check `in (…)`, or `<@ array[…]` of an array, lets in; none where anything goes. */
function literalsOf({ labels, checks, name }: Column): string[] {
  if (labels.length > 0) return labels
  for (const check of checks.filter((text) => !/\b(or|not)\b/i.test(text))) {
    const [, set] = new RegExp(`\\(${name} <@ '\\{([\\w,]*)\\}'::text\\[\\]`).exec(check) ?? []
    if (set) return set.split(',')
    const [, list] = new RegExp(`\\(${name} (?:= ANY \\(|<@ )ARRAY\\[([^\\]]*)\\]`).exec(check) ?? []
    if (list) return [...list.matchAll(/'([^']*)'::text/g)].map(([, literal]) => literal ?? '')
  }
  return []
}

/** 'calendar.hold' is CalendarHold. */
const typeName = (key: string): string =>
  key
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

const camelCase = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vanfare-types-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('silent') })
  try {
    await prepareDatabase(postgres)
    const client = new pg.Client(postgres.connection)
    await client.connect()
    writeFileSync(DB_TYPES_FILE, await generateDbTypes(client))
    await client.end()
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

if (import.meta.main) await main()
