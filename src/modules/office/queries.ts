import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { COUNT_UP_TO, openPage, pageOfRows } from '#platform/key-pages.ts'
import { commonRefusals, Refusal, refuse, type AnswerOf } from '#shared/endpoint.ts'
import type { KeyPageRequest } from '#shared/page.ts'
import type { listPersonTrail } from './contract.ts'

type Trail = AnswerOf<typeof listPersonTrail>

interface Row {
  id: number
  at: Date
  action: string
  object: string
  actorId: string | null
  actorName: string | null
  isOffice: boolean
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  key: unknown[]
}

interface Asked {
  path: string
  /** The names under which it is in the log; none if there is no such thing. */
  objects: RawBuilder<unknown>
  /** Person whose own actions are included too. */
  actorId: string | null
}

/**
 * A page of the log about some objects. Each object's newest rows are read by the index of objects, and then the newest of all: so a
 * page costs the same however long the log is.
 */
async function listTrail(
  ctx: Ctx,
  { path, objects, actorId }: Asked,
  pageRequest: KeyPageRequest,
): Promise<Trail | Refusal> {
  const columns = { 'e.at': 'timestamptz', 'e.id': 'int8' } as const
  const page = openPage(ctx, { list: path, direction: 'desc', columns }, pageRequest)
  if (page instanceof Refusal) return page
  const most = page.limit + page.offset
  const newest = (which: RawBuilder<unknown>) =>
    sql`(select e.id from audit.entry e where ${which} and ${page.isAfter} order by ${page.orderBy} limit ${most})`
  const ids = sql`select n.id from (${objects}) o cross join lateral ${newest(sql`e.object = o.object`)} n
    union select n.id from ${newest(sql`e.actor_id = ${actorId}::uuid`)} n`
  const about = sql`(select e.id from (${objects}) o join audit.entry e on e.object = o.object
    union select e.id from audit.entry e where e.actor_id = ${actorId}::uuid)`
  const [{ rows: counted }, { rows: found }] = await Promise.all([
    sql<{ count: number; isThere: boolean }>`/* trail-count */ select exists (${objects}) as "isThere", ${
      page.count === undefined
        ? sql`(select count(*)::int from (select 1 from ${about} a limit ${COUNT_UP_TO}) c)`
        : sql`${page.count}::int`
    } as count`.execute(ctx.db),
    sql<Row>`/* trail */ select e.id, e.at, e.action, e.object, e.actor_id, by.first_name as actor_name, e.actor_kind = 'admin' as is_office,
        e.before, e.after, ${page.key} as key
      from audit.entry e left join identity."user" by on by.id = e.actor_id
      where e.id in (${ids}) order by ${page.orderBy} limit ${page.limit} offset ${page.offset}`.execute(ctx.db),
  ])
  const [{ count, isThere } = { count: 0, isThere: false }] = counted
  if (!isThere) return refuse(commonRefusals.notFound)
  const { rows, ...answer } = pageOfRows(ctx, path, page, { rows: found, count })
  return { ...answer, results: rows.map(entryOf) }
}

const entryOf = ({
  id,
  at,
  action,
  object,
  actorId,
  actorName,
  isOffice,
  before,
  after,
}: Row): Trail['results'][number] => ({
  id,
  at: at.toISOString(),
  action,
  object,
  by: actorId ? { id: actorId, name: actorName ?? '', isOffice } : null,
  reason: textIn(after, 'reason'),
  before: textIn(before, 'status') ?? textIn(before, 'block'),
  after: textIn(after, 'status'),
})

function textIn(storedValues: Record<string, unknown> | null, key: string): string | null {
  const value = storedValues?.[key]
  return typeof value === 'string' ? value : null
}

export const listTrailOfPerson = (ctx: Ctx, id: string, pageRequest: KeyPageRequest): Promise<Trail | Refusal> =>
  listTrail(
    ctx,
    {
      path: `/api/admin/people/${id}/trail/`,
      objects: sql`select 'user ' || u.id as object from identity."user" u where u.id = ${id}`,
      actorId: id,
    },
    pageRequest,
  )

/** Each noun under which something of a company is in the log. */
export const listTrailOfCompany = (ctx: Ctx, id: string, pageRequest: KeyPageRequest): Promise<Trail | Refusal> =>
  listTrail(
    ctx,
    {
      path: `/api/admin/companies/${id}/trail/`,
      objects: sql`select 'company ' || c.id as object from companies.company c where c.id = ${id}
        union all select 'user ' || c.owner_user_id from companies.company c where c.id = ${id} and c.owner_user_id is not null
        union all select noun || ' ' || u.id from fleet.working_unit u cross join unnest(array['working_unit', 'unit']) noun
          where u.company_id = ${id}
        union all select 'person ' || p.id from fleet.person p where p.company_id = ${id}
        union all select 'document ' || d.id from fleet.document d where d.company_id = ${id}`,
      actorId: null,
    },
    pageRequest,
  )
