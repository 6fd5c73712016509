import { Download } from 'lucide-react'
import { useEffect, useId, useRef, useState, type FormEvent, type RefObject } from 'react'
import { useFetcher, Link } from 'react-router'
import { MOST_WHY_CHARACTERS } from '#modules/bookings/day/hours/corrections-rules.ts'
import { capitalise } from '#shared/texts.ts'
import { formatDayTime } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { errorAt, unreachable, type Answer } from '#web/kit/forms/answer.ts'
import { useClock } from '#web/kit/page/root-data.ts'
import { apiFetch } from '#web/kit/session/api-fetch.ts'
import { saveFile } from '../upload/send-files.ts'
import { ProblemBanner, Disclosure } from '#web/ui/banner.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { InputField, SelectField, FieldError } from '#web/ui/field.tsx'
import { timeText } from './clock-view.ts'
import {
  actText,
  choicesOf,
  timeFlaw,
  timeProposalIn,
  type CorrectionShown,
  type TimeProposal,
} from './correct-time.ts'
import '#web/kit/changes/changes.css'

interface CorrectionsProps {
  day: {
    bookingId: string
    events: Parameters<typeof choicesOf>[0]
    corrections: readonly CorrectionShown[]
    mayCorrectTimes: boolean
    /** Null for a reader who sees no prices. */
    hours: { toPayPence: number } | null
  }
  /** The towns of the stops. */
  places: readonly string[]
  side: 'customer' | 'mover'
  /** How the other side is called in a sentence. */
  who: string
  /** Without script: the answer to the form that was sent. */
  pageAnswer: Answer | undefined
  /** Keeps a proposed time on this phone, to be sent when there is signal; the name is that of the act. */
  onKeep?: (proposal: TimeProposal, name: string) => void
  /** Acts with a time wait on this phone. */
  hasUnsent?: boolean
}

/** The times that the other side asks to correct, to agree to or to keep. */
export const AskedTimes = (props: CorrectionsProps) => (
  <>
    {props.day.corrections
      .filter(({ mayAnswer }) => mayAnswer)
      .map((one) => (
        <Asked key={one.id} one={one} {...props} />
      ))}
  </>
)

function Asked({ one, day, places, side, who, pageAnswer }: CorrectionsProps & { one: CorrectionShown }) {
  const { Form, data, state } = useFetcher<Answer>()
  const id = useId()
  const answer = data ?? pageAnswer
  const [before, after] = [timeText(one.fromAt), timeText(one.toAt)]
  const toPay = day.hours?.toPayPence ?? null
  const changes = one.toPayPence !== null && toPay !== null && one.toPayPence !== toPay
  const pays = side === 'customer' ? 'you pay' : `${who} pays`
  return (
    <section className="card ask edge-2" aria-labelledby={id}>
      <h2 className="h3" id={id}>
        {capitalise(who)} asks to correct a time
      </h2>
      <p className="mt-2 num">
        {actText(one, places)}: <s>{before}</s> <b>{after}</b>
      </p>
      {one.why ? <p className="break as-typed mt-2">“{one.why}”</p> : null}
      {changes ? (
        <p className="mt-2 num">
          With it {pays} <b>{formatPence(one.toPayPence ?? 0)}</b> instead of {formatPence(toPay ?? 0)}.
        </p>
      ) : null}
      <ProblemBanner text={answer && !answer.ok && !answer.errors && answer.detail} className="mt-3" />
      <Form method="post" className="ask__acts cells g-3 mt-3">
        <input type="hidden" name="bookingId" value={day.bookingId} />
        <input type="hidden" name="correctionId" value={one.id} />
        <Button type="submit" name="intent" value="refuse-time" busy={state !== 'idle'}>
          Keep {before}
        </Button>
        <Button type="submit" name="intent" value="agree-time" look="primary" busy={state !== 'idle'}>
          Agree to {after}
        </Button>
      </Form>
      <p className="small muted mt-3">
        Both times stay on record. Until you agree, {before} counts. If you don’t answer by{' '}
        {formatDayTime(new Date(one.expiresAt))}, it stays.
      </p>
    </section>
  )
}

/** What waits for an answer that isn’t this caller’s, and the form to ask for another time. It is closed again once something was asked. */
export function CorrectTime({ day, places, side, who, pageAnswer, onKeep, hasUnsent }: CorrectionsProps) {
  if (!day.mayCorrectTimes && !hasUnsent) return null
  const waiting = day.corrections.filter(({ mayAnswer }) => !mayAnswer)
  return (
    <section className="card stack" aria-label="Corrected times">
      {waiting.map((one) => {
        const isOwn = one.proposedBy === side
        return (
          <p className="num" key={one.id}>
            {isOwn ? `You asked ${who} to correct` : `${capitalise(who)} asked to correct`} {actText(one, places)}:{' '}
            <s>{timeText(one.fromAt)}</s> <b>{timeText(one.toAt)}</b>.{' '}
            <span className="muted">
              Until {isOwn ? who : 'your company'} agrees, {timeText(one.fromAt)} counts.
            </span>
          </p>
        )
      })}
      {day.mayCorrectTimes ? (
        <TimeForm key={day.corrections.length} {...{ day, places, side, who, pageAnswer, onKeep }} />
      ) : null}
      {hasUnsent ? (
        <p className="small muted">
          What is still on this phone has no time on record yet. Once it is sent, you can correct it here.
        </p>
      ) : null}
    </section>
  )
}

function TimeForm({ day, places, who, pageAnswer, onKeep }: CorrectionsProps) {
  const { Form, data, state } = useFetcher<Answer>()
  const form = useRef<HTMLFormElement>(null)
  const { saveInstead, flaw, isKept } = useKeeping(form, data, { events: day.events, places, onKeep })
  const answer = isKept ? undefined : (data ?? pageAnswer)
  const timeError = flaw ?? errorAt(answer, 'happened_at')
  const isOpen = answer?.ok === false && (timeError !== undefined || answer.code === 'out_of_order')
  return (
    <Disclosure summary="Correct a time" isOpen={isOpen}>
      <Form method="post" className="stack mt-2" ref={form} onSubmit={saveInstead} noValidate>
        <input type="hidden" name="intent" value="correct-time" />
        <input type="hidden" name="bookingId" value={day.bookingId} />
        <SelectField label="What happened" name="act" error={errorAt(answer, 'seq')}>
          {choicesOf(day.events, places).map(({ seq, at, label }) => (
            <option key={seq} value={`${seq} ${at}`}>
              {label}
            </option>
          ))}
        </SelectField>
        <InputField label="It was at" name="time" type="time" inputClass="num" error={timeError} />
        <InputField label="Why" optional name="why" maxLength={MOST_WHY_CHARACTERS} error={errorAt(answer, 'why')} />
        <ProblemBanner text={answer && !answer.ok && !answer.errors && answer.detail} />
        <Button type="submit" busy={state !== 'idle'}>
          Ask {who}
        </Button>
        <output className="small">{isKept ? 'Saved on this phone. It is sent as soon as there’s signal.' : ''}</output>
        <p className="small muted">
          {capitalise(who)} is asked to agree. Both times stay on record, and until then the recorded one counts.
        </p>
      </Form>
    </Disclosure>
  )
}

/** Keeps the proposal on the phone if there is no signal, or if a phone that believes it has some got no answer. */
function useKeeping(
  form: RefObject<HTMLFormElement | null>,
  data: Answer | undefined,
  { events, places, onKeep }: Pick<CorrectionsProps, 'places' | 'onKeep'> & Pick<CorrectionsProps['day'], 'events'>,
) {
  const clock = useClock()
  const [flaw, setFlaw] = useState<string | null>(null)
  const [isKept, setKept] = useState(false)
  const save = (from: HTMLFormElement) => {
    const proposal = timeProposalIn(new FormData(from))
    const act = choicesOf(events, places).find(({ seq }) => seq === proposal.seq)
    if (!onKeep || !act) return false
    const wrong = timeFlaw(proposal, act.at, clock())
    setFlaw(wrong)
    setKept(wrong === null)
    if (wrong !== null) return true
    onKeep(proposal, act.name)
    from.reset()
    return true
  }
  const saveInstead = (event: FormEvent<HTMLFormElement>) => {
    setFlaw(null)
    setKept(false)
    if (!navigator.onLine && save(event.currentTarget)) event.preventDefault()
  }
  const isCutOff = data?.ok === false && data.code === unreachable.code
  useEffect(() => {
    if (isCutOff && form.current) save(form.current)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each answer
  }, [data])
  return { saveInstead, flaw, isKept }
}

/** The signed record of the day, as a file. */
export function RecordButton({ path, reference }: { path: `/api/${string}`; reference: string }) {
  const [isLost, setLost] = useState(false)
  const save = async () => setLost(!(await saveRecord(path, reference)))
  return (
    <div>
      <div className="row">
        <LinkButton icon={Download} onClick={() => void save()}>
          Record of the day
        </LinkButton>
        <Link className="link-btn" to="/verify-record">
          Check a record
        </Link>
      </div>
      <FieldError error={isLost ? 'It couldn’t be fetched. Check your connection and try again.' : null} />
    </div>
  )
}

/** Fetched with the session and saved as a file; false if it did not come. */
async function saveRecord(path: `/api/${string}`, reference: string): Promise<boolean> {
  const answer = await apiFetch(path).catch(() => null)
  const blob = answer?.ok ? await answer.blob().catch(() => null) : null
  if (blob) saveFile(blob, `day-record-${reference}.json`)
  return blob !== null
}
