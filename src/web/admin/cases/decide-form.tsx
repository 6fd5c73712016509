import { Form, useNavigation } from 'react-router'
import type { Decision } from '#modules/bookings/day/questions/rules.ts'
import type { QuestionKind, EntryWho } from '#modules/bookings/day/rules.ts'
import { formatTime, toLocal } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { errorAt, formProblemOf, type Answer } from '#web/kit/forms/answer.ts'
import { ProblemBanner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { InputField, MoneyField, TextareaField } from '#web/ui/field.tsx'
import { focusOnArrival } from '#web/ui/focus.ts'
import type { Question } from './day-questions.tsx'

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
        <ProblemBanner text={problem} />
        <input type="hidden" name="questionId" value={question.id} />
        <input type="hidden" name="decision" value={decision} />
        {decision === 'finish' ? <TimesFields question={question} answer={answer} /> : null}
        {decision === 'accept_hours' ? <HoursFields question={question} answer={answer} /> : null}
        {decision === 'accept_cash' ? <CashField question={question} answer={answer} /> : null}
        <TextareaField
          label="Why"
          hint="Both sides can read it, and it’s kept in the day’s record."
          name="reason"
          required
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
        required
        type="date"
        width="half"
        defaultValue={start.day}
        error={errorAt(answer, 'started_at')}
      />
      <InputField
        label="at"
        name="startTime"
        required
        type="time"
        width="half"
        defaultValue={formatTime(start.minute)}
      />
      <InputField
        label="Ended on"
        name="endDay"
        required
        type="date"
        width="half"
        defaultValue={end.day}
        error={errorAt(answer, 'finished_at')}
      />
      <InputField label="at" name="endTime" required type="time" width="half" defaultValue={formatTime(end.minute)} />
    </div>
  )
}

function CashField({ question: { cash }, answer }: FieldsProps) {
  return (
    <MoneyField
      label="Paid in cash"
      name="taken"
      required
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
        required
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

export const KIND_TEXTS: Record<QuestionKind, string> = {
  not_started: 'Never started',
  not_finished: 'Never finished',
  hours: 'Hours questioned',
  conflict: 'Worked on a changed job',
  cash: 'Cash questioned',
  reported: 'Did the customer cancel?',
}

export const KIND_HINTS: Record<QuestionKind, string> = {
  not_started: 'A day after its end the clock had not been started. We have asked both sides.',
  not_finished: 'A day after its end the clock still runs. We have asked both sides.',
  hours: 'The customer says that the hours of the clock are wrong. Nothing is charged until this is decided.',
  conflict: 'A phone without signal sent work for a job that had since been cancelled or given to another driver.',
  reported:
    'The driver reported that the customer had cancelled. The customer hasn’t answered, and the move should have begun half an hour ago. Ring both.',
  cash: 'The customer says that they paid another amount in cash than the driver recorded.',
}

interface DecisionTexts {
  /** On the way to the form, and as its heading. */
  ask: string
  /** Consequence of the decision. */
  follows: string
  /** Label of the button. */
  act: string
  /** Once it is done. */
  done: string
}

export const DECISION_WORDS: Record<Decision, DecisionTexts> = {
  finish: {
    ask: 'It was done',
    follows:
      'The move counts as done between these times, and its hours are settled by them. We’ll tell both sides the price. It can’t be undone.',
    act: 'Settle it as done',
    done: 'Settled as done',
  },
  not_done: {
    ask: 'It wasn’t done',
    follows: 'The booking is cancelled and the customer owes nothing. We’ll tell both sides why. It can’t be undone.',
    act: 'Cancel the booking',
    done: 'Cancelled as not done',
  },
  accept_hours: {
    ask: 'Set the hours',
    follows: 'These hours are charged, within the agreed ceiling. We’ll tell both sides the price. It can’t be undone.',
    act: 'Settle these hours',
    done: 'Hours settled',
  },
  keep_changed: {
    ask: 'It doesn’t count',
    follows:
      'The job stays as changed, and the late entries are ignored. If the customer cancelled because nobody came, the driver owes what that costs. We’ll tell both sides why. It can’t be undone.',
    act: 'Skip this item',
    done: 'Doesn’t count',
  },
  count_work: {
    ask: 'It counts',
    follows:
      'You agree with both sides what is paid for it. If the customer cancelled because nobody came, the driver owes nothing for that. We’ll tell both sides why. It can’t be undone.',
    act: 'Count it',
    done: 'Counts',
  },
  customer_cancelled: {
    ask: 'The customer cancelled',
    follows:
      'The booking is cancelled, and the customer owes what cancelling cost when it was reported. We’ll tell both sides why. It can’t be undone.',
    act: 'Cancel it for the customer',
    done: 'The customer had cancelled',
  },
  given_back: {
    ask: 'The driver handed it back',
    follows:
      'The booking is over and counts as the driver’s cancellation. They owe the customer the price of the minimum time. We’ll tell both sides why. It can’t be undone.',
    act: 'Count it as handed back',
    done: 'Handed back by the driver',
  },
  accept_cash: {
    ask: 'Set what was paid',
    follows: 'This amount counts as paid in cash. We’ll tell both sides why. It can’t be undone.',
    act: 'Settle this amount',
    done: 'Cash settled',
  },
}

/** Names of those who can author an entry of the record. */
export const WHO_TEXTS: Record<EntryWho, string> = {
  driver: 'Driver',
  hired: 'Hired driver',
  customer: 'Customer',
  link: 'Somebody with the booking’s link',
  office: 'Our office',
  system: 'Vanfare',
}
