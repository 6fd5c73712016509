import { addMinutes } from '#shared/local-time.ts'
import type { BookingState } from '../lifecycle/rules.ts'
import { noOneTookAt } from '../rules.ts'

/** What the office may do with a booking that nobody has, does not answer, or cannot keep. Pure. */

export const MOVABLE = ['new_booking', 'hot', 'confirmed'] as const satisfies readonly BookingState[]
export const WITH_UNIT = ['new_booking', 'confirmed'] as const satisfies readonly BookingState[]

/** The least time that a unit has to answer before the job is given up. */
const TO_ANSWER_MINUTES = 20

/** Until then a job can be given to another unit. */
export const movableUntil = (start: Date): Date => addMinutes(noOneTookAt(start), -TO_ANSWER_MINUTES)

const isIn = (states: readonly BookingState[], state: BookingState): boolean => states.includes(state)

export const canMove = (state: BookingState, start: Date, now: Date): boolean =>
  isIn(MOVABLE, state) && now < movableUntil(start)

export const canMakeHot = (state: BookingState, start: Date, now: Date): boolean =>
  isIn(WITH_UNIT, state) && now < noOneTookAt(start)
