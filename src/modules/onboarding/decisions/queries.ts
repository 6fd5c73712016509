import { sql } from 'kysely'
import type { UnitStatus } from '#modules/fleet/units/rules.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { COUNT_UP_TO, openPage, pageOfRows, type KeyOrder } from '#platform/key-pages.ts'
import { userIdOf } from '#platform/session.ts'
import { type AnswerOf, Refusal, type InputOf } from '#shared/endpoint.ts'
import { isFound } from '../queries.ts'
import type { listDecisions, listStopped as listEndpoint } from './contract.ts'
import type { DecisionDetail, DecisionKind } from './rules.ts'

/** What a decision may change: the documents of these kinds, the cover that comes of one, the van, the stop; or a person. */
export interface Scope {
  companyId: string
  unitId: string | null
  personId: string | null
  kinds: string[]
  withVan: boolean
  withStop: boolean
}

/** A row as PostgreSQL writes it, by its own column names. */
export type KeptRow = Record<string, unknown>
export interface Kept {
  table: KeptTable
  row: KeptRow
}

/** Key of each table. An undo puts columns back, so a decision changes rows and never deletes one. */
export const KEPT_TABLES = {
  'fleet.document': 'id',
  'fleet.van_declaration': 'unit_id',
  'fleet.van': 'unit_id',
  'fleet.working_unit': 'id',
  'fleet.person': 'id',
  'fleet.person_check': 'id',
  'companies.company': 'id',
} as const
export type KeptTable = keyof typeof KEPT_TABLES

declare module '#platform/json-columns.ts' {
  interface JsonColumns {
    'fleet.office_decision.detail': DecisionDetail
    'fleet.office_decision.scope': Scope
    'fleet.office_decision.before': Kept[]
    'fleet.office_decision.after': Kept[]
  }
}

/** These rows as they are now. Of a unit and a company only what the office writes; versions and notices of expiry go on by themselves. */
export async function readKept(ctx: TxCtx, scope: Scope): Promise<Kept[]> {
  const { companyId, unitId, personId, kinds, withVan, withStop } = scope
  const { rows } = await sql<Kept>`/* kept-rows */
    select 'fleet.document' as "table", to_jsonb(d) - array['warned_at', 'ended_told_at'] as row, d.id as key from fleet.document d
      where d.company_id = ${companyId} and (d.unit_id is null or d.unit_id = ${unitId}::uuid) and d.kind = any(${kinds}::text[]) and d.status <> 'cancelled'
    union all select 'fleet.van_declaration', to_jsonb(s), s.unit_id from fleet.van_declaration s where s.unit_id = ${unitId}::uuid and ${withVan}::boolean
    union all select 'fleet.van', to_jsonb(v), v.unit_id from fleet.van v where v.unit_id = ${unitId}::uuid and ${withVan}::boolean
    union all select 'fleet.working_unit', jsonb_build_object('id', u.id, 'office_block', u.office_block, 'office_reason', u.office_reason,
      'office_at', u.office_at, 'office_by', u.office_by, 'appeal', u.appeal, 'appealed_at', u.appealed_at,
      'appeal_answer', u.appeal_answer, 'appeal_answered_at', u.appeal_answered_at), u.id
      from fleet.working_unit u where u.id = ${unitId}::uuid and ${withStop}::boolean
    union all select 'fleet.person', to_jsonb(p) - 'version', p.id from fleet.person p where p.id = ${personId}
    union all select 'fleet.person_check', to_jsonb(k) - array['warned_at', 'ended_told_at'], k.id from fleet.person_check k
      where k.person_id = ${personId} and k.status <> 'cancelled'
    union all select 'companies.company', jsonb_build_object('id', c.id, 'cover_pence', c.cover_pence, 'cover_per_item_pence', c.cover_per_item_pence), c.id
      from companies.company c where c.id = ${companyId} and 'goods_in_transit' = any(${kinds}::text[])
    order by 1, 3`.execute(ctx.db)
  return rows.map(({ table, row }) => ({ table, row }))
}

export interface HistoryRow {
  id: string
  kind: DecisionKind
  at: string
  by: string | null
  detail: DecisionDetail
  undoneAt: string | null
}

/** What was decided about unit `u` and its stops, the last first; the decisions about documents stand with the documents, unless undone. */
export const historyOfUnit = sql<HistoryRow[]>`coalesce((
  select json_agg(json_build_object('id', h.id, 'kind', h.kind, 'at', h.decided_at, 'by', admin.first_name, 'detail', h.detail, 'undoneAt', h.undone_at)
    order by h.decided_at desc, h.id desc)
  from (select * from fleet.office_decision d where d.unit_id = u.id and (d.kind <> 'documents' or d.undone_at is not null)
    order by d.decided_at desc, d.id desc limit 100) h
  left join identity."user" admin on admin.id = h.decided_by), '[]')`

interface OwnRow {
  id: string
  kind: DecisionKind
  detail: DecisionDetail
  subjectId: string
  about: string
  undoUntil: Date
}

/** Lists the caller's decisions that can still be undone, by the index of those that can. */
export async function listOwnDecisions(ctx: Ctx): Promise<AnswerOf<typeof listDecisions>> {
  const { rows } = await sql<OwnRow>`/* own-decisions */
    select d.id, d.kind, d.detail, coalesce(d.unit_id, d.person_id) as subject_id, d.undo_until,
      case when d.person_id is not null then d.detail -> 'person' ->> 'name' else concat_ws(', ', c.name, coalesce(v.registration, u.name)) end as about
    from fleet.office_decision d join companies.company c on c.id = d.company_id
    left join fleet.working_unit u on u.id = d.unit_id left join fleet.van v on v.unit_id = d.unit_id
    where d.decided_by = ${userIdOf(ctx.actor)} and d.undo_until > ${ctx.clock.now()} and d.undone_at is null and d.before is not null
    order by d.decided_at desc, d.id desc limit 20`.execute(ctx.db)
  return rows.map(({ detail, undoUntil, ...row }) => ({
    ...row,
    ...countsOf(detail),
    undoUntil: undoUntil.toISOString(),
  }))
}

function countsOf({ decided = [], person }: DecisionDetail): { approved: number; refused: number } {
  const verdicts = [...decided, ...(person ? [person] : [])]
  const approved = verdicts.filter(({ isApproved }) => isApproved).length
  return { approved, refused: verdicts.length - approved }
}

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
  { show, search, ...pageRequest }: InputOf<typeof listEndpoint>['query'],
): Promise<AnswerOf<typeof listEndpoint> | Refusal> {
  const page = openPage(ctx, orderOf(show, search), pageRequest)
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
