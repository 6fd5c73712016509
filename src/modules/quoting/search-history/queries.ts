import { sql } from 'kysely'
import type { HelpLevel, VanCategory } from '#modules/fleet/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { addDays, localDayOf, startOfDay } from '#shared/local-time.ts'
import { pageLinks, type PageRequest } from '#shared/page.ts'
import { KEPT_DAYS } from '../rules.ts'
import type { listUnitSearches } from './contract.ts'
import { seenOutcomeOf, seenText } from './rules.ts'

interface Row {
  id: string
  created_at: string
  start_at: string
  end_at: string
  van_category: VanCategory
  help_level: HelpLevel
  places: [outcode: string, town: string][]
  outcome: number | null
}

/**
 * Searches with a pick-up where the unit works now, newest first. One statement: the index on the area and the time finds them, and
 * only those of the page are read whole.
 */
export async function listSearches(
  ctx: Ctx,
  unitId: string,
  page: PageRequest,
): Promise<AnswerOf<typeof listUnitSearches>> {
  const since = startOfDay(addDays(localDayOf(ctx.clock.now()), -KEPT_DAYS))
  const { rows } = await sql<{ count: number; searches: Row[] }>`/* unit-searches */
    with covered as materialized (
      select array_agg(district) as districts, array_agg(distinct substring(district from '^[A-Z]+')) as areas
      from fleet.operating_district where unit_id = ${unitId}
    ), seen as materialized (
      select r.created_at, r.id from covered c, quoting.search r
      where r.pick_up_area = any (c.areas) and r.created_at >= ${since}
        and (r.pick_up_district = any (c.districts) or r.pick_up_area = any (c.districts))
    ), listed as (
      select r.id, r.created_at, r.start_at, r.end_at, r.van_category, r.help_level, r.places,
        get_byte(r.outcomes, array_position(l.unit_ids, ${unitId}::uuid) - 1) as outcome
      from (
        select * from seen order by created_at desc, id desc
        limit ${page.pageSize} offset ${(page.page - 1) * page.pageSize}
      ) shown join quoting.search r using (created_at, id)
      left join quoting.unit_list l on l.digest = r.asked
      order by r.created_at desc, r.id desc
    )
    select (select count(*)::int from seen) as count, coalesce((select json_agg(listed) from listed), '[]') as searches`.execute(
    ctx.db,
  )
  const { count, searches } = rows[0] ?? { count: 0, searches: [] }
  return {
    count,
    ...pageLinks(`/api/company/working-unit/${unitId}/searches/`, {}, page, count),
    results: searches.map(seenSearchOf),
  }
}

function seenSearchOf(row: Row) {
  const outcome = seenOutcomeOf(row.outcome)
  return {
    id: row.id,
    searchedAt: new Date(row.created_at).toISOString(),
    startAt: new Date(row.start_at).toISOString(),
    endAt: new Date(row.end_at).toISOString(),
    vanCategory: row.van_category,
    helpLevel: row.help_level,
    places: row.places.map(([outcode, town]) => ({ outcode, town })),
    wasShown: outcome === 'shown',
    outcome,
    reason: seenText(outcome),
  }
}
