import { useState } from 'react'
import { addDays, formatDayTime, formatTime, halfHoursOfDay, toLocal } from '#shared/local-time.ts'
import { errorAt } from '#web/kit/forms/answer.ts'
import { Button } from '#web/ui/button.tsx'
import { useDialogs, Dialog } from '#web/ui/dialog.tsx'
import { InputField, SelectField } from '#web/ui/field.tsx'
import { JobFields, useJobAnswer } from './job-answer.tsx'
import { whichText, type Job } from './job-texts.ts'

interface OfferProps {
  job: Job
  now: Date
}

/** Asks which other time the driver of a new booking could come. */
export function OfferDialog({ job, now, action }: OfferProps & { action: string }) {
  const { closeAll } = useDialogs()
  return (
    <Dialog title="Offer another time?">
      <p className="muted">{whichText(job)}.</p>
      <TimeForm job={job} now={now} action={action} onClose={closeAll} />
    </Dialog>
  )
}

/** The same on the page, for browsers without script. */
export const OfferForm = ({ job, now }: OfferProps) => (
  <section aria-labelledby={`offer-${job.id}`}>
    <h3 className="h3" id={`offer-${job.id}`}>
      Offer another time?
    </h3>
    <TimeForm job={job} now={now} />
  </section>
)

const LATEST_DAYS = 180

function TimeForm({ job, now, action, onClose }: OfferProps & { action?: string; onClose?: () => void }) {
  const { Form, data, isBusy } = useJobAnswer()
  // An answer from before this was opened is about something else.
  const [before] = useState(data)
  const { day, minute } = toLocal(new Date(job.offeredTime?.newStartAt ?? job.startAt))
  const today = toLocal(now).day
  return (
    <Form method="post" action={action} className="stack mt-3" noValidate>
      <JobFields job={job} intent="offer_time" />
      <div className="row">
        <InputField
          label="Day"
          name="day"
          required
          type="date"
          width="half"
          defaultValue={day}
          min={today}
          max={addDays(today, LATEST_DAYS)}
          error={data === before ? undefined : errorAt(data, 'new_start_at')}
        />
        <SelectField label="Start" name="time" width="half" defaultValue={formatTime(minute)}>
          {halfHoursOfDay().map((start) => (
            <option key={start}>{formatTime(start)}</option>
          ))}
        </SelectField>
      </div>
      <ul className="bulleted cells g-1 small">
        <li>The price stays the same.</li>
        <li>We ask the customer by email and text. If they say yes, the booking is moved and confirmed at once.</li>
        {job.respondBy ? (
          <li>
            If they say no or don’t answer, you still have until {formatDayTime(new Date(job.respondBy))} to confirm the
            time that they booked.
          </li>
        ) : null}
      </ul>
      <div className="dialog__acts">
        <Button type="submit" look="primary" size="big" busy={isBusy}>
          Offer this time
        </Button>
        {onClose ? (
          <Button look="quiet" onClick={onClose}>
            Back
          </Button>
        ) : null}
      </div>
    </Form>
  )
}
