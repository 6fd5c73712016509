import { CirclePause, Play, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useFetcher } from 'react-router'
import type { getJobCounts } from '#modules/bookings/lists/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDayLong, localDayOf } from '#shared/local-time.ts'
import { type Answer, errorAt } from '#web/kit/forms/answer.ts'
import { useArrival } from '#web/kit/page/arrival.ts'
import { useClock } from '#web/kit/page/root-data.ts'
import { apiFetch, readAnswer } from '#web/kit/session/api-fetch.ts'
import { Button } from '#web/ui/button.tsx'
import { useDialogs, Dialog } from '#web/ui/dialog.tsx'
import { Disclosure } from '#web/ui/banner.tsx'
import { countText, type Counted } from '#web/ui/tabs.tsx'
import { FieldError, TextareaField } from '#web/ui/field.tsx'
import type { Unit } from '#web/kit/units/chosen-unit.server.ts'

/** Pauses the unit and ends the pause; if the office has stopped the unit, shows why and how to appeal. */
export function PauseCard({ unit }: { unit: Unit }) {
  const isStopped = unit.status === 'blocked' || unit.status === 'deactivated'
  return isStopped ? <StoppedCard unit={unit} /> : <BreakCard unit={unit} />
}

function BreakCard({ unit }: { unit: Unit }) {
  const { open } = useDialogs()
  const isPaused = unit.status === 'deactivated_by_you'
  const called = calledOf(unit)
  const ask = () => open(<DeactivateDialog unit={unit} />)
  return (
    <section className="card">
      <h2 className="h3">{isPaused ? 'On a break' : 'Taking a break?'}</h2>
      <p className="small muted mt-1 mb-4">
        {isPaused
          ? 'Your van gets no new bookings. Bookings you already have stay.'
          : 'Deactivated, your van gets no bookings. Turn it back on whenever you like.'}
      </p>
      {isPaused ? (
        <PauseForm unit={unit} icon={Play} look="primary">
          Turn {called} back on
        </PauseForm>
      ) : (
        <>
          <Button className="with-script" icon={CirclePause} aria-haspopup="dialog" onClick={ask}>
            Deactivate {called}
          </Button>
          <Disclosure className="without-script" summary={`Deactivate ${called}`}>
            <p className="small mb-3">{WHAT_FOLLOWS}</p>
            <PauseForm unit={unit} icon={CirclePause} look="danger" isDeactivating>
              Yes, deactivate {called}
            </PauseForm>
          </Disclosure>
        </>
      )}
    </section>
  )
}

const calledOf = ({ vehicle, name }: Unit): string => vehicle?.registration ?? name

const WHAT_FOLLOWS =
  'It gets no new bookings until you turn it back on. Confirmed bookings stay and still have to be done. Those waiting for an answer stay yours to answer; after their deadline others are asked.'

interface PauseFormProps {
  unit: Unit
  icon: LucideIcon
  look: 'primary' | 'danger'
  isDeactivating?: boolean
  children: ReactNode
}

function PauseForm({ unit, icon, look, isDeactivating, children }: PauseFormProps) {
  const { Form, data, state } = useFetcher<Answer>({ key: `pause ${unit.id}` })
  const { closeAll } = useDialogs()
  const saved = state === 'idle' ? data : undefined
  const handled = useRef(data)
  useEffect(() => {
    if (data && data !== handled.current && data.ok) closeAll()
    handled.current = data
  }, [data, closeAll])
  return (
    <Form method="post" action="/working-unit">
      <input type="hidden" name="intent" value="pause" />
      <input type="hidden" name="unitId" value={unit.id} />
      <input type="hidden" name="deactivate" value={isDeactivating ? 'yes' : ''} />
      <Button type="submit" icon={icon} look={look} busy={state !== 'idle'}>
        {children}
      </Button>
      <FieldError error={saved && !saved.ok ? saved.detail : null} />
    </Form>
  )
}

type Counts = AnswerOf<typeof getJobCounts>

/** What it means for the bookings that the van has. */
function DeactivateDialog({ unit }: { unit: Unit }) {
  const { closeAll } = useDialogs()
  const [counts, setCounts] = useState<Counts | null>(null)
  const { id } = unit
  useEffect(() => {
    const read = async () => {
      const answer = await apiFetch(`/api/booking/working-unit/${id}/job-counts/?without=hot-jobs`).catch(() => null)
      if (answer?.ok) setCounts(await readAnswer<typeof getJobCounts>(answer))
    }
    void read()
  }, [id])
  return (
    <Dialog title={`Deactivate ${calledOf(unit)}?`}>
      {counts ? (
        <p>
          It has <b>{bookingsText(counts.confirmedBookings, 'confirmed')}</b> and{' '}
          <b>{bookingsText(counts.newBookings, 'waiting for your answer')}</b>.
        </p>
      ) : null}
      <p className="muted mt-2">{WHAT_FOLLOWS}</p>
      <div className="dialog__acts">
        <PauseForm unit={unit} icon={CirclePause} look="danger" isDeactivating>
          Deactivate
        </PauseForm>
        <Button look="quiet" onClick={closeAll}>
          Keep it on
        </Button>
      </div>
    </Dialog>
  )
}

const bookingsText = (counted: Counted, which: string): string =>
  counted.count === 0 ? `none ${which}` : `${countText(counted)} ${which}`

function StoppedCard({ unit }: { unit: Unit }) {
  const clock = useClock()
  const fetcher = useFetcher<Answer>()
  const saved = fetcher.state === 'idle' ? fetcher.data : undefined
  const card = useArrival<HTMLElement>('appeal', 'textarea')
  const appealFrom = unit.appeal?.againFrom ?? null
  const canAppeal = !unit.appeal || (appealFrom !== null && localDayOf(clock()) >= appealFrom)
  return (
    <section className="card" id="appeal" tabIndex={-1} ref={card}>
      <h2 className="h3">{unit.status === 'blocked' ? 'Blocked by the office' : 'Deactivated by the office'}</h2>
      <div className="banner tone-bad p-3-4 r-small small break mt-3">
        <b className="block-box">Why</b>
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
            required
            rows={4}
            maxLength={4000}
            error={errorAt(saved, 'text') ?? (saved && !saved.ok ? saved.detail : null)}
          />
          <Button type="submit" busy={fetcher.state !== 'idle'}>
            Send to the office
          </Button>
        </fetcher.Form>
      ) : null}
      {appealFrom && !canAppeal ? (
        <p className="small mt-3">You can appeal again from {formatDayLong(appealFrom)}.</p>
      ) : null}
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
          <b>We’ve reviewed it and haven’t changed our decision:</b> {answer}
        </p>
      ) : null}
    </>
  )
}
