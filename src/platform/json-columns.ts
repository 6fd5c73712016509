import { type ColumnType, sql, type RawBuilder, type Selectable } from 'kysely'
import { toSnakeKey } from '#shared/wire.ts'
import type { DB } from './db-types.gen.ts'

/** The type of each JSON column, by 'schema.table.column'. Slices declare theirs by declaration merging, beside the type. */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- filled by declaration merging
export interface JsonColumns {}

declare const holds: unique symbol

/** The JSON text of a value of this type, as such a column takes it. */
export type JsonText<T> = string & { readonly [holds]: T }

export const toJson = <T>(value: T): JsonText<T> => JSON.stringify(value) as JsonText<T>

type Held<Key> = Key extends keyof JsonColumns ? JsonColumns[Key] : null
type Given<Key> = Key extends keyof JsonColumns ? JsonText<JsonColumns[Key]> : null

/** A column without a declaration does not compile. */
export type JsonColumn<Key extends keyof JsonColumns | null> = ColumnType<Held<Key>, Given<Key>, Given<Key>>

export type DefaultedJsonColumn<Key extends keyof JsonColumns | null> = ColumnType<
  Held<Key>,
  Given<Key> | undefined,
  Given<Key>
>

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
