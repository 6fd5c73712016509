import { sql } from 'kysely'
import type { CheckMethod } from '#modules/fleet/people/rules.ts'
import { findPersonRow, isChanged, openCheck, personView } from '#modules/fleet/people/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { COUNT_UP_TO, openPage, pageOfRows, type KeyOrder } from '#platform/key-pages.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf } from '#shared/endpoint.ts'
import { localDayOf } from '#shared/local-time.ts'
import type { KeyPageRequest } from '#shared/page.ts'
import { otherViewersSql } from '../verification/queries.ts'
import type { getPersonVerification, listPersonVerifications } from './contract.ts'

interface WaitingRow {
  id: string
  name: string
  companyId: string
  companyName: string
  method: CheckMethod | null
  isRenamed: boolean
  hasNewPhoto: boolean
  waitsSince: Date
  key: unknown[]
  count: number
}

const path = '/api/admin/verifications/people/'
const queue: KeyOrder = { list: path, direction: 'asc', columns: { 'p.waits_since': 'timestamptz', 'p.id': 'uuid' } }

/** People who wait for the office, by the index of just these. */
export async function listWaitingPeople(
  ctx: Ctx,
  pageRequest: KeyPageRequest,
): Promise<AnswerOf<typeof listPersonVerifications> | Refusal> {
  const page = openPage(ctx, queue, pageRequest)
  if (page instanceof Refusal) return page
  const { rows: found } = await sql<WaitingRow>`/* people-verifications */
    select p.id, p.first_name || ' ' || p.last_name as name, c.id as company_id, c.name as company_name, p.waits_since,
      (select k.method from fleet.person_check k where k.person_id = p.id and k.status = 'pending') as method,
      coalesce((p.first_name, p.last_name) <> (p.checked_first_name, p.checked_last_name), false) as is_renamed,
      coalesce(p.photo_upload_id <> p.checked_photo_upload_id, false) as has_new_photo, ${page.key} as key,
      (select count(*)::int from (select from fleet.person where waits_since is not null limit ${COUNT_UP_TO}) as counted) as count
    from fleet.person p join companies.company c on c.id = p.company_id
    where p.waits_since is not null and ${page.isAfter} order by ${page.orderBy} limit ${page.limit} offset ${page.offset}`.execute(
    ctx.db,
  )
  const { rows, ...answer } = pageOfRows(ctx, path, page, { rows: found, count: page.count ?? found[0]?.count ?? 0 })
  return {
    ...answer,
    results: rows.map((row) => ({
      id: row.id,
      name: row.name,
      company: { id: row.companyId, name: row.companyName },
      waitsFor: [
        ...(row.method ? (['check'] as const) : []),
        ...(row.isRenamed ? (['name'] as const) : []),
        ...(row.hasNewPhoto ? (['photo'] as const) : []),
      ],
      method: row.method,
      waitingSince: row.waitsSince.toISOString(),
    })),
  }
}

/** The units that person `p` works with. */
const unitsOfPerson = sql<{ id: string; name: string; registration: string | null }[]>`coalesce((
  select json_agg(json_build_object('id', u.id, 'name', u.name, 'registration', v.registration) order by u.created_at, u.id)
  from fleet.unit_person up join fleet.working_unit u on u.id = up.unit_id left join fleet.van v on v.unit_id = u.id
  where up.person_id = p.id), '[]')`

/** A person as the office looks at them. */
export async function findPersonVerification(
  ctx: Ctx,
  personId: string,
): Promise<AnswerOf<typeof getPersonVerification> | Refusal> {
  const row = await findPersonRow(ctx, personId)
  if (!row) return refuse(commonRefusals.notFound)
  const companyRow = await ctx.db
    .selectFrom('fleet.person as p')
    .innerJoin('companies.company as c', 'c.id', 'p.companyId')
    .leftJoin('fleet.person_check as k', (join) => join.onRef('k.personId', '=', 'p.id').on('k.status', '=', 'pending'))
    .select(['c.id', 'c.name', 'k.sealed', unitsOfPerson.as('units'), otherViewersSql(ctx, sql`p.id`).as('looking')])
    .where('p.id', '=', personId)
    .executeTakeFirstOrThrow()
  const { name, photo } = isChanged(row)
  const wasApproved = row.checkedFirstName !== null
  return {
    person: personView(row, localDayOf(ctx.clock.now())),
    company: { id: companyRow.id, name: companyRow.name },
    units: companyRow.units,
    looking: companyRow.looking,
    approved:
      wasApproved && (name || photo)
        ? {
            name: `${row.checkedFirstName} ${row.checkedLastName}`,
            photoUrl: `/api/company/people/${row.id}/photo/?approved=yes&v=${row.version}`,
          }
        : null,
    isWaiting: row.waitsSince !== null,
    shareCode: companyRow.sealed ? openCheck(ctx, personId, companyRow.sealed) : null,
  }
}
