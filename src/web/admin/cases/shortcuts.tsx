import { Keyboard, Eye } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { lookAt } from '#modules/onboarding/verification/contract.ts'
import { PRESENCE_INTERVAL_SECONDS } from '#modules/onboarding/verification/rules.ts'
import { apiFetch, readAnswer } from '#web/kit/session/api-fetch.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/choice.tsx'
import { useDialogs, Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/badge.tsx'

export interface Shortcut {
  key: string
  /** "Approve this document" */
  name: string
  run: () => void
}

const STORED = 'desk-keys'

function areKeysOn(): boolean {
  try {
    return localStorage.getItem(STORED) !== 'off'
  } catch {
    return true
  }
}

function turnKeys(isOn: boolean): void {
  try {
    localStorage.setItem(STORED, isOn ? 'on' : 'off')
  } catch {
    // A browser that stores nothing keeps them on.
  }
}

const NO_TEXT = ['checkbox', 'radio', 'button', 'submit']

/** Whether keys are text here. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !NO_TEXT.includes(target.type)
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

/**
 * Runs these shortcuts unless the user is typing or a dialog is open. Single-letter keys can be switched off, as speech
 * input needs it.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !areKeysOn()) return
    if (isTyping(event.target) || document.querySelector('dialog[open]')) return
    const shortcut = shortcuts.find(({ key }) => key === event.key)
    if (!shortcut) return
    event.preventDefault()
    shortcut.run()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Names of the desk's keys, for the list. */
export const DESK_KEYS: readonly { key: string; name: string }[] = [
  { key: 'j', name: 'Next in the queue' },
  { key: 'k', name: 'Previous in the queue' },
  { key: 'n', name: 'Next document' },
  { key: 'p', name: 'Previous document' },
  { key: 't', name: 'Tick the next field of this document' },
  { key: 'a', name: 'Approve this document' },
  { key: 'x', name: 'Refuse this document' },
  { key: 's', name: 'Go to “Send decision”' },
  { key: 'u', name: 'Go to “Undo”' },
  { key: '?', name: 'This list' },
]

const PAPER_KEYS: readonly { key: string; name: string }[] = [
  { key: 'Page Down, Page Up', name: 'Next page, previous page' },
  { key: '+, -', name: 'Larger, smaller' },
  { key: 'r', name: 'Turn the page' },
]

/** The button that lists the keys; `?` does the same. */
export function ShortcutsButton() {
  const { open } = useDialogs()
  const list = () => open(<ShortcutsDialog />)
  useShortcuts([{ key: '?', name: 'This list', run: list }])
  return (
    <Button size="small" icon={Keyboard} className="phone-hide" onClick={list}>
      Keyboard
    </Button>
  )
}

function ShortcutsDialog() {
  const [isOn, setOn] = useState(areKeysOn)
  return (
    <Dialog title="Keyboard shortcuts">
      <Keys label="At the desk" keys={DESK_KEYS} />
      <h3 className="h4">While a paper has the focus</h3>
      <Keys label="While a paper has the focus" keys={PAPER_KEYS} />
      <div className="row row--apart">
        <span>Keys at the desk</span>
        <Switch
          label="Keys at the desk"
          checked={isOn}
          onChange={(event) => {
            turnKeys(event.target.checked)
            setOn(event.target.checked)
          }}
        />
      </div>
    </Dialog>
  )
}

const Keys = ({ label, keys }: { label: string; keys: readonly { key: string; name: string }[] }) => (
  <ul className="keys cells g-1 t-sm list" aria-label={label}>
    {keys.map(({ key, name }) => (
      <li key={key}>
        <kbd className="r-small mid t-center">{key}</kbd> {name}
      </li>
    ))}
  </ul>
)

/** Says that this is open here, while the page is visible, and answers who else has it open. */
function useLooking(subjectId: string, known: readonly string[]): readonly string[] {
  const [latestAnswer, setHeard] = useState<{ subjectId: string; others: readonly string[] } | null>(null)
  useEffect(() => {
    let isCancelled = false
    const look = async () => {
      if (document.hidden) return
      const others = await reportPresence(subjectId)
      if (others && !isCancelled) setHeard({ subjectId, others })
    }
    void look()
    const timer = setInterval(() => void look(), PRESENCE_INTERVAL_SECONDS * 1000)
    return () => {
      isCancelled = true
      clearInterval(timer)
    }
  }, [subjectId])
  // Leaving the desk reports that no unit is open here.
  useEffect(() => () => void reportPresence(null), [])
  return latestAnswer?.subjectId === subjectId ? latestAnswer.others : known
}

async function reportPresence(subjectId: string | null): Promise<readonly string[] | undefined> {
  const answer = await apiFetch('/api/admin/looking/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ subject_id: subjectId }),
    keepalive: true,
  }).catch(() => null)
  return answer?.ok ? (await readAnswer<typeof lookAt>(answer)).others : undefined
}

/** "Ana is looking at this" */
export function Looking({ subjectId, known }: { subjectId: string; known: readonly string[] }) {
  const others = useLooking(subjectId, known)
  return (
    <p className="looking small" aria-live="polite">
      {others.length > 0 ? (
        <>
          <Icon of={Eye} /> {others.join(' and ')} {others.length > 1 ? 'are' : 'is'} looking at this
        </>
      ) : null}
    </p>
  )
}
