import { type MouseEvent, type ReactNode, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { REJECT_REASONS, isConfirmed } from '#modules/bookings/rules.ts'
import { errorAt } from '#web/kit/forms/answer.ts'
import { useClock } from '#web/kit/page/root-data.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CheckBox, SelectCards } from '#web/ui/choice.tsx'
import { useDialogs, Dialog } from '#web/ui/dialog.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { whereText } from '../booking-view.ts'
import type { Intent } from './answer-texts.ts'
import { otherJobsText, takeFacts } from './hot-texts.ts'
import { JobFields, useJobAnswer } from './job-answer.tsx'
import { REASON_LABELS } from '#web/kit/bookings/booking-texts.ts'
import { whichText, type Job, rejectionTexts } from './job-texts.ts'
import { OfferDialog } from './offer-time.tsx'

/** Whatever its driver may do with a job that waits for an answer, or has had one. */
export function JobActions({ job, now }: { job: Job; now: Date }) {
  const can = (action: Job['allowedActions'][number]) => job.allowedActions.includes(action)
  const isAlone = !can('reject')
  if (can('take'))
    return (
      <div className="job__foot flex wraps g-3 is-alone">
        <TakeLink job={job} />
      </div>
    )
  if (!can('confirm') && !can('reject')) return null
  return (
    <>
      {can('offer_time') ? <OfferLink job={job} now={now} /> : null}
      <div className={isAlone ? 'job__foot flex wraps g-3 is-alone' : 'job__foot flex wraps g-3'}>
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
    <p className="mb-3">
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
    <Facts className="terms t-sm lh-135 num" facts={takeFacts(job)} />
    {job.worth ? <p className="small num">{otherJobsText(job.worth)}</p> : null}
    <p className="small">
      It’s yours straight away, and we’ll tell the customer. Handing it back counts against your reliability.
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

/** Takes the other time back that the customer has not answered yet. */
export function WithdrawOffer({ job }: { job: Job }) {
  const { Form, isBusy, formData, isSending } = useJobAnswer()
  if (!job.offeredTime) return null
  return (
    <Form method="post" className="mt-3">
      <JobFields job={job} intent="withdraw_offer" />
      <input type="hidden" name="changeId" value={job.offeredTime.changeId} />
      <input type="hidden" name="version" value={job.offeredTime.version} />
      <Button
        type="submit"
        busy={isSending(job.id) && formData?.get('intent') === 'withdraw_offer'}
        disabled={isBusy && !isSending(job.id)}
      >
        Withdraw the offer
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
      {isConfirmed(job.status) ? 'Hand it back' : 'Reject'}
      <span className="vh"> {whereText(job)}</span>
    </ButtonLink>
  )
}

interface RejectProps {
  job: Job
  now: Date
}

const titleOf = ({ status }: Job): string => (isConfirmed(status) ? 'Give this job back?' : 'Reject this booking?')

/** Why a job is given back, and what follows. */
function RejectDialog({ job, now, action }: RejectProps & { action: string }) {
  const { closeAll } = useDialogs()
  return (
    <Dialog title={titleOf(job)}>
      <p className="muted">{whichText(job)}.</p>
      <ReasonForm job={job} now={now} action={action} onKeep={closeAll} />
    </Dialog>
  )
}

/** The same on the page, for browsers without script. */
export const RejectForm = ({ job, now }: RejectProps) => (
  <section id={`job-${job.id}`} aria-labelledby={`why-${job.id}`}>
    <h3 className="h3" id={`why-${job.id}`}>
      {titleOf(job)}
    </h3>
    <ReasonForm job={job} now={now} />
  </section>
)

function ReasonForm({ job, now, action, onKeep }: RejectProps & { action?: string; onKeep?: () => void }) {
  const { Form, data, isBusy } = useJobAnswer()
  // An answer from before this dialog opened is about something else.
  const [before] = useState(data)
  return (
    <Form method="post" action={action} className="stack mt-3">
      <JobFields job={job} intent="reject" />
      <SelectCards
        className="stack gap-2"
        cardClass="pick--row"
        legend="Why"
        name="reason"
        choices={REJECT_REASONS.map((value) => ({ value, label: <span>{REASON_LABELS[value]}</span> }))}
      />
      <FieldError error={data === before ? null : errorAt(data, 'reason')} />
      {job.part ? (
        <CheckBox name="onlyThisVan" defaultChecked>
          Only this van can’t come. If another of yours can, it takes its place and nothing else changes.
        </CheckBox>
      ) : null}
      <ul className="bulleted cells g-1 small">
        {rejectionTexts(job, now).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <div className="dialog__acts">
        <Button type="submit" look="danger" size="big" busy={isBusy}>
          {isConfirmed(job.status) ? 'Hand it back' : 'Reject'}
        </Button>
        {onKeep ? (
          <Button look="quiet" onClick={onKeep}>
            Keep it
          </Button>
        ) : null}
      </div>
    </Form>
  )
}
