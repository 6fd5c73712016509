// The clock of a moving day, counted on from the server's last answer. Both sides draw it from here.
import { formatTime, toLocal } from '#shared/local-time.ts'
import type { clock } from '#modules/bookings/day/contract.ts'
import type { Camel } from '#shared/wire.ts'
import type { z } from 'zod'

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
