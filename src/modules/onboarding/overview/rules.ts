/** A unit's days at a glance. Pure. */
import { flagsOfMask } from '#modules/calendar/rules.ts'
import { endOfDay, startOfDay, type HourMask, type LocalDay } from '#shared/local-time.ts'

export const OVERVIEW_DAYS = 7

export interface DayAtAGlance<Job> {
  date: LocalDay
  state: 'busy' | 'open' | 'off'
  openHours: number
  jobs: Job[]
}

/** A job belongs to every day that it touches. No hour is open from the day on which a document has expired. */
export function dayAtAGlance<Job extends { startAt: string; endAt: string }>(
  { day, hours }: { day: LocalDay; hours: HourMask },
  jobs: readonly Job[],
  expiresOn: LocalDay | null = null,
): DayAtAGlance<Job> {
  const [from, to] = [startOfDay(day), endOfDay(day)]
  const own = jobs.filter(({ startAt, endAt }) => new Date(startAt) < to && new Date(endAt) > from)
  const openHours = flagsOfMask(expiresOn === null || day < expiresOn ? hours : 0).filter(Boolean).length
  return { date: day, state: own.length > 0 ? 'busy' : openHours > 0 ? 'open' : 'off', openHours, jobs: own }
}
