import {
  createContext,
  Fragment,
  useContext,
  useEffect,
  useRef,
  useState,
  type FormEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { useFetcher } from 'react-router'
import { countOf } from '#shared/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { FieldError } from '#web/ui/field.tsx'
import { Actions } from '#web/ui/page.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { useUnsaved } from '#web/ui/unsaved.tsx'
import { errorAt, formProblemOf, type Answer } from './answer.ts'

/** Replaces the button once everything is saved: the link to the next page of the setup. */
export const AfterSaving = createContext<ReactNode>(null)

interface SettingsFormProps {
  /** Identifies the form to the page's action. */
  intent: string
  /** "Save terms" */
  save: string
  /** "Terms saved" */
  done: string
  /** What the form still lacks although it was saved: "the insurance number". */
  missing?: readonly string[]
  /** Values besides the fields: the unit. */
  hidden?: Record<string, string>
  className?: string
  /** Whether the fields are cleared once saved. */
  isEmptied?: boolean
  hasNext?: boolean
  /** Receives a function for the error of a field, by its path on the wire. */
  children: (errorOf: (path: string) => string | undefined) => ReactNode
}

/** A settings form: fields that keep their own text, and a bar at the foot that counts, undoes and saves changes. */
export function SettingsForm({
  intent,
  save,
  done,
  missing = [],
  hidden,
  className,
  isEmptied,
  hasNext,
  children,
}: SettingsFormProps) {
  // The key contains the unit, so that an answer about one van is not shown for the next.
  const fetcher = useFetcher<Answer>({ key: `settings-${intent}-${hidden?.['unitId'] ?? ''}` })
  const form = useRef<HTMLFormElement>(null)
  const [resets, setResets] = useState(0)
  const { changes, recount } = useChanges(form)
  const saved = fetcher.state === 'idle' ? fetcher.data : undefined
  const sent = useRef<FormData>(null)
  const text = missing.length > 0 ? `Still missing: ${missing.join(', ')}.` : undefined
  useSavedToast(saved, { title: done, text }, form, () => {
    if (isEmptied && saved?.ok) form.current?.reset()
    else if (saved?.ok && form.current && sent.current) takeOver(form.current, sent.current)
    recount()
  })
  const remember = (event: FormEvent<HTMLFormElement>) => {
    sent.current = new FormData(event.currentTarget)
  }
  return (
    <fetcher.Form
      method="post"
      ref={form}
      className={className}
      data-asks-to-leave=""
      noValidate
      onInput={recount}
      onSubmit={remember}
      onReset={() => {
        setResets((before) => before + 1)
        requestAnimationFrame(recount)
      }}
    >
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(hidden ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {/* Fields that show or hide others are reset too. */}
      <Fragment key={resets}>{children((path) => errorAt(saved, path))}</Fragment>
      <SaveBar
        changes={changes}
        isUnsaved={() => form.current !== null && changedFields(form.current).size > 0}
        save={save}
        isBusy={fetcher.state !== 'idle'}
        problem={formProblemOf(saved)}
        hasNext={hasNext}
      >
        <Button type="reset" look="quiet">
          Undo
        </Button>
      </SaveBar>
    </fetcher.Form>
  )
}

interface SaveBarProps {
  changes: number
  /** Where it may be true before `changes` says so. */
  isUnsaved?: () => boolean
  /** Replaces the number of changes. */
  answer?: string
  detail?: string
  save: string
  isBusy: boolean
  problem: string | null
  /** Saves from a bar outside the form. */
  onSave?: () => void
  /** During setup, saving leads to the next page; false if this page continues further down. */
  hasNext?: boolean
  /** Beside the button whether anything has changed or not, such as steps back and forth. */
  tools?: ReactNode
  children?: ReactNode
}

/** Asks before leaving with unsaved changes. */
export function SaveBar({
  changes,
  isUnsaved,
  answer,
  detail,
  save,
  isBusy,
  problem,
  onSave,
  hasNext = true,
  tools,
  children,
}: SaveBarProps) {
  useUnsaved(isUnsaved ?? changes > 0)
  const afterSaving = useContext(AfterSaving)
  const next = hasNext && changes === 0 && !isBusy ? afterSaving : null
  const [statusText, more] = next
    ? ['Saved']
    : changes === 0
      ? [answer ?? 'No changes', detail]
      : [answer ?? countOf(changes, 'change'), 'Not saved yet']
  return (
    // Sticky only while there is something to save, or a way on.
    <section aria-label={save} className={classNames('bar-end sticks', changes === 0 && !next && 'is-quiet')}>
      {problem ? (
        <div className="bar-end__problem" role="alert">
          <FieldError error={problem} />
        </div>
      ) : null}
      <Actions answer={statusText} detail={more}>
        {tools}
        {changes > 0 ? children : null}
        {next ?? (
          <Button
            type={onSave ? 'button' : 'submit'}
            look={changes > 0 ? 'primary' : 'plain'}
            size="big"
            busy={isBusy}
            onClick={onSave}
          >
            {save}
          </Button>
        )}
      </Actions>
    </section>
  )
}

/** Confirms once that it is saved, or scrolls to the first wrong field. */
export function useSavedToast(
  saved: Answer | undefined,
  done: { title: string; text?: string | undefined },
  form: RefObject<HTMLFormElement | null>,
  onSaved: () => void,
): void {
  const showToast = useToast()
  const announced = useRef<unknown>(undefined)
  useEffect(() => {
    if (saved === undefined || announced.current === saved) return
    announced.current = saved
    if (saved.ok) showToast({ title: done.title, ...(done.text ? { text: done.text } : {}) })
    else form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    onSaved()
  }, [saved, done, form, onSaved, showToast])
}

/** How many fields differ from the page's data. */
function useChanges(form: RefObject<HTMLFormElement | null>) {
  const [changes, setChanges] = useState(0)
  const recount = () => setChanges(form.current ? changedFields(form.current).size : 0)
  // Saved values arrive as defaults one render later.
  useEffect(() => {
    const frame = requestAnimationFrame(recount)
    return () => cancelAnimationFrame(frame)
  })
  return { changes, recount }
}

// What has been changed in a form whose fields keep their own text.

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The names of fields that differ from what is saved. */
const changedFields = (form: HTMLFormElement): Set<string> =>
  new Set(fieldsIn(form).flatMap((field) => (isChanged(field) ? [field.name] : [])))

/**
 * What was sent is saved now, as the server writes it: "20" is "20.00" from here on. A field in which something has been typed since
 * keeps that.
 */
function takeOver(form: HTMLFormElement, sent: FormData): void {
  for (const field of fieldsIn(form)) {
    if (field.value !== sent.get(field.name)) continue
    // React sets the defaults of the others, but of a choice only once.
    if (field instanceof HTMLSelectElement) {
      for (const option of field.options) option.defaultSelected = option.selected
    } else if (!isTicked(field)) field.value = savedOf(field)
  }
}

const fieldsIn = (form: HTMLFormElement): Field[] => [...form.elements].filter(isField)

const isField = (element: Element): element is Field =>
  (element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && element.type !== 'hidden' && element.type !== 'file')) &&
  element.name !== ''

const isTicked = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)

/** A field that React controls has what is typed as its default, and says itself what is saved. */
const savedOf = (field: HTMLInputElement | HTMLTextAreaElement): string => field.dataset['saved'] ?? field.defaultValue

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return Array.from(field.options).some((option) => option.selected !== option.defaultSelected)
  return isTicked(field) ? field.checked !== field.defaultChecked : field.value !== savedOf(field)
}
