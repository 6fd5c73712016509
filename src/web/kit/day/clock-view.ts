// The clock of a moving day, counted on from the server's last answer. Both sides draw it from here.
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { clock } from '#modules/bookings/day/contract.ts'
import { waitingOf } from '#modules/bookings/day/hours/rules.ts'
import { formatTime, toLocal } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import type { Camel } from '#shared/wire.ts'
import { useClock } from '#web/kit/page/root-data.ts'

export type DayClock = Camel<z.output<typeof clock>>

/** "13:05" on London clocks. */
export const timeText = (instant: string): string => formatTime(toLocal(new Date(instant)).minute)

/** When the hours begin to count. */
const countsFrom = (own: DayClock): string | null => own.billedFrom ?? own.startedAt

/** Seconds of work that count: from then until the finish, a pause or now, without the pauses before. */
export function workedSeconds(own: DayClock, now: Date): number {
  const from = countsFrom(own)
  if (from === null) return 0
  const until = own.finishedAt ?? own.pausedAt
  const end = until === null ? now.getTime() : Date.parse(until)
  return Math.max(0, Math.floor((end - Date.parse(from)) / 1000) - own.waitedSeconds - own.pausedSeconds)
}

/** From when the pause that runs counts; null if none runs. */
export function pauseCountsFrom(own: DayClock): string | null {
  const from = countsFrom(own)
  return own.pausedAt !== null && from !== null && own.pausedAt < from ? from : own.pausedAt
}

/** "Started 06:20, free until 07:00.": what an early start costs; empty for any other. */
export function earlyText(own: DayClock, now: Date): string {
  const from = countsFrom(own)
  if (own.startedAt === null || from === null || from <= own.startedAt) return ''
  const until = now.toISOString() < from ? `free until ${timeText(from)}` : `counted from ${timeText(from)}`
  return `Started ${timeText(own.startedAt)}, ${until}.`
}

/** Seconds waited for the customer: keys and access, the pause that runs included. */
export function waitedSeconds(own: DayClock, now: Date): number {
  const { state, pauseReason, waitedSeconds: before } = own
  const since = pauseCountsFrom(own)
  const isWaiting = state === 'paused' && since !== null && pauseReason !== null && pauseReason !== 'other'
  return before + (isWaiting ? Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 1000)) : 0)
}

export const minutesOf = (seconds: number): number => Math.floor(seconds / 60)

/** "3:06": hours and minutes, read at arm's length. */
export function clockText(seconds: number): string {
  const minutes = minutesOf(seconds)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

// What waiting has come to by now, by the rule of the bill. Both sides draw it from here.

export interface WaitingTerms {
  freeMinutes: number
  /** Null for a reader who sees no prices. */
  halfHourPence: number | null
  /** The most that waiting can cost; null if that is not known. */
  roomPence: number | null
}

export interface WaitingView {
  waitedMinutes: number
  freeMinutes: number
  freeLeftMinutes: number
  /** Minutes of the ended pauses; `hereMinutes` are those of the running one. */
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

// Where the van is, by what its driver said: never by a guess.

export interface Arrival {
  stop: number
  at: string
}

interface OnTheRoad {
  clock: Pick<DayClock, 'startedAt'>
  arrivals: readonly Arrival[]
}

/** The stop that was reached last, and when: the pick-up at the latest when the clock starts. Undefined before. */
export function lastArrival({ clock, arrivals }: OnTheRoad): Arrival | undefined {
  return arrivals.at(-1) ?? (clock.startedAt === null ? undefined : { stop: 0, at: clock.startedAt })
}

/** When a stop was reached; null if that was not said. */
export function arrivedAt({ clock, arrivals }: OnTheRoad, stop: number): string | null {
  const arrival = arrivals.find((one) => one.stop === stop)
  return arrival?.at ?? (stop === 0 ? clock.startedAt : null)
}

/** The time by the server's clock, every few seconds; first as the page came with it, so that both draw the same. */
export function useNow(first: string): Date {
  const clock = useClock()
  const [now, setNow] = useState(() => new Date(first))
  useEffect(() => {
    const tick = () => setNow(clock())
    tick()
    const timer = setInterval(tick, 5000)
    return () => clearInterval(timer)
  }, [clock])
  return now
}
