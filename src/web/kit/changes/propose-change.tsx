import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { MOST_EXTRA_MINUTES, MOST_FLIGHTS, type ChangeKind } from '#modules/bookings/changes/rules.ts'
import { formatDuration, halfHoursBetween } from '#shared/duration.ts'
import { formatTime, halfHoursOfDay } from '#shared/local-time.ts'
import { errorAt, type Answer } from '#web/kit/forms/answer.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { InputField, MoneyField, SelectField, TextareaField } from '#web/ui/field.tsx'
import { PhotoField } from './photo-field.tsx'
import './changes.css'

interface ProposeProps {
  bookingId: string
  /** The owner of the company may name the price; left empty, the agreed rates make it. */
  mayPrice: boolean
  /** Before the day the start can be moved too. */
  mayMove: boolean
  /** How the other side is called: "Priya", "your mover". */
  who: string
}

const KINDS: Record<ChangeKind, string> = {
  item: 'An item more',
  stop: 'A stop more',
  floor: 'Another floor',
  time: 'Time',
  other: 'Something else',
}

/** What is more than booked, with a photo: the other side decides. */
export function ProposeChange(props: ProposeProps) {
  return (
    <Disclosure summary={`More than booked? Ask ${props.who}`}>
      <ProposeForm {...props} />
    </Disclosure>
  )
}

function ProposeForm({ bookingId, mayPrice, mayMove, who }: ProposeProps) {
  const { Form, data, state } = useFetcher<Answer>({ key: 'propose-change' })
  const [kind, setKind] = useState<ChangeKind>('item')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (data?.ok) form.current?.reset()
  }, [data])
  return (
    <Form method="post" className="stack mt-3" ref={form} noValidate>
      <input type="hidden" name="intent" value="propose-change" />
      <input type="hidden" name="bookingId" value={bookingId} />
      {data && !data.ok ? (
        <Banner tone="bad" isAlert>
          {data.errors?.line?.[0] ?? data.detail}
        </Banner>
      ) : null}
      <SelectField
        label="What changes"
        name="kind"
        value={kind}
        onChange={({ target }) => setKind(target.value as ChangeKind)}
      >
        {Object.entries(KINDS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextareaField
        label="In words"
        name="words"
        maxLength={1000}
        rows={2}
        error={errorAt(data, 'words')}
        optional={kind === 'time'}
      />
      {kind === 'time' && mayMove ? <NewStart error={errorAt(data, 'new_start_at')} /> : null}
      {kind === 'floor' ? (
        <SelectField label="Flights of stairs more" name="flights" error={errorAt(data, 'flights')}>
          {Array.from({ length: MOST_FLIGHTS }, (_, index) => (
            <option key={index} value={index + 1}>
              {index + 1}
            </option>
          ))}
        </SelectField>
      ) : null}
      <SelectField label="Time it adds" name="extraMinutes" error={errorAt(data, 'extra_minutes')}>
        <option value="">I can’t say</option>
        {halfHoursBetween(30, MOST_EXTRA_MINUTES).map((minutes) => (
          <option key={minutes} value={minutes}>
            {formatDuration(minutes)}
          </option>
        ))}
      </SelectField>
      <PhotoField key={data?.ok ? 'next' : 'first'} />
      {mayPrice ? (
        <MoneyField
          label="What it costs"
          name="amount"
          inputMode="decimal"
          optional
          hint="If it is left empty, it is worked out at the booked rate."
          error={errorAt(data, 'line.amount_pence')}
        />
      ) : null}
      <Button type="submit" look="primary" busy={state !== 'idle'}>
        Ask {who}
      </Button>
      <p className="small muted">Nothing changes until {who} agrees.</p>
    </Form>
  )
}

function NewStart({ error }: { error: string | undefined }) {
  return (
    <div className="fields">
      <InputField label="New day" name="day" type="date" width="half" error={error} />
      <SelectField label="New start" name="time" width="half">
        <option value="">No other start</option>
        {halfHoursOfDay().map((minute) => (
          <option key={minute} value={formatTime(minute)}>
            {formatTime(minute)}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
