import type { MouseEvent, ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useClock } from '#web/kit/page/root-data.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { useDialogs } from '#web/ui/dialog-provider.tsx'
import { whereText } from '../booking-view.ts'
import type { Intent } from './answer-words.ts'
import { JobFields, useJobAnswer } from './job-answer.tsx'
import type { Job } from './job-words.ts'
import { RejectDialog } from './reject-job.tsx'

/** Whatever its driver may do with a job that waits for an answer, or has had one. */
export function JobActions({ job, now }: { job: Job; now: Date }) {
  const can = (action: Job['allowedActions'][number]) => job.allowedActions.includes(action)
  const isAlone = !can('reject')
  if (can('take'))
    return (
      <div className="job__foot is-alone">
        <AnswerForm job={job} intent="take">
          Take this job
        </AnswerForm>
      </div>
    )
  if (!can('confirm') && !can('reject')) return null
  return (
    <div className={isAlone ? 'job__foot is-alone' : 'job__foot'}>
      {can('reject') ? <RejectLink job={job} now={now} /> : null}
      {can('confirm') ? (
        <AnswerForm job={job} intent="confirm">
          Confirm booking
        </AnswerForm>
      ) : null}
    </div>
  )
}

interface AnswerFormProps {
  job: Job
  intent: Intent
  className?: string
  children: ReactNode
}

/** One button, which works without script too. */
export function AnswerForm({ job, intent, className, children }: AnswerFormProps) {
  const { Form, isBusy, formData, isSending } = useJobAnswer()
  return (
    <Form method="post" className={className}>
      <JobFields job={job} intent={intent} />
      <Button
        type="submit"
        look="primary"
        size="big"
        wide
        busy={isSending(job.id) && formData?.get('intent') === intent}
        disabled={isBusy && !isSending(job.id)}
      >
        {children}
        <span className="vh"> {whereText(job)}</span>
      </Button>
    </Form>
  )
}

/** Asks why in a dialog; without script, on the page. */
function RejectLink({ job, now }: { job: Job; now: Date }) {
  const { open } = useDialogs()
  const { pathname, search } = useLocation()
  const clock = useClock()
  const action = pathname + search
  const ask = (event: MouseEvent) => {
    event.preventDefault()
    const since = clock()
    open(<RejectDialog job={job} now={since > now ? since : now} action={action} />)
  }
  const asking = new URLSearchParams(search)
  asking.set('reject', job.id)
  return (
    <ButtonLink
      look="danger"
      size="big"
      to={`${pathname}?${asking.toString()}#job-${job.id}`}
      aria-haspopup="dialog"
      onClick={ask}
    >
      {job.status === 'confirmed' ? 'Give it back' : 'Reject'}
      <span className="vh"> {whereText(job)}</span>
    </ButtonLink>
  )
}
