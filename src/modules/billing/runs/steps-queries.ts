import { sql, type SqlBool } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { countOf, openPage, pageOfRows } from '#platform/key-pages.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { coveringAsJson, coveringOf, type CoveringRow } from '../documents/covered-queries.ts'
import { numberText, type DocumentKind } from '../documents/rules.ts'
import type { listSteps as listEndpoint } from './contract.ts'
import { findRunRow } from './queries.ts'
import type { StepState } from './rules.ts'

interface Row {
  key: unknown[]
  place: number
  kind: DocumentKind
  state: StepState
  reason: string | null
  unitId: string | null
  registration: string | null
  company: string | null
  customerId: string | null
  client: string | null
  documentId: string | null
  status: 'draft' | 'saved' | null
  taxYear: string | null
  number: number | null
  balancePence: number
  coveredBy: CoveringRow[]
}

const isBefore = sql`d.status = 'saved' and d.end_day >= r.start_day and d.start_day <= r.end_day and (t.state = 'covered'
  or (d.id is distinct from t.document_id and (own.saved_at is null or d.saved_at <= own.saved_at)))`

/** Saved documents of the subject of the step `t` that had some of its month before its own document was saved. */
const coveredBefore = sql`(
  select d.* from billing.document d where t.kind = 'statement' and d.kind = 'statement' and d.unit_id = t.unit_id and ${isBefore}
  union all
  select d.* from billing.document d where t.kind = 'sales_credit' and d.kind = 'sales_credit' and d.customer_id = t.customer_id and ${isBefore}
  union all
  select d.* from billing.document d where t.kind = 'invoice' and d.kind = 'invoice' and ${isBefore}) d`

/** A page of what a run did, in its order: two statements. */
export async function listSteps(
  ctx: Ctx,
  id: string,
  { state, ...pageRequest }: InputOf<typeof listEndpoint>['query'],
): Promise<AnswerOf<typeof listEndpoint> | Refusal> {
  const path = `/api/admin/billing-runs/${id}/documents/`
  const order = {
    list: `${path} ${state ?? ''}`,
    direction: 'asc',
    columns: { 't.place': 'int' },
    query: { state },
  } as const
  const page = openPage(ctx, order, pageRequest)
  if (page instanceof Refusal) return page
  const isInRun = state ? sql<SqlBool>`t.run_id = ${id} and t.state = ${state}` : sql<SqlBool>`t.run_id = ${id}`
  const [count, { rows }] = await Promise.all([
    countOf(ctx, page, ctx.db.selectFrom('billing.run_step as t').where(isInRun)),
    sql<Row>`
      select t.*, own.status, s.tax_year, s.number, coalesce(s.balance_pence, 0) as balance_pence, v.registration, c.name as company,
        ${coveringAsJson(coveredBefore)} as covered_by,
        nullif(concat_ws(' ', u.first_name, u.last_name), '') as client
      from (
        select t.run_id, t.place, t.kind, t.state, t.reason, t.unit_id, t.customer_id, t.document_id, ${page.key} as key
        from billing.run_step t where ${isInRun} and ${page.isAfter} order by ${page.orderBy} limit ${page.limit} offset ${page.offset}
      ) t
      join billing.run r on r.id = t.run_id
      left join billing.document own on own.id = t.document_id
      left join lateral (
        select max(s.tax_year) as tax_year, case when t.kind <> 'invoice' then max(s.number) end as number,
          sum(s.balance_pence)::float8 as balance_pence
        from billing.sheet s where s.document_id = t.document_id) s on true
      left join fleet.working_unit w on w.id = t.unit_id
      left join fleet.van v on v.unit_id = t.unit_id
      left join companies.company c on c.id = w.company_id
      left join identity."user" u on u.id = t.customer_id
      order by t.place`.execute(ctx.db),
  ])
  // A run has steps; only of a state, or behind the last, there may be none.
  if (rows.length === 0 && !(await findRunRow(ctx, id))) return refuse(commonRefusals.notFound)
  const { rows: shown, ...answer } = pageOfRows(ctx, path, page, { rows, count })
  return { ...answer, results: shown.map(stepOf) }
}

function stepOf(row: Row): AnswerOf<typeof listEndpoint>['results'][number] {
  const { place, kind, state, reason, unitId, customerId, documentId, status, taxYear, number } = row
  return {
    place,
    kind,
    state,
    reason,
    workingUnit: unitId === null ? null : { id: unitId, registration: row.registration, company: row.company ?? '' },
    client: customerId === null ? null : { id: customerId, name: row.client ?? '' },
    document:
      documentId && status
        ? {
            id: documentId,
            status,
            number: taxYear && number ? numberText(kind, taxYear, number) : null,
            balancePence: row.balancePence,
          }
        : null,
    coveredBy: row.coveredBy.map((one) => coveringOf(kind, one)),
  }
}
