// The acts of the clock as forms, for a page without script.
import { stopsOf, nextStop } from './stops-view.ts'
import type { Job } from '../day-state.ts'

export const PLAIN_ACTS = ['set-off', 'at-stop', 'start', 'pause', 'resume', 'finish'] as const
export type PlainAct = (typeof PLAIN_ACTS)[number]

export const isPlainAct = (text: string): text is PlainAct => PLAIN_ACTS.some((act) => act === text)

interface PlainActShown {
  does: PlainAct
  label: string
  question: string
  /** Of an arrival. */
  stop?: number
}

/** What can be done next, in the order in which it is done. */
export function plainActsOf(job: Pick<Job, 'day' | 'routePoints'>): PlainActShown[] {
  const can = new Set<string>(job.day.allowedActions)
  const { state } = job.day.clock
  const stop = nextStop(job)
  const isReachable =
    stop && (state === 'running' || (state === 'on_the_way' && stop.number === stopsOf(job)[0]?.number))
  const acts: (PlainActShown & { isOpen: boolean })[] = [
    { does: 'set-off', label: 'Set off', question: 'Set off?', isOpen: can.has('set_off') },
    {
      does: 'at-stop',
      label: `Arrived at ${stop?.pin ?? ''}`,
      question: `Arrived at ${stop?.pin ?? ''}, ${stop?.street ?? ''}?`,
      stop: stop?.number ?? 0,
      isOpen: Boolean(isReachable),
    },
    { does: 'start', label: 'Start clock', question: 'Start the clock?', isOpen: can.has('start') },
    { does: 'pause', label: 'Pause', question: 'Pause the clock?', isOpen: can.has('pause') && state === 'running' },
    { does: 'resume', label: 'Resume', question: 'Resume the clock?', isOpen: can.has('resume') },
    { does: 'finish', label: 'Finish', question: 'Finish this job?', isOpen: can.has('finish') },
  ]
  return acts.filter(({ isOpen }) => isOpen)
}
