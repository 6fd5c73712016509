import { sql } from 'kysely'
import type { HelpLevel, VanCategory } from '#modules/fleet/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { COUNT_UP_TO, openPage, pageOfRows } from '#platform/key-pages.ts'
import { Refusal, type AnswerOf } from '#shared/endpoint.ts'
import { addDays, localDayOf, startOfDay } from '#shared/local-time.ts'
import type { KeyPageRequest } from '#shared/page.ts'
import { KEPT_DAYS } from '../rules.ts'
import type { listUnitSearches } from './contract.ts'
import { seenOutcomeOf, audienceText } from './rules.ts'

interface SearchHistoryRow {
  id: string
  createdAt: string
  startAt: string
  endAt: string
  vanCategory: VanCategory
  helpLevel: HelpLevel
  places: [outcode: string, town: string][]
  outcome: number | null
  key: unknown[]
}

const newestFirst = { 'r.created_at': 'timestamptz', 'r.id': 'uuid' } as const

/**
 * Searches with a pick-up in an area where the unit works now, newest first. One statement: the index on area and time gives a page
 * for each of the unit's areas, and only the rows of the resulting page are read in full.
 */
export async function listSearches(
  ctx: Ctx,
  unitId: string,
  pageRequest: KeyPageRequest,
): Promise<AnswerOf<typeof listUnitSearches> | Refusal> {
  const path = `/api/company/working-unit/${unitId}/searches/`
  const page = openPage(ctx, { list: path, direction: 'desc', columns: newestFirst }, pageRequest)
  if (page instanceof Refusal) return page
  const since = startOfDay(addDays(localDayOf(ctx.clock.now()), -KEPT_DAYS))
  const { rows: found } = await sql<{ count: number; searches: SearchHistoryRow[] }>`/* unit-searches */
    with covered as materialized (
      select array_agg(district) as districts, array_agg(distinct substring(district from '^[A-Z]+')) as areas
      from fleet.operating_district where unit_id = ${unitId}
    ), shown as materialized (
      select r.created_at, r.id from covered c, unnest(c.areas) as area, lateral (
        select r.created_at, r.id from quoting.search r
        where r.pick_up_area = area and (r.pick_up_district = any (c.districts) or area = any (c.districts))
          and r.created_at >= ${since} and ${page.isAfter}
        order by ${page.orderBy} limit ${page.offset + page.limit}
      ) r order by ${page.orderBy} limit ${page.limit} offset ${page.offset}
    ), listed as (
      select r.id, r.created_at as "createdAt", r.start_at as "startAt", r.end_at as "endAt", r.van_category as "vanCategory",
        r.help_level as "helpLevel", r.places, ${page.key} as key,
        get_byte(r.outcomes, array_position(l.unit_ids, ${unitId}::uuid) - 1) as outcome
      from shown join quoting.search r using (created_at, id)
      left join quoting.unit_list l on l.digest = r.asked
      order by ${page.orderBy}
    )
    select ${page.count === undefined ? countOfSeen(since) : sql`${page.count}::int`} as count, coalesce((select json_agg(listed) from listed), '[]') as searches`.execute(
    ctx.db,
  )
  const { count, searches } = found[0] ?? { count: 0, searches: [] }
  const { rows, ...answer } = pageOfRows(ctx, path, page, { rows: searches, count })
  return { ...answer, results: rows.map(seenSearchOf) }
}

const countOfSeen = (since: Date) => sql`(select count(*)::int from (
  select from covered c, unnest(c.areas) as area, lateral (
    select from quoting.search r
    where r.pick_up_area = area and (r.pick_up_district = any (c.districts) or area = any (c.districts))
      and r.created_at >= ${since}
    limit ${COUNT_UP_TO}
  ) r limit ${COUNT_UP_TO}
) as counted)`

function seenSearchOf(row: SearchHistoryRow) {
  const outcome = seenOutcomeOf(row.outcome)
  return {
    id: row.id,
    searchedAt: new Date(row.createdAt).toISOString(),
    startAt: new Date(row.startAt).toISOString(),
    endAt: new Date(row.endAt).toISOString(),
    vanCategory: row.vanCategory,
    helpLevel: row.helpLevel,
    places: row.places.map(([outcode, town]) => ({ outcode, town })),
    wasShown: outcome === 'shown',
    outcome,
    reason: audienceText(outcome),
  }
}
