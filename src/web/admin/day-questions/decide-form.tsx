import { Form, useNavigation } from 'react-router'
import type { Decision } from '#modules/bookings/day/questions/rules.ts'
import { formatTime, toLocal } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { errorAt, formProblemOf, type Answer } from '#web/kit/forms/answer.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { InputField, MoneyField, TextareaField } from '#web/ui/field.tsx'
import { focusOnArrival } from '#web/ui/focus-on-arrival.ts'
import type { Question } from './day-questions.tsx'
import { DECISION_WORDS } from './question-texts.ts'

interface DecideFormProps {
  question: Question
  decision: Decision
  answer: Answer | undefined
  backTo: string
}

/** Says what follows before it is done. */
export function DecideForm({ question, decision, answer, backTo }: DecideFormProps) {
  const isBusy = useNavigation().formMethod === 'POST'
  const problem = formProblemOf(answer)
  const { ask, follows, act } = DECISION_WORDS[decision]
  return (
    <section className="card" aria-labelledby="decide">
      <h2 className="h3" id="decide" ref={focusOnArrival} tabIndex={-1}>
        {ask}
      </h2>
      <p className="mt-2 mb-4">{follows}</p>
      <Form method="post" className="stack" noValidate preventScrollReset>
        {problem ? (
          <Banner tone="bad" isAlert>
            {problem}
          </Banner>
        ) : null}
        <input type="hidden" name="questionId" value={question.id} />
        <input type="hidden" name="decision" value={decision} />
        {decision === 'finish' ? <TimesFields question={question} answer={answer} /> : null}
        {decision === 'accept_hours' ? <HoursFields question={question} answer={answer} /> : null}
        {decision === 'accept_cash' ? <CashField question={question} answer={answer} /> : null}
        <TextareaField
          label="Why"
          hint="Both sides can read it, and it’s kept in the day’s record."
          name="reason"
          rows={3}
          maxLength={1000}
          error={errorAt(answer, 'reason') ?? errorAt(answer, 'decision')}
        />
        <div className="row">
          <Button type="submit" look={decision === 'not_done' ? 'danger' : 'primary'} busy={isBusy}>
            {act}
          </Button>
          <ButtonLink to={backTo} preventScrollReset>
            Back
          </ButtonLink>
        </div>
      </Form>
    </section>
  )
}

interface FieldsProps {
  question: Question
  answer: Answer | undefined
}

/** By the clock as far as it ran, otherwise as it was booked. */
function TimesFields({ question: { clock, booking }, answer }: FieldsProps) {
  const [start, end] = [
    toLocal(new Date(clock.startedAt ?? booking.startAt)),
    toLocal(new Date(clock.finishedAt ?? booking.endAt)),
  ]
  return (
    <div className="fields">
      <InputField
        label="Began on"
        name="startDay"
        type="date"
        width="half"
        defaultValue={start.day}
        error={errorAt(answer, 'started_at')}
      />
      <InputField label="at" name="startTime" type="time" width="half" defaultValue={formatTime(start.minute)} />
      <InputField
        label="Ended on"
        name="endDay"
        type="date"
        width="half"
        defaultValue={end.day}
        error={errorAt(answer, 'finished_at')}
      />
      <InputField label="at" name="endTime" type="time" width="half" defaultValue={formatTime(end.minute)} />
    </div>
  )
}

function CashField({ question: { cash }, answer }: FieldsProps) {
  return (
    <MoneyField
      label="Paid in cash"
      name="taken"
      width="half"
      defaultValue={cash ? formatPence(cash.takenPence).slice(1) : ''}
      error={errorAt(answer, 'taken_pence')}
    />
  )
}

function HoursFields({ question: { hours }, answer }: FieldsProps) {
  return (
    <div className="fields">
      <InputField
        label="Hours of work"
        name="hours"
        inputMode="numeric"
        width="half"
        defaultValue={String(Math.floor(hours.workedMinutes / 60))}
        error={errorAt(answer, 'minutes')}
      />
      <InputField
        label="Minutes"
        name="rest"
        inputMode="numeric"
        width="half"
        defaultValue={String(hours.workedMinutes % 60)}
      />
    </div>
  )
}
