import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { invalidField, type Refusal } from '#shared/endpoint.ts'
import { MOST_COUNTED, pageLink, type KeyPageRequest } from '#shared/page.ts'
import type { Ctx } from './ctx.ts'
import { numberText } from '#shared/texts.ts'
import { seal, unseal } from './secrets.ts'

/** The order of a growing list, with all columns in one direction. An index must have the same order. */
export interface KeyOrder {
  /** Identifies the list. A cursor is valid only for the same list and columns. */
  readonly list: string
  readonly direction: 'asc' | 'desc'
  /** Columns as named in the statement, with their types; the last one is unique. */
  readonly columns: Readonly<Record<string, 'timestamptz' | 'uuid' | 'text' | 'int' | 'int8'>>
  /** Filters, kept in the links of a page. They belong into `list` as well. */
  readonly query?: Readonly<Record<string, string | undefined>>
}

/** The parts of a statement that reads one page of a list. */
export interface KeyPage {
  readonly order: KeyOrder
  readonly request: KeyPageRequest
  /** Rows after the cursor; all rows without one. */
  readonly isAfter: RawBuilder<SqlBool>
  readonly orderBy: RawBuilder<unknown>
  /** To be selected as `key`. Encoded by PostgreSQL to keep microseconds, which a Date would lose. */
  readonly key: RawBuilder<unknown[]>
  /** One row more than the page shows, to find out whether there is another page. */
  readonly limit: number
  readonly offset: number
  /** The count determined when paging by this cursor began. */
  readonly count: number | undefined
  /** Cuts a statement down to the rows of the page, in their order. */
  readonly cut: <Database, Table extends keyof Database, Row>(
    rows: SelectQueryBuilder<Database, Table, Row>,
  ) => SelectQueryBuilder<Database, Table, Row>
}

/** One more than the highest count shown, to find out whether there are more. */
export const COUNT_UP_TO = MOST_COUNTED + 1

/** A count of rows that stopped at the limit, as it is answered. */
export const countedUpTo = (count: number) => ({
  count: Math.min(count, MOST_COUNTED),
  countIsMinimum: count > MOST_COUNTED,
})

interface Cursor {
  count: number
  key: unknown[]
}

const NOT_OF_THIS_LIST = 'This cursor doesn’t belong to this list. Start again without it.'
const TOO_FAR = `Page numbers end after ${numberText(MOST_COUNTED)} rows. Continue with next_cursor.`

export function openPage(ctx: Ctx, order: KeyOrder, request: KeyPageRequest): KeyPage | Refusal {
  const { page, pageSize, after } = request
  const cursor = after === undefined ? undefined : readCursor(ctx, order, after)
  if (after !== undefined && !cursor) return invalidField('after', NOT_OF_THIS_LIST)
  if (!cursor && page * pageSize > MOST_COUNTED) return invalidField('page', TOO_FAR)
  const columns = Object.keys(order.columns).map((name) => sql.ref(name))
  const direction = sql.raw(order.direction)
  const isAfter = cursor ? isBeyond(order, cursor.key) : sql<SqlBool>`true`
  const orderBy = sql.join(columns.map((column) => sql`${column} ${direction}`))
  const [limit, offset] = [pageSize + 1, cursor ? 0 : (page - 1) * pageSize]
  return {
    order,
    request,
    isAfter,
    orderBy,
    limit,
    offset,
    key: sql`json_build_array(${sql.join(columns)})`,
    count: cursor?.count,
    cut: (rows) => rows.where(isAfter).orderBy(orderBy).limit(limit).offset(offset),
  }
}

function isBeyond({ columns, direction }: KeyOrder, key: readonly unknown[]): RawBuilder<SqlBool> {
  const names = Object.keys(columns).map((name) => sql.ref(name))
  const values = Object.values(columns).map((type, index) => sql`${key[index]}::${sql.raw(type)}`)
  return sql`(${sql.join(names)}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${sql.join(values)})`
}

/** How many rows there are, counted up to the limit. */
export async function countOf<Database, Table extends keyof Database>(
  ctx: Ctx,
  { count }: KeyPage,
  rows: SelectQueryBuilder<Database, Table, object>,
): Promise<number> {
  if (count !== undefined) return count
  const some = rows.select(sql`1`.as('one')).limit(COUNT_UP_TO)
  const found = await sql<{ count: number }>`select count(*)::int as count from ${some} as counted`.execute(ctx.db)
  return found.rows[0]?.count ?? 0
}

/** The same as a column of the page's own statement. */
export const countColumn = ({ count }: KeyPage, rows: RawBuilder<unknown>): RawBuilder<number> =>
  count === undefined
    ? sql<number>`(select count(*)::int from (select 1 from (${rows}) l limit ${COUNT_UP_TO}) counted)`
    : sql<number>`${count}::int`

/** The page's rows and its paging details, from up to `limit` rows and the bounded count. */
export function pageOfRows<Row extends { key: unknown[] }>(
  ctx: Ctx,
  path: string,
  { order, request: { page, pageSize, after }, limit }: KeyPage,
  found: { rows: readonly Row[]; count: number },
) {
  const shown = found.rows.slice(0, pageSize)
  const last = shown.at(-1)
  const cursor =
    last && found.rows.length >= limit ? sealCursor(ctx, order, { count: found.count, key: last.key }) : null
  const byNumber = after === undefined && (page + 1) * pageSize <= MOST_COUNTED
  const next = { ...order.query, ...(byNumber ? { page: page + 1 } : { after: cursor }), page_size: pageSize }
  return {
    ...countedUpTo(found.count),
    next: cursor && pageLink(path, next),
    previous:
      after === undefined && page > 1 ? pageLink(path, { ...order.query, page: page - 1, page_size: pageSize }) : null,
    nextCursor: cursor,
    rows: shown,
  }
}

const labelOf = ({ list, direction, columns }: KeyOrder) =>
  Buffer.from(JSON.stringify([list, direction, Object.entries(columns)]))

const sealCursor = (ctx: Ctx, order: KeyOrder, cursor: Cursor): string =>
  seal(ctx.config, 'page cursors', labelOf(order), JSON.stringify(cursor))

function readCursor(ctx: Ctx, order: KeyOrder, text: string): Cursor | undefined {
  try {
    const cursor: Cursor = JSON.parse(unseal(ctx.config, 'page cursors', labelOf(order), text))
    return cursor
  } catch {
    return undefined
  }
}
