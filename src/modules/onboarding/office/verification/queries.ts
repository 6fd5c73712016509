import { sql } from 'kysely'
import { listDocuments, documentsOfUnit } from '#modules/fleet/documents/queries.ts'
import type { DocumentKind } from '#modules/fleet/documents/rules.ts'
import { isOperating, type UnitStatus } from '#modules/fleet/units/rules.ts'
import { declaredVan, factsView, vanWithDocuments } from '#modules/fleet/declarations/queries.ts'
import { listHeldAhead } from '#modules/fleet/held-bookings/queries.ts'
import { claimsOfPlate } from '#modules/fleet/registrations/queries.ts'
import { vanOfUnit } from '#modules/fleet/vans/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { COUNT_UP_TO, openPage, pageOfRows, type KeyOrder } from '#platform/key-pages.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf } from '#shared/endpoint.ts'
import { localDayOf } from '#shared/local-time.ts'
import type { KeyPageRequest } from '#shared/page.ts'
import type { getVerification, listVerifications } from './contract.ts'

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
  key: unknown[]
  count: number
}

const path = '/api/admin/verifications/'
const queue: KeyOrder = { list: path, direction: 'asc', columns: { 'w.since': 'timestamptz', 'w.unit_id': 'uuid' } }

/**
 * Units with documents or facts of their van that wait; what a driver has entered of a new van waits with its log book. What covers a whole company stands at its unit that waits too, or at its first where none does: one
 * page to decide on, whatever was handed in.
 */
export async function listWaiting(
  ctx: Ctx,
  asked: KeyPageRequest,
): Promise<AnswerOf<typeof listVerifications> | Refusal> {
  const page = openPage(ctx, queue, asked)
  if (page instanceof Refusal) return page
  const { rows: found } = await sql<WaitingRow>`/* verifications */
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
    )
    select u.id as unit_id, u.name as unit_name, u.status, c.id as company_id, c.name as company_name, v.registration,
      w.kinds, w.do_van_facts_wait, w.since, ${page.key} as key, (select count(*)::int from (select from waiting limit ${COUNT_UP_TO}) as counted) as count
    from waiting w join fleet.working_unit u on u.id = w.unit_id join companies.company c on c.id = u.company_id
    left join fleet.van v on v.unit_id = u.id
    where ${page.isAfter} order by ${page.orderBy} limit ${page.limit} offset ${page.offset}`.execute(ctx.db)
  const { rows, ...answer } = pageOfRows(ctx, path, page, { rows: found, count: page.count ?? found[0]?.count ?? 0 })
  return {
    ...answer,
    results: rows.map((row) => ({
      workingUnit: { id: row.unitId, name: row.unitName, status: row.status },
      company: { id: row.companyId, name: row.companyName },
      registration: row.registration,
      waiting: row.kinds,
      doVanFactsWait: row.doVanFactsWait,
      isRenewal: isOperating(row.status),
      waitingSince: row.since.toISOString(),
    })),
  }
}

/** A unit as the office sees it. */
export async function findVerification(ctx: Ctx, unitId: string): Promise<AnswerOf<typeof getVerification> | Refusal> {
  const row = await ctx.db
    .selectFrom('fleet.working_unit as u')
    .innerJoin('companies.company as c', 'c.id', 'u.companyId')
    .leftJoin('identity.user as o', 'o.id', 'c.ownerUserId')
    .select(['u.name', 'u.status', 'u.statusReason', 'u.appeal', 'u.appealedAt', 'c.id as companyId'])
    .select(['c.name as companyName', 'c.legalName', 'c.companyNumber', 'c.insuranceNumber', 'c.basePlace'])
    .select(['o.firstName', 'o.lastName', 'o.email', 'o.phone'])
    .select([vanOfUnit.as('van'), declaredVan.as('declaredVan'), vanWithDocuments.as('vanWithDocuments')])
    .select(claimsOfPlate.as('claims'))
    .where('u.id', '=', unitId)
    .executeTakeFirst()
  if (!row) return refuse(commonRefusals.notFound)
  const documents = await listDocuments(ctx, row.companyId)
  const held = await listHeldAhead(ctx, unitId)
  return {
    workingUnit: { id: unitId, name: row.name, status: row.status, statusReason: row.statusReason },
    company: {
      id: row.companyId,
      name: row.companyName,
      legalName: row.legalName,
      companyNumber: row.companyNumber,
      insuranceNumber: row.insuranceNumber,
      basePlace: row.basePlace,
    },
    driver:
      row.email && row.firstName
        ? { name: [row.firstName, row.lastName].filter(Boolean).join(' '), email: row.email, phone: row.phone }
        : null,
    vehicle: row.van,
    vanFacts: factsView(row.declaredVan),
    alsoClaimedBy: row.claims,
    bookingsAhead: held.map(({ start, end, from, to }) => ({
      startAt: start.toISOString(),
      endAt: end.toISOString(),
      from,
      to,
    })),
    documents: documentsOfUnit(documents, { id: unitId, van: row.vanWithDocuments }, localDayOf(ctx.clock.now())),
    appeal: row.appeal && row.appealedAt ? { text: row.appeal, sentAt: row.appealedAt.toISOString() } : null,
  }
}
