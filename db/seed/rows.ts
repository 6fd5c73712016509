import type { Insertable } from 'kysely'
import type { DB } from '#platform/db-types.gen.ts'

/** What a table takes, as JSON carries it: bytes as "\\x…", everything else as Kysely types it. */
export type Row<Table extends keyof DB> = {
  [Column in keyof Insertable<DB[Table]>]: Insertable<DB[Table]>[Column] extends Buffer
    ? string
    : Insertable<DB[Table]>[Column]
}

/** Rows by table, in an order in which every foreign key finds its row. */
export type Tables = { [Table in keyof DB]?: Row<Table>[] }
