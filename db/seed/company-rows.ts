import { localDayOf } from '#shared/local-time.ts'
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
    ownerUserId: owner?.id ?? null,
    about: company.about,
    markColour: company.markColour,
    basePostcode: company.basePostcode,
    basePlace: company.base.name,
    paymentMethods: company.paymentMethods,
    vatRegisteredFrom: company.vatRegisteredFrom,
    vatNumber: company.vatNumber,
    rating: ratingOf(reviews),
    reviewsCount: reviews.length,
    legalName: company.legalName,
    companyNumber: company.companyNumber,
    registeredAddress: company.registeredAddress,
    coverPence: company.cover.totalPence,
    coverPerItemPence: company.cover.perItemPence,
    createdAt: company.createdAt,
  }
}

/** Rows of companies that have agreed on a percentage of their own. */
export const commissionRows = (companies: readonly SeedCompany[]): Row<'companies.commission'>[] =>
  companies.flatMap(({ id, commissionPercent, createdAt }) =>
    commissionPercent === USUAL_PERCENT
      ? []
      : [
          {
            companyId: id,
            percent: commissionPercent,
            fromDay: localDayOf(createdAt),
            reason: 'Agreed on joining',
            createdAt,
          },
        ],
  )

/** Percentage of migration 0081, for all other companies. */
const USUAL_PERCENT = 15

const isOfOffice = ({ status }: SeedUnit): boolean => ['blocked', 'deactivated'].includes(status)

export const unitRow = (unit: SeedUnit): Row<'fleet.working_unit'> => ({
  id: unit.id,
  companyId: unit.companyId,
  name: unit.name,
  status: unit.status,
  statusReason: unit.statusReason,
  pausedAt: unit.status === 'deactivated_by_you' ? unit.createdAt : null,
  officeBlock: unit.status === 'blocked' || unit.status === 'deactivated' ? unit.status : null,
  officeReason: isOfOffice(unit) ? (unit.statusReason ?? 'Decided by the office.') : null,
  jobKinds: unit.jobKinds,
  helpLevels: unit.helpLevels,
  confirmsFromHours: unit.confirmsFromHours,
  createdAt: unit.createdAt,
})

export const vanRow = ({ id, van }: SeedUnit): Row<'fleet.van'> => ({
  unitId: id,
  category: van.category,
  make: van.make,
  model: van.model,
  registration: van.registration,
  hasTailLift: van.hasTailLift,
  fuel: van.fuel,
  euroClass: van.euroClass,
  year: van.year,
})

/** Statuses of units that are not set up yet and have not saved their hours. */
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
        unitId: id,
        dayOfWeek: index + 1,
        startMinute: hours?.[0] ?? 0,
        endMinute: hours?.[1] ?? 1440,
        dayOff: hours === null,
      })),
    ),
    'calendar.vacation': withHours.flatMap(({ id, week }) =>
      week.vacations.map(({ startDay, endDay }) => ({ unitId: id, startDay, endDay })),
    ),
    'calendar.availability': withHours.flatMap(({ id, week }) =>
      week.taken.map(({ day, freeHours }) => ({ unitId: id, day, freeHours })),
    ),
  }
}

export const tariffRow = ({ id, tariff, terms }: SeedCompany): Row<'pricing.tariff'> => ({
  companyId: id,
  minimumMinutes: tariff.minimumMinutes,
  minimumMinutesTwoPorters: tariff.minimumMinutesTwoPorters,
  includedMiles: tariff.includedMiles,
  pencePerMile: tariff.pencePerMile,
  standardHours: tariff.standardHours,
  outOfHoursPercent: tariff.outOfHoursPercent,
  waitingPencePerHalfHour: tariff.waitingPencePerHalfHour,
  freeWaitingMinutes: tariff.freeWaitingMinutes,
  terms,
})

export const rateRows = ({ id, tariff }: SeedCompany): Row<'pricing.hourly_rate'>[] =>
  tariff.rates.map(({ van, help, pencePerHour }) => ({
    companyId: id,
    vanCategory: van,
    helpLevel: help,
    pencePerHour,
  }))
