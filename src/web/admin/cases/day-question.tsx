import type { ReactNode } from 'react'
import type { Decision } from '#modules/bookings/day/questions/rules.ts'
import { STATUS_LABELS } from '#modules/bookings/rules.ts'
import { formatDuration } from '#shared/duration.ts'
import { formatPence } from '#shared/money.ts'
import { readablePhone } from '#shared/phone.ts'
import { eventText } from '#web/kit/day/clock-texts.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { History } from '#web/kit/office/office-shell.tsx'
import { atMost, officeMoment, officePeriod } from '#web/kit/office/office-pages.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Facts, type Fact } from '#web/ui/facts.tsx'
import type { Question } from './day-questions.tsx'
import { DecideForm, DECISION_WORDS, KIND_HINTS, KIND_TEXTS, WHO_TEXTS } from './decide-form.tsx'

interface DayQuestionProps {
  question: Question
  /** What is being decided; null before that. */
  decision: Decision | null
  answer: Answer | undefined
  /** Address of this question with the form of a decision; null for none. */
  addressOf: (decision: Decision | null) => string
}

/** One question: what it is about, whom to call, what each side did and when, and what can be decided. */
export function DayQuestion({ question, decision, answer, addressOf }: DayQuestionProps) {
  const { kind, booking, text, minutes, decided } = question
  return (
    <div className="stack">
      <section className="card stack" aria-labelledby="question">
        <div className="row row--apart">
          <h2 className="h3 long" id="question">
            {KIND_TEXTS[kind]}: {booking.from} to {booking.to}
          </h2>
          <Badge tone={decided ? 'green-soft' : 'orange'}>
            {decided ? DECISION_WORDS[decided.decision].done : `Since ${officeMoment(question.askedAt)}`}
          </Badge>
        </div>
        <p className="small muted">{KIND_HINTS[kind]}</p>
        {text === null ? null : (
          <blockquote className="bar-left p-0-3 m-0 as-typed long">
            {minutes === null ? null : <b>“{formatDuration(minutes)} of work. </b>}
            {minutes === null ? '“' : ''}
            {text}”
          </blockquote>
        )}
        <Facts className="facts" facts={factsOf(question)} />
      </section>
      <section className="card" aria-labelledby="happened">
        <h2 className="h3" id="happened">
          What each side did
        </h2>
        {question.events.length === 0 ? (
          <p className="small muted mt-2">Neither side has sent anything.</p>
        ) : (
          <History entries={question.events.map(entryOf)} />
        )}
      </section>
      {decided ? (
        <section className="card" aria-labelledby="decided">
          <h2 className="h3" id="decided">
            {DECISION_WORDS[decided.decision].done}
          </h2>
          <p className="small muted num">
            {decided.by ? `${decided.by}, ` : ''}
            {officeMoment(decided.at)}
          </p>
          <p className="long note mt-2 as-typed">{decided.reason}</p>
        </section>
      ) : decision ? (
        <DecideForm question={question} decision={decision} answer={answer} backTo={addressOf(null)} />
      ) : (
        <section className="card stack" aria-labelledby="decide">
          <h2 className="h3" id="decide">
            What do you decide?
          </h2>
          <div className="row">
            {question.decisions.map((one) => (
              <ButtonLink key={one} to={addressOf(one)} preventScrollReset>
                {DECISION_WORDS[one].ask}
              </ButtonLink>
            ))}
          </div>
        </section>
      )}
    </div>
  )
}

function factsOf({ booking, customer, company, workingUnit, driver, clock, hours, cash }: Question): Fact[] {
  return [
    {
      name: 'Booking',
      value: (
        <>
          <a href={`/booking/${booking.hash}`}>{booking.reference}</a>, {STATUS_LABELS[booking.status].toLowerCase()}
        </>
      ),
    },
    { name: 'Booked for', value: officePeriod(booking.startAt, booking.endAt) },
    {
      name: 'Customer',
      value: (
        <Reach name={customer.name} phone={customer.phone}>
          {customer.email ? <a href={`mailto:${customer.email}`}>{customer.email}</a> : null}
        </Reach>
      ),
    },
    ...(company
      ? [
          {
            name: 'Company',
            value: <Reach name={[company.name, workingUnit?.name].filter(Boolean).join(', ')} phone={company.phone} />,
          },
        ]
      : []),
    ...(driver ? [{ name: 'Driver', value: <Reach name={driver.name} phone={driver.phone} /> }] : []),
    { name: 'Clock', value: clockText(clock) },
    ...(clock.startedAt
      ? [
          {
            name: 'Worked',
            value: `${formatDuration(hours.workedMinutes)}, waited ${formatDuration(hours.waitedMinutes)}, agreed ${formatDuration(clock.agreedMinutes)}`,
          },
        ]
      : [{ name: 'Agreed', value: formatDuration(clock.agreedMinutes) }]),
    {
      name: hours.finalPence === null ? 'Price' : 'To pay',
      value: `${formatPence(hours.toPayPence)}${atMost(hours)}`,
    },
    ...(cash
      ? [
          {
            name: 'Paid in cash',
            value: `${formatPence(cash.takenPence)} of ${formatPence(cash.duePence)}, the driver says`,
          },
        ]
      : []),
  ]
}

function clockText({ startedAt, finishedAt }: Question['clock']): string {
  if (!startedAt) return 'Not started'
  return finishedAt ? officePeriod(startedAt, finishedAt) : `Started ${officeMoment(startedAt)}, not finished`
}

function Reach({ name, phone, children }: { name: string; phone: string | null; children?: ReactNode }) {
  return (
    <span className="reach-line flex wraps g-0-3">
      <span>{name}</span>
      {phone ? (
        <a className="num" href={`tel:${phone}`}>
          {readablePhone(phone)}
          <span className="vh">, call {name}</span>
        </a>
      ) : null}
      {children}
    </span>
  )
}

/** Entry at the time its author gave. If a phone’s clock was wrong or had no signal, our own time is added. */
function entryOf(event: Question['events'][number]) {
  const { seq, at, happenedAt, correctedTo, who, name, isShifted, isConflict, isFromMover: isFromDriver } = event
  const cameLater = Date.parse(at) - Date.parse(happenedAt) >= 60_000
  const notes = [
    ...(isShifted ? ['the phone’s clock was off'] : []),
    ...(isShifted || cameLater ? [`reached us ${officeMoment(at)}`] : []),
    ...(correctedTo ? [`corrected by both sides to ${officeMoment(correctedTo)}`] : []),
    ...(isConflict ? ['for a job that had changed'] : []),
    ...(isFromDriver ? ['on a device or network of the driver'] : []),
  ]
  return {
    id: String(seq),
    at: happenedAt,
    by: `${name ? `${name}, ` : ''}${name ? WHO_TEXTS[who].toLowerCase() : WHO_TEXTS[who]}:`,
    text: `${eventText(event)}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`,
  }
}
