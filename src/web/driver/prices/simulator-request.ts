// The simulator's questions, in the form the API takes them.
import type { HelpLevel, VanCategory } from '#modules/fleet/rules.ts'
import { canCarryCrew } from '#modules/fleet/rules.ts'
import type { RateCell } from '#modules/pricing/tariffs/rules.ts'
import { isRealDay, type LocalDay } from '#shared/local-time.ts'
import { normalisePostcode } from '#shared/uk-postcode.ts'

export interface TriedJob {
  from: string
  to: string
  day: LocalDay
  time: string
  van: VanCategory
  help: HelpLevel
}

/** A job to begin with, in a van that the company has. */
export function firstJob({
  from,
  day,
  van = 'large_van',
}: {
  from: string
  day: LocalDay
  van?: VanCategory
}): TriedJob {
  return { from, to: '', day, time: '10:00', van, help: 'driver_helps' }
}

/** Lines of a price for the company's own work; the others are zones and tolls, which it passes on. */
const OWN_LINES = ['labour', 'labour_out_of_hours', 'trips', 'mileage']

export const hasRoadCharges = (lines: readonly { code: string; amountPence: number }[]): boolean =>
  lines.some(({ code, amountPence }) => amountPence > 0 && !OWN_LINES.includes(code))

export interface TriedPrices {
  /** Null if one of them is invalid. */
  rates: readonly RateCell[] | null
  minimumMinutes: number
  minimumMinutesTwoPorters: number
}

/** The body to send, or null until the job is complete. */
export function simulationOf(job: TriedJob, { rates, ...minimum }: TriedPrices): object | null {
  const [from, to] = [normalisePostcode(job.from), normalisePostcode(job.to)]
  if (!from || !to || !isRealDay(job.day) || rates === null || !canCarryCrew(job.van, job.help)) return null
  return {
    routePoints: [
      { number: 0, postcode: from, stairs: 0, date: job.day, time: job.time },
      { number: 1, postcode: to, stairs: 0 },
    ],
    manPower: job.help,
    vanCategory: job.van,
    prices: { ...minimum, rates: rates.map((cell) => ({ ...cell })) },
  }
}
