// What waiting has come to by now, by the rule of the bill. Both sides draw it from here.
import { waitingOf } from '#modules/bookings/day/hours/rules.ts'
import { formatPence } from '#shared/money.ts'
import { minutesOf, pauseCountsFrom, timeText, waitedSeconds, type DayClock } from './clock-view.ts'

export interface WaitingTerms {
  freeMinutes: number
  /** Null for whoever sees no prices. */
  halfHourPence: number | null
  /** The most that waiting can cost; null if that is not known. */
  roomPence: number | null
}

export interface WaitingView {
  waitedMinutes: number
  freeMinutes: number
  freeLeftMinutes: number
  /** Of the ended pauses, and of the one that runs. */
  beforeMinutes: number
  hereMinutes: number
  /** "13:24": until when the wait that runs is free; null once it is not, or while the clock runs. */
  freeUntil: string | null
  /** "then £20.00 per half hour", "£20.00 so far". */
  priceText: string
}

export function waitingAt(
  clock: DayClock,
  { freeMinutes, halfHourPence, roomPence }: WaitingTerms,
  now: Date,
): WaitingView {
  const waited = waitedSeconds(clock, now)
  const waitedMinutes = minutesOf(waited)
  const beforeMinutes = minutesOf(clock.waitedSeconds)
  const terms = { freeWaitingMinutes: freeMinutes, waitingPencePerHalfHour: halfHourPence ?? 0 }
  const { freeLeftMinutes, halfHours, amountPence } = waitingOf(terms, waitedMinutes, roomPence ?? Infinity)
  const isWaiting = clock.state === 'paused' && clock.pauseReason !== 'other'
  const freeUntil = isWaiting && freeLeftMinutes > 0 ? timeText(freeEnd(clock, freeMinutes)) : null
  return {
    waitedMinutes,
    freeMinutes,
    freeLeftMinutes,
    beforeMinutes,
    hereMinutes: waitedMinutes - beforeMinutes,
    freeUntil,
    priceText: priceText(halfHours, halfHourPence, amountPence),
  }
}

const freeEnd = (clock: DayClock, freeMinutes: number): string =>
  addSeconds(pauseCountsFrom(clock) ?? clock.asOf, freeMinutes * 60 - clock.waitedSeconds)

const addSeconds = (instant: string, seconds: number): string =>
  new Date(Date.parse(instant) + seconds * 1000).toISOString()

function priceText(halfHours: number, halfHourPence: number | null, amountPence: number): string {
  if (halfHourPence === null) return halfHours === 0 ? 'then it is charged' : 'charged now'
  const price = `${formatPence(halfHourPence)} per half hour`
  if (halfHours === 0) return `then ${price}`
  const isAll = amountPence < halfHours * halfHourPence
  return `${formatPence(amountPence)} so far, ${isAll ? 'and no more' : price}`
}
