import { CirclePause, Play } from 'lucide-react'
import { useFetcher } from 'react-router'
import { formatDayLong, localDayOf } from '#shared/local-time.ts'
import { type Answer, errorAt } from '#web/kit/forms/answer.ts'
import { useArrival } from '#web/kit/page/arrival.ts'
import { useClock } from '#web/kit/page/root-data.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError, TextareaField } from '#web/ui/field.tsx'
import type { Unit } from '#web/kit/units/chosen-unit.server.ts'

/** Pauses the unit and ends the pause; if the office has stopped the unit, shows why and how to appeal. */
export function PauseCard({ unit }: { unit: Unit }) {
  const isStopped = unit.status === 'blocked' || unit.status === 'deactivated'
  return isStopped ? <StoppedCard unit={unit} /> : <BreakCard unit={unit} />
}

function BreakCard({ unit }: { unit: Unit }) {
  const fetcher = useFetcher<Answer>()
  const isPaused = unit.status === 'deactivated_by_you'
  const called = unit.vehicle?.registration ?? unit.name
  const saved = fetcher.state === 'idle' ? fetcher.data : undefined
  return (
    <section className="card">
      <h2 className="h3">{isPaused ? 'On a break' : 'Taking a break?'}</h2>
      <p className="small muted mt-1 mb-4">
        {isPaused
          ? 'Your van gets no new bookings. Those it has stay.'
          : 'Deactivated, your van gets no bookings. Turn it back on whenever you like.'}
      </p>
      <fetcher.Form method="post" action="/working-unit">
        <input type="hidden" name="intent" value="pause" />
        <input type="hidden" name="unitId" value={unit.id} />
        <input type="hidden" name="deactivate" value={isPaused ? '' : 'yes'} />
        <Button
          type="submit"
          icon={isPaused ? Play : CirclePause}
          look={isPaused ? 'primary' : undefined}
          busy={fetcher.state !== 'idle'}
        >
          {isPaused ? 'Turn' : 'Deactivate'} {called}
          {isPaused ? ' back on' : ''}
        </Button>
        <FieldError error={saved && !saved.ok ? saved.detail : null} />
      </fetcher.Form>
    </section>
  )
}

function StoppedCard({ unit }: { unit: Unit }) {
  const clock = useClock()
  const fetcher = useFetcher<Answer>()
  const saved = fetcher.state === 'idle' ? fetcher.data : undefined
  const card = useArrival<HTMLElement>('appeal', 'textarea')
  const again = unit.appeal?.againFrom ?? null
  const canAppeal = !unit.appeal || (again !== null && localDayOf(clock()) >= again)
  return (
    <section className="card" id="appeal" tabIndex={-1} ref={card}>
      <h2 className="h3">{unit.status === 'blocked' ? 'Blocked by the office' : 'Deactivated by the office'}</h2>
      <div className="why mt-3">
        <b>Why</b>
        {unit.statusReason}
      </div>
      {unit.appeal ? <Appeal appeal={unit.appeal} /> : null}
      {canAppeal ? (
        <fetcher.Form method="post" action="/working-unit" className="stack mt-4" noValidate>
          <input type="hidden" name="intent" value="appeal" />
          <input type="hidden" name="unitId" value={unit.id} />
          <TextareaField
            label={unit.appeal ? 'Appeal again' : 'Is that wrong? Tell us why'}
            name="text"
            rows={4}
            maxLength={4000}
            error={errorAt(saved, 'text') ?? (saved && !saved.ok ? saved.detail : null)}
          />
          <Button type="submit" busy={fetcher.state !== 'idle'}>
            Send to the office
          </Button>
        </fetcher.Form>
      ) : null}
      {again && !canAppeal ? <p className="small mt-3">You can appeal again from {formatDayLong(again)}.</p> : null}
    </section>
  )
}

/** What was sent, and what the office answered. */
function Appeal({ appeal: { text, answer } }: { appeal: NonNullable<Unit['appeal']> }) {
  return (
    <>
      <p className="small mt-3">
        <b>{answer ? 'Your appeal:' : 'Your appeal was sent. We’ll let you know the outcome.'}</b> {text}
      </p>
      {answer ? (
        <p className="small mt-3">
          <b>We looked at it again, and our decision stands:</b> {answer}
        </p>
      ) : null}
    </>
  )
}
