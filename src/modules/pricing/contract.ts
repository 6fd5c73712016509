import { z } from 'zod'
import { companyId, multilineText } from '#modules/companies/contract.ts'
import { HELP_LEVELS, VAN_CATEGORIES } from '#modules/fleet/rules.ts'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { formatPounds } from '#shared/money.ts'
import { BOUNDS } from './tariffs/rules.ts'

/**
 * What a company charges (decisions §4), one page of settings each. Amounts are what the customer pays, including VAT. The four
 * pages share one row with one `version`: a save answers the next version, and a save based on an older one is refused. Until the
 * first save every page answers the defaults with version 0. Existing quotes keep their prices.
 */

const pounds = ([least, most]: readonly [number, number], example: string) => {
  const hint = `Enter an amount from ${formatPounds(least)} to ${formatPounds(most)}, such as ${example}.`
  return z.int(hint).min(least, hint).max(most, hint)
}

const halfHours = ([least, most]: readonly [number, number]) => {
  const hint = 'Choose half hours, from 30 minutes to 12 hours.'
  return z.int(hint).min(least, hint).max(most, hint).multipleOf(30, hint)
}

/** On the hour or half hour. "24:00" is midnight at the end of the day. */
const hour = z
  .string({ error: 'Choose a time.' })
  .regex(/^(([01]\d|2[0-3]):(00|30)|24:00)(:00)?$/, 'Choose a time on the hour or half hour.')

const version = z.int('Send the version that you last read.').min(0).max(2_147_483_647)

const hourlyRate = z.strictObject({
  van_category: z.enum(VAN_CATEGORIES, { error: 'Choose one of the four vans.' }),
  help_level: z.enum(HELP_LEVELS, { error: 'Choose how many people help.' }),
  /** Null if the company does not offer it. */
  pence_per_hour: pounds(BOUNDS.pencePerHour, '£45.00').nullable(),
})

const milesHint = 'Enter miles from 0 to 1,000, to two decimals at most.'

/** Every field of a tariff as sent. Each page uses its own; the simulator accepts any. */
export const tariffFields = {
  /** The whole table; a combination that is missing is not offered. */
  rates: z.array(hourlyRate).max(VAN_CATEGORIES.length * HELP_LEVELS.length),
  /** The least time charged; `_two_porters` applies to a crew of three. */
  minimum_minutes: halfHours(BOUNDS.minimumMinutes),
  minimum_minutes_two_porters: halfHours(BOUNDS.minimumMinutes),
  /** Miles of the route, pick-up to drop-off, included in the price. */
  included_miles: z
    .number(milesHint)
    .min(BOUNDS.includedMiles[0], milesHint)
    .max(BOUNDS.includedMiles[1], milesHint)
    .refine((miles) => Math.abs(miles * 100 - Math.round(miles * 100)) < 1e-6, milesHint),
  pence_per_mile: pounds(BOUNDS.pencePerMile, '£1.20'),
  /** Monday first; null means the whole day is out of hours. */
  standard_hours: z
    .array(z.strictObject({ start_time: hour, end_time: hour }).nullable())
    .length(7, 'Send seven days, Monday first.'),
  /** Percentage added to the hourly rate outside standard hours and on bank holidays. */
  out_of_hours_percent: z
    .int('Use a whole number.')
    .min(BOUNDS.outOfHoursPercent[0], 'Choose from 0 to 200 per cent.')
    .max(BOUNDS.outOfHoursPercent[1], 'Choose from 0 to 200 per cent.'),
  waiting_pence_per_half_hour: pounds(BOUNDS.waitingPencePerHalfHour, '£15.00'),
  free_waiting_minutes: z
    .int('Use whole minutes.')
    .min(BOUNDS.freeWaitingMinutes[0], 'Choose from 0 to 240 minutes.')
    .max(BOUNDS.freeWaitingMinutes[1], 'Choose from 0 to 240 minutes.'),
}

const { rates, minimum_minutes, minimum_minutes_two_porters, included_miles, pence_per_mile } = tariffFields
const { standard_hours, out_of_hours_percent, waiting_pence_per_half_hour, free_waiting_minutes } = tariffFields

const hourlyRates = z.object({
  version: z.int(),
  /** Every van with every help level that fits it; null if the company does not offer it. */
  rates: z.array(
    z.object({
      van_category: z.enum(VAN_CATEGORIES),
      help_level: z.enum(HELP_LEVELS),
      pence_per_hour: z.int().nullable(),
    }),
  ),
  minimum_minutes: z.int(),
  minimum_minutes_two_porters: z.int(),
})
const mileageCharges = z.object({ version: z.int(), included_miles: z.number(), pence_per_mile: z.int() })
const outOfHoursRate = z.object({
  version: z.int(),
  standard_hours: z.array(z.object({ start_time: z.string(), end_time: z.string() }).nullable()),
  out_of_hours_percent: z.int(),
})
const terms = z.object({
  version: z.int(),
  waiting_pence_per_half_hour: z.int(),
  free_waiting_minutes: z.int(),
  /** In the company’s own words; empty until it enters some. */
  terms: z.string(),
})

export const staleTariff = refusal(
  'stale_tariff',
  409,
  'Your prices have been changed in another window. Check them, then save again.',
)

export const getHourlyRates = endpoint({
  id: 'getHourlyRates',
  method: 'GET',
  path: '/company/{id}/hourly-rates/',
  summary: 'What an hour costs: every van by every help level that fits it, null where it is not offered',
  access: ['driver'],
  params: companyId,
  answer: hourlyRates,
})

export const saveHourlyRates = endpoint({
  id: 'saveHourlyRates',
  method: 'PUT',
  path: '/company/{id}/hourly-rates/',
  summary: 'Set what an hour costs: the whole table, and the least time that is charged',
  access: ['driver'],
  params: companyId,
  body: z.strictObject({ version, rates, minimum_minutes, minimum_minutes_two_porters }),
  answer: hourlyRates,
  refusals: [staleTariff],
})

export const getMileageCharges = endpoint({
  id: 'getMileageCharges',
  method: 'GET',
  path: '/company/{id}/milleage-charges/',
  summary: 'How many miles are included, and what each further one costs',
  access: ['driver'],
  params: companyId,
  answer: mileageCharges,
})

export const saveMileageCharges = endpoint({
  id: 'saveMileageCharges',
  method: 'PUT',
  path: '/company/{id}/milleage-charges/',
  summary: 'Set how many miles are included, and what each further one costs',
  access: ['driver'],
  params: companyId,
  body: z.strictObject({ version, included_miles, pence_per_mile }),
  answer: mileageCharges,
  refusals: [staleTariff],
})

export const getOutOfHoursRate = endpoint({
  id: 'getOutOfHoursRate',
  method: 'GET',
  path: '/company/{id}/out-of-hours-rate/',
  summary: 'The standard hours of each weekday, and what is added outside them and on bank holidays',
  access: ['driver'],
  params: companyId,
  answer: outOfHoursRate,
})

export const saveOutOfHoursRate = endpoint({
  id: 'saveOutOfHoursRate',
  method: 'PUT',
  path: '/company/{id}/out-of-hours-rate/',
  summary: 'Set the standard hours of each weekday, and what is added outside them and on bank holidays',
  access: ['driver'],
  params: companyId,
  body: z.strictObject({ version, standard_hours, out_of_hours_percent }),
  answer: outOfHoursRate,
  refusals: [staleTariff],
})

export const getTerms = endpoint({
  id: 'getTerms',
  method: 'GET',
  path: '/company/{id}/terms/',
  summary: 'What waiting costs, and the company’s terms in its own words',
  access: ['driver'],
  params: companyId,
  answer: terms,
})

export const saveTerms = endpoint({
  id: 'saveTerms',
  method: 'PUT',
  path: '/company/{id}/terms/',
  summary: 'Set what waiting costs, and the company’s terms',
  access: ['driver'],
  params: companyId,
  body: z.strictObject({
    version,
    waiting_pence_per_half_hour,
    free_waiting_minutes,
    terms: multilineText(BOUNDS.termsLength).pipe(z.string().min(1, 'Enter the terms that you work on.')),
  }),
  answer: terms,
  refusals: [staleTariff],
})
