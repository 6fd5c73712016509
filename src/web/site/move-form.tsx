import { ArrowUpDown, Calendar } from 'lucide-react'
import { useEffect, useState, useRef, type SubmitEvent, type ReactNode } from 'react'
import { Form, useSubmit } from 'react-router'
import { notAPlace, unlistedMessage } from '#modules/geo/rules.ts'
import catalogueUrl from '#modules/items/data.json?url'
import { normalisePlace } from '#shared/uk-postcode.ts'
import { type MoveDays, wrongMoveDay } from '#web/kit/forms/move-day.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/choice.tsx'
import { InputField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { textIn } from '#web/kit/forms/form-text.ts'
import { PostcodeField } from '#web/ui/postcode-field.tsx'
import { Sign } from '#web/ui/sign.tsx'
import { nothingEntered, type EnteredMove, type WhatMoves } from './entered-move.ts'

const whatChoices: readonly { value: WhatMoves; label: string }[] = [
  { value: 'home_or_office', label: 'Home or office' },
  { value: 'furniture', label: 'Furniture' },
]

/**
 * From, to, what and when: a plain GET form. Without script the front page checks both ends and leads on to the first booking step, or says
 * what is wrong (`entered`). `what` is known on a page about it, and asked on the home page.
 */
export function MoveForm({ firstDay, lastDay, what, asksWhat = false, entered = nothingEntered }: MoveFormProps) {
  const [from, setFrom] = useState(entered.from)
  const [to, setTo] = useState(entered.to)
  const {
    errors,
    questions,
    isBusy,
    isOffline,
    check,
    forgetDay: clearDayError,
  } = useCheckedMove({ from, to }, entered, {
    firstDay,
    lastDay,
  })
  useEffect(() => {
    // For the browser's cache: the first step needs it. If it does not arrive now, that step asks again.
    void fetch(catalogueUrl).catch(() => null)
  }, [])
  return (
    <Form className="hero__form cells g-3 mt-4" action="/" aria-label="Your move" onSubmit={check} noValidate>
      <div className="ab holds cells g-2-3 level">
        <span className="route__pin" aria-hidden="true">
          A
        </span>
        <PostcodeField
          hideLabel
          label="Moving from, postcode"
          name="from"
          placeholder="Moving from (postcode)"
          value={from}
          error={errors.from}
          notice={questions.from}
          onChange={setFrom}
          autoComplete="postal-code"
        />
        <span className="route__pin ab__b" aria-hidden="true">
          B
        </span>
        <PostcodeField
          hideLabel
          label="Moving to, postcode"
          name="to"
          placeholder="Moving to (postcode)"
          value={to}
          error={errors.to}
          notice={questions.to}
          onChange={setTo}
        />
        <IconButton
          className="ab__swap"
          icon={ArrowUpDown}
          label="Swap from and to"
          onClick={() => {
            setFrom(to)
            setTo(from)
          }}
        />
      </div>
      {asksWhat ? (
        <Segmented legend="What are you moving?" name="what" choices={whatChoices} defaultValue={entered.what} />
      ) : what ? (
        <input type="hidden" name="what" value={what} />
      ) : null}
      <InputField
        hideLabel
        label="Moving date"
        icon={<Icon of={Calendar} />}
        type="date"
        name="date"
        min={firstDay}
        max={lastDay}
        defaultValue={entered.date}
        error={errors.date}
        onInput={clearDayError}
      />
      <Button type="submit" look="primary" size="big" busy={isBusy} data-needs-script>
        Compare prices
      </Button>
      {isOffline ? (
        <p className="error" role="alert">
          You’re offline. Check your connection and press it again.
        </p>
      ) : null}
    </Form>
  )
}

interface MoveFormProps extends MoveDays {
  what?: WhatMoves
  asksWhat?: boolean
  entered?: EnteredMove
}

const ENDS = ['from', 'to'] as const
type End = (typeof ENDS)[number]

/** The next step says the same again, so a slow answer is not waited for. */
const PATIENCE_MS = 4000

/**
 * Checks both postcodes and the day before the move goes on to the first step: a place or day that cannot be priced is
 * refused here, and an unknown postcode is questioned once; submitted again, it is accepted.
 */
function useCheckedMove(ends: Record<End, string>, entered: EnteredMove, days: MoveDays) {
  const submit = useSubmit()
  const [checked, setChecked] = useState<Checked>({ of: entered, errors: entered.errors, unknown: [], samePlace: null })
  const [wrongDay, setWrongDay] = useState(entered.errors.date)
  const [isBusy, setBusy] = useState(false)
  const [isOffline, setOffline] = useState(false)
  const questioned = useRef(new Set<string>())

  const goOn = async (form: HTMLFormElement) => {
    // What stands in the fields: a press that waited for this page's script comes before React knows what was typed.
    const data = new FormData(form)
    const sent = { from: textIn(data, 'from'), to: textIn(data, 'to') }
    const day = dayTrouble(form, days)
    setWrongDay(day)
    setOffline(false)
    setBusy(true)
    const found = navigator.onLine ? await checkEnds(sent) : checkAlone(sent)
    setBusy(false)
    setChecked(found)
    const open = found.unknown.filter((postcode) => !questioned.current.has(postcode))
    const isSamePlace = found.samePlace !== null && !questioned.current.has(`same ${found.samePlace}`)
    const end =
      ENDS.find((one) => found.errors[one] ?? open.includes(spelt(sent[one]))) ?? (isSamePlace ? 'to' : undefined)
    const wrong = end ?? (day === undefined ? undefined : 'date')
    // Without signal the next page would not come, and this one would go with what was typed.
    if (wrong === undefined)
      return navigator.onLine ? submit(form, { action: '/additional-services' }) : setOffline(true)
    for (const postcode of open) questioned.current.add(postcode)
    if (isSamePlace) questioned.current.add(`same ${found.samePlace}`)
    const field = form.elements.namedItem(wrong)
    // Focuses the field in the next frame, once its error describes it.
    if (field instanceof HTMLElement) requestAnimationFrame(() => field.focus())
    return undefined
  }

  // An error applies to the postcode that was sent; to one end alone if the other had its own error.
  const isSame = (end: End) => spelt(ends[end]) === spelt(checked.of[end])
  const errorOf = (end: End, other: End) =>
    isSame(end) && (isSame(other) || checked.errors[other]) ? checked.errors[end] : undefined
  const isStillSame = spelt(ends.from) === spelt(ends.to) && spelt(ends.to) === checked.samePlace
  const samePlaceError = isStillSame ? SAME_PLACE : undefined
  const questionOf = (end: End) =>
    checked.unknown.includes(spelt(ends[end])) ? unlistedMessage(spelt(ends[end])) : null
  return {
    errors: { from: errorOf('from', 'to'), to: errorOf('to', 'from') ?? samePlaceError, date: wrongDay },
    questions: { from: questionOf('from'), to: questionOf('to') },
    isBusy,
    isOffline,
    /** The error was about the previous day. */
    forgetDay: () => setWrongDay(undefined),
    check: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (!isBusy) void goOn(event.currentTarget)
    },
  }
}

function dayTrouble(form: HTMLFormElement, days: MoveDays): string | undefined {
  const field = form.elements.namedItem('date')
  if (!(field instanceof HTMLInputElement)) return undefined
  // An incomplete date has no value; only the browser knows that something has been entered.
  if (field.validity.badInput) return 'Enter the whole date, or none.'
  return field.value === '' ? undefined : wrongMoveDay(field.value, days)
}

/** Normalised postcode or district; other text is only trimmed. */
const spelt = (text: string): string => normalisePlace(text) ?? text.trim()

interface Checked {
  of: Record<End, string>
  errors: Partial<Record<End, string>>
  unknown: readonly string[]
  /** Postcode of both ends, if they are the same. */
  samePlace: string | null
}

/** Refused once: a move within one postcode is possible, and the route step asks for the house at both ends. */
const SAME_PLACE =
  'Pick-up and drop-off have the same postcode. Correct one, or press again if you’re moving within it.'

/** The postcode of both ends; null if they differ or one is empty. */
const samePlaceOf = ({ from, to }: Record<End, string>): string | null =>
  spelt(from) !== '' && spelt(from) === spelt(to) ? spelt(from) : null

const noProblems: Checked = { of: { from: '', to: '' }, errors: {}, unknown: [], samePlace: null }

/** Checks both ends as far as this page can without the server. */
const checkAlone = (ends: Record<End, string>): Checked => {
  const errorOf = (text: string) => (text.trim() === '' || normalisePlace(text) ? undefined : notAPlace(text))
  return {
    ...noProblems,
    of: ends,
    errors: { from: errorOf(ends.from), to: errorOf(ends.to) },
    samePlace: samePlaceOf(ends),
  }
}

/** A failed check counts as no error: the route step checks again. */
async function checkEnds(ends: Record<End, string>): Promise<Checked> {
  try {
    const answer = await fetch(`/api/postcodes/check/?${new URLSearchParams(ends).toString()}`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const found = (await answer.json()) as { errors?: Partial<Record<End, string[]>>; unknown_postcodes?: string[] }
    const errors = answer.status === 422 ? found.errors : undefined
    return {
      of: ends,
      errors: { from: errors?.from?.[0], to: errors?.to?.[0] },
      unknown: found.unknown_postcodes ?? [],
      samePlace: samePlaceOf(ends),
    }
  } catch {
    return { ...noProblems, of: ends, samePlace: samePlaceOf(ends) }
  }
}

/** The move form as a page beside other things has it. */
export function MoveSign({ title, days, what, note }: MoveSignProps) {
  return (
    <Sign aria-labelledby="move">
      <h2 className="h3" id="move">
        {title}
      </h2>
      <MoveForm {...days} what={what} />
      <p className="small mt-3 on-sign-2">{note ?? 'No account needed to see every price.'}</p>
    </Sign>
  )
}

interface MoveSignProps {
  title: ReactNode
  days: MoveDays
  what?: WhatMoves
  note?: string
}
