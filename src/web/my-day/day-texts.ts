import { dayOpensAt } from '#modules/bookings/day/clock/rules.ts'
import { roomLeftPence } from '#modules/bookings/day/hours/rules.ts'
import { formatDuration, minutesOfTimeString } from '#shared/duration.ts'
import { addMinutes, formatDayTime, formatDayTimeFrom, localDayOf } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { timeText, workedSeconds, minutesOf } from '#web/kit/day/clock-view.ts'
import type { Job } from './day-state.ts'

/** Payment to take at the door. */
export function payText({ day, isByTransfer }: Pick<Job, 'day' | 'isByTransfer'>): string {
  if (day.cashToTakePence === null) return `By ${isByTransfer ? 'transfer' : 'card'}, nothing to take`
  return day.cash
    ? `${formatPence(day.cash.takenPence)} in cash taken`
    : `${formatPence(day.cashToTakePence)} in cash to take`
}

type Planned = Pick<Job, 'startAt' | 'day'>

/** "08:30", or "Tue 8 December, 08:30" if that is another day. */
export function startText({ startAt }: Pick<Job, 'startAt'>, now: Date): string {
  const start = new Date(startAt)
  return localDayOf(start) === localDayOf(now) ? timeText(startAt) : formatDayTimeFrom(now, start)
}

/** "Confirm again by Mon 7 December, 22:00": the job is not settled while its company is asked whether it is still going ahead. */
export function confirmAgainText({ reconfirmBy, day: { clock } }: Pick<Job, 'reconfirmBy' | 'day'>): string | null {
  return reconfirmBy && clock.state === 'ahead' ? `Confirm again by ${formatDayTime(new Date(reconfirmBy))}` : null
}

/** Where it is answered, in the list of confirmed bookings. */
export const confirmedPath = ({ id }: Pick<Job, 'id'>): string => `/my-bookings/confirmed-bookings#job-${id}`

/** What is to be done once the start, or the new time that the customer was told, has passed and the van is not there. */
export function overdueText({ startAt, day: { clock, arrivals } }: Planned, now: Date): string | null {
  const due = clock.lateEta ?? startAt
  const isComing = clock.state === 'ahead' || clock.state === 'on_the_way'
  if (!isComing || arrivals.length > 0 || now <= new Date(due)) return null
  const when = startText({ startAt: due }, now)
  const late = clock.lateEta ? 'give a new time' : 'say you’re late'
  return `Due ${when === timeText(due) ? 'at ' : ''}${when}: ${clock.state === 'ahead' ? 'start it or ' : ''}${late}`
}

/** "You can set off from Sat 28 November, 03:00." Null once the day is open. */
export function opensText({ startAt, day: { clock } }: Planned, now: Date): string | null {
  const opensAt = dayOpensAt(new Date(startAt))
  if (clock.state !== 'ahead' || now >= opensAt) return null
  return `You can set off from ${startText({ startAt: opensAt.toISOString() }, now)}.`
}

/** Departure time, as in “07:45”, before the driver has set off; a new time told to the customer moves it. */
export function leaveBy({ startAt, day: { clock, leave } }: Pick<Job, 'startAt' | 'day'>): string | null {
  if (!leave || clock.state !== 'ahead') return null
  return addMinutes(new Date(clock.lateEta ?? startAt), -leave.driveMinutes).toISOString()
}

/** "Ada was told: likely about 14:35." Not once the driver has said when they come. */
export function foreseenText({ customer, day: { clock } }: Pick<Job, 'customer' | 'day'>): string | null {
  if (!clock.likelyStartAt || clock.lateEta) return null
  return `${customer?.firstName ?? 'The customer'} was told: likely about ${timeText(clock.likelyStartAt)}.`
}

/** "38 min to the pick-up from Luton.", or what has become of it. */
export function driveText(job: Pick<Job, 'startAt' | 'day'>, now: Date): string {
  const { leave } = job.day
  const by = leaveBy(job)
  if (!leave || by === null) return ''
  const drive = `${formatDuration(leave.driveMinutes)} to the pick-up from ${leave.place}.`
  if (overdueText(job, now)) return drive
  return now > new Date(by) ? `${drive} That time has passed: leave now, or say that you are late.` : drive
}

/** The next job is reached in time if the clock runs again by then, as long as the work goes as agreed; null if that is not known. */
export function runsAgainBy(
  job: Pick<Job, 'day'>,
  next: Pick<Job, 'startAt' | 'day'> | undefined,
  now: Date,
): Date | null {
  const by = next?.day.leave?.from === 'job' ? leaveBy(next) : null
  if (by === null) return null
  const { clock } = job.day
  const left = Math.max(0, clock.agreedMinutes - minutesOf(workedSeconds(clock, now)))
  return addMinutes(new Date(by), -left)
}

/** "If the clock is not running by 14:10, you will be late for 16:30 in Lewes." */
export function lateForNextText(job: Pick<Job, 'day'>, next: Job | undefined, now: Date): string | null {
  const by = runsAgainBy(job, next, now)
  if (!next || by === null) return null
  const which = `${timeText(next.startAt)} in ${next.routePoints[0]?.place ?? ''}`
  return by < now
    ? `You’ll be late for ${which}.`
    : `If the clock isn’t running by ${timeText(by.toISOString())}, you’ll be late for ${which}.`
}

export interface CeilingLeft {
  isOver: boolean
  isReached: boolean
  /** "40 min over the 2 h 30 min booked."; empty within the booked time. */
  overText: string
  /** How much of the most that the customer pays is left: to its owner in pounds too. */
  leftText: string
}

/** Null before the clock has run, and where time over costs nothing. */
export function ceilingLeft({ day: { clock, ceiling } }: Pick<Job, 'day'>, now: Date): CeilingLeft | null {
  if (!ceiling || clock.startedAt === null) return null
  const worked = minutesOf(workedSeconds(clock, now))
  const over = worked - clock.agreedMinutes
  const left = ceiling.coveredMinutes - worked
  const { roomPence, halfHourPence } = ceiling
  const pence = roomPence === null || halfHourPence === null ? null : roomLeftPence({ roomPence, halfHourPence }, over)
  const money = pence === null ? '' : pence === 0 ? ', already charged' : `, ${formatPence(pence)}`
  return {
    isOver: over > 0,
    isReached: left <= 0,
    overText: over > 0 ? `${formatDuration(over)} over the ${formatDuration(clock.agreedMinutes)} agreed.` : '',
    leftText:
      left > 0
        ? `Left before the most they pay: ${formatDuration(left)}${money}.`
        : 'The most they pay is reached: more time isn’t charged.',
  }
}

/** The same where it is asked whether to finish: only once it is over the booked time or at the most they pay. */
export function ceilingAtFinishText(job: Pick<Job, 'day'>, now: Date): string {
  const ceiling = ceilingLeft(job, now)
  if (!ceiling || !(ceiling.isOver || ceiling.isReached)) return ''
  return `${ceiling.overText} ${ceiling.leftText}`.trim()
}

/** Where a job goes from its pick-up, and how long it takes or what it came to. A hired driver sees no price. */
export function dayLineText({ day: { clock, hours }, routePoints, totalTime }: Job): string {
  const to = `to ${routePoints.at(-1)?.place ?? ''}`
  if (clock.state === 'finished')
    return `${to}, done${hours ? `, ${formatPence(hours.finalPence ?? hours.toPayPence)}` : ''}`
  const isNow = ['on_the_way', 'running', 'paused'].includes(clock.state)
  return `${to}, ${formatDuration(minutesOfTimeString(totalTime))}${isNow ? ', now' : ''}`
}
