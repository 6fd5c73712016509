import { sql } from 'kysely'
import { csvAnswer } from '#platform/csv-answer.ts'
import type { Ctx } from '#platform/ctx.ts'
import { ExpiringCache } from '#platform/caches.ts'
import type { RawAnswer } from '#platform/serve.ts'
import type { CameFrom } from '#shared/came-from.ts'
import { type AnswerOf, type InputOf, invalidField, type Refusal } from '#shared/endpoint.ts'
import { endOfDay, startOfDay, localDayOf } from '#shared/local-time.ts'
import { areaOf, normaliseOutcode } from '#shared/uk-postcode.ts'
import type { getFigures, getSources, exportFigures, getEarnings } from './contract.ts'
import {
  partsOf,
  periodBefore,
  stepFor,
  type Figures,
  type Period,
  districtColumns,
  PART_TABLES,
  quickPeriod,
} from './rules.ts'
import { listUnmetSearches } from './unmet-queries.ts'

type Answer = AnswerOf<typeof getFigures>

/** The period, the one before and its parts: three dozen ranges of a small table. */
export async function findFigures(
  ctx: Ctx,
  { startDate: from, endDate: to, step = stepFor({ from, to }) }: InputOf<typeof getFigures>['query'],
): Promise<Answer> {
  const before = periodBefore({ from, to })
  const parts = partsOf({ from, to }, step)
  const [total, totalBefore, ...ofParts] = await figuresOf(ctx, [{ from, to }, before, ...parts])
  if (!total || !totalBefore) throw new Error('A period has its figures')
  return {
    startDate: from,
    endDate: to,
    step,
    before: { startDate: before.from, endDate: before.to },
    countedUntil: total.until?.toISOString() ?? null,
    total: total.figures,
    totalBefore: totalBefore.figures,
    parts: parts.flatMap((part, index) => {
      const found = ofParts[index]
      return found ? [{ startDate: part.from, endDate: part.to, figures: found.figures }] : []
    }),
  }
}

interface Counted {
  figures: Figures
  until: Date | null
}

/** Figures of each period, in their order. One statement. */
async function figuresOf(ctx: Ctx, periods: readonly Period[]): Promise<Counted[]> {
  const { rows } = await sql<Figures & { until: Date | null }>`/* figures */
    select d.*, r.*, s.*, (select until from figures.counted) as until
    from unnest(${days(periods, 'from')}::date[], ${days(periods, 'to')}::date[]) with ordinality p (from_day, to_day, number)
    cross join lateral (
      select coalesce(sum(made), 0)::int as made, coalesce(sum(made_pence), 0)::bigint as made_pence,
        coalesce(sum(confirmed), 0)::int as confirmed, coalesce(sum(completed), 0)::int as completed,
        coalesce(sum(cancelled), 0)::int as cancelled, coalesce(sum(accepted), 0)::int as accepted,
        coalesce(sum(declined), 0)::int as declined, coalesce(sum(unanswered), 0)::int as unanswered,
        coalesce(sum(hot), 0)::int as hot, coalesce(sum(hot_taken), 0)::int as hot_taken, coalesce(sum(untaken), 0)::int as untaken,
        coalesce(sum(settled_pence), 0)::bigint as settled_pence, coalesce(sum(commission_pence), 0)::bigint as commission_pence
      from figures.day where day between p.from_day and p.to_day
    ) d
    cross join lateral (
      select min(minutes) filter (where upto * 2 >= every) as reply_median_minutes,
        min(minutes) filter (where upto * 10 >= every * 9) as reply_ninety_minutes
      from (
        select minutes, sum(sum(replies)) over (order by minutes) as upto, sum(sum(replies)) over () as every
        from figures.reply where day between p.from_day and p.to_day group by minutes
      ) upto
    ) r
    cross join lateral (
      select coalesce(sum(searches), 0)::int as searches, coalesce(sum(without_offer), 0)::int as searches_without_offer
      from quoting.search_hour where day between p.from_day and p.to_day
    ) s
    order by p.number`.execute(ctx.db)
  return rows.map(({ until, ...figures }) => ({ figures, until }))
}

const days = (periods: readonly Period[], which: keyof Period): string =>
  `{${periods.map((period) => period[which]).join(',')}}`

/** Number of rows on a page. */
const SOURCES = 20

interface Row extends CameFrom {
  bookings: number
  totalPence: number
  sources: number
}

/**
 * Finds the sources of the bookings, by the index of those that have one. Unverified ones are left out, as they have no
 * owner yet. One statement.
 */
export async function findSources(ctx: Ctx, { from, to }: Period): Promise<AnswerOf<typeof getSources>> {
  const { rows } = await sql<Row>`/* figures-sources */
    select came_from ->> 'host' as host, came_from ->> 'source' as source, came_from ->> 'medium' as medium,
      came_from ->> 'campaign' as campaign, count(*)::int as bookings, sum(total_pence)::bigint as total_pence,
      count(*) over ()::int as sources
    from bookings.booking
    where created_at >= ${startOfDay(from)} and created_at < ${endOfDay(to)} and came_from is not null and not awaiting_verification
    group by 1, 2, 3, 4 order by bookings desc, total_pence desc, 1, 2, 3, 4 limit ${SOURCES}`.execute(ctx.db)
  return { sourcesCount: rows[0]?.sources ?? 0, sources: rows.map(({ sources: _sources, ...row }) => row) }
}

export async function exportTable(
  ctx: Ctx,
  { table, ...filters }: InputOf<typeof exportFigures>['query'],
): Promise<RawAnswer> {
  const { startDate: from, endDate: to } = filters
  const title = `${table} ${from} ${to}`
  return table === 'districts'
    ? csvAnswer(title, districtColumns, [await listUnmetSearches(ctx, { from, to })])
    : csvAnswer(title, PART_TABLES[table], [(await findFigures(ctx, filters)).parts])
}

type EarningAnswer = AnswerOf<typeof getEarnings>
type Asked = InputOf<typeof getEarnings>['query']

/** Number of vans from which a figure means something, and reveals nothing about one of them (decisions §11). */
export const LEAST_VANS = 10
const KEPT_MS = 3_600_000
const KEPT = 500

interface EarningRow {
  vans: number
  jobs: number
  totalPence: number
  medianPence: number | null
  medianJobs: number | null
}

/** Last month does not change much: counted once an hour for each district and van. */
export function rememberedEarnings(): (ctx: Ctx, asked: Asked) => Promise<EarningAnswer | Refusal> {
  const known = new ExpiringCache<EarningAnswer>(KEPT)
  return async (ctx, { district: districtInput, vanCategory }) => {
    const district = normaliseOutcode(districtInput)
    const area = district && areaOf(district)
    if (!district || !area) return invalidField('district', 'Enter the first half of a postcode, such as E17.')
    const month = quickPeriod('last_month', localDayOf(ctx.clock.now()))
    const key = `${district} ${vanCategory} ${month.from}`
    const cached = known.get(key)
    if (cached) return cached
    const row = await countEarned(ctx, { districts: [district, area], vanCategory, month })
    const isEnough = row.vans >= LEAST_VANS
    const answer: EarningAnswer = {
      district,
      vanCategory,
      startDate: month.from,
      endDate: month.to,
      vans: row.vans,
      least: LEAST_VANS,
      medianPence: isEnough ? row.medianPence : null,
      medianJobs: isEnough ? row.medianJobs : null,
      totalPence: isEnough ? row.totalPence : null,
      jobs: isEnough ? row.jobs : null,
    }
    known.set(key, answer, KEPT_MS)
    return answer
  }
}

interface EarningCounted {
  districts: string[]
  vanCategory: string
  month: Period
}

/**
 * Earnings by the ledger: prices of finished jobs less commission and its VAT; a van without a job counts as 0. One
 * statement.
 */
async function countEarned(ctx: Ctx, { districts, vanCategory, month }: EarningCounted): Promise<EarningRow> {
  const { rows } = await sql<EarningRow>`/* earnings */
    with unit as materialized (
      select distinct u.id from fleet.operating_district o
      join fleet.working_unit u on u.id = o.unit_id join fleet.van v on v.unit_id = u.id
      where o.district = any (${districts}::text[]) and u.status in ('operating', 'insurance_expires_soon') and v.category = ${vanCategory}
    ), earned as (
      select u.id, count(distinct j.booking_id)::int as jobs, coalesce(sum(j.pence), 0)::bigint as pence
      from unit u left join lateral (
        select e.booking_id, (select sum(p.amount_pence) from billing.posting p
          where p.entry_id = e.id and (p.account = 'customer' and p.what = 'price' or p.account in ('commission', 'vat'))) as pence
        from billing.entry e where e.unit_id = u.id and e.kind in ('booking', 'share') and e.day between ${month.from}::date and ${month.to}::date
      ) j on true
      group by u.id
    )
    select count(*)::int as vans, coalesce(sum(jobs), 0)::int as jobs, coalesce(sum(pence), 0)::bigint as total_pence,
      percentile_disc(0.5) within group (order by pence)::bigint as median_pence,
      percentile_disc(0.5) within group (order by jobs)::int as median_jobs
    from earned`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error('A count has one row')
  return row
}
