/** What a company may charge. Pure. */
import { canCarryCrew, HELP_LEVELS, VAN_CATEGORIES, type HelpLevel, type VanCategory } from '#modules/fleet/rules.ts'
import { formatTime, parseTime } from '#shared/local-time.ts'
import { formatPence, type Pence } from '#shared/money.ts'
import type { FieldErrors } from '#shared/endpoint.ts'
import type { MinuteRange } from '../road-charges/rules.ts'
import type { HourlyRates, StandardHours, Tariff } from '../rules.ts'

/** Minimum and maximum, both allowed; the database checks the same. Pence, minutes, miles, percent, characters. */
export const BOUNDS = {
  pencePerHour: [1000, 50_000],
  minimumMinutes: [30, 720],
  includedMiles: [0, 1000],
  pencePerMile: [0, 2000],
  outOfHoursPercent: [0, 200],
  waitingPencePerHalfHour: [0, 20_000],
  freeWaitingMinutes: [0, 240],
  termsLength: 10_000,
} as const

const eightToSix: MinuteRange = [480, 1080]

/** What a company charges until it sets its own values (decisions §4); the database has the same defaults. */
export const USUAL: Omit<Tariff, 'pencePerHour' | 'vatRegisteredFrom'> = {
  minimumMinutes: 120,
  minimumMinutesTwoPorters: 180,
  includedMiles: 0,
  pencePerMile: 0,
  standardHours: [eightToSix, eightToSix, eightToSix, eightToSix, eightToSix, eightToSix, null],
  outOfHoursPercent: 0,
  waitingPencePerHalfHour: 0,
  freeWaitingMinutes: 30,
}

export interface RateCell {
  vanCategory: VanCategory
  helpLevel: HelpLevel
  pencePerHour: Pence | null
}

/** Every van with every help level that fits it, in page order. */
export const rateCells = (rates: HourlyRates): RateCell[] =>
  VAN_CATEGORIES.flatMap((vanCategory) =>
    HELP_LEVELS.filter((helpLevel) => canCarryCrew(vanCategory, helpLevel)).map((helpLevel) => ({
      vanCategory,
      helpLevel,
      pencePerHour: rates[vanCategory]?.[helpLevel] ?? null,
    })),
  )

export function ratesOf(cells: readonly RateCell[]): HourlyRates {
  const rates: HourlyRates = {}
  for (const { vanCategory, helpLevel, pencePerHour } of cells)
    if (pencePerHour !== null) rates[vanCategory] = { ...rates[vanCategory], [helpLevel]: pencePerHour }
  return rates
}

/** Problems of a table whose cells are valid one by one, by field path as on the wire. */
export function rateProblems(cells: readonly RateCell[]): FieldErrors {
  const errors: FieldErrors = {}
  const seen = new Set<string>()
  cells.forEach(({ vanCategory, helpLevel, pencePerHour }, index) => {
    const path = `rates.${index}`
    const key = `${vanCategory} ${helpLevel}`
    if (seen.has(key)) errors[path] = ['This van with this help is listed twice.']
    seen.add(key)
    if (pencePerHour === null) return
    if (!canCarryCrew(vanCategory, helpLevel))
      errors[`${path}.pence_per_hour`] = ['A small van has two seats, so three men can’t travel in it.']
    const dearer = dearerCrew(cells, cells[index])
    if (dearer)
      errors[`${path}.pence_per_hour`] = [
        `Fewer people in the same van cost ${formatPence(dearer)}. Have you swapped two rates?`,
      ]
  })
  return errors
}

/** Finds a higher rate of the same van with less help, which was probably typed into the wrong field. */
function dearerCrew(cells: readonly RateCell[], cell: RateCell | undefined): Pence | undefined {
  if (!cell) return undefined
  const people = HELP_LEVELS.indexOf(cell.helpLevel)
  const smaller = cells.find(
    ({ vanCategory, helpLevel, pencePerHour }) =>
      vanCategory === cell.vanCategory &&
      HELP_LEVELS.indexOf(helpLevel) < people &&
      (pencePerHour ?? 0) > (cell.pencePerHour ?? 0),
  )
  return smaller?.pencePerHour ?? undefined
}

export type HoursOnWire = ({ startTime: string; endTime: string } | null)[]

export const hoursOnWire = (hours: StandardHours): HoursOnWire =>
  hours.map((range) => range && { startTime: formatTime(range[0]), endTime: formatTime(range[1]) })

/** Validated hours as minutes of the day, Monday first. */
export const hoursFromWire = (days: HoursOnWire): (MinuteRange | null)[] =>
  days.map((day) => day && [parseTime(day.startTime) ?? 0, parseTime(day.endTime) ?? 0])

export function hoursProblems(days: HoursOnWire): FieldErrors {
  const errors: FieldErrors = {}
  hoursFromWire(days).forEach((range, index) => {
    if (range && range[0] >= range[1]) errors[`standard_hours.${index}.end_time`] = ['The end must be after the start.']
  })
  return errors
}
