import { useRef, useState, type SubmitEvent } from 'react'
import { useSubmit } from 'react-router'
import { unlistedMessage } from '#modules/geo/rules.ts'
import { normalisePostcode } from '#shared/uk-postcode.ts'

const ENDS = ['from', 'to'] as const
type End = (typeof ENDS)[number]
type Sentences = Partial<Record<End, string>>

/** The next step says the same again, so a slow answer is not waited for. */
const PATIENCE_MS = 4000

/**
 * Asks about both postcodes before the move goes on to the first step: what cannot be priced is said here already, and a postcode that the
 * data does not name is asked about once; sent again it goes on.
 */
export function useCheckedMove() {
  const submit = useSubmit()
  const [errors, setErrors] = useState<Sentences>({})
  const [questions, setQuestions] = useState<Sentences>({})
  const [isBusy, setBusy] = useState(false)
  const asked = useRef(new Set<string>())

  const goOn = async (form: HTMLFormElement) => {
    setBusy(true)
    const checked = await checkEnds(new FormData(form))
    setBusy(false)
    const open = checked.unknown.filter(({ postcode }) => !asked.current.has(postcode))
    setErrors(checked.errors)
    setQuestions(Object.fromEntries(checked.unknown.map(({ end, postcode }) => [end, unlistedMessage(postcode)])))
    const wrong = ENDS.find((end) => checked.errors[end]) ?? open[0]?.end
    if (wrong === undefined) return submit(form)
    for (const { postcode } of open) asked.current.add(postcode)
    const field = form.elements.namedItem(wrong)
    // Once the field is described by what is said of it.
    if (field instanceof HTMLElement) requestAnimationFrame(() => field.focus())
    return undefined
  }
  return {
    errors,
    questions,
    isBusy,
    check: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (!isBusy) void goOn(event.currentTarget)
    },
    /** What was said is of the text that was sent. */
    forget: (end: End) => {
      setErrors(({ [end]: _, ...others }) => others)
      setQuestions(({ [end]: _, ...others }) => others)
    },
  }
}

interface Checked {
  errors: Sentences
  unknown: { end: End; postcode: string }[]
}

/** Nothing is wrong where nobody answers: the route step asks again. */
async function checkEnds(data: FormData): Promise<Checked> {
  const ends = ENDS.map((end) => [end, String(data.get(end) ?? '')])
  try {
    const answer = await fetch(`/api/postcodes/check/?${new URLSearchParams(ends).toString()}`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const found = (await answer.json()) as { errors?: Partial<Record<End, string[]>>; unknown_postcodes?: string[] }
    const errors = answer.status === 422 ? found.errors : undefined
    return {
      errors: Object.fromEntries(ENDS.flatMap((end) => (errors?.[end]?.[0] ? [[end, errors[end][0]]] : []))),
      unknown: ENDS.flatMap((end) => {
        const postcode = normalisePostcode(String(data.get(end) ?? ''))
        return postcode !== null && found.unknown_postcodes?.includes(postcode) ? [{ end, postcode }] : []
      }),
    }
  } catch {
    return { errors: {}, unknown: [] }
  }
}
