import type { Insertable } from 'kysely'
import type { DB } from '#platform/db-types.gen.ts'
import type { JsonText } from '#platform/json-columns.ts'

/** What a table takes, as JSON carries it: bytes as "\\x…", JSON as what it holds, everything else as Kysely types it. */
export type Row<Table extends keyof DB> = {
  [Column in keyof Insertable<DB[Table]>]: Carried<Insertable<DB[Table]>[Column]>
}

type Carried<Value> = Value extends Buffer ? string : Value extends JsonText<infer Held> ? Held : Value

/** Rows by table, in an order in which every foreign key finds its row. */
export type Tables = { [Table in keyof DB]?: Row<Table>[] }
