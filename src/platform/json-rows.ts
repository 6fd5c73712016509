import { sql, type RawBuilder, type Selectable } from 'kysely'
import { toSnakeKey } from '#shared/wire.ts'
import type { DB } from './db-types.gen.ts'

/**
 * Columns of the row `alias` as one JSON object with camelCase keys, for statements that return a unit, a company or a week in one
 * row. Instants arrive as text.
 */
export const jsonRow = <Table extends keyof DB, Column extends keyof Selectable<DB[Table]> & string>(
  _table: Table,
  alias: string,
  columns: readonly Column[],
): RawBuilder<Pick<Selectable<DB[Table]>, Column>> =>
  sql`json_build_object(${sql.join(columns.map((column) => sql`${sql.lit(column)}, ${sql.id(alias, toSnakeKey(column))}`))})`
