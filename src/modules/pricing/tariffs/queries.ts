import { sql } from 'kysely'
import type { HelpLevel, VanCategory } from '#modules/fleet/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { getHourlyRates, getMileageCharges, getOutOfHoursRate, getTerms } from '../contract.ts'
import type { StandardHours, Tariff } from '../rules.ts'
import { hoursOnWire, rateCells, ratesOf, USUAL } from './rules.ts'

declare module '#platform/json-columns.ts' {
  interface JsonColumns {
    'pricing.tariff.standard_hours': StandardHours
  }
}

/** A company's tariff; before its first save the defaults, with version 0 and no rates. */
export interface KeptTariff {
  version: number
  tariff: Tariff
  terms: string
}

/** Columns of pricing.tariff used under their own names: what a price depends on besides the rate. */
export interface TariffColumns {
  minimumMinutes: number
  minimumMinutesTwoPorters: number
  includedMiles: number
  pencePerMile: number
  standardHours: StandardHours
  outOfHoursPercent: number
  waitingPencePerHalfHour: number
  freeWaitingMinutes: number
}

export interface TariffRow extends TariffColumns {
  version: number | null
  terms: string
  vatRegisteredFrom: string | null
  vatDeregisteredFrom: string | null
  rates: { vanCategory: VanCategory; helpLevel: HelpLevel; pencePerHour: number }[]
}

/** Columns of company `c` with its tariff `t`, which may not exist yet. */
export const tariffRow = sql`t.*, c.vat_registered_from, c.vat_deregistered_from, coalesce((
      select json_agg(json_build_object('vanCategory', r.van_category, 'helpLevel', r.help_level, 'pencePerHour', r.pence_per_hour) order by r.van_category, r.help_level)
      from pricing.hourly_rate r where r.company_id = c.id), '[]') as rates`

export async function getTariff(ctx: Ctx, companyId: string): Promise<KeptTariff> {
  const { rows } = await sql<TariffRow>`/* tariff */
    select ${tariffRow}
    from companies.company c left join pricing.tariff t on t.company_id = c.id
    where c.id = ${companyId}`.execute(ctx.db)
  const row = rows[0]
  if (!row) throw new Error('This company does not exist')
  return keptTariffOf(row)
}

export function keptTariffOf(row: TariffRow): KeptTariff {
  const { vatRegisteredFrom, vatDeregisteredFrom } = row
  const own = { pencePerHour: ratesOf(row.rates), vatRegisteredFrom, vatDeregisteredFrom }
  if (row.version === null) return { version: 0, tariff: { ...USUAL, ...own }, terms: '' }
  return { version: row.version, tariff: { ...tariffOf(row), ...own }, terms: row.terms }
}

export const tariffOf = ({
  minimumMinutes,
  minimumMinutesTwoPorters,
  includedMiles,
  pencePerMile,
  standardHours,
  outOfHoursPercent,
  waitingPencePerHalfHour,
  freeWaitingMinutes,
}: TariffColumns): TariffColumns => ({
  minimumMinutes,
  minimumMinutesTwoPorters,
  includedMiles,
  pencePerMile,
  standardHours,
  outOfHoursPercent,
  waitingPencePerHalfHour,
  freeWaitingMinutes,
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
