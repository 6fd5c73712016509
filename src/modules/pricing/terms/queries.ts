import { sql, type RawBuilder } from 'kysely'
import { commissionPercentOf } from '#modules/companies/queries.ts'
import { MINIMUM_COVER } from '#modules/companies/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { JsonText } from '#platform/json-columns.ts'
import { commonRefusals, refuse, type Refusal, type AnswerOf } from '#shared/endpoint.ts'
import { cancellationPolicyAt } from '../queries.ts'
import type { getPlatformTerms } from './contract.ts'
import type { PricedVan, Tariff } from '../rules.ts'
import type { CustomerTerms } from './rules.ts'

declare module '#platform/json-columns.ts' {
  interface JsonColumns {
    'pricing.past_terms.terms': CustomerTerms
    'pricing.past_terms.tariff': Tariff | null
  }
}

/** Terms of tariff `t` as one value, in the form that bookings store. */
export const termsOfTariff = sql<CustomerTerms>`json_build_object('waitingPencePerHalfHour', t.waiting_pence_per_half_hour,
  'freeWaitingMinutes', t.free_waiting_minutes, 'terms', t.terms,
  'cover', (select json_build_object('totalPence', coalesce(c.cover_pence, ${MINIMUM_COVER.totalPence}::bigint),
    'perItemPence', coalesce(c.cover_per_item_pence, ${MINIMUM_COVER.perItemPence}::bigint),
    'source', case when c.cover_pence is null then 'minimum' else 'policy' end) from companies.company c where c.id = t.company_id),
  'trader', (select json_build_object('name', coalesce(c.legal_name, c.name), 'companyNumber', c.company_number,
    'address', regexp_replace(c.registered_address, '\\s*\\n\\s*', ', ', 'g')) from companies.company c where c.id = t.company_id))`

/** Terms of tariff `t` at an instant: the first that ended after it, otherwise the current ones. */
const termsAt = (at: Date) => sql<CustomerTerms>`coalesce(
  (select p.terms::json from pricing.past_terms p where p.company_id = t.company_id and p.ended_at > ${at} order by p.ended_at limit 1),
  ${termsOfTariff})`

/** The prices of tariff `t` as one value. */
export const pricesOfTariff = sql<Tariff>`(select json_build_object('minimumMinutes', t.minimum_minutes, 'minimumMinutesTwoPorters', t.minimum_minutes_two_porters,
  'includedMiles', t.included_miles, 'pencePerMile', t.pence_per_mile, 'standardHours', t.standard_hours, 'outOfHoursPercent', t.out_of_hours_percent,
  'waitingPencePerHalfHour', t.waiting_pence_per_half_hour, 'freeWaitingMinutes', t.free_waiting_minutes,
  'vatRegisteredFrom', c.vat_registered_from, 'vatDeregisteredFrom', c.vat_deregistered_from, 'pencePerHour', coalesce((
    select json_object_agg(r.van_category, r.levels) from (
      select h.van_category, json_object_agg(h.help_level, h.pence_per_hour) as levels from pricing.hourly_rate h
      where h.company_id = t.company_id group by h.van_category) r), '{}'))
  from companies.company c where c.id = t.company_id)`

/** What changes of a booked move are priced at: the company's prices at that instant, and the van as its charges see it. */
export interface PricesToKeep {
  tariff: Tariff
  van: PricedVan
}

export const pricesToKeep = (companyId: string, unitId: string, at: Date): RawBuilder<PricesToKeep | null> =>
  sql`(select json_build_object('tariff', coalesce(
      (select p.tariff::json from pricing.past_terms p where p.company_id = t.company_id and p.ended_at > ${at} and p.tariff is not null order by p.ended_at limit 1),
      ${pricesOfTariff}),
    'van', json_build_object('category', v.category, 'fuel', v.fuel, 'euroClass', v.euro_class, 'grossWeightKg', v.gross_weight_kg))
    from pricing.tariff t, fleet.van v where t.company_id = ${companyId} and v.unit_id = ${unitId})`

/** A company's terms at an instant, to be stored with a booking. */
export const termsToKeep = (companyId: string, at: Date): RawBuilder<JsonText<CustomerTerms> | null> =>
  sql`(select ${termsAt(at)} from pricing.tariff t where t.company_id = ${companyId})`

/** Only of companies that customers can find in a search. */
export async function findCustomerTerms(ctx: Ctx, companyId: string, at: Date): Promise<CustomerTerms | Refusal> {
  const { rows } = await sql<{ terms: CustomerTerms }>`/* customer-terms */
    select ${termsAt(at)} as terms from pricing.tariff t
    where t.company_id = ${companyId} and exists (
      select from fleet.working_unit u where u.company_id = t.company_id and u.status in ('operating', 'insurance_expires_soon'))`.execute(
    ctx.db,
  )
  return rows[0]?.terms ?? refuse(commonRefusals.notFound)
}

export async function readPlatformTerms(ctx: Ctx): Promise<AnswerOf<typeof getPlatformTerms>> {
  const now = ctx.clock.now()
  const noCompany = sql`null::uuid`
  const { commissionPercent } = await ctx.db
    .selectNoFrom(commissionPercentOf(noCompany, now).as('commissionPercent'))
    .executeTakeFirstOrThrow()
  return { ...(await cancellationPolicyAt(ctx, now)), commissionPercent }
}
