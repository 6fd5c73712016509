import type { z } from 'zod'
import type { change, figureChange } from '#modules/bookings/changes/contract.ts'
import type { ChangeKind, ChangeState } from '#modules/bookings/changes/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDuration } from '#shared/duration.ts'
import { formatDayTime, formatTime, toLocal } from '#shared/local-time.ts'
import type { Camel } from '#shared/wire.ts'

/** A proposed change in the words of pages. */

export type ChangeShown = Camel<z.output<typeof change>>

/** "Swift Removals asks to add an item", and "asked" once it is answered. */
export function askTitle(
  who: string,
  { kind, newStartAt }: Pick<ChangeShown, 'kind' | 'newStartAt'>,
  isOpen = true,
  isOffer = false,
): string {
  if (isOffer) return `${who} ${who === 'You' || !isOpen ? 'offered' : 'offers'} another time`
  const what: Record<ChangeKind, string> = {
    item: 'add an item',
    stop: 'add a stop',
    floor: 'carry to another floor',
    time: newStartAt ? 'start at another time' : 'take more time',
    other: 'change something',
  }
  return `${who} ${who === 'You' || !isOpen ? 'asked' : 'asks'} to ${what[kind]}`
}

/** "New start: Sat 28 November 11:00." or "It takes 30 min more." */
export function timeText({
  newStartAt,
  extraMinutes,
}: Pick<ChangeShown, 'newStartAt' | 'extraMinutes'>): string | null {
  if (newStartAt) return `New start: ${formatDayTime(new Date(newStartAt))}.`
  return extraMinutes ? `It takes ${formatDuration(extraMinutes)} more.` : null
}

export const untilText = (expiresAt: string): string => `until ${formatDayTime(new Date(expiresAt))}`

/** Whether the next job is still reached when this one takes longer. */
export function nextJobText({ startAt, spareMinutes }: NonNullable<AnswerOf<typeof figureChange>['nextJob']>): string {
  const job = `Your next job at ${formatTime(toLocal(new Date(startAt)).minute)}`
  if (spareMinutes < 0)
    return `${job} would begin ${formatDuration(-spareMinutes)} late. If this is agreed, its customer is told.`
  return spareMinutes === 0
    ? `${job} still fits, with no time to spare.`
    : `${job} still fits, with ${formatDuration(spareMinutes)} to spare.`
}

const OVER: Record<Exclude<ChangeState, 'open'>, string> = {
  agreed: 'Agreed',
  refused: 'Refused',
  withdrawn: 'Taken back',
  expired: 'Not answered in time',
}

/** What became of it. */
export const overText = (state: ChangeState): string => (state === 'open' ? 'Waiting for the company' : OVER[state])
