import type { Step } from '../../lifecycle/rules.ts'
import type { Action } from '../../rules.ts'
import { isWaiting, type ClockAction } from '../clock/rules.ts'
import type { EntryKind } from '../rules.ts'

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
