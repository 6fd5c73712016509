import { Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useFetcher, useNavigate } from 'react-router'
import type { listDecisions } from '#modules/onboarding/decisions/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { sentText } from '../verifications/verification-texts.ts'
import { useShortcuts } from './shortcuts.tsx'

type OwnDecisions = AnswerOf<typeof listDecisions>
type OwnDecision = OwnDecisions[number]

/**
 * What was sent a moment ago, with the way back. The seconds are only shown; the button of the last decision stays until it is pressed
 * or the next decision is made, and says so if it comes too late.
 */
export function SentDecisions({ decisions, now }: { decisions: OwnDecisions; now: string }) {
  const [seen, setSeen] = useState<OwnDecisions>(decisions)
  const [undone, setUndone] = useState<readonly string[]>([])
  const undoable = listUndoable(seen, decisions, now).filter(({ id }) => !undone.includes(id))
  if (undoable.map(({ id }) => id).join() !== seen.map(({ id }) => id).join()) setSeen(undoable)
  const list = useRef<HTMLUListElement>(null)
  useShortcuts([{ key: 'u', name: 'Go to “Undo”', run: () => list.current?.querySelector('button')?.focus() }])
  if (undoable.length === 0) return null
  return (
    <ul ref={list} className="list cells g-2 mb-4" aria-label="Sent a moment ago">
      {undoable.map((decision) => (
        <SentDecision
          key={decision.id}
          decision={decision}
          now={now}
          onUndone={() => setUndone((before) => [...before, decision.id])}
        />
      ))}
    </ul>
  )
}

interface SentDecisionProps {
  decision: OwnDecision
  now: string
  onUndone: () => void
}

function SentDecision({ decision, now, onUndone }: SentDecisionProps) {
  const { id, about, kind, subjectId } = decision
  const fetcher = useFetcher<Answer>()
  const showToast = useToast()
  const navigate = useNavigate()
  const seconds = useSecondsLeft(decision.undoUntil, now)
  const saved = fetcher.state === 'idle' ? fetcher.data : undefined
  useEffect(() => {
    if (!saved?.ok) return
    showToast({ title: 'Undone', text: `${about} has been restored. No one was notified.` })
    onUndone()
    void navigate(kind === 'person' ? `/admin/verifications/people?person=${subjectId}` : addressOf(decision))
    // Only the answer, once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [saved])
  const undo = () =>
    void fetcher.submit(
      { intent: 'undo', decisionId: id },
      { method: 'post', action: '/admin/verifications', encType: 'application/json' },
    )
  const problem = saved && !saved.ok ? saved.detail : null
  return (
    <li className="card flex wraps level apart g-2-4 p-3-4 t-sm">
      <output>
        <b>{about}</b>: {sentText(decision)}.{' '}
        <span className="muted">
          {seconds > 0 ? 'The driver will be told once the minute is up' : 'The driver has been told'}
          <span className="num" aria-hidden="true">
            {seconds > 0 ? ` (${seconds} s)` : ''}
          </span>
        </span>
      </output>
      <FieldError error={problem} />
      {problem ? null : (
        <Button size="small" icon={Undo2} busy={fetcher.state !== 'idle'} onClick={undo}>
          Undo<span className="vh"> the decision about {about}</span>
        </Button>
      )}
    </li>
  )
}

const addressOf = ({ kind, subjectId }: OwnDecision): string =>
  kind === 'documents' ? `/admin/verifications?unit=${subjectId}` : `/admin/stopped?unit=${subjectId}`

/** By this page's own clock from when it was loaded: the server's may be another. */
function useSecondsLeft(undoUntil: string, now: string): number {
  const [passed, setPassed] = useState({ since: now, seconds: 0 })
  useEffect(() => {
    const start = performance.now()
    const timer = setInterval(() => setPassed({ since: now, seconds: (performance.now() - start) / 1000 }), 1000)
    return () => clearInterval(timer)
  }, [now])
  return secondsLeft(undoUntil, now, passed.since === now ? passed.seconds : 0)
}

// Which of the decisions just sent are still shown, and for how long they can be undone.

interface Sent {
  id: string
  undoUntil: string
}

/**
 * Decisions that can still be undone, newest first. The last one stays whatever its time, because its button remains
 * until it is refused.
 */
export function listUndoable<One extends Sent>(
  seen: readonly One[],
  listed: readonly One[],
  now: string,
): readonly One[] {
  const all = [...listed, ...seen.filter(({ id }) => !listed.some((one) => one.id === id))]
  const newestFirst = all.toSorted((a, b) => b.undoUntil.localeCompare(a.undoUntil))
  return newestFirst.filter(({ undoUntil }, index) => index === 0 || undoUntil > now)
}

/** Whole seconds, none below zero; `passed` are the seconds since `now` was asked. */
export const secondsLeft = (undoUntil: string, now: string, passed: number): number =>
  Math.max(0, Math.ceil((Date.parse(undoUntil) - Date.parse(now)) / 1000 - passed))
