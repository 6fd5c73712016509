import type { Step } from '../lifecycle/rules.ts'
import type { Action } from '../rules.ts'
import { isWaiting, type ClockAction } from './clock/rules.ts'

/** Words of the moving day. Its clock is in clock/rules.ts, what it costs in hours/rules.ts, its record in record/rules.ts. */

export const CLOCK_STATES = ['ahead', 'on_the_way', 'running', 'paused', 'finished'] as const
export type ClockState = (typeof CLOCK_STATES)[number]

/** A pause for keys or access is the customer's; any other is the company's. */
export const PAUSE_REASONS = ['keys_not_released', 'access', 'other'] as const
export type PauseReason = (typeof PAUSE_REASONS)[number]

export const ENTRY_KINDS = [
  'set_off',
  'started',
  'arrived',
  'paused',
  'resumed',
  'finished',
  'late',
  'at_stop',
  'loaded',
  'van_done',
  'photos',
  'keys_released',
  'early_start_agreed',
  'hours_confirmed',
  'hours_disputed',
  'cash_paid',
  'cash_disputed',
  'decided',
  'change_proposed',
  'change_agreed',
  'change_refused',
  'correction_proposed',
  'correction_agreed',
  'correction_refused',
] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

export const ENTRY_WHO = ['driver', 'hired', 'customer', 'link', 'office', 'system'] as const
export type EntryWho = (typeof ENTRY_WHO)[number]

export const HOURS_STATES = ['open', 'to_confirm', 'disputed', 'confirmed'] as const
export type HoursState = (typeof HOURS_STATES)[number]

export const HOURS_BY = ['customer', 'silence', 'office'] as const
export type HoursBy = (typeof HOURS_BY)[number]

export const PHOTO_STAGES = ['before', 'after'] as const
export type PhotoStage = (typeof PHOTO_STAGES)[number]

export const QUESTION_KINDS = ['not_started', 'not_finished', 'hours', 'conflict', 'cash', 'reported'] as const
export type QuestionKind = (typeof QUESTION_KINDS)[number]

/** States of a cash payment: not recorded, recorded by the driver, disputed by the customer, decided by the office. */
export const CASH_STATES = ['open', 'recorded', 'disputed', 'decided'] as const
export type CashState = (typeof CASH_STATES)[number]

/** What a driver's phone sends, and what each is in the life of the booking, in the record, and among the actions it may take. */

export interface DayAct {
  action: Action
  step: Step
  entry: EntryKind
}

const ACTS: Record<ClockAction['kind'], DayAct> = {
  set_off: { action: 'set_off', step: 'set_off', entry: 'set_off' },
  late: { action: 'late', step: 'run_late', entry: 'late' },
  start: { action: 'start', step: 'start', entry: 'started' },
  pause: { action: 'pause', step: 'pause', entry: 'paused' },
  resume: { action: 'resume', step: 'resume', entry: 'resumed' },
  finish: { action: 'finish', step: 'finish', entry: 'finished' },
}

/** A pause for the customer is another step, which notifies them. */
export const clockTransitionOf = (action: ClockAction): DayAct =>
  action.kind === 'pause' && isWaiting(action.reason) ? { ...ACTS.pause, step: 'wait' } : ACTS[action.kind]
