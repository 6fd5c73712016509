import type { ColumnType } from 'kysely'

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
