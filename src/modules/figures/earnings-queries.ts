import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { ExpiringCache } from '#platform/expiring-cache.ts'
import { invalidField, type AnswerOf, type InputOf, type Refusal } from '#shared/endpoint.ts'
import { localDayOf } from '#shared/local-time.ts'
import { areaOf, normaliseOutcode } from '#shared/uk-postcode.ts'
import type { getEarnings } from './contract.ts'
import { quickPeriod, type Period } from './rules.ts'

type Answer = AnswerOf<typeof getEarnings>
type Asked = InputOf<typeof getEarnings>['query']

/** From so many vans on a figure says something, and nothing about one of them (decisions §11). */
export const LEAST_VANS = 10
const KEPT_MS = 3_600_000
const KEPT = 500

interface Row {
  vans: number
  jobs: number
  totalPence: number
  medianPence: number | null
  medianJobs: number | null
}

/** Last month does not change much: counted once an hour for each district and van. */
export function rememberedEarnings(): (ctx: Ctx, asked: Asked) => Promise<Answer | Refusal> {
  const known = new ExpiringCache<Answer>(KEPT)
  return async (ctx, { district: typed, vanCategory }) => {
    const district = normaliseOutcode(typed)
    const area = district && areaOf(district)
    if (!district || !area) return invalidField('district', 'Enter the first half of a postcode, such as E17.')
    const month = quickPeriod('last_month', localDayOf(ctx.clock.now()))
    const key = `${district} ${vanCategory} ${month.from}`
    const kept = known.get(key)
    if (kept) return kept
    const row = await countEarned(ctx, { districts: [district, area], vanCategory, month })
    const isEnough = row.vans >= LEAST_VANS
    const answer: Answer = {
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

interface Counted {
  districts: string[]
  vanCategory: string
  month: Period
}

/** By the ledger: prices of finished jobs less commission and its VAT; a van without a job counts with nothing. One statement. */
async function countEarned(ctx: Ctx, { districts, vanCategory, month }: Counted): Promise<Row> {
  const { rows } = await sql<Row>`/* earnings */
    with unit as materialized (
      select distinct u.id from fleet.operating_district o
      join fleet.working_unit u on u.id = o.unit_id join fleet.van v on v.unit_id = u.id
      where o.district = any (${districts}::text[]) and u.status in ('operating', 'insurance_expires_soon') and v.category = ${vanCategory}
    ), earned as (
      select u.id, count(j.id)::int as jobs, coalesce(sum(j.pence), 0)::bigint as pence
      from unit u left join lateral (
        select e.id, (select sum(p.amount_pence) from billing.posting p
          where p.entry_id = e.id and (p.account = 'customer' and p.what = 'price' or p.account in ('commission', 'vat'))) as pence
        from billing.entry e where e.unit_id = u.id and e.kind = 'booking' and e.day between ${month.from}::date and ${month.to}::date
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
