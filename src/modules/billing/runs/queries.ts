import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { BillingRun, BillingRunStep } from '#platform/db-types.gen.ts'
import { countOf, openPage, pageOfRows } from '#platform/key-pages.ts'
import { Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { addMinutes, localDayOf } from '#shared/local-time.ts'
import { nameOfDocument } from '../documents/covered-queries.ts'
import { isLate, isOver, type DocumentKind } from '../documents/rules.ts'
import type { getRun, listRuns as listEndpoint, previewMonth as previewEndpoint } from './contract.ts'
import { daysOf, monthOf, secondsLeft, statesDue, type Aims, type StepState } from './rules.ts'

export type RunRow = Selectable<BillingRun>
export type StepRow = Selectable<BillingRunStep>

export const findRunRow = (ctx: Ctx, id: string): Promise<RunRow | undefined> =>
  ctx.db.selectFrom('billing.run').selectAll().where('id', '=', id).executeTakeFirst()

export async function listRunning(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db.selectFrom('billing.run').select('id').where('state', '=', 'running').execute()
  return rows.map(({ id }) => id)
}

/** The next steps of a run, in order. */
export const listDueSteps = (ctx: Ctx, runId: string, states: readonly StepState[], limit: number) =>
  ctx.db
    .selectFrom('billing.run_step')
    .selectAll()
    .where('runId', '=', runId)
    .where('state', 'in', states.length > 0 ? states : [sql<StepState>`null`])
    .orderBy('place')
    .limit(limit)
    .execute()

interface CountRow {
  kind: DocumentKind
  state: StepState
  count: number
  fresh: number
}

/** The pace is measured over this many seconds. */
const PACE_SECONDS = 20

const stepCounts = (ctx: Ctx, runId: string) => sql`
  select kind, state, count(*)::int as count,
    (count(*) filter (where at > ${addMinutes(ctx.clock.now(), -PACE_SECONDS / 60)}))::int as fresh
  from billing.run_step where run_id = ${runId} group by kind, state order by kind, state`

const countSteps = async (ctx: Ctx, runId: string): Promise<readonly CountRow[]> =>
  (await sql<CountRow>`${stepCounts(ctx, runId)}`.execute(ctx.db)).rows

const totalOf = (rows: readonly CountRow[], of: keyof Pick<CountRow, 'count' | 'fresh'> = 'count') =>
  rows.reduce((total, row) => total + row[of], 0)

export const progressOf = async (ctx: Ctx, run: RunRow) => progressIn(run, await countSteps(ctx, run.id))

function progressIn(aims: Aims, counts: readonly CountRow[]): { done: number; total: number } {
  const due = statesDue(aims, ['make', 'save', 'send'])
  return { done: totalOf(counts.filter(({ state }) => !due.includes(state))), total: totalOf(counts) }
}

type Run = AnswerOf<typeof getRun>
type Totals = NonNullable<Run['totals']>

/**
 * Finds a run in one statement, whatever its number of documents. The totals are read once it is over: they need each
 * document, and the page asks every two seconds, which would delay all other requests.
 */
export async function findRun(ctx: Ctx, id: string): Promise<Run | undefined> {
  const row = await summaries(ctx)
    .select([
      sql<CountRow[]>`(select coalesce(json_agg(c), '[]') from (${stepCounts(ctx, id)}) c)`.as('counts'),
      sql<Totals | null>`case when r.state <> 'running' then (${totalsOfRun(id)}) end`.as('totals'),
      sql<OpenDrafts | null>`case when r.state <> 'running' then (${openDrafts(sql`r.start_day`, sql`r.end_day`)}) end`.as(
        'openDrafts',
      ),
    ])
    .where('r.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { counts, totals, openDrafts: drafts } = row
  const { done, total } = progressIn(row, counts)
  const left = row.state === 'running' ? secondsLeft(total - done, totalOf(counts, 'fresh'), PACE_SECONDS) : null
  return {
    ...summaryOf(row),
    total,
    done,
    secondsLeft: left,
    counts: counts.map(({ kind, state, count }) => ({ kind, state, count })),
    totals,
    isLate: isLate(row.endDay, localDayOf(row.startedAt)),
    openDrafts: drafts,
  }
}

type OpenDrafts = NonNullable<Run['openDrafts']>

const DRAFTS_NAMED = 10

/** Drafts of some of these days that no run made. */
const openDrafts = (startDay: RawBuilder<unknown>, endDay: RawBuilder<unknown>) => sql<OpenDrafts>`
  select coalesce(json_agg(json_build_object('kind', kind, 'count', count, 'documents', (
    select coalesce(json_agg(json_build_object('id', o.id, 'name', ${nameOfDocument(sql`o.id`)}) order by o.start_day, o.id), '[]')
    from billing.document o where o.id = any (k.ids[1:${sql.lit(DRAFTS_NAMED)}]))) order by kind), '[]') from (
    select d.kind, count(*)::int as count, array_agg(d.id order by d.start_day, d.id) as ids from billing.document d
    where d.status = 'draft' and d.end_day >= ${startDay} and d.start_day <= ${endDay}
      and not exists (select from billing.run_step t where t.document_id = d.id)
    group by d.kind) k`

const nameOf = (of: 'starter' | 'changer') =>
  sql<string>`concat_ws(' ', ${sql.ref(`${of}.firstName`)}, ${sql.ref(`${of}.lastName`)})`

const summaries = (ctx: Ctx) =>
  ctx.db
    .selectFrom('billing.run as r')
    .leftJoin('identity.user as starter', 'starter.id', 'r.startedBy')
    .leftJoin('identity.user as changer', 'changer.id', 'r.changedBy')
    .selectAll('r')
    .select([nameOf('starter').as('startedByName'), nameOf('changer').as('changedByName')])

type SummaryRow = RunRow & { startedByName: string; changedByName: string }

const summaryOf = (row: SummaryRow): AnswerOf<typeof listEndpoint>['results'][number] => ({
  id: row.id,
  month: monthOf(row.startDay),
  startDate: row.startDay,
  endDate: row.endDay,
  save: row.saves,
  send: row.sends,
  state: row.state,
  startedAt: row.startedAt.toISOString(),
  startedBy: row.startedByName,
  changedAt: row.changedAt.toISOString(),
  changedBy: row.changedByName,
  endedAt: row.endedAt?.toISOString() ?? null,
})

/** What the documents that it made come to. */
function totalsOfRun(id: string): RawBuilder<Totals> {
  const part = (name: string, condition: RawBuilder<unknown>) => sql`${sql.lit(name)}, json_build_object(
    'count', count(*) filter (where ${condition}), 'pence', coalesce(sum(s.balance_pence) filter (where ${condition}), 0))`
  const parts = [
    part('dueToMovers', sql`s.kind = 'statement' and s.balance_pence > 0`),
    part('dueToUs', sql`s.kind = 'statement' and s.balance_pence < 0`),
    part('invoiced', sql`s.kind = 'invoice'`),
    part('credited', sql`s.kind = 'sales_credit'`),
  ]
  return sql<Totals>`
    select json_build_object(${sql.join(parts)})
    from billing.run_step t cross join lateral (
      -- By the index, document for document: the planner may not make it one reading of all sheets.
      select s.kind, s.balance_pence from billing.sheet s where s.document_id = t.document_id offset 0) s
    where t.run_id = ${id} and t.state in ('made', 'saved', 'sent', 'unaddressed')`
}

export async function listRuns(
  ctx: Ctx,
  pageRequest: InputOf<typeof listEndpoint>['query'],
): Promise<AnswerOf<typeof listEndpoint> | Refusal> {
  const path = '/api/admin/billing-runs/'
  const columns = { 'r.start_day': 'text', 'r.id': 'uuid' } as const
  const page = openPage(ctx, { list: path, direction: 'desc', columns }, pageRequest)
  if (page instanceof Refusal) return page
  const [count, rows] = await Promise.all([
    countOf(ctx, page, ctx.db.selectFrom('billing.run as r')),
    summaries(ctx).select(page.key.as('key')).$call(page.cut).execute(),
  ])
  const { rows: shown, ...answer } = pageOfRows(ctx, path, page, { rows, count })
  return { ...answer, results: shown.map(summaryOf) }
}

interface MonthRow {
  bookings: number
  pricePence: number
  workingUnits: number
  companies: number
  coveredUnits: number
  partlyCoveredUnits: number
  openDrafts: OpenDrafts
  clients: number
  runId: string | null
}

/** What happened in a month, from the ledger alone. */
export async function previewMonth(
  ctx: Ctx,
  { month }: InputOf<typeof previewEndpoint>['query'],
): Promise<AnswerOf<typeof previewEndpoint>> {
  const { startDay, endDay } = daysOf(month)
  const { rows } = await sql<MonthRow>`
    with of_unit as (
      select e.unit_id, max(e.company_id::text) as company_id, count(*) as entries, count(*) filter (where e.kind <> 'share') as bookings,
        sum((e.about ->> 'pricePence')::bigint) as price,
        count(*) filter (where (select u.entry_id from billing.unbilled u where u.entry_id = e.id and u.kind = 'statement') is null) as billed
      from billing.entry e where e.kind in ('booking', 'cancellation', 'share') and e.day between ${startDay} and ${endDay} group by e.unit_id
    )
    select coalesce(sum(bookings), 0)::int as bookings, coalesce(sum(price), 0)::float8 as price_pence, count(*)::int as working_units,
      count(distinct company_id)::int as companies,
      (count(*) filter (where billed = entries))::int as covered_units,
      (count(*) filter (where billed between 1 and entries - 1))::int as partly_covered_units,
      (${openDrafts(sql`${startDay}::date`, sql`${endDay}::date`)}) as open_drafts,
      (select count(distinct customer_id)::int from billing.entry
        where kind = 'compensation' and day between ${startDay} and ${endDay}) as clients,
      (select id from billing.run where start_day = ${startDay}) as run_id
    from of_unit`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error('An aggregate has a row')
  const today = localDayOf(ctx.clock.now())
  return { month, isOver: isOver(endDay, today), isLate: isLate(endDay, today), ...row }
}
