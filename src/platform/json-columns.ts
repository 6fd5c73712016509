import type { ColumnType } from 'kysely'

/** What each JSON column holds, by 'schema.table.column'. Slices say theirs by declaration merging, beside the type itself. */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- filled by declaration merging
export interface JsonColumns {}

declare const holds: unique symbol

/** JSON text of a value of this type: what such a column is given. */
export type JsonText<T> = string & { readonly [holds]: T }

export const toJson = <T>(value: T): JsonText<T> => JSON.stringify(value) as JsonText<T>

type Held<Key> = Key extends keyof JsonColumns ? JsonColumns[Key] : null
type Given<Key> = Key extends keyof JsonColumns ? JsonText<JsonColumns[Key]> : null

/** A column without a declaration is an error here. */
export type JsonColumn<Key extends keyof JsonColumns | null> = ColumnType<Held<Key>, Given<Key>, Given<Key>>

export type DefaultedJsonColumn<Key extends keyof JsonColumns | null> = ColumnType<
  Held<Key>,
  Given<Key> | undefined,
  Given<Key>
>
