import { sql } from 'kysely'
import type { UnitStatus } from '#modules/fleet/units/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { COUNT_UP_TO, openPage, pageOfRows, type KeyOrder } from '#platform/key-pages.ts'
import { Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { isFound } from '../queries.ts'
import type { listStopped as listEndpoint } from './contract.ts'

interface StoppedRow {
  unitId: string
  unitName: string
  status: UnitStatus
  companyId: string
  companyName: string
  registration: string | null
  ownerEmail: string | null
  officeAt: Date | null
  stoppedBy: string | null
  waitsSince: Date | null
  key: unknown[]
  count: number
}

interface CountRow {
  appealsWaiting: number
}

const path = '/api/admin/stopped/'
/** A cursor belongs to the filters that it was given for. */
const orderOf = (show: string, search = ''): KeyOrder => ({
  list: `${path} ${show} ${search}`,
  direction: 'asc',
  columns: { 's.place': 'timestamptz', 's.unit_id': 'uuid' },
})

const waits = sql`case when u.appeal_answered_at is null then u.appealed_at end`

const conditions = {
  all: sql`true`,
  appeals: sql`u.appealed_at is not null and u.appeal_answered_at is null`,
  blocked: sql`u.office_block = 'blocked'`,
  deactivated: sql`u.office_block = 'deactivated'`,
}

/**
 * Stopped units, found by the index of just these. Appeals come first, by their time; the others after every appeal and the last stopped
 * first, which is why their time is mirrored at the year 2200.
 */
export async function listStopped(
  ctx: Ctx,
  { show, search, ...asked }: InputOf<typeof listEndpoint>['query'],
): Promise<AnswerOf<typeof listEndpoint> | Refusal> {
  const page = openPage(ctx, orderOf(show, search), asked)
  if (page instanceof Refusal) return page
  const { rows: found } = await sql<Partial<StoppedRow> & CountRow>`/* stopped */
    with stopped as (
      select u.id as unit_id, u.name as unit_name, u.status, c.id as company_id, c.name as company_name, v.registration, o.email as owner_email,
        u.office_at, by.first_name as stopped_by, ${waits} as waits_since,
        coalesce(${waits}, '2200-01-01T00:00:00Z'::timestamptz + ('2200-01-01T00:00:00Z'::timestamptz - u.office_at)) as place
      from fleet.working_unit u join companies.company c on c.id = u.company_id
      left join fleet.van v on v.unit_id = u.id
      left join identity."user" o on o.id = c.owner_user_id
      left join identity."user" by on by.id = u.office_by
      where u.office_block is not null and ${conditions[show]} and ${isFound(search)}
    ), shown as (
      select s.*, ${page.key} as key, (select count(*)::int from (select from stopped limit ${COUNT_UP_TO}) as counted) as count
      from stopped s where ${page.isAfter} order by ${page.orderBy} limit ${page.limit} offset ${page.offset}
    )
    select s.*, waiting.appeals_waiting from (
      select count(*)::int as appeals_waiting from fleet.working_unit u where u.office_block is not null and ${conditions.appeals}) as waiting
    left join shown s on true order by ${page.orderBy}`.execute(ctx.db)
  const listed = found.filter((row): row is StoppedRow & CountRow => row.unitId !== undefined && row.unitId !== null)
  const { rows, ...answer } = pageOfRows(ctx, path, page, { rows: listed, count: page.count ?? listed[0]?.count ?? 0 })
  return {
    ...answer,
    appealsWaiting: found[0]?.appealsWaiting ?? 0,
    results: rows.map((row) => ({
      workingUnit: { id: row.unitId, name: row.unitName, status: row.status },
      company: { id: row.companyId, name: row.companyName },
      registration: row.registration,
      ownerEmail: row.ownerEmail,
      stoppedAt: row.officeAt?.toISOString() ?? null,
      stoppedBy: row.stoppedBy,
      appealWaitsSince: row.waitsSince?.toISOString() ?? null,
    })),
  }
}
