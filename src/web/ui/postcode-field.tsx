import { useEffect, useId, useLayoutEffect, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react'
import { isPartialPostcode, normalisePlace, normalisePostcode } from '#shared/uk-postcode.ts'
import { Field, type FieldProps, type Noticed } from './field.tsx'

type PostcodeFieldProps = FieldProps &
  Noticed & {
    id?: string
    name?: string
    placeholder?: string
    required?: boolean
    /** What a browser may fill in: 'postal-code' where it is the visitor's own. */
    autoComplete?: string
    /** With `value` it is controlled, without it the field keeps its own text. */
    value?: string
    defaultValue?: string
    onChange?: (postcode: string) => void
    onBlur?: () => void
  }

interface Suggestion {
  postcode: string
  place: string
}

/** As long as a place's name may be: it finds its districts. */
const MAX_TYPED = 40

/** A UK postcode, or its first half, with suggestions by postcode and by the place's name. If the lookup fails it is an ordinary field. */
export function PostcodeField(props: PostcodeFieldProps) {
  const { label, hint, error, notice, optional, hideLabel, width, className } = props
  const [own, setOwn] = useState(props.defaultValue ?? '')
  const [saved, setSaved] = useState(props.defaultValue)
  // Saved as it is written: what was typed is the same postcode.
  if (props.defaultValue !== saved) {
    setSaved(props.defaultValue)
    if (normalisePlace(own) === props.defaultValue) setOwn(props.defaultValue)
  }
  const text = props.value ?? own
  const change = (value: string) => {
    setOwn(value)
    props.onChange?.(value)
  }
  const input = useRef<HTMLInputElement>(null)
  const list = useSuggestions(text, change)
  // Text typed before hydration is only in the element; React would clear it on the first change.
  useLayoutEffect(() => {
    const elementText = input.current?.value ?? ''
    if (elementText === text) return
    change(elementText)
    // On a slow phone it may all have been typed by now: it is suggested for like any other.
    if (document.activeElement === input.current) list.suggest(elementText)
    // oxlint-disable-next-line react/exhaustive-deps -- once, at hydration
  }, [])
  const listId = useId()
  return (
    <Field {...{ label, hint, error, notice, optional, hideLabel, width, className }} id={props.id}>
      {(wiring) => (
        <div className="suggest holds">
          <input
            {...wiring}
            ref={input}
            className="input input--postcode"
            name={props.name}
            data-saved={props.value === undefined ? (props.defaultValue ?? '') : undefined}
            placeholder={props.placeholder}
            required={props.required}
            value={text}
            maxLength={MAX_TYPED}
            autoComplete={props.autoComplete ?? 'off'}
            autoCapitalize="characters"
            spellCheck={false}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={list.isOpen}
            aria-controls={listId}
            aria-activedescendant={list.active >= 0 ? `${listId}-${list.active}` : undefined}
            onChange={list.onType}
            onKeyDown={list.onKeyDown}
            onBlur={() => {
              list.close()
              const place = normalisePlace(text)
              if (place && place !== text) change(place)
              props.onBlur?.()
            }}
          />
          <SuggestionList id={listId} list={list} />
        </div>
      )}
    </Field>
  )
}

// HTML has no text field with a list that can be navigated by keyboard; the combobox pattern needs these roles.
function SuggestionList({ id, list }: { id: string; list: ReturnType<typeof useSuggestions> }) {
  return (
    <div
      className="suggest__list afloat scrolls r-control bg-surface ink raised"
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="listbox"
      aria-label="Suggested postcodes"
      hidden={!list.isOpen}
    >
      {list.places.map(({ postcode, place }, index) => (
        <div
          key={postcode}
          id={`${id}-${index}`}
          className="suggest__one flex level tall p-0-3 r-plate mid pressable"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="option"
          tabIndex={-1}
          aria-selected={index === list.active}
          // Before the field loses focus, so that the press counts.
          onPointerDown={(event) => {
            event.preventDefault()
            list.choose(postcode)
          }}
        >
          {postcode}
          {/* A space, so that it is read as two words. */}{' '}
          <span className="suggest__place clip muted regular tight-0 dots one-line">{place}</span>
        </div>
      ))}
    </div>
  )
}

interface OpenRequest {
  timer?: ReturnType<typeof setTimeout>
  request?: AbortController
}

function abortRequest({ timer, request }: OpenRequest) {
  clearTimeout(timer)
  request?.abort()
}

function useSuggestions(text: string, change: (postcode: string) => void) {
  const [active, setActive] = useState(-1)
  const [places, setPlaces] = useState<Suggestion[]>([])
  const latest = useRef<OpenRequest>({})

  const show = (found: Suggestion[]) => {
    setPlaces(found)
    setActive(-1)
  }
  const ask = async (query: string) => {
    const request = new AbortController()
    latest.current.request = request
    const found = await suggestionsFor(query, request.signal)
    if (!request.signal.aborted) show(found)
  }
  useEffect(() => {
    const current = latest.current
    return () => abortRequest(current)
  }, [])

  const isOpen = places.length > 0
  const close = () => {
    abortRequest(latest.current)
    show([])
  }
  const choose = (postcode: string) => {
    change(postcode)
    close()
  }
  const suggest = (query: string) => {
    abortRequest(latest.current)
    latest.current.timer = setTimeout(() => void ask(query), 150)
  }
  const onType = (event: ChangeEvent<HTMLInputElement>) => {
    const { value } = event.target
    // A place's name stays as it is typed; what has a digit is a postcode.
    const newText = /\d/.test(value) ? value.toUpperCase() : value
    change(newText)
    suggest(newText)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return
    const count = places.length
    if (event.key === 'ArrowDown') setActive((active + 1) % count)
    else if (event.key === 'ArrowUp') setActive((active <= 0 ? count : active) - 1)
    else if (event.key === 'Enter' && active >= 0) choose(places[active]?.postcode ?? text)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { isOpen, places, active, close, choose, suggest, onType, onKeyDown }
}

/** Places beginning with `text`; none on any failure (spec §7), and none where the only one is what was typed. */
async function suggestionsFor(text: string, signal: AbortSignal): Promise<Suggestion[]> {
  const query = text.trim()
  if (query.length < (isPartialPostcode(query) ? 2 : 3)) return []
  try {
    const answer = await fetch(`/api/postcodes/suggestions/?text=${encodeURIComponent(query)}`, { signal })
    const found = answer.ok ? ((await answer.json()) as Suggestion[]) : []
    return found.length === 1 && found[0]?.postcode === normalisePostcode(query) ? [] : found.slice(0, 8)
  } catch {
    return []
  }
}
