import { sql } from 'kysely'
import { findProfile } from '#modules/companies/queries.ts'
import { coverOf, traderOf } from '#modules/companies/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal, type AnswerOf } from '#shared/endpoint.ts'
import { localDayOf } from '#shared/local-time.ts'
import { findFigures } from './figures/queries.ts'
import { areShown } from './figures/rules.ts'
import type { getCompanyPage } from './contract.ts'

type Page = AnswerOf<typeof getCompanyPage>

interface Row {
  name: string
  legalName: string | null
  companyNumber: string | null
  coverPence: number | null
  coverPerItemPence: number | null
  papers: Page['papers']
  vans: Page['vans']
  prices: Page['prices']
  districts: string[]
  takesJobs: boolean
  distribution: number[]
  marks: Page['marks']
}

/** So many statements for every company: its profile and gallery, what it has and how it was marked, its figures. */
export async function findCompanyPage(ctx: Ctx, id: string): Promise<Page | Refusal> {
  const [profile, row, counted] = await Promise.all([findProfile(ctx, id), findMore(ctx, id), findFigures(ctx, id)])
  if (profile instanceof Refusal || !row) return profile as Refusal
  const { papers, vans, prices, districts, takesJobs, distribution, marks } = row
  return {
    ...profile,
    trader: traderOf(row),
    cover: coverOf(row),
    papers,
    takesJobs,
    vans,
    prices,
    districts,
    distribution,
    marks,
    figures:
      counted && areShown(counted)
        ? { ...counted, lastCancelledAt: counted.lastCancelledAt?.toISOString() ?? null }
        : null,
  }
}

const isAtWork = sql`u.status in ('operating', 'insurance_expires_soon')`

async function findMore(ctx: Ctx, id: string): Promise<Row | undefined> {
  const today = localDayOf(ctx.clock.now())
  const { rows } = await sql<Row>`/* company-page */
    select c.name, c.legal_name, c.company_number, c.cover_pence, c.cover_per_item_pence,
      exists (select from fleet.working_unit u where u.company_id = c.id and ${isAtWork}) as takes_jobs,
      coalesce((select json_agg(json_build_object('category', v.category, 'make', v.make, 'model', v.model, 'registration', v.registration,
          'hasTailLift', v.has_tail_lift, 'fuel', v.fuel, 'euroClass', v.euro_class,
          'people', (select count(*) from unnest(u.people_until) day where day > ${today}::date)) order by u.created_at, u.id)
        from fleet.working_unit u join fleet.van v on v.unit_id = u.id where u.company_id = c.id and ${isAtWork}), '[]') as vans,
      coalesce((select json_agg(json_build_object('kind', p.kind, 'expiresOn', p.expires_on) order by p.kind)
        from (select d.kind, max(d.expires_on) as expires_on from fleet.document d
          where d.company_id = c.id and d.unit_id is null and d.status = 'approved' and d.expires_on > ${today}::date
            and d.kind in ('goods_in_transit', 'public_liability') group by d.kind) p), '[]') as papers,
      (select json_build_object('minimumMinutes', t.minimum_minutes, 'minimumMinutesTwoPorters', t.minimum_minutes_two_porters,
          'includedMiles', t.included_miles, 'pencePerMile', t.pence_per_mile, 'outOfHoursPercent', t.out_of_hours_percent,
          'waitingPencePerHalfHour', t.waiting_pence_per_half_hour, 'freeWaitingMinutes', t.free_waiting_minutes,
          'hourly', coalesce((select json_agg(json_build_object('vanCategory', r.van_category, 'helpLevel', r.help_level, 'pencePerHour', r.pence_per_hour))
            from pricing.hourly_rate r where r.company_id = c.id and exists (
              select from fleet.working_unit u join fleet.van v on v.unit_id = u.id
              where u.company_id = c.id and v.category = r.van_category and r.help_level = any (u.help_levels) and ${isAtWork})), '[]'))
        from pricing.tariff t where t.company_id = c.id) as prices,
      array(select distinct d.district from fleet.working_unit u join fleet.operating_district d on d.unit_id = u.id
        where u.company_id = c.id and ${isAtWork} order by 1) as districts,
      s.distribution, s.marks
    from companies.company c
    cross join lateral (
      select json_build_array(${sql.join([1, 2, 3, 4, 5].map((stars) => sql`count(*) filter (where r.stars = ${stars}::int)`))}) as distribution,
        case when count(*) > 0 then json_build_object('punctuality', round(avg(r.punctuality), 1), 'care', round(avg(r.care), 1),
          'value', round(avg(r.value), 1)) end as marks
      from (select punctuality, care, value, round((punctuality + care + value) / 3.0)::int as stars
        from reviews.review where company_id = c.id and hidden_at is null) r) s
    where c.id = ${id}`.execute(ctx.db)
  return rows[0]
}
