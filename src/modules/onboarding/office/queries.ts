import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * Whether the search text is in the unit's or company's name, the plate or the owner's address; for `u`, `c`, `v` and
 * `o`.
 */
export function isFound(search: string | undefined): RawBuilder<SqlBool> {
  const searchText = search?.trim().toLowerCase()
  if (!searchText) return sql<SqlBool>`true`
  return sql<SqlBool>`(strpos(lower(concat_ws(chr(10), u.name, c.name, o.email)), ${searchText}) > 0
    or strpos(lower(replace(v.registration, ' ', '')), ${searchText.replaceAll(' ', '')}) > 0)`
}
