import { sql, type SqlBool } from 'kysely'
import { containing } from '#modules/bookings/customers/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { nameOf, type FoundRow } from '../dated-values/queries.ts'

/** Companies with an agreement of their own, or found by name. */
const SHOWN_COMPANIES = 30

const EVERYBODY = 'Every other company'

/** What everybody pays, and the newest agreements, or those of companies of that name; a found one without any has a row of no day yet. */
export async function listCommission(ctx: Ctx, find: string | undefined): Promise<{ rows: FoundRow[]; more: number }> {
  const wanted = find?.trim()
  const companies = wanted
    ? sql`select k.id, k.name, now_.at, (count(*) over ())::int as found from companies.company k, (select null::timestamptz as at) now_
        where k.name ilike ${containing(wanted)} order by k.name, k.id limit ${SHOWN_COMPANIES}`
    : sql`select c.company_id as id, coalesce(max(k.name), 'A company that has left') as name, max(c.created_at) as at, (count(*) over ())::int as found
        from companies.commission c left join companies.company k on k.id = c.company_id
        where c.company_id is not null and c.withdrawn_at is null group by c.company_id order by max(c.created_at) desc, c.company_id limit ${SHOWN_COMPANIES}`
  const isOfThem = sql<SqlBool>`(c.company_id is null or c.company_id in (select id from shown))`
  const { rows } = await sql<Row>`/* settings-commission */
    with shown as (${companies})
    select c.id, c.company_id, ${EVERYBODY} as name, c.percent, c.from_day, c.reason, c.created_at, ${nameOf('c.created_by')} as made_by, 0 as found
    from companies.commission c where c.company_id is null and c.withdrawn_at is null
    union all
    select coalesce(c.id, s.id), s.id, s.name, c.percent, c.from_day, coalesce(c.reason, ''), c.created_at, ${nameOf('c.created_by')}, s.found
    from shown s left join companies.commission c on c.company_id = s.id and c.withdrawn_at is null and ${isOfThem}
    order by company_id nulls first, from_day desc`.execute(ctx.db)
  const found = Math.max(0, ...rows.map((row) => row.found))
  return { rows: rows.map(rowOf), more: Math.max(0, found - SHOWN_COMPANIES) }
}

interface Row {
  id: string
  companyId: string | null
  name: string
  percent: number | null
  /** Null of a company that was found and has agreed on nothing. */
  fromDay: string | null
  reason: string
  createdAt: Date | null
  madeBy: string | null
  found: number
}

const rowOf = ({ id, companyId, name, percent, fromDay, reason, createdAt, madeBy }: Row): FoundRow => ({
  id,
  name,
  subject: companyId ?? '',
  value: { part: 'commission', companyId, percent },
  fromDay: fromDay ?? BEFORE_ALL,
  toDay: null,
  reason,
  checkBy: null,
  madeAt: madeBy ? createdAt : null,
  madeBy,
})

/** Of a company without an agreement: it has always paid what everybody pays. */
const BEFORE_ALL = '2020-01-01'
