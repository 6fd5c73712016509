import type { MouseEvent, ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useClock } from '#web/kit/page/root-data.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDialogs } from '#web/ui/dialog-provider.tsx'
import { whereText } from '../booking-view.ts'
import type { Intent } from './answer-texts.ts'
import { JobFields, useJobAnswer } from './job-answer.tsx'
import { doorToDoor } from './hot-texts.ts'
import { isHotJob, whichText, type Job } from './job-texts.ts'
import { OfferDialog } from './offer-time.tsx'
import { RejectDialog } from './reject-job.tsx'

/** Whatever its driver may do with a job that waits for an answer, or has had one. */
export function JobActions({ job, now }: { job: Job; now: Date }) {
  const can = (action: Job['allowedActions'][number]) => job.allowedActions.includes(action)
  const isAlone = !can('reject')
  if (can('take'))
    return (
      <div className="job__foot is-alone">
        <TakeLink job={job} />
      </div>
    )
  if (!can('confirm') && !can('reject')) return null
  return (
    <>
      {can('offer_time') ? <OfferLink job={job} now={now} /> : null}
      <div className={isAlone ? 'job__foot is-alone' : 'job__foot'}>
        {can('reject') ? <RejectLink job={job} now={now} /> : null}
        {can('confirm') ? (
          <AnswerForm job={job} intent="confirm">
            Confirm booking
          </AnswerForm>
        ) : null}
      </div>
    </>
  )
}

/** Asks which time in a dialog; without script, on the page. */
function OfferLink({ job, now }: { job: Job; now: Date }) {
  const { open } = useDialogs()
  const { pathname, search } = useLocation()
  const clock = useClock()
  const action = pathname + search
  const ask = (event: MouseEvent) => {
    event.preventDefault()
    const since = clock()
    open(<OfferDialog job={job} now={since > now ? since : now} action={action} />)
  }
  const asking = new URLSearchParams(search)
  asking.set('offer', job.id)
  return (
    <p className="job__offer">
      <Link
        className="link-btn"
        to={`${pathname}?${asking.toString()}#job-${job.id}`}
        aria-haspopup="dialog"
        onClick={ask}
      >
        {job.offeredTime ? 'Offer a different time' : 'Offer another time'}
        <span className="vh"> {whereText(job)}</span>
      </Link>
    </p>
  )
}

/** It binds, so it is asked once; without script, on the page. */
function TakeLink({ job }: { job: Job }) {
  const { open } = useDialogs()
  const { pathname, search } = useLocation()
  const action = pathname + search
  const ask = (event: MouseEvent) => {
    event.preventDefault()
    open(<TakeDialog job={job} action={action} />)
  }
  const asking = new URLSearchParams(search)
  if (asking.get('take') === job.id)
    return (
      <div className="stack">
        <TakeFacts job={job} />
        <AnswerForm job={job} intent="take">
          Yes, take it
        </AnswerForm>
      </div>
    )
  asking.set('take', job.id)
  return (
    <ButtonLink
      look="primary"
      size="big"
      wide
      to={`${pathname}?${asking.toString()}#job-${job.id}`}
      aria-haspopup="dialog"
      onClick={ask}
    >
      Take this job
      <span className="vh"> {whereText(job)}</span>
    </ButtonLink>
  )
}

function TakeDialog({ job, action }: { job: Job; action: string }) {
  const { closeAll } = useDialogs()
  return (
    <Dialog title="Take this job?">
      <p className="muted">{whichText(job)}.</p>
      <TakeFacts job={job} />
      <div className="dialog__acts">
        <AnswerForm job={job} intent="take" action={action}>
          Yes, take it
        </AnswerForm>
        <Button look="quiet" onClick={closeAll}>
          Not this one
        </Button>
      </div>
    </Dialog>
  )
}

const TakeFacts = ({ job }: { job: Job }) => (
  <>
    {isHotJob(job) ? (
      <ul className="small num">
        {doorToDoor(job).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    ) : null}
    <p className="small">
      It’s yours at once and the customer is told. Giving it back counts against your reliability.
    </p>
  </>
)

interface AnswerFormProps {
  job: Job
  intent: Intent
  className?: string
  action?: string
  children: ReactNode
}

/** One button, which works without script too. */
export function AnswerForm({ job, intent, className, action, children }: AnswerFormProps) {
  const { Form, isBusy, formData, isSending } = useJobAnswer()
  return (
    <Form method="post" className={className} action={action}>
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
