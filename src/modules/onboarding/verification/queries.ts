import { sql, type RawBuilder } from 'kysely'
import { listHeldAhead } from '#modules/fleet/queries.ts'
import {
  declaredVan,
  factsView,
  vanWithDocuments,
  documentsOfUnit,
  submissions,
  submissionView,
  type SubmissionRow,
} from '#modules/fleet/documents/queries.ts'
import { DOCUMENT_LABELS, type DocumentKind } from '#modules/fleet/documents/rules.ts'
import { namesOfUnit } from '#modules/fleet/people/queries.ts'
import { claimsOfPlate, vanOfUnit } from '#modules/fleet/vans/queries.ts'
import { appealView } from '#modules/fleet/units/queries.ts'
import { isOperating, type UnitStatus } from '#modules/fleet/units/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { COUNT_UP_TO, openPage, pageOfRows, type KeyOrder, countOf } from '#platform/key-pages.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { localDayOf, type LocalDay } from '#shared/local-time.ts'
import { historyOfUnit, type HistoryRow } from '../decisions/queries.ts'
import { isFound } from '../queries.ts'
import type { getVerification, listVerifications, WAITING_KINDS, findUnits as endpoint } from './contract.ts'
import { PRESENCE_TIMEOUT_SECONDS, checksOf, type Check, type OnFile } from './rules.ts'

type Verification = AnswerOf<typeof getVerification>
type WaitingKind = (typeof WAITING_KINDS)[number]

interface WaitingRow {
  unitId: string
  unitName: string
  status: UnitStatus
  companyId: string
  companyName: string
  registration: string | null
  kinds: DocumentKind[]
  doVanFactsWait: boolean
  since: Date
  looking: string[]
  key: unknown[]
  count: number
}

interface ByKindRow {
  byKind: { kind: WaitingKind; count: number }[]
}

const path = '/api/admin/verifications/'
/** A cursor belongs to the filters that it was given for. */
const orderOf = (kind = '', search = ''): KeyOrder => ({
  list: `${path} ${kind} ${search}`,
  direction: 'asc',
  columns: { 'f.since': 'timestamptz', 'f.unit_id': 'uuid' },
})

/**
 * Units with waiting documents or facts of their van; the facts of a new van wait with its log book. Documents that
 * cover a whole company are listed at its unit that waits too, or at its first if none does, so that there is one page
 * to decide on.
 */
export async function listWaiting(
  ctx: Ctx,
  { kind, search, ...pageRequest }: InputOf<typeof listVerifications>['query'],
): Promise<AnswerOf<typeof listVerifications> | Refusal> {
  const page = openPage(ctx, orderOf(kind, search), pageRequest)
  if (page instanceof Refusal) return page
  const { rows: found } = await sql<Partial<WaitingRow> & ByKindRow>`/* verifications */
    with pending as (
      select d.company_id, d.kind, d.submitted_at, coalesce(d.unit_id, (
        select u.id from fleet.working_unit u where u.company_id = d.company_id
        order by not exists (select from fleet.document o where o.unit_id = u.id and o.status = 'pending'), u.created_at, u.id limit 1)) as unit_id
      from fleet.document d where d.status = 'pending'
      union all select null, null, s.submitted_at, s.unit_id from fleet.van_declaration s join fleet.van n on n.unit_id = s.unit_id
        where s.status = 'pending' and (n.approved_at is not null or exists (select from fleet.document l
          where l.unit_id = s.unit_id and l.kind = 'v5c' and l.status in ('pending', 'approved')))
    ), waiting as (
      select unit_id, coalesce(array_agg(kind order by submitted_at) filter (where kind is not null), '{}') as kinds,
        bool_or(kind is null) as do_van_facts_wait, min(submitted_at) as since
      from pending where unit_id is not null group by unit_id
    ), filtered as (
      select w.unit_id, u.name as unit_name, u.status, c.id as company_id, c.name as company_name, v.registration, w.kinds, w.do_van_facts_wait, w.since
      from waiting w join fleet.working_unit u on u.id = w.unit_id join companies.company c on c.id = u.company_id
      left join fleet.van v on v.unit_id = u.id left join identity."user" o on o.id = c.owner_user_id
      where ${isFound(search)} and case when ${kind ?? ''} = 'van' then w.do_van_facts_wait else ${kind ?? ''} = '' or ${kind ?? ''} = any(w.kinds) end
    ), shown as (
      select f.*, ${otherViewersSql(ctx, sql`f.unit_id`)} as looking, ${page.key} as key,
        (select count(*)::int from (select from filtered limit ${COUNT_UP_TO}) as counted) as count
      from filtered f where ${page.isAfter} order by ${page.orderBy} limit ${page.limit} offset ${page.offset}
    )
    select f.*, coalesce((select json_agg(json_build_object('kind', k.kind, 'count', k.count) order by k.count desc, k.kind) from (
      select coalesce(kind, 'van') as kind, count(distinct unit_id)::int as count from pending where unit_id is not null group by 1) k), '[]') as by_kind
    from (select 1) as one left join shown f on true order by ${page.orderBy}`.execute(ctx.db)
  const listed = found.filter((row): row is WaitingRow & ByKindRow => typeof row.unitId === 'string')
  const { rows, ...answer } = pageOfRows(ctx, path, page, { rows: listed, count: page.count ?? listed[0]?.count ?? 0 })
  return {
    ...answer,
    waitingByKind: found[0]?.byKind ?? [],
    results: rows.map((row) => ({
      workingUnit: { id: row.unitId, name: row.unitName, status: row.status },
      company: { id: row.companyId, name: row.companyName },
      registration: row.registration,
      waiting: row.kinds,
      doVanFactsWait: row.doVanFactsWait,
      isRenewal: isOperating(row.status),
      waitingSince: row.since.toISOString(),
      looking: row.looking,
    })),
  }
}

/** A unit as the office sees it. */
export async function findVerification(ctx: Ctx, unitId: string): Promise<Verification | Refusal> {
  const today = localDayOf(ctx.clock.now())
  const row = await ctx.db
    .selectFrom('fleet.working_unit as u')
    .innerJoin('companies.company as c', 'c.id', 'u.companyId')
    .leftJoin('identity.user as o', 'o.id', 'c.ownerUserId')
    .select(['u.name', 'u.status', 'u.statusReason', 'c.id as companyId'])
    .select(['u.appeal', 'u.appealedAt', 'u.appealAnswer', 'u.appealAnsweredAt'])
    .select(['c.name as companyName', 'c.legalName', 'c.companyNumber', 'c.insuranceNumber', 'c.basePlace'])
    .select(['o.firstName', 'o.lastName', 'o.email', 'o.phone'])
    .select([vanOfUnit.as('van'), declaredVan.as('declaredVan'), vanWithDocuments.as('vanWithDocuments')])
    .select([namesOfUnit(today).as('people'), historyOfUnit.as('history'), claimsOfPlate.as('claims')])
    .select(otherViewersSql(ctx, sql`u.id`).as('looking'))
    .where('u.id', '=', unitId)
    .executeTakeFirst()
  if (!row) return refuse(commonRefusals.notFound)
  const [all, held] = await Promise.all([listSubmissions(ctx, row.companyId), listHeldAhead(ctx, unitId)])
  const owner =
    row.email && row.firstName
      ? { name: [row.firstName, row.lastName].filter(Boolean).join(' '), email: row.email, phone: row.phone }
      : null
  const company = {
    id: row.companyId,
    name: row.companyName,
    legalName: row.legalName,
    companyNumber: row.companyNumber,
    insuranceNumber: row.insuranceNumber,
    basePlace: row.basePlace,
  }
  const vanFacts = factsView(row.declaredVan)
  const file: OnFile = {
    companyName: company.name,
    legalName: company.legalName,
    ownerName: owner?.name ?? null,
    people: row.people.map(({ name }) => name),
    // What waits: the documents that wait with it name that van.
    van: vanFacts?.declared?.status === 'pending' ? vanFacts.declared : row.van,
  }
  const documents = documentsOfUnit(all.filter(counts), { id: unitId, van: row.vanWithDocuments }, today)
  return {
    workingUnit: { id: unitId, name: row.name, status: row.status, statusReason: row.statusReason },
    company,
    owner,
    people: row.people,
    vehicle: row.van,
    vanFacts,
    alsoClaimedBy: row.claims,
    bookingsAhead: held.map(({ start, end, from, to }) => ({
      startAt: start.toISOString(),
      endAt: end.toISOString(),
      from,
      to,
    })),
    documents: documents.map((document) => ({
      ...document,
      checks: document.newest?.status === 'pending' ? checksOf(document.newest, file) : [],
    })),
    decided: decidedOf(all, unitId, today),
    history: row.history.map(historyView),
    looking: row.looking,
    appeal: appealView(row),
  }
}

type AnySubmission = Omit<SubmissionRow, 'status'> & {
  status: SubmissionRow['status'] | 'replaced' | 'cancelled'
  ticks: Check[] | null
  decidedByName: string | null
}

/** Lists all documents but the withdrawn, with their deciders. One round trip. */
const listSubmissions = (ctx: Ctx, companyId: string): Promise<AnySubmission[]> =>
  submissions(ctx, companyId)
    .leftJoin('identity.user as by', 'by.id', 'd.decidedBy')
    .select(['d.ticks', 'by.firstName as decidedByName'])
    .where('d.status', '<>', 'cancelled')
    .execute()

const counts = (one: AnySubmission): one is AnySubmission & SubmissionRow =>
  one.status === 'pending' || one.status === 'approved' || one.status === 'refused'

const MOST_DECIDED = 100

function decidedOf(all: readonly AnySubmission[], unitId: string, today: LocalDay): Verification['decided'] {
  const own = all.filter((one) => one.decidedAt && (one.unitId === null || one.unitId === unitId))
  return own
    .toSorted((a, b) => (b.decidedAt?.getTime() ?? 0) - (a.decidedAt?.getTime() ?? 0))
    .slice(0, MOST_DECIDED)
    .map((one) => {
      // A refused one keeps its reason when it is replaced.
      const status = one.reason === null ? ('approved' as const) : ('refused' as const)
      return {
        label: DOCUMENT_LABELS[one.kind],
        isApproved: status === 'approved',
        isReplaced: one.status === 'replaced',
        decidedBy: one.decidedByName,
        ticks: one.ticks ?? [],
        submission: submissionView({ ...one, status }, today),
      }
    })
}

const historyView = ({ detail, undoneAt, at, ...row }: HistoryRow): Verification['history'][number] => ({
  ...row,
  at: new Date(at).toISOString(),
  reason: detail.reason ?? null,
  appeal: detail.appeal?.text ?? null,
  isUndone: undoneAt !== null,
})

/** First names of the other admins who have it open, as a column; `subject` names the id in its statement. */
export function otherViewersSql(ctx: Ctx, subject: RawBuilder<unknown>): RawBuilder<string[]> {
  const since = new Date(ctx.clock.now().getTime() - PRESENCE_TIMEOUT_SECONDS * 1000)
  return sql<
    string[]
  >`array(select admin.first_name from fleet.office_look l join identity."user" admin on admin.id = l.user_id
    where l.subject_id = ${subject} and l.user_id <> ${userIdOf(ctx.actor)} and l.at > ${since} order by 1)`
}

const PATH = '/api/admin/working-units/'

/** A page of units, whatever their status: a stopped one may still have to be billed. Two statements. */
export async function findUnits(
  ctx: Ctx,
  { q, ...pageRequest }: InputOf<typeof endpoint>['query'],
): Promise<AnswerOf<typeof endpoint> | Refusal> {
  const columns = { 'c.name': 'text', 'u.name': 'text', 'u.id': 'uuid' } as const
  const page = openPage(ctx, { list: `${PATH} ${q}`, direction: 'asc', columns, query: { q } }, pageRequest)
  if (page instanceof Refusal) return page
  const found = ctx.db
    .selectFrom('fleet.working_unit as u')
    .innerJoin('companies.company as c', 'c.id', 'u.companyId')
    .leftJoin('fleet.van as v', 'v.unitId', 'u.id')
    .leftJoin('identity.user as o', 'o.id', 'c.ownerUserId')
    .where(isFound(q))
  const [count, rows] = await Promise.all([
    countOf(ctx, page, found),
    found
      .select(['u.id', 'u.name', 'u.status', 'v.registration', 'c.id as companyId', 'c.name as companyName'])
      .select(page.key.as('key'))
      .$call(page.cut)
      .execute(),
  ])
  const { rows: shown, ...answer } = pageOfRows(ctx, PATH, page, { rows, count })
  return {
    ...answer,
    results: shown.map(({ id, name, status, registration, companyId, companyName }) => ({
      id,
      name,
      status,
      registration,
      company: { id: companyId, name: companyName },
    })),
  }
}
