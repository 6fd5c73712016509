import type { SeedCompany, SeedUnit } from './companies.ts'
import { ratingOf, type SeedReview } from './reviews.ts'
import type { Row, Tables } from './rows.ts'
import type { User } from './user-rows.ts'

export function companyRow(
  company: SeedCompany,
  owner: User | undefined,
  reviews: readonly SeedReview[],
): Row<'companies.company'> {
  return {
    id: company.id,
    name: company.name,
    owner_user_id: owner?.id ?? null,
    about: company.about,
    mark_colour: company.markColour,
    base_postcode: company.basePostcode,
    base_place: company.base.name,
    payment_methods: company.paymentMethods,
    vat_registered_from: company.vatRegisteredFrom,
    vat_number: company.vatNumber,
    commission_percent: company.commissionPercent,
    rating: ratingOf(reviews),
    reviews_count: reviews.length,
    created_at: company.createdAt,
  }
}

const isOfOffice = ({ status }: SeedUnit): boolean => ['blocked', 'deactivated'].includes(status)

export const unitRow = (unit: SeedUnit): Row<'fleet.working_unit'> => ({
  id: unit.id,
  company_id: unit.companyId,
  name: unit.name,
  status: unit.status,
  status_reason: unit.statusReason,
  paused_at: unit.status === 'deactivated_by_you' ? unit.createdAt : null,
  office_block: isOfOffice(unit) ? unit.status : null,
  office_reason: isOfOffice(unit) ? (unit.statusReason ?? 'Decided by the office.') : null,
  job_kinds: unit.jobKinds,
  help_levels: unit.helpLevels,
  created_at: unit.createdAt,
})

export const vanRow = ({ id, van }: SeedUnit): Row<'fleet.van'> => ({
  unit_id: id,
  category: van.category,
  make: van.make,
  model: van.model,
  registration: van.registration,
  has_tail_lift: van.hasTailLift,
  fuel: van.fuel,
  euro_class: van.euroClass,
  year: van.year,
})

/** Whoever is not set up yet has not saved their hours. */
const WITHOUT_HOURS = new Set([
  'not_ready_for_a_job',
  'pending_verification',
  'verification_failed',
  'verification_completed',
  'ready_to_start',
])

export function calendarRows(units: readonly SeedUnit[]): Tables {
  const withHours = units.filter(({ status }) => !WITHOUT_HOURS.has(status))
  return {
    'calendar.business_day': withHours.flatMap(({ id, week }) =>
      week.days.map((hours, index) => ({
        unit_id: id,
        day_of_week: index + 1,
        start_minute: hours?.[0] ?? 0,
        end_minute: hours?.[1] ?? 1440,
        day_off: hours === null,
      })),
    ),
    'calendar.vacation': withHours.flatMap(({ id, week }) =>
      week.vacations.map(({ startDay, endDay }) => ({ unit_id: id, start_day: startDay, end_day: endDay })),
    ),
    'calendar.availability': withHours.flatMap(({ id, week }) =>
      week.taken.map(({ day, freeHours }) => ({ unit_id: id, day, free_hours: freeHours })),
    ),
  }
}

export const tariffRow = ({ id, tariff, terms }: SeedCompany): Row<'pricing.tariff'> => ({
  company_id: id,
  minimum_minutes: tariff.minimumMinutes,
  minimum_minutes_two_porters: tariff.minimumMinutesTwoPorters,
  included_miles: tariff.includedMiles,
  pence_per_mile: tariff.pencePerMile,
  standard_hours: tariff.standardHours,
  out_of_hours_percent: tariff.outOfHoursPercent,
  waiting_pence_per_half_hour: tariff.waitingPencePerHalfHour,
  free_waiting_minutes: tariff.freeWaitingMinutes,
  terms,
})

export const rateRows = ({ id, tariff }: SeedCompany): Row<'pricing.hourly_rate'>[] =>
  tariff.rates.map(({ van, help, pencePerHour }) => ({
    company_id: id,
    van_category: van,
    help_level: help,
    pence_per_hour: pencePerHour,
  }))
