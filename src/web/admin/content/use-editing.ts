import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { formatDayTime } from '#shared/local-time.ts'
import { useToast, type ToastContent } from '#web/ui/toast.tsx'
import type { Done, Edited, Submitted, Theirs } from './edit.server.ts'
import type { Loaded } from './editor.tsx'
import { editAddress } from './page-texts.ts'
import { errorsByField, isSame, typedOf, type TypedDraft } from './draft-form.tsx'

type EditAction = Submitted['intent']

export interface Editing {
  draft: TypedDraft
  change: (fields: Partial<TypedDraft>) => void
  isChanged: boolean
  /** The version on which the next one is made. */
  version: number
  /** Action in progress. */
  busy: EditAction | null
  errors: Record<string, string>
  /** Error that belongs to no field. */
  problem: string | null
  theirs: Theirs | null
  /** Saves the text first if it has been changed. */
  act: (submitted: WithText | Exclude<Submitted, { draft: unknown }>) => void
  /** The next text is made on theirs; mine stays in the fields. */
  chooseMine: () => void
  takeTheirs: () => void
  /** Last link that was made. */
  link: { path: string; until: string } | null
}

type WithText = { intent: 'save' | 'publish' | 'link' } | { intent: 'schedule'; day: string; time: string }

const isWithText = (submitted: { intent: EditAction }): submitted is WithText =>
  ['save', 'publish', 'link', 'schedule'].includes(submitted.intent)

/** The text in the fields, what of it is saved, and what is done with it. */
export function useEditing({ page, text, attempt: firstAttempt }: Loaded, onScheduled: () => void): Editing {
  const fetcher = useFetcher<Edited>()
  const showToast = useToast()
  const [attempt] = useState(firstAttempt)
  const [draft, setTyped] = useState(() => typedOf(text))
  const [saved, setSaved] = useState({ typed: draft, version: text.number })
  const [theirs, setTheirs] = useState<Theirs | null>(null)
  const [link, setLink] = useState<Editing['link']>(null)
  const [act, setAct] = useState<EditAction | null>(null)
  const sent = useRef<TypedDraft>(draft)
  const isChanged = !isSame(draft, saved.typed)

  const take = useEffectEvent((answer: Edited) => {
    if (answer.saved !== undefined) setSaved({ typed: sent.current, version: answer.saved })
    setTheirs(answer.theirs ?? null)
    if (!answer.ok) return
    setLink(answer.data.act === 'link' ? answer.data : null)
    if (answer.data.act === 'schedule') onScheduled()
    const toast = toastFor(answer.data)
    if (toast) showToast(toast)
  })
  const { data, state } = fetcher
  useEffect(() => {
    if (data) take(data)
  }, [data])

  const submit = (submitted: Submitted) => {
    if (state !== 'idle') return
    setAct(submitted.intent)
    void fetcher.submit(JSON.stringify(submitted), {
      method: 'post',
      action: editAddress(page.id),
      encType: 'application/json',
    })
  }
  const refused = state === 'idle' && data && !data.ok ? data : undefined
  const errors = errorsByField(refused?.errors)
  return {
    draft,
    change: (fields) => setTyped((before) => ({ ...before, ...fields })),
    isChanged,
    version: saved.version,
    busy: state === 'idle' ? null : act,
    errors,
    problem: refused && !theirs ? problemIn(refused.detail, errors) : null,
    theirs,
    act: (submitted) => {
      if (!isWithText(submitted)) return submit(submitted)
      sent.current = draft
      submit({ ...submitted, version: saved.version, draft: isChanged ? draft : null, attempt })
    },
    chooseMine: () => {
      if (!theirs) return
      setSaved({ typed: theirs.draft, version: theirs.version })
      setTheirs(null)
    },
    takeTheirs: () => {
      if (!theirs) return
      setSaved({ typed: theirs.draft, version: theirs.version })
      setTyped(theirs.draft)
      setTheirs(null)
    },
    link,
  }
}

function problemIn(detail: string, errors: Record<string, string>): string {
  const count = Object.keys(errors).length
  return count === 0 ? detail : count === 1 ? (Object.values(errors)[0] ?? detail) : 'Please check the marked fields.'
}

function toastFor(done: Done): ToastContent | null {
  switch (done.act) {
    case 'save':
      return { title: 'Draft saved' }
    case 'publish':
      return { title: 'Published', text: 'It’s on the site now.' }
    case 'schedule':
      return { title: 'Scheduled', text: `It will be published ${formatDayTime(new Date(done.publishedAt))}.` }
    case 'unschedule':
      return { title: 'A draft again', text: 'It won’t be published automatically.' }
    case 'withdraw':
      return { title: 'Withdrawn', text: 'Its address shows a “no longer here” page.' }
    case 'bring-back':
      return { title: 'Back on the site' }
    case 'place':
      return { title: 'Placed', text: 'It’s now in that position on the site.' }
    case 'rename':
      return { title: 'Address changed', text: `It’s now ${done.path}, and the old address leads there.` }
    default:
      return null
  }
}
