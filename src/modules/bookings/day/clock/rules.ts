import { addDays, addMinutes, localDayOf, toInstant } from '#shared/local-time.ts'
import type { ClockState, PauseReason } from '../rules.ts'
import { isConfirmed, type BookingStatus } from '../../rules.ts'

/** The clock of a day (decisions §5, §11). Pure. Instants are the phone's, within their bounds. */

export interface DayClock {
  setOffAt: Date | null
  startedAt: Date | null
  pausedAt: Date | null
  pauseReason: PauseReason | null
  finishedAt: Date | null
  /** Seconds of ended pauses: waiting for the customer, and the company's own. */
  waitedSeconds: number
  pausedSeconds: number
  /** The part of them before the agreed start. */
  earlyWaitedSeconds: number
  earlyPausedSeconds: number
  /** The start before the agreed one to which the customer agreed; null if they did not. */
  earlyFrom: Date | null
  lateEta: Date | null
}

export const NEW_CLOCK: DayClock = {
  setOffAt: null,
  startedAt: null,
  pausedAt: null,
  pauseReason: null,
  finishedAt: null,
  waitedSeconds: 0,
  pausedSeconds: 0,
  earlyWaitedSeconds: 0,
  earlyPausedSeconds: 0,
  earlyFrom: null,
  lateEta: null,
}

export function stateOfClock({ setOffAt, startedAt, pausedAt, finishedAt }: DayClock): ClockState {
  if (finishedAt) return 'finished'
  if (startedAt) return pausedAt ? 'paused' : 'running'
  return setOffAt ? 'on_the_way' : 'ahead'
}

/**
 * A pause for unreleased keys or blocked access is the customer's and counts as waiting. Any other pause is the
 * company's.
 */
export const isWaiting = (reason: PauseReason): boolean => reason !== 'other'

export type ClockAction =
  | { kind: 'set_off' }
  | { kind: 'late'; newEta: Date }
  | { kind: 'start' }
  | { kind: 'pause'; reason: PauseReason }
  | { kind: 'resume' }
  | { kind: 'finish' }

/** In which states each action changes the clock, and in which it says what is so already: the other phone was first. */
const ACTS: Record<ClockAction['kind'], { from: readonly ClockState[]; already: readonly ClockState[] }> = {
  set_off: { from: ['ahead'], already: ['on_the_way', 'running', 'paused', 'finished'] },
  late: { from: ['ahead', 'on_the_way'], already: [] },
  start: { from: ['ahead', 'on_the_way'], already: ['running', 'paused', 'finished'] },
  pause: { from: ['running', 'paused'], already: [] },
  resume: { from: ['paused'], already: ['running'] },
  finish: { from: ['running', 'paused'], already: ['finished'] },
}

/** The clock after an action; `already` if it says what is so, undefined if it cannot be done. `start` is the agreed one. */
export function advance(clock: DayClock, action: ClockAction, at: Date, start: Date): DayClock | 'already' | undefined {
  const state = stateOfClock(clock)
  if (action.kind === 'pause' && state === 'paused' && clock.pauseReason === action.reason) return 'already'
  const { from, already } = ACTS[action.kind]
  if (already.includes(state)) return 'already'
  if (!from.includes(state)) return undefined
  return changed(clock, action, at, start)
}

function changed(clock: DayClock, action: ClockAction, at: Date, start: Date): DayClock {
  if (action.kind === 'set_off') return { ...clock, setOffAt: at }
  if (action.kind === 'late') return { ...clock, lateEta: action.newEta }
  if (action.kind === 'start') return { ...clock, startedAt: at, lateEta: null }
  const standing = withoutPause(clock, at, start)
  if (action.kind === 'pause') return { ...standing, pausedAt: at, pauseReason: action.reason }
  return action.kind === 'finish' ? { ...standing, finishedAt: at } : standing
}

function withoutPause(clock: DayClock, at: Date, start: Date): DayClock {
  const { pausedAt, pauseReason } = clock
  if (!pausedAt || !pauseReason) return clock
  const seconds = secondsBetween(pausedAt, at)
  const early = secondsBetween(pausedAt, at < start ? at : start)
  const sum = isWaiting(pauseReason)
    ? { waitedSeconds: clock.waitedSeconds + seconds, earlyWaitedSeconds: clock.earlyWaitedSeconds + early }
    : { pausedSeconds: clock.pausedSeconds + seconds, earlyPausedSeconds: clock.earlyPausedSeconds + early }
  return { ...clock, pausedAt: null, pauseReason: null, ...sum }
}

const secondsBetween = (from: Date, to: Date): number => Math.max(0, Math.floor((to.getTime() - from.getTime()) / 1000))

/** When the hours begin to count: at the agreed start or the real one, whichever is later, or at an earlier one to which the customer agreed. */
export function billedFrom(
  { startedAt, earlyFrom }: Pick<DayClock, 'startedAt' | 'earlyFrom'>,
  start: Date,
): Date | null {
  if (!startedAt) return null
  const earliest = earlyFrom && earlyFrom < start ? earlyFrom : start
  return startedAt < earliest ? earliest : startedAt
}

/** The ended pauses, as far as they lie in the hours that count. */
export function countedPauses(clock: DayClock): { waitedSeconds: number; pausedSeconds: number } {
  const { waitedSeconds, pausedSeconds } = clock
  if (clock.earlyFrom) return { waitedSeconds, pausedSeconds }
  return {
    waitedSeconds: waitedSeconds - clock.earlyWaitedSeconds,
    pausedSeconds: pausedSeconds - clock.earlyPausedSeconds,
  }
}

/** Whole minutes worked and waited that count, until now or until it was finished. */
export function timesOf(clock: DayClock, start: Date, now: Date): { workedMinutes: number; waitedMinutes: number } {
  const from = billedFrom(clock, start)
  if (!from) return { workedMinutes: 0, waitedMinutes: 0 }
  const end = clock.finishedAt ?? now
  const { waitedSeconds, pausedSeconds } = countedPauses(withoutPause(clock, end, start))
  const worked = secondsBetween(from, end) - waitedSeconds - pausedSeconds
  return { workedMinutes: Math.floor(Math.max(0, worked) / 60), waitedMinutes: Math.floor(waitedSeconds / 60) }
}

/** Beyond this the phone's time is marked as different from ours. */
export const SHIFT_MINUTES = 5

/** The phone's time between the last action that arrived and now; marked if it was more than five minutes away from ours. */
export function clampTime(happenedAt: Date, last: Date | null, now: Date): { happenedAt: Date; isShifted: boolean } {
  const earliest = last && last < now ? last : null
  const latest = happenedAt > now ? now : happenedAt
  return {
    happenedAt: earliest && latest < earliest ? earliest : latest,
    isShifted: Math.abs(happenedAt.getTime() - now.getTime()) > SHIFT_MINUTES * 60_000,
  }
}

/** Minutes by which a phone that was seen since may date an action back. */
export const TRUSTED_MINUTES = 15

/** The earliest time that a phone's action may have: after what has arrived, on its day, and a quarter of an hour ago if the phone was online since. */
export function earliestOf({
  last,
  opensAt,
  happenedAt,
  wasOnlineSince,
  now,
}: {
  last: Date | null
  opensAt: Date
  happenedAt: Date
  wasOnlineSince: boolean
  now: Date
}): Date {
  const trusted = addMinutes(now, -TRUSTED_MINUTES)
  const bounds = [opensAt, ...(last ? [last] : []), ...(wasOnlineSince && happenedAt < trusted ? [trusted] : [])]
  return new Date(Math.max(...bounds.map((bound) => bound.getTime())))
}

/** What ends the work, or stops it for the driver's own sake, may be dated back: it makes nothing dearer. */
export const lowersTheBill = (action: ClockAction): boolean =>
  action.kind === 'finish' || (action.kind === 'pause' && !isWaiting(action.reason))

/** When it is sure that a van was there: as its phone says, if that is near our own time; otherwise by its position at the door, or by our time. */
export const provedStart = (
  { happenedAt, isShifted }: { happenedAt: Date; isShifted: boolean },
  atTheDoorAt: Date | null,
  now: Date,
): Date => {
  if (!isShifted) return happenedAt
  if (!atTheDoorAt) return now
  return atTheDoorAt > happenedAt ? atTheDoorAt : happenedAt
}

/** Hours before its start at which a day opens, so that next week’s move is not started by mistake. */
export const OPENS_HOURS = 6
export const dayOpensAt = (start: Date): Date => addMinutes(start, -OPENS_HOURS * 60)

/** Minutes after the start at which a job counts as late: the customer is notified and the driver asked. */
export const LATE_MINUTES = 15
/**
 * Minutes after the start of an unstarted job at which the customer may cancel free, counted as the company's
 * cancellation.
 */
export const FREE_CANCEL_MINUTES = 30

export const lateAt = (start: Date): Date => addMinutes(start, LATE_MINUTES)
export const freeCancelFrom = (start: Date): Date => addMinutes(start, FREE_CANCEL_MINUTES)

/** A new time counts once both have agreed to it: then the booking's start is another. Saying that one is late is not agreeing. */
export const mayCancelFree = ({ status, start }: { status: BookingStatus; start: Date }, now: Date): boolean =>
  isConfirmed(status) && now >= freeCancelFrom(start)

/** Six in the evening in London before the day: customer and driver are reminded. */
export const eveningBefore = (start: Date): Date => toInstant(addDays(localDayOf(start), -1), 18 * 60)

/** 24 hours after the planned end, both sides are asked about a booking that was not started or finished. */
export const outcomeAskedAt = (end: Date): Date => addMinutes(end, 24 * 60)
