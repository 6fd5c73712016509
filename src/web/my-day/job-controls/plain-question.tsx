import { Form, useLocation } from 'react-router'
import { PAUSE_REASONS } from '#modules/bookings/day/rules.ts'
import { PAUSE_LABELS } from '#web/kit/day/clock-texts.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import type { Job } from '../day-state.ts'
import { ceilingAtFinishText } from '../day-texts.ts'
import { stopsOf, nextStop } from './stops-view.ts'

interface PlainQuestionProps {
  job: Job
  now: Date
  answer: Answer | undefined
}

/** For a page without script: asks once, then does it. */
export function PlainQuestion({ job, now, answer }: PlainQuestionProps) {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  const requestedAct = plainActsOf(job).find(({ does }) => does === query.get('ask'))
  if (!requestedAct) return null
  query.delete('ask')
  const ceiling = requestedAct.does === 'finish' ? ceilingAtFinishText(job, now) : ''
  return (
    <section className="card" aria-labelledby="plain-question">
      <h2 className="h3" id="plain-question">
        {requestedAct.question}
      </h2>
      {ceiling ? <p className="num">{ceiling}</p> : null}
      {answer && !answer.ok ? <Banner tone="bad">{answer.detail}</Banner> : null}
      <Form method="post" className="stack gap-3 mt-3" reloadDocument>
        <input type="hidden" name="bookingId" value={job.id} />
        <input type="hidden" name="does" value={requestedAct.does} />
        <input type="hidden" name="stop" value={requestedAct.stop ?? ''} />
        {requestedAct.does === 'pause' ? (
          <SelectField label="Why" name="reason">
            {PAUSE_REASONS.map((reason) => (
              <option key={reason} value={reason}>
                {PAUSE_LABELS[reason]}
              </option>
            ))}
          </SelectField>
        ) : null}
        <div className="row">
          <Button type="submit" look="primary">
            Yes
          </Button>
          <ButtonLink look="quiet" to={`${pathname}?${query}`}>
            Not yet
          </ButtonLink>
        </div>
      </Form>
    </section>
  )
}

// The acts of the clock as forms, for a page without script.

const PLAIN_ACTS = ['set-off', 'at-stop', 'start', 'pause', 'resume', 'finish'] as const
export type PlainAct = (typeof PLAIN_ACTS)[number]

export const isPlainAct = (text: string): text is PlainAct => PLAIN_ACTS.some((act) => act === text)

interface PlainActShown {
  does: PlainAct
  label: string
  question: string
  /** Number of the stop for an arrival. */
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
