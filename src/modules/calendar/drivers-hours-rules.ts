/**
 * What one driver may do in a day. The limits are those of Great Britain's domestic rules for goods vehicles (Transport Act 1968, part
 * VI; GOV.UK, "Drivers' hours: GB domestic rules"): ten hours of driving and eleven of duty. The break of half an hour in each five and
 * a half hours of duty is decisions §11.
 */
import { localDayOf } from '#shared/local-time.ts'
import type { Minutes } from '#shared/duration.ts'

export const MOST_DRIVING_MINUTES = 10 * 60
export const MOST_DUTY_MINUTES = 11 * 60
export const DUTY_BEFORE_BREAK_MINUTES = 330
export const BREAK_MINUTES = 30

/** Driving is part of the duty; breaks are not. */
export interface DriversHours {
  drivingMinutes: Minutes
  dutyMinutes: Minutes
}

export const isWithinDriversHours = ({ drivingMinutes, dutyMinutes }: DriversHours): boolean =>
  drivingMinutes <= MOST_DRIVING_MINUTES && dutyMinutes <= MOST_DUTY_MINUTES

/** A break follows each five and a half hours of work, but only where more work follows it. */
export const breaksIn = (workMinutes: Minutes): number =>
  workMinutes > 0 ? Math.floor((workMinutes - 1) / DUTY_BEFORE_BREAK_MINUTES) : 0

/** The clock at which a minute of work is over, breaks before it included: minute 330 ends before the break, minute 331 after it. */
export const clockAtEndOf = (workMinute: Minutes): Minutes => workMinute + breaksIn(workMinute) * BREAK_MINUTES

/** Clock minute at which work resumes after `workMinute` minutes of work. */
export const clockAtStartOf = (workMinute: Minutes): Minutes =>
  workMinute + Math.floor(workMinute / DUTY_BEFORE_BREAK_MINUTES) * BREAK_MINUTES

/** A job of a day, as far as its hours are concerned. A job belongs wholly to the local day on which it begins. */
export interface DayJob<Place> extends DriversHours {
  start: Date
  startPlace: Place
  endPlace: Place
}

/** Whether a driver may do this job beside those of its day, with the drives between one and the next. */
export function fitsDriversDay<Place>(
  others: readonly DayJob<Place>[],
  job: DayJob<Place>,
  driveMinutes: (from: Place, to: Place) => Minutes,
): boolean {
  if (!isWithinDriversHours(job)) return false
  if (others.length === 0) return true
  const day = localDayOf(job.start)
  const sameDay = others.filter(({ start }) => isNear(start, job.start) && localDayOf(start) === day)
  return sameDay.length === 0 || isWithinDriversHours(hoursOf([...sameDay, job], driveMinutes))
}

// Most holds of a calendar are of other days, which is seen without a calendar.
const isNear = (a: Date, b: Date) => Math.abs(a.getTime() - b.getTime()) <= 25 * 3_600_000

function hoursOf<Place>(
  jobs: readonly DayJob<Place>[],
  driveMinutes: (from: Place, to: Place) => Minutes,
): DriversHours {
  const inOrder = jobs.toSorted((a, b) => a.start.getTime() - b.start.getTime())
  let [drivingMinutes, dutyMinutes] = [0, 0]
  for (const [index, job] of inOrder.entries()) {
    const before = inOrder[index - 1]
    const between = before ? driveMinutes(before.endPlace, job.startPlace) : 0
    drivingMinutes += between + job.drivingMinutes
    dutyMinutes += between + job.dutyMinutes
  }
  return { drivingMinutes, dutyMinutes }
}
