import { addDays, type LocalDay } from '#shared/local-time.ts'

/** A billing run: which months it can bill, and what it does with each of its steps. Pure. */

/** "2026-10" */
export type Month = string

export const monthOf = (day: LocalDay): Month => day.slice(0, 7)

/** First and last day of the month. */
export function daysOf(month: Month): { startDay: LocalDay; endDay: LocalDay } {
  const startDay = `${month}-01`
  // 31 days after the first is always in the next month.
  return { startDay, endDay: addDays(`${monthOf(addDays(startDay, 31))}-01`, -1) }
}

/** Months that are over, the last first. */
export function monthsBefore(today: LocalDay, count: number): Month[] {
  const months: Month[] = []
  for (let month = monthOf(today); months.length < count; months.push(month))
    month = monthOf(addDays(`${month}-01`, -1))
  return months
}

export const STEP_STATES = ['waiting', 'made', 'saved', 'sent', 'unaddressed', 'no_data', 'covered', 'failed'] as const
export type StepState = (typeof STEP_STATES)[number]

/** Stage at which a run ends: drafts, saved documents, or emails sent. */
export interface Aims {
  saves: boolean
  sends: boolean
}

/** What is still to be done with a step, if anything. */
export function dueOf(state: StepState, { saves, sends }: Aims): 'make' | 'save' | 'send' | null {
  if (state === 'waiting') return 'make'
  if (state === 'made') return saves ? 'save' : null
  return state === 'saved' && sends ? 'send' : null
}

export const statesDue = (aims: Aims, acts: readonly ('make' | 'save' | 'send')[]): StepState[] =>
  STEP_STATES.filter((state) => {
    const due = dueOf(state, aims)
    return due !== null && acts.includes(due)
  })

/** A step that was given up or left alone, and is looked at again. `isSaved` is of the document that it made; null if it made none. */
export function reopened(state: StepState, isSaved: boolean | null): StepState {
  if (state === 'no_data' || state === 'covered') return 'waiting'
  if (state === 'unaddressed') return 'saved'
  if (state !== 'failed') return state
  if (isSaved === null) return 'waiting'
  return isSaved ? 'saved' : 'made'
}

/** Whole seconds until `left` more are done, at the pace of `done` in the last `withinSeconds`; null if nothing was done. */
export const secondsLeft = (left: number, done: number, withinSeconds: number): number | null =>
  done === 0 ? null : Math.ceil((left / done) * withinSeconds)
