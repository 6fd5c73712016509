// The clock of a moving day, counted on from the server's last answer. Both sides draw it from here.
import { formatTime, toLocal } from '#shared/local-time.ts'
import type { clock } from '#modules/bookings/day/contract.ts'
import type { Camel } from '#shared/wire.ts'
import type { z } from 'zod'

export type DayClock = Camel<z.output<typeof clock>>

/** "13:05" on London clocks. */
export const timeText = (instant: string): string => formatTime(toLocal(new Date(instant)).minute)

/** Seconds of work: from the start until the finish, a pause or now, without the pauses before. */
export function workedSeconds(own: DayClock, now: Date): number {
  if (own.startedAt === null) return 0
  const until = own.finishedAt ?? own.pausedAt
  const end = until === null ? now.getTime() : Date.parse(until)
  return Math.max(0, Math.floor((end - Date.parse(own.startedAt)) / 1000) - own.waitedSeconds - own.pausedSeconds)
}

/** Seconds waited for the customer: keys and access, the pause that runs included. */
export function waitedSeconds(own: DayClock, now: Date): number {
  const { state, pausedAt, pauseReason, waitedSeconds: before } = own
  const isWaiting = state === 'paused' && pausedAt !== null && pauseReason !== null && pauseReason !== 'other'
  return before + (isWaiting ? Math.max(0, Math.floor((now.getTime() - Date.parse(pausedAt)) / 1000)) : 0)
}

export const minutesOf = (seconds: number): number => Math.floor(seconds / 60)

/** "3:06": hours and minutes, read at arm's length. */
export function clockText(seconds: number): string {
  const minutes = minutesOf(seconds)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
