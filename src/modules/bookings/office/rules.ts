import { addMinutes } from '#shared/local-time.ts'
import type { BookingState } from '../lifecycle/rules.ts'
import { CONFIRMED, UNANSWERED, isConfirmed, isNotBegun, isUnanswered, noOneTookAt } from '../rules.ts'

/** Actions of the office for a booking that no driver has, answers or can keep. Pure. */

export const MOVABLE = [...UNANSWERED, 'hot', ...CONFIRMED] as const satisfies readonly BookingState[]

/** The office reminds a driver at most this often. */
const ASK_AGAIN_MINUTES = 30

/** When a driver who was reminded may be reminded again. */
export const askableFrom = (askedAgainAt: Date): Date => addMinutes(askedAgainAt, ASK_AGAIN_MINUTES)

/** Questions that wait for a driver: to take the booking, whether it still goes ahead, to agree to a change. */
export const DRIVER_QUESTIONS = ['booking', 'reconfirmation', 'change'] as const
export type DriverQuestion = (typeof DRIVER_QUESTIONS)[number]

export interface QuestionFacts {
  state: BookingState
  respondBy: Date | null
  reconfirmBy: Date | null
  reconfirmedAt: Date | null
  /** Until when a change waits for the company's answer; null if none does. */
  changeDue: Date | null
}

/** The question that waits for a driver's answer, and until when; of two the one that ends the booking comes first. */
export function openQuestion(
  { state, respondBy, reconfirmBy, reconfirmedAt, changeDue }: QuestionFacts,
  now: Date,
): { kind: DriverQuestion; due: Date } | null {
  if (respondBy && waitsForAnswer(state, respondBy, now)) return { kind: 'booking', due: respondBy }
  if (isConfirmed(state) && reconfirmBy && !reconfirmedAt && now < reconfirmBy)
    return { kind: 'reconfirmation', due: reconfirmBy }
  return changeDue && now < changeDue ? { kind: 'change', due: changeDue } : null
}

/** Whether a booking waits for its driver's answer. */
export const waitsForAnswer = (state: BookingState, respondBy: Date | null, now: Date): boolean =>
  isUnanswered(state) && respondBy !== null && now < respondBy

/** The least time that a unit has to answer before the job is given up. */
const TO_ANSWER_MINUTES = 20

/** Latest time to give a job to another unit. */
export const movableUntil = (start: Date): Date => addMinutes(noOneTookAt(start), -TO_ANSWER_MINUTES)

export const canMove = (state: BookingState, start: Date, now: Date): boolean =>
  MOVABLE.some((one) => one === state) && now < movableUntil(start)

export const canMakeHot = (state: BookingState, start: Date, now: Date): boolean =>
  isNotBegun(state) && now < noOneTookAt(start)
