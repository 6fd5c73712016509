import { useId } from 'react'
import { useFetcher } from 'react-router'
import { formatDuration } from '#shared/duration.ts'
import { formatDayTime } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { HoursTimes } from '#web/kit/day/hours-times.tsx'
import { errorAt, type Answer } from '#web/kit/forms/answer.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { InputField, TextareaField } from '#web/ui/field.tsx'
import type { Said } from './day-action.server.ts'
import type { OwnDay } from './day-texts.ts'

interface HoursCardProps {
  day: OwnDay
  pageAnswer: Answer<Said> | undefined
}

/** The hours of the clock, for the customer to confirm or to question. */
export function HoursCard({ day, pageAnswer }: HoursCardProps) {
  const { hours, clock } = day
  const id = useId()
  if (clock.state !== 'finished') return null
  const canAnswer = day.allowedActions.includes('confirm_hours')
  return (
    <section className="card ask" aria-labelledby={id}>
      <h2 className="h3" id={id}>
        {canAnswer ? 'Are these hours right?' : 'The hours'}
      </h2>
      <dl className="num mt-2">
        <HoursTimes events={day.events} />
        <Line name="Worked">{formatDuration(hours.workedMinutes)}</Line>
        {hours.waitedMinutes > 0 ? <Line name="Waited">{formatDuration(hours.waitedMinutes)}</Line> : null}
        <Line name="You booked">{formatDuration(hours.bookedMinutes)}</Line>
        <Line name="Booked price">{formatPence(hours.bookedPence)}</Line>
        {hours.changeLines.map(({ label, amountPence }, index) => (
          <Line key={index} name={`Agreed since: ${label}`}>
            {formatPence(amountPence)}
          </Line>
        ))}
        {hours.lines.map(({ code, label, amountPence }) => (
          <Line key={code} name={label}>
            {formatPence(amountPence)}
          </Line>
        ))}
        <div className="sumline sumline--all">
          <dt>You pay</dt>
          <dd>{formatPence(hours.finalPence ?? hours.toPayPence)}</dd>
        </div>
      </dl>
      {canAnswer ? <HoursForms day={day} pageAnswer={pageAnswer} /> : <HoursState day={day} />}
    </section>
  )
}

const Line = ({ name, children }: { name: string; children: string }) => (
  <div className="sumline">
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

function HoursState({ day: { hours } }: { day: OwnDay }) {
  if (hours.state === 'to_confirm')
    return <p className="small muted mt-3">A change is still open. You confirm the hours once it’s settled.</p>
  if (hours.state === 'disputed')
    return (
      <p className="small muted mt-3">
        Our office will look into it and ask the driver. You won’t be charged until then.
      </p>
    )
  if (hours.confirmedBy === 'silence')
    return <p className="small muted mt-3">Confirmed, because there was no answer.</p>
  return hours.state === 'confirmed' ? <p className="small muted mt-3">Confirmed.</p> : null
}

function HoursForms({ day, pageAnswer }: Pick<HoursCardProps, 'day' | 'pageAnswer'>) {
  const { Form, data, state } = useFetcher<Answer<Said>>()
  const answer = data ?? pageAnswer
  const isBusy = state !== 'idle'
  const { hours, bookingId } = day
  const pay = formatPence(hours.toPayPence)
  return (
    <>
      {answer && !answer.ok && !answer.errors ? (
        <Banner tone="bad" isAlert className="mt-3">
          {answer.detail}
        </Banner>
      ) : null}
      <Form method="post" className="mt-3">
        <input type="hidden" name="intent" value="confirm-hours" />
        <input type="hidden" name="bookingId" value={bookingId} />
        <Button type="submit" look="primary" busy={isBusy}>
          Confirm, {pay}
        </Button>
      </Form>
      <Disclosure
        summary="These hours aren’t right"
        className="mt-3"
        isOpen={answer?.ok === false && answer.errors !== undefined}
      >
        <Form method="post" className="stack mt-2">
          <input type="hidden" name="intent" value="dispute-hours" />
          <input type="hidden" name="bookingId" value={bookingId} />
          <div className="fields">
            <InputField
              label="Hours of work"
              name="hours"
              inputMode="numeric"
              width="half"
              error={errorAt(answer, 'minutes')}
            />
            <InputField label="Minutes" name="rest" inputMode="numeric" width="half" />
          </div>
          <TextareaField
            label="What was different?"
            name="text"
            rows={3}
            maxLength={2000}
            error={errorAt(answer, 'text')}
          />
          <Button type="submit" busy={isBusy}>
            Send to the office
          </Button>
        </Form>
      </Disclosure>
      {hours.confirmBy ? (
        <p className="small muted mt-3">
          If you don’t answer by {formatDayTime(new Date(hours.confirmBy))}, the hours count as confirmed.
        </p>
      ) : null}
    </>
  )
}
