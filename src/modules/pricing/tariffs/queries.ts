import { sql } from 'kysely'
import type { HelpLevel, VanCategory } from '#modules/fleet/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { getHourlyRates, getMileageCharges, getOutOfHoursRate, getTerms } from '../contract.ts'
import type { MinuteRange } from '../road-charges/rules.ts'
import type { Tariff } from '../rules.ts'
import { hoursOnWire, rateCells, ratesOf, USUAL } from './rules.ts'

/** A company's tariff as it stands; before its first save the usual one, version 0, without any rate. */
export interface KeptTariff {
  version: number
  tariff: Tariff
  terms: string
}

/** Of pricing.tariff, under their own names: what a price is made of beside the rate. */
export interface TariffColumns {
  minimum_minutes: number
  minimum_minutes_two_porters: number
  included_miles: number
  pence_per_mile: number
  standard_hours: (MinuteRange | null)[]
  out_of_hours_percent: number
  waiting_pence_per_half_hour: number
  free_waiting_minutes: number
}

interface Row extends TariffColumns {
  version: number | null
  terms: string
  vat_registered_from: string | null
  rates: { vanCategory: VanCategory; helpLevel: HelpLevel; pencePerHour: number }[]
}

export async function getTariff(ctx: Ctx, companyId: string): Promise<KeptTariff> {
  const { rows } = await sql<Row>`/* tariff */
    select t.*, c.vat_registered_from, coalesce((
      select json_agg(json_build_object('vanCategory', r.van_category, 'helpLevel', r.help_level, 'pencePerHour', r.pence_per_hour))
      from pricing.hourly_rate r where r.company_id = c.id), '[]') as rates
    from companies.company c left join pricing.tariff t on t.company_id = c.id
    where c.id = ${companyId}`.execute(ctx.db)
  const row = rows[0]
  if (!row) throw new Error('This company does not exist')
  const own = { pencePerHour: ratesOf(row.rates), vatRegisteredFrom: row.vat_registered_from }
  if (row.version === null) return { version: 0, tariff: { ...USUAL, ...own }, terms: '' }
  return { version: row.version, tariff: { ...tariffOf(row), ...own }, terms: row.terms }
}

export const tariffOf = (row: TariffColumns): Omit<Tariff, 'pencePerHour' | 'vatRegisteredFrom'> => ({
  minimumMinutes: row.minimum_minutes,
  minimumMinutesTwoPorters: row.minimum_minutes_two_porters,
  includedMiles: row.included_miles,
  pencePerMile: row.pence_per_mile,
  standardHours: row.standard_hours,
  outOfHoursPercent: row.out_of_hours_percent,
  waitingPencePerHalfHour: row.waiting_pence_per_half_hour,
  freeWaitingMinutes: row.free_waiting_minutes,
})

export const hourlyRatesPage = ({ version, tariff }: KeptTariff): AnswerOf<typeof getHourlyRates> => ({
  version,
  rates: rateCells(tariff.pencePerHour),
  minimumMinutes: tariff.minimumMinutes,
  minimumMinutesTwoPorters: tariff.minimumMinutesTwoPorters,
})

export const mileagePage = ({ version, tariff }: KeptTariff): AnswerOf<typeof getMileageCharges> => ({
  version,
  includedMiles: tariff.includedMiles,
  pencePerMile: tariff.pencePerMile,
})

export const outOfHoursPage = ({ version, tariff }: KeptTariff): AnswerOf<typeof getOutOfHoursRate> => ({
  version,
  standardHours: hoursOnWire(tariff.standardHours),
  outOfHoursPercent: tariff.outOfHoursPercent,
})

export const termsPage = ({ version, tariff, terms }: KeptTariff): AnswerOf<typeof getTerms> => ({
  version,
  waitingPencePerHalfHour: tariff.waitingPencePerHalfHour,
  freeWaitingMinutes: tariff.freeWaitingMinutes,
  terms,
})
