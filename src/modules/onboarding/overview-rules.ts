/** A unit's days at a glance. Pure. */
import { flagsOfMask } from '#modules/calendar/rules.ts'
import { addMinutes, endOfDay, startOfDay, toInstant, type HourMask, type LocalDay } from '#shared/local-time.ts'

export const OVERVIEW_DAYS = 7

export interface DayAtAGlance<Job> {
  date: LocalDay
  state: 'busy' | 'open' | 'off'
  openHours: number
  jobs: Job[]
}

interface Bookable {
  /** No hour is open from this day on: a document has expired. */
  expiresOn: LocalDay | null
  /** A van that can't be booked has no open hour. */
  takesJobs: boolean
  now: Date
}

/** A job belongs to every day that it touches, and its hours are open no more; nor are those that have begun. */
export function dayAtAGlance<Job extends { startAt: string; endAt: string }>(
  { day, hours }: { day: LocalDay; hours: HourMask },
  jobs: readonly Job[],
  { expiresOn, takesJobs, now }: Bookable,
): DayAtAGlance<Job> {
  const [from, to] = [startOfDay(day), endOfDay(day)]
  const own = jobs.filter(({ startAt, endAt }) => new Date(startAt) < to && new Date(endAt) > from)
  const isBookable = takesJobs && (expiresOn === null || day < expiresOn)
  const isFree = (hour: number) => {
    const start = toInstant(day, hour * 60)
    const end = addMinutes(start, 60)
    return start >= now && !own.some(({ startAt, endAt }) => new Date(startAt) < end && new Date(endAt) > start)
  }
  const openHours = flagsOfMask(isBookable ? hours : 0).filter((isOpen, hour) => isOpen && isFree(hour)).length
  return { date: day, state: own.length > 0 ? 'busy' : openHours > 0 ? 'open' : 'off', openHours, jobs: own }
}
