import { sql, type SqlBool } from 'kysely'
import { containing, searchable } from '#modules/bookings/create/queries.ts'
import { nameOfDocument } from '#modules/billing/documents/covered-queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { listAsCsv } from '#platform/csv-answer.ts'
import { countOf, openPage, pageOfRows } from '#platform/key-pages.ts'
import type { RawAnswer } from '#platform/serve.ts'
import { momentColumn, textColumn, type CsvColumn } from '#shared/csv.ts'
import { Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { endOfDay, localDayOf, startOfDay } from '#shared/local-time.ts'
import { nameOf } from '../dated-values/queries.ts'
import type { exportAudit as exportEndpoint, listAudit as listEndpoint } from './contract.ts'
import { detailsOf, ID, type Names } from './rules.ts'

const path = '/api/admin/audit/'
const columns = { 'a.at': 'timestamptz', 'a.id': 'int8' } as const

type Asked = InputOf<typeof listEndpoint>['query']

/** The most people of one name whose entries are looked for. */
const MOST_PEOPLE = 50

const entries = (ctx: Ctx, { who, what, object, day }: Asked) =>
  ctx.db
    .selectFrom('audit.entry as a')
    .$if(Boolean(who), (query) => query.where(isBy(who ?? '')))
    .$if(what !== undefined, (query) => query.where(sql<SqlBool>`split_part(a.action, '.', 1) = ${what}`))
    .$if(Boolean(object), (query) => query.where('a.object', '=', object ?? ''))
    .$if(day !== undefined, (query) =>
      query.where('a.at', '>=', startOfDay(day ?? '')).where('a.at', '<', endOfDay(day ?? '')),
    )

/** Entries by an author, found by the index of names and addresses that the office searches customers with. */
const isBy = (who: string) => sql<SqlBool>`a.actor_id = any (array(select u.id from identity."user" u
  where ${searchable} like ${containing(who.toLowerCase())} limit ${MOST_PEOPLE}))`

const objectId = sql`split_part(a.object, ' ', 2)::uuid`

/** Read with the entry, because a name may change and the log may not. */
const subjectNameSql = sql<string | null>`case
  when a.object ~ '^(person|user) [0-9a-f-]{36}$'
    then (select trim(u.first_name || ' ' || coalesce(u.last_name, '')) from identity."user" u where u.id = ${objectId})
  when a.object ~ '^(unit|working_unit) [0-9a-f-]{36}$'
    then (select coalesce(v.registration, w.name) from fleet.working_unit w left join fleet.van v on v.unit_id = w.id where w.id = ${objectId})
  when a.object ~ '^company [0-9a-f-]{36}$' then (select c.name from companies.company c where c.id = ${objectId})
  when a.object ~ '^booking [0-9a-f-]{36}$' then upper(right(split_part(a.object, ' ', 2), 8))
  when a.object ~ '^(statement|invoice|sales_credit) [0-9a-f-]{36}$' then ${nameOfDocument(objectId)}
  when a.object ~ '^billing run [0-9a-f-]{36}$'
    then (select to_char(r.start_day, 'FMMonth YYYY') from billing.run r where r.id = split_part(a.object, ' ', 3)::uuid) end`

/** The names of the people, companies and vans, and the numbers of the bookings and billing documents, whose ids these entries mention. */
async function namesIn(ctx: Ctx, values: readonly unknown[]): Promise<Names> {
  const ids = [...new Set(JSON.stringify(values).match(ID))]
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select id::text, trim(first_name || ' ' || coalesce(last_name, '')) as name from identity."user" where id = any (${ids}::uuid[])
    union all select id::text, name from companies.company where id = any (${ids}::uuid[])
    union all select u.id::text, coalesce(v.registration, u.name) from fleet.working_unit u left join fleet.van v on v.unit_id = u.id
      where u.id = any (${ids}::uuid[])
    union all select id::text, upper(right(id::text, 8)) from bookings.booking where id = any (${ids}::uuid[])`.execute(
    ctx.db,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Three statements, however many entries there are. */
export async function listAudit(ctx: Ctx, request: Asked): Promise<AnswerOf<typeof listEndpoint> | Refusal> {
  const { who, what, object, day } = request
  const query = { who: who || undefined, what, object: object || undefined, day }
  const page = openPage(ctx, { list: `${path} ${JSON.stringify(query)}`, direction: 'desc', columns, query }, request)
  if (page instanceof Refusal) return page
  const [count, found] = await Promise.all([
    countOf(ctx, page, entries(ctx, request)),
    entries(ctx, request)
      .select(['a.id', 'a.at', 'a.actorKind', 'a.action', 'a.object', 'a.before', 'a.after'])
      .select([nameOf('a.actorId').as('by'), subjectNameSql.as('whose'), page.key.as('key')])
      .$call(page.cut)
      .execute(),
  ])
  const { rows, ...answer } = pageOfRows(ctx, path, page, { rows: found, count })
  const names = await namesIn(
    ctx,
    rows.flatMap(({ before, after }) => [before, after]),
  )
  return {
    ...answer,
    results: rows.map(({ id, at, actorKind, action, object: about, before, after, by, whose: subjectName }) => ({
      id: String(id),
      at: at.toISOString(),
      by,
      kind: actorKind,
      action,
      object: about,
      whose: subjectName,
      details: detailsOf(before, after, names),
    })),
  }
}

export const exportAudit = (ctx: Ctx, filters: InputOf<typeof exportEndpoint>['query']): Promise<RawAnswer | Refusal> =>
  listAsCsv(`audit ${localDayOf(ctx.clock.now())}`, auditColumns, (place) => listAudit(ctx, { ...filters, ...place }))

type Entry = AnswerOf<typeof listEndpoint>['results'][number]

const auditColumns: CsvColumn<Entry>[] = [
  momentColumn('At', ({ at }) => at),
  textColumn('By', ({ by }) => by),
  textColumn('As', ({ kind }) => kind),
  textColumn('Action', ({ action }) => action),
  textColumn('Object', ({ object }) => object),
  textColumn('Whose', ({ whose: name }) => name ?? ''),
  textColumn('Details', ({ details }) =>
    details.map(({ name, before, after }) => `${name}: ${before ?? '–'} → ${after ?? '–'}`).join('; '),
  ),
]
