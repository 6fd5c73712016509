import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { getUnmetSearches } from './contract.ts'
import type { Period } from './rules.ts'

type UnmetAnswer = AnswerOf<typeof getUnmetSearches>

/** Number of districts in a picture. */
const DISTRICTS = 15
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

interface Row {
  /** Null for the whole day; the others are of this district. */
  district: string | null
  hour: number
  searches: number
  unmet: number
  districts: number
}

/**
 * Finds the hours of all searches, and of the districts with the most searches without a free driver. One statement.
 */
export async function findUnmetSearches(ctx: Ctx, { from, to }: Period): Promise<UnmetAnswer> {
  const { rows } = await sql<Row>`/* figures-unmet */
    with unmet as materialized (
      select district, hour, sum(searches)::int as searches from quoting.unmet_search
      where day between ${from}::date and ${to}::date group by district, hour
    ), most as (
      select district, sum(searches) as searches from unmet group by district order by searches desc, district limit ${DISTRICTS}
    ), counted as (select count(distinct district)::int as districts from unmet)
    select null::text as district, hour, sum(searches)::int as searches, sum(without_offer)::int as unmet, districts
    from quoting.search_hour, counted where day between ${from}::date and ${to}::date group by hour, districts
    union all
    select u.district, u.hour, 0, u.searches, districts from unmet u join most using (district), counted`.execute(
    ctx.db,
  )
  const ofDay = rows.filter(({ district }) => district === null)
  const byDistrict = Map.groupBy(rows, ({ district }) => district ?? '')
  byDistrict.delete('')
  return {
    hours: HOURS.map((hour) => {
      const found = ofDay.find((row) => row.hour === hour)
      return { hour, searches: found?.searches ?? 0, withoutOffer: found?.unmet ?? 0 }
    }),
    districtsCount: rows[0]?.districts ?? 0,
    districts: [...byDistrict]
      .map(([district, own]) => {
        const hours = HOURS.map((hour) => own.find((row) => row.hour === hour)?.unmet ?? 0)
        return { district, hours, searches: hours.reduce((all, one) => all + one, 0) }
      })
      .toSorted((a, b) => b.searches - a.searches || (a.district < b.district ? -1 : 1)),
  }
}

export interface UnmetRow {
  district: string
  hour: number
  searches: number
}

/** Every district and hour: at most what there are of them, a few megabytes. */
export async function listUnmetSearches(ctx: Ctx, { from, to }: Period): Promise<UnmetRow[]> {
  const { rows } = await sql<UnmetRow>`
    select district, hour, sum(searches)::int as searches from quoting.unmet_search
    where day between ${from}::date and ${to}::date group by district, hour order by district, hour`.execute(ctx.db)
  return rows
}
