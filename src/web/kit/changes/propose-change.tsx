import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react'
import { useFetcher } from 'react-router'
import type { figureChange } from '#modules/bookings/changes/contract.ts'
import { MOST_EXTRA_MINUTES, MOST_FLIGHTS, type WordedKind } from '#modules/bookings/changes/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatTime, halfHoursOfDay } from '#shared/local-time.ts'
import { formatPence, parsePounds } from '#shared/money.ts'
import { errorAt, unreachable, type Answer } from '#web/kit/forms/answer.ts'
import { apiFetch, readAnswer } from '#web/kit/session/api-fetch.ts'
import { Banner, Disclosure } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Segmented, type Choice } from '#web/ui/choice.tsx'
import { DurationSelect, InputField, MoneyField, SelectField, TextareaField } from '#web/ui/field.tsx'
import { ChangeSums } from './change-sums.tsx'
import {
  nextJobText,
  proposalFlaw,
  proposalIn,
  type Proposal,
  type ProposalDraft,
  type ProposalDrafts,
  type ProposalFlaw,
} from './change-texts.ts'
import { PhotoField } from './photo-field.tsx'
import './changes.css'

interface ProposeProps {
  bookingId: string
  totalPence: number
  /** The owner of the company may name the price; left empty, the agreed rates make it. */
  mayPrice: boolean
  /** Before the day the start can be moved too. */
  mayMove: boolean
  /** Name of the other side: “Priya”, “your driver”. */
  who: string
  /** Given where it can be kept on this phone until there is signal. */
  onKeep?: ((proposal: Proposal, photos: readonly File[]) => void) | undefined
  drafts?: ProposalDrafts | undefined
}

const KINDS: readonly Choice<WordedKind>[] = [
  { value: 'item', label: 'An item' },
  { value: 'stop', label: 'A stop' },
  { value: 'floor', label: 'A floor' },
  { value: 'time', label: 'Time' },
  { value: 'other', label: 'Something else' },
]

/** What is more than booked, with a photo: the other side decides. */
export function ProposeChange(props: ProposeProps) {
  return (
    <Disclosure summary={`More than booked? Ask ${props.who}`}>
      <section className="card ask edge-2" aria-labelledby="more-than-booked">
        <h2 className="h3" id="more-than-booked">
          What is more than booked?
        </h2>
        <ProposeForm {...props} />
      </section>
    </Disclosure>
  )
}

function ProposeForm({ bookingId, totalPence, mayPrice, mayMove, who, onKeep, drafts }: ProposeProps) {
  const { Form, data, state } = useFetcher<Answer>({ key: 'propose-change' })
  const [kind, setKind] = useState<WordedKind>('item')
  const [flights, setFlights] = useState('1')
  const [extraMinutes, setExtraMinutes] = useState('')
  const [amount, setAmount] = useState('')
  const [code, setCode] = useState('')
  const { figure, nextJob } = useFigure(mayPrice ? bookingId : null, { kind, flights, extraMinutes })
  const line = lineOf(amount, figure)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (data?.ok) form.current?.reset()
  }, [data])
  const [description, setDescription] = useState('')
  const [unsentPhotos, setUnsentPhotos] = useState<readonly File[]>([])
  const restored = useDraft(
    form,
    drafts,
    { kind, words: description, flights, extraMinutes, amount, code, photos: unsentPhotos },
    (draft) => {
      setKind(draft.kind)
      setDescription(draft.words)
      // The field is uncontrolled, so that what is typed before the script arrives stays.
      const field = form.current?.elements.namedItem('words')
      if (field instanceof HTMLTextAreaElement) field.value = draft.words
      setFlights(draft.flights)
      setExtraMinutes(draft.extraMinutes)
      setAmount(draft.amount)
      setCode(draft.code ?? '')
      setUnsentPhotos(draft.photos)
    },
  )
  const [keptCount, setKeptCount] = useState(0)
  const [flaw, setFlaw] = useState<ProposalFlaw | null>(null)
  const errorOf = (path: string) => (flaw?.at === path ? flaw.text : errorAt(data, path))
  /** Whether the proposal was handled here: saved on this phone, or given back with what is wrong with it, which its author can still mend. */
  const keep = (from: HTMLFormElement): boolean => {
    const proposal = proposalIn(new FormData(from))
    const found = proposalFlaw(proposal, { mayPrice, totalPence })
    setFlaw(found)
    if (found) return true
    if (!onKeep) return false
    onKeep(proposal, unsentPhotos)
    setUnsentPhotos([])
    setKeptCount((count) => count + 1)
    from.reset()
    return true
  }
  const saveInstead = (event: FormEvent<HTMLFormElement>) => {
    setFlaw(null)
    if ((!navigator.onLine || unsentPhotos.length > 0) && keep(event.currentTarget)) event.preventDefault()
  }
  // A phone that believes it has signal finds out by asking.
  const isCutOff = data?.ok === false && data.code === unreachable.code
  useEffect(() => {
    if (isCutOff && form.current) keep(form.current)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each answer
  }, [data])
  const empty = () => {
    setDescription('')
    setExtraMinutes('')
    setAmount('')
    setCode('')
  }
  return (
    <Form method="post" className="stack mt-3" ref={form} onReset={empty} onSubmit={saveInstead} noValidate>
      <input type="hidden" name="intent" value="propose-change" />
      <input type="hidden" name="bookingId" value={bookingId} />
      {data && !data.ok && !(isCutOff && (keptCount > 0 || flaw)) ? (
        <Banner tone="bad" isAlert>
          {data.errors?.line?.[0] ?? data.detail}
        </Banner>
      ) : null}
      <Segmented
        legend="What changes"
        name="kind"
        className="seg--wrap"
        choices={KINDS}
        value={kind}
        onChange={setKind}
      />
      <TextareaField
        label="In words"
        name="words"
        maxLength={1000}
        rows={2}
        onChange={({ target }) => setDescription(target.value)}
        error={errorOf('words')}
        optional={kind === 'time'}
        required={kind !== 'time'}
        data-missing="Enter what’s changing."
      />
      {kind === 'time' && mayMove ? <NewStart error={errorOf('new_start_at')} /> : null}
      {kind === 'floor' ? (
        <SelectField
          label="Extra flights of stairs"
          name="flights"
          value={flights}
          onChange={({ target }) => setFlights(target.value)}
          error={errorOf('flights')}
        >
          {Array.from({ length: MOST_FLIGHTS }, (_, index) => (
            <option key={index} value={index + 1}>
              {index + 1}
            </option>
          ))}
        </SelectField>
      ) : null}
      <DurationSelect
        label="Extra time needed"
        name="extraMinutes"
        value={extraMinutes}
        onChange={(minutes) => setExtraMinutes(minutes === 0 ? '' : String(minutes))}
        least={30}
        most={MOST_EXTRA_MINUTES}
        unknownLabel="Not sure"
        error={errorOf('extra_minutes')}
      />
      <PhotoField
        key={`${data?.ok ? 'next' : 'first'} ${keptCount} ${restored}`}
        initial={restored && keptCount === 0 && !data?.ok ? unsentPhotos : []}
        onUnsent={onKeep && setUnsentPhotos}
      />
      {mayPrice ? (
        <MoneyField
          label="What it costs"
          name="amount"
          inputMode="decimal"
          optional
          value={amount}
          onChange={({ target }) => setAmount(target.value)}
          hint="Leave blank to work it out at the booked rate."
          error={errorOf('line.amount_pence')}
        />
      ) : null}
      {mayPrice && onKeep ? (
        <InputField
          label="Code from their phone"
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          inputClass="num"
          maxLength={20}
          optional
          value={code}
          onChange={({ target }) => setCode(target.value)}
          hint={`If ${who} has no signal either, they can agree under “No signal?” on the page of their day.`}
        />
      ) : null}
      <output>
        <ChangeSums totalPence={totalPence} line={line} newTotalPence={null} />
        {nextJob ? <p className="small muted mt-2">{nextJobText(nextJob)}</p> : null}
      </output>
      <Button type="submit" look="primary" busy={state !== 'idle'}>
        {line && line.amountPence > 0 ? `Ask for ${formatPence(line.amountPence)}` : `Ask ${who}`}
      </Button>
      {keptCount > 0 ? (
        <Banner>Saved on this phone with its time. We’ll send it when you’re back online.</Banner>
      ) : null}
      <p className="small muted">Nothing changes until {who} agrees.</p>
    </Form>
  )
}

/** Keeps what is typed on this phone, and fills it in again after a reload. True once something was filled in. */
function useDraft(
  form: RefObject<HTMLFormElement | null>,
  drafts: ProposalDrafts | undefined,
  draft: ProposalDraft,
  fill: (draft: ProposalDraft) => void,
): boolean {
  const [isRead, setRead] = useState(false)
  const [isFilled, setFilled] = useState(false)
  useEffect(() => {
    const read = async () => {
      const stored = await drafts?.read().catch(() => undefined)
      if (stored) {
        fill(stored)
        setFilled(true)
        form.current?.closest('details')?.setAttribute('open', '')
      }
      setRead(true)
    }
    void read()
    // oxlint-disable-next-line react/exhaustive-deps -- once, before anything is kept
  }, [])
  const isEmpty = ![draft.words.trim(), draft.amount, draft.extraMinutes, draft.code, draft.photos[0]].some(Boolean)
  useEffect(() => {
    if (isRead) void drafts?.keep(isEmpty ? null : draft).catch(() => undefined)
    // oxlint-disable-next-line react/exhaustive-deps -- with each change of what is typed
  }, [isRead, draft.kind, draft.words, draft.flights, draft.extraMinutes, draft.amount, draft.code, draft.photos])
  return isFilled
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

// What a change will cost, while it is being described.

type Figured = AnswerOf<typeof figureChange>
type Figure = Figured['figure']

const NOTHING: Figured = { figure: null, nextJob: null }

interface Described {
  kind: WordedKind
  flights: string
  extraMinutes: string
}

/**
 * Price of the change at the agreed rates, and whether the next job still fits; null until known, without signal, and
 * without a booking.
 */
function useFigure(bookingId: string | null, { kind, flights, extraMinutes }: Described): Figured {
  const [known, setKnown] = useState<{ of: string; figured: Figured }>({ of: '', figured: NOTHING })
  const body = JSON.stringify({
    kind,
    ...(kind === 'floor' ? { flights: Number(flights) } : {}),
    ...(extraMinutes ? { extra_minutes: Number(extraMinutes) } : {}),
  })
  useEffect(() => {
    if (!bookingId) return undefined
    const stop = new AbortController()
    const ask = async () => {
      const answer = await apiFetch(`/api/booking/${bookingId}/change-figure/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: stop.signal,
      }).catch(() => null)
      if (!answer?.ok || stop.signal.aborted) return
      const figured = await readAnswer<typeof figureChange>(answer)
      if (!stop.signal.aborted) setKnown({ of: body, figured })
    }
    void ask()
    return () => stop.abort()
  }, [bookingId, body])
  return known.of === body ? known.figured : NOTHING
}

/** The line that would be asked for: the price that is typed, else the one by the agreed rates. */
function lineOf(amount: string, figure: Figure): { label: string; amountPence: number } | null {
  if (amount.trim() === '') return figure
  const amountPence = parsePounds(amount)
  return amountPence === undefined ? null : { label: 'Your price', amountPence }
}
