import { useState } from 'react'
import { REJECT_REASONS } from '#modules/bookings/rules.ts'
import { errorAt } from '#web/kit/forms/answer.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectCards } from '#web/ui/choice.tsx'
import { useDialogs } from '#web/ui/dialog-provider.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { JobFields, useJobAnswer } from './job-answer.tsx'
import { REASON_LABELS, rejectionTexts, whichText, type Job } from './job-texts.ts'

interface RejectProps {
  job: Job
  now: Date
}

const titleOf = ({ status }: Job): string => (status === 'confirmed' ? 'Give this job back?' : 'Reject this booking?')

/** Why a job is given back, and what follows. */
export function RejectDialog({ job, now, action }: RejectProps & { action: string }) {
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
  // What was said before this was asked is about something else.
  const [before] = useState(data)
  return (
    <Form method="post" action={action} className="stack mt-3">
      <JobFields job={job} intent="reject" />
      <SelectCards
        className="stack gap-2"
        cardClass="reason"
        legend="Why"
        name="reason"
        choices={REJECT_REASONS.map((value) => ({ value, label: <span>{REASON_LABELS[value]}</span> }))}
      />
      <FieldError error={data === before ? null : errorAt(data, 'reason')} />
      <ul className="small reject__follows cells g-1">
        {rejectionTexts(job, now).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <div className="dialog__acts">
        <Button type="submit" look="danger" size="big" busy={isBusy}>
          {job.status === 'confirmed' ? 'Give it back' : 'Reject'}
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
