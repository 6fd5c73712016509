import { MessageSquare } from 'lucide-react'
import { useId } from 'react'
import { useFetcher } from 'react-router'
import type { VanCategory } from '#modules/fleet/rules.ts'
import { formatDuration } from '#shared/duration.ts'
import { formatDayTime } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { HoursTimes } from '#web/kit/day/clock-log.tsx'
import { timeText } from '#web/kit/day/clock-view.ts'
import { errorAt, type Answer } from '#web/kit/forms/answer.ts'
import { ProblemBanner, Disclosure } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classNames, numberClasses } from '#web/ui/class-names.ts'
import { InputField, TextareaField } from '#web/ui/field.tsx'
import { pinOf } from '#web/ui/route-line.tsx'
import { Van } from '#web/ui/van.tsx'
import { LastMessage, type Message, CallLink } from '../booking-card.tsx'
import type { ActionNotice } from './day-action.server.ts'
import { type OwnDay, cashTitle } from './day-texts.ts'

interface HoursCardProps {
  day: OwnDay
  pageAnswer: Answer<ActionNotice> | undefined
}

/** The hours of the clock, for the customer to confirm or to question. */
export function HoursCard({ day, pageAnswer }: HoursCardProps) {
  const { hours, clock } = day
  const id = useId()
  if (clock.state !== 'finished') return null
  const canAnswer = day.allowedActions.includes('confirm_hours')
  return (
    <section className="card ask edge-2" aria-labelledby={id}>
      <h2 className="h3" id={id}>
        {canAnswer ? 'Are these hours right?' : 'The hours'}
      </h2>
      <dl className="terms num mt-2">
        <HoursTimes events={day.events} />
        <Line name="Worked">{formatDuration(hours.workedMinutes)}</Line>
        {hours.waitedMinutes > 0 ? <Line name="Waited">{formatDuration(hours.waitedMinutes)}</Line> : null}
        <Line name="You booked">{formatDuration(hours.bookedMinutes)}</Line>
        {clock.agreedMinutes === hours.bookedMinutes ? null : (
          <Line name="With what was agreed since">{formatDuration(clock.agreedMinutes)}</Line>
        )}
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
        <div className="is-sum">
          <dt>You pay</dt>
          <dd>{formatPence(hours.finalPence ?? hours.toPayPence)}</dd>
        </div>
      </dl>
      {canAnswer ? <HoursForms day={day} pageAnswer={pageAnswer} /> : <HoursState day={day} />}
    </section>
  )
}

const Line = ({ name, children }: { name: string; children: string }) => (
  <div>
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
  const { Form, data, state } = useFetcher<Answer<ActionNotice>>()
  const answer = data ?? pageAnswer
  const isBusy = state !== 'idle'
  const { hours, bookingId } = day
  const pay = formatPence(hours.toPayPence)
  return (
    <>
      <ProblemBanner text={answer && !answer.ok && !answer.errors && answer.detail} className="mt-3" />
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
        <Form method="post" className="stack mt-2" noValidate>
          <input type="hidden" name="intent" value="dispute-hours" />
          <input type="hidden" name="bookingId" value={bookingId} />
          <div className="fields">
            <InputField
              label="Hours of work"
              name="hours"
              required
              inputMode="numeric"
              width="half"
              error={errorAt(answer, 'minutes')}
            />
            <InputField label="Minutes" name="rest" inputMode="numeric" width="half" />
          </div>
          <TextareaField
            label="What was different?"
            name="text"
            required
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

interface CashCardProps {
  day: OwnDay
  company: string
  pageAnswer: Answer<ActionNotice> | undefined
}

/** What the driver says was paid in cash, for the customer to read and to question with one press. */
export function CashCard({ day, company, pageAnswer }: CashCardProps) {
  const { Form, data, state } = useFetcher<Answer<ActionNotice>>()
  const answer = data ?? pageAnswer
  const { cash, mayDisputeCash, bookingId } = day
  if (!cash) return null
  return (
    <section className={mayDisputeCash && cash.paid !== 'full' ? 'card ask edge-2' : 'card'} aria-labelledby="cash">
      <h2 className="h3" id="cash">
        {cashTitle(cash)}
      </h2>
      <p className="muted mt-1">{stateText(cash, company)}</p>
      {cash.reason ? <p className="long mt-2">“{cash.reason}”</p> : null}
      <ProblemBanner text={answer && !answer.ok && mayDisputeCash && answer.detail} className="mt-3" />
      {mayDisputeCash ? (
        <Form method="post" className="mt-3">
          <input type="hidden" name="intent" value="dispute-cash" />
          <input type="hidden" name="bookingId" value={bookingId} />
          <Button type="submit" busy={state !== 'idle'}>
            That isn’t right
          </Button>
        </Form>
      ) : null}
    </section>
  )
}

function stateText({ state, at }: NonNullable<OwnDay['cash']>, company: string): string {
  if (state === 'decided') return 'Our office has decided that.'
  const recorded = `${company} recorded this at ${timeText(at)}.`
  return state === 'disputed' ? `${recorded} You’ve disputed this, so our office will ask you both.` : recorded
}

interface ReachProps {
  id: string
  name?: string | undefined
  phone: string | null
  lastMessage: Message | null
  unread: number
}

/** The driver’s number, once the booking is confirmed, and the latest message. */
export const Reach = ({ id, name = 'your driver', phone, lastMessage, unread }: ReachProps) => (
  <section className="card" aria-labelledby="reach">
    <h2 className="h3" id="reach">
      {unread > 0 ? `Messages, ${unread} unread` : 'Messages'}
    </h2>
    {lastMessage ? <LastMessage message={lastMessage} /> : <p className="muted">Nothing has been written yet.</p>}
    <div className="row mt-3">
      <ButtonLink icon={MessageSquare} to={`/messages/${id}`}>
        Message<span className="vh"> {name}</span>
      </ButtonLink>
      <CallLink name={name} phone={phone} />
    </div>
  </section>
)

interface MoveLineProps {
  points: readonly { number: number; outcode: string; place: string }[]
  category: VanCategory
  /** Hundredths of the way from A to B, by steps of five. */
  at: number
  load: number
  /** Below each name; empty where nothing is known. */
  times: readonly string[]
}

/** The van on the line from A to B. */
export function MoveLine({ points, category, at, load, times }: MoveLineProps) {
  const last = points.length - 1
  return (
    <>
      <div className="move" aria-hidden="true">
        <div className="move__road holds r-small">
          <Van category={category} load={load} className={`move__van afloat ${numberClasses(at / 5)}`} />
          <div className="move__stops afloat">
            {points.map(({ number }, index) => (
              <span
                key={number}
                className={classNames('route__pin', numberClasses(twentieth(index, last)), index === last && 'is-end')}
              >
                {pinOf(index, points.length)}
              </span>
            ))}
          </div>
        </div>
      </div>
      <div className="move__names flex apart g-2 t-sm lh-125 on-sign-2">
        {points.map(({ number, outcode, place }, index) => (
          <span key={number}>
            <b className="block-box on-sign">{outcode}</b>
            {place}
            {times[index] ? <span className="num block-box">{times[index]}</span> : null}
          </span>
        ))}
      </div>
    </>
  )
}

/** Evenly along the line: distances between the stops are not known here. */
const twentieth = (index: number, last: number): number => (last === 0 ? 0 : Math.round((index / last) * 20))
