import { useState, type SubmitEvent } from 'react'
import type { askOffice } from '#modules/quoting/office-plans/contract.ts'
import { ringTimes } from '#modules/quoting/office-plans/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { addDays, formatDay, formatTime, localDayOf, toLocal } from '#shared/local-time.ts'
import { readablePhone } from '#shared/phone.ts'
import { toWire } from '#shared/wire.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { sendQuestion } from '#web/kit/forms/use-api-query.ts'
import { ProblemBanner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectCards } from '#web/ui/choice.tsx'
import { FieldError, InputField } from '#web/ui/field.tsx'
import { contactAt } from './draft/draft-request.ts'
import { useFlow } from './flow-context.tsx'
import { CallUs } from './missing-panel.tsx'
import { moveOfOrder } from './reuse-move/send-list-dialog.tsx'

type Requested = AnswerOf<typeof askOffice>

/** "Our office plans this with you": who is rung under which number, and when; the list is sent as it is. */
export function OfficePlan({ why }: { why: string }) {
  const { order, now } = useFlow()
  const { contactName, contactNumber } = contactAt(order, 0)
  const [name, setName] = useState(contactName)
  const [phone, setPhone] = useState(contactNumber)
  const [chosen, setChosen] = useState<string | null>(null)
  const [answer, setAnswer] = useState<Answer<Requested> | null>(null)
  const [isBusy, setBusy] = useState(false)
  const times = ringTimes(now).map(({ from, until }) => ({ ringFrom: from.toISOString(), from, until }))
  const ringFrom = times.find((time) => time.ringFrom === chosen)?.ringFrom ?? times[0]?.ringFrom ?? ''
  const ask = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    const body = JSON.stringify(toWire({ name, phone, ringFrom, move: moveOfOrder(order) }))
    setAnswer(await sendQuestion<typeof askOffice>('/api/booking/office-plans/', { body }))
    setBusy(false)
  }
  if (answer?.ok) return <Expected request={answer.data} name={name} now={now} />
  const errors = answer?.errors ?? {}
  const isAtField = Boolean(errors['name'] ?? errors['phone'] ?? errors['ring_from'])
  return (
    <section className="card stack" aria-labelledby="office-plan">
      <div>
        <h2 className="h3" id="office-plan">
          Our office plans this with you
        </h2>
        <p className="muted">{why} We’ll ring, work it out with you, and send one whole price.</p>
      </div>
      <form className="stack" onSubmit={(event) => void ask(event)} noValidate>
        <ProblemBanner text={answer !== null && !isAtField && answer.detail} />
        <div className="fields">
          <InputField
            label="Your name"
            name="name"
            autoComplete="name"
            width="half"
            value={name}
            error={errors['name']?.[0]}
            onChange={(event) => setName(event.target.value)}
          />
          <InputField
            label="Mobile or landline"
            name="phone"
            type="tel"
            autoComplete="tel"
            width="half"
            value={phone}
            error={errors['phone']?.[0]}
            onChange={(event) => setPhone(event.target.value)}
          />
        </div>
        <p className="label" aria-hidden="true">
          When shall we ring?
        </p>
        <SelectCards
          legend="When shall we ring?"
          name="ringFrom"
          className="cells cols-2 g-3"
          choices={times.map((time) => ({ value: time.ringFrom, label: ringText(time, now) }))}
          value={ringFrom}
          onChange={setChosen}
        />
        <FieldError error={errors['ring_from']?.[0]} />
        <Button type="submit" look="primary" size="big" wide busy={isBusy}>
          Ask us to ring
        </Button>
        <p className="small muted">Free, and nothing is booked. Everything you entered comes with it.</p>
        <div>
          <CallUs />
        </div>
      </form>
    </section>
  )
}

function Expected({ request, name, now }: { request: Requested; name: string; now: Date }) {
  const time = { from: new Date(request.ringFrom), until: new Date(request.ringUntil) }
  return (
    <section className="card stack" tabIndex={-1} ref={focusOnArrival} aria-labelledby="rings">
      <h2 className="h3" id="rings">
        We’ll ring you
      </h2>
      <p className="price num">{ringText(time, now)}</p>
      <p>
        On {readablePhone(request.phone)}, {name.trim()}.
      </p>
      <p className="muted">Everything you entered is kept. Nothing is booked and nothing is owed.</p>
    </section>
  )
}

/** The form goes, and the focus with it. */
const focusOnArrival = (section: HTMLElement | null) => section?.focus()

/** "Today, 15:00 to 17:00", "Mon 30 November, 09:00 to 11:00". */
function ringText({ from, until }: { from: Date; until: Date }, now: Date): string {
  const { day, minute } = toLocal(from)
  const today = localDayOf(now)
  const name = day === today ? 'Today' : day === addDays(today, 1) ? 'Tomorrow' : formatDay(day)
  return `${name}, ${formatTime(minute)} to ${formatTime(toLocal(until).minute)}`
}
