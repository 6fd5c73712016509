import { isConfirmed } from '#modules/bookings/rules.ts'
import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { figureChange } from '#modules/bookings/changes/contract.ts'
import { MOST_EXTRA_MINUTES, MOST_FLIGHTS, type WordedKind } from '#modules/bookings/changes/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDayTime, formatTime, halfHoursOfDay } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { ChangeSums } from '#web/kit/changes/change-sums.tsx'
import { PhotoField } from '#web/kit/changes/photo-field.tsx'
import { errorAt, formProblemOf, type Answer } from '#web/kit/forms/answer.ts'
import { ProblemBanner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { DurationSelect, InputField, SelectField, TextareaField } from '#web/ui/field.tsx'
import type { Booking } from '../booking-view.ts'
import type { FormValues } from './edit-form.ts'
import '#web/kit/changes/changes.css'

/** What the agreed rates make of a change; null where they say nothing of it. */
export type Figure = AnswerOf<typeof figureChange>['figure']

interface AskProps {
  booking: Booking
  who: string
  answer: Answer | undefined
  formValues: FormValues | undefined
  /** Items, stops and times have a page of their own: only what is no field is asked for in words. */
  isElse: boolean
}

const KINDS: Record<WordedKind, string> = {
  item: 'Something more to move',
  stop: 'Another stop on the way',
  floor: 'More stairs',
  time: 'The time',
  other: 'Something else',
}

/** What both sides agree to. The price is shown before anybody is asked. */
export function AskForm({ booking, who, answer, formValues, isElse }: AskProps) {
  const { formData, state } = useNavigation()
  const isBusy = state !== 'idle' && formData?.get('intent') === 'figure'
  const problem = formProblemOf(answer)
  const [kind, setKind] = useState(formValues?.['kind'] ?? 'item')
  const value = (name: string, fallback = '') => ({ name, defaultValue: formValues?.[name] ?? fallback })
  return (
    <Form method="post" action="#ask" className="card stack ask-form" aria-labelledby="agreed" noValidate>
      <input type="hidden" name="intent" value="figure" />
      <input type="hidden" name="startAt" value={booking.startAt} />
      <div>
        <h2 className="h3" id="agreed">
          {isElse ? 'Something else' : 'Items, stops or time'}
        </h2>
        <p className="muted">You’ll see the cost first. Nothing changes until you and {who} agree.</p>
      </div>
      <ProblemBanner text={problem} />
      {isElse ? (
        <input type="hidden" name="kind" value="other" />
      ) : (
        <SelectField label="What changes" {...value('kind', 'item')} onChange={({ target }) => setKind(target.value)}>
          {Object.entries(KINDS).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      <TextareaField
        label="In your words"
        hint="What you’d like to change, and anything the company should know."
        {...value('words')}
        required={kind !== 'time'}
        data-missing="Enter what’s changing."
        maxLength={1000}
        rows={3}
        error={errorAt(answer, 'words')}
      />
      {isConfirmed(booking.status) && !isElse ? (
        <div className="fields of-time">
          <InputField
            label="New day"
            {...value('day')}
            type="date"
            width="half"
            optional
            error={errorAt(answer, 'new_start_at')}
          />
          <SelectField label="New start" {...value('time')} width="half" optional>
            <option value="">No change</option>
            {halfHoursOfDay().map((minute) => (
              <option key={minute}>{formatTime(minute)}</option>
            ))}
          </SelectField>
        </div>
      ) : null}
      <div className="of-floor" hidden={isElse}>
        <SelectField label="Extra flights of stairs" {...value('flights', '1')} error={errorAt(answer, 'flights')}>
          {Array.from({ length: MOST_FLIGHTS }, (_, index) => (
            <option key={index}>{index + 1}</option>
          ))}
        </SelectField>
      </div>
      <DurationSelect
        label="Extra time needed"
        {...value('extraMinutes')}
        least={30}
        most={MOST_EXTRA_MINUTES}
        unknownLabel="Not sure"
        error={errorAt(answer, 'extra_minutes')}
      />
      <PhotoField />
      <div className="row">
        <Button type="submit" busy={isBusy}>
          See what it costs
        </Button>
      </div>
    </Form>
  )
}

interface PricedProps {
  booking: Booking
  who: string
  formValues: FormValues
  figure: Figure
  /** The other start that is asked for. */
  newStartAt: string | null
}

/** What the change means for the price, and the way to ask for exactly that. */
export function Priced({ booking, who, formValues, figure, newStartAt }: PricedProps) {
  const { formData, state } = useNavigation()
  const isBusy = state !== 'idle' && formData?.get('intent') === 'propose-change'
  return (
    <section className="card ask edge-2 stack" aria-labelledby="what-it-costs">
      <h2 className="h3" id="what-it-costs">
        {titleOf(figure)}
      </h2>
      {formValues['words'] ? <p className="break as-formValues long">{formValues['words']}</p> : null}
      {newStartAt ? <p>New start: {formatDayTime(new Date(newStartAt))}.</p> : null}
      <ChangeSums totalPence={booking.totalPence} line={figure} newTotalPence={null} />
      <p className="small muted">{meaningOf(booking, who, figure)}</p>
      <Form method="post" action="#ask">
        {Object.entries({ ...formValues, bookingId: booking.id, intent: 'propose-change' }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit" look="primary" busy={isBusy}>
          {figure && figure.amountPence > 0 ? `Ask ${who}, about ${formatPence(figure.amountPence)}` : `Ask ${who}`}
        </Button>
      </Form>
    </section>
  )
}

function titleOf(figure: Figure): string {
  if (!figure) return 'The company will name the price'
  return figure.amountPence > 0 ? `About ${formatPence(figure.amountPence)} more` : 'No extra cost at your booked rates'
}

function meaningOf({ totalPence, ceilingPence: most }: Booking, who: string, figure: Figure): string {
  const ceilingPence = most ?? totalPence
  if (!figure)
    return `You pay ${formatPence(totalPence)}, and ${formatPence(ceilingPence)} at most, as booked. ${who} will reply with a price, which you can agree to or refuse.`
  return `At the rates you booked, the most you’d pay is ${formatPence(ceilingPence + figure.amountPence)}. ${who} confirms the price, and nothing changes until you agree to it.`
}
