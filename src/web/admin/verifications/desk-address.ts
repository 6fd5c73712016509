// The addresses of the desk: filters, the place in the queue and the unit, so that any of them can be sent to a colleague.
import { useEffect, useRef, useState } from 'react'
import { useFetcher, useNavigate } from 'react-router'
import { DOCUMENT_KINDS, DOCUMENT_LABELS } from '#modules/fleet/documents/rules.ts'
import type { Submission } from '#web/kit/documents/document-texts.ts'
import { type Answer, formProblemOf } from '#web/kit/forms/answer.ts'
import { filterAddress, type FilterValues } from '#web/kit/office/office-pages.ts'
import { useToast } from '#web/ui/toast.tsx'
import type { Decision, Judged } from './verification-texts.ts'
import type { Verification } from './verifications.tsx'

type WaitingKind = (typeof DOCUMENT_KINDS)[number] | 'van'

const KINDS: readonly WaitingKind[] = [...DOCUMENT_KINDS, 'van']
const LABELS: Record<WaitingKind, string> = { ...DOCUMENT_LABELS, van: 'Details of the van' }

export const isWaitingKind = (text: string): text is WaitingKind => KINDS.some((kind) => kind === text)

/** The filters above the queue, with how many units wait for each kind. */
export const filtersOf = (waiting: readonly { kind: WaitingKind; count: number }[] = []) =>
  ({
    search: { kind: 'text', label: 'Company, plate or email' },
    kind: {
      kind: 'choice',
      label: 'Waiting with',
      choices: [
        { value: '', label: 'Anything' },
        ...KINDS.map((kind) => {
          const count = waiting.find((one) => one.kind === kind)?.count ?? 0
          return { value: kind, label: count > 0 ? `${LABELS[kind]} (${count})` : LABELS[kind] }
        }),
      ],
    },
  }) as const

export interface DeskPlace {
  values: FilterValues<ReturnType<typeof filtersOf>>
  page: number
  cursor: string | null
}

/** This place of the queue, with a unit open or the first. */
export function deskAddress({ values, page, cursor }: DeskPlace, unitId?: string): string {
  const search = new URLSearchParams(filterAddress(filtersOf(), values, cursor ? 1 : page))
  if (cursor) search.set('after', cursor)
  if (unitId) search.set('unit', unitId)
  return `/admin/verifications${search.size > 0 ? `?${search}` : ''}`
}

interface Queued {
  workingUnit: { id: string }
  looking: readonly string[]
}

/**
 * The unit to decide next: the first one after this in the queue that no other admin has open, else the first of the
 * rest, else none.
 */
export function nextInQueue(queue: readonly Queued[], unitId: string): string | undefined {
  const at = queue.findIndex(({ workingUnit }) => workingUnit.id === unitId)
  const others = [...queue.slice(at + 1), ...queue.slice(0, Math.max(at, 0))]
  return (others.find(({ looking }) => looking.length === 0) ?? others[0])?.workingUnit.id
}

type Document = Verification['documents'][number]
type Verdict = { decision: Decision; reason: string | null }
type Tick = Document['checks'][number]

export interface WaitingDocument {
  document: Document
  submission: Submission
}

export type Deciding = ReturnType<typeof useDeciding>

/**
 * Sends the decisions, and opens the next unit of the queue. Outlives the desk, which is remounted once its documents are decided.
 * `nextOf` answers the address to go on to, or null where the unit still has something to decide on.
 */
export function useDeciding(nextOf: (unitId: string) => string | null) {
  const fetcher = useFetcher<Answer>()
  const showToast = useToast()
  const navigate = useNavigate()
  const sent = useRef<string | null>(null)
  const saved = fetcher.state === 'idle' ? fetcher.data : undefined
  useEffect(() => {
    const unitId = sent.current
    if (!saved?.ok || unitId === null) return
    sent.current = null
    showToast({ title: 'Decision sent', text: 'The driver will be told in a minute unless you undo it.' })
    const next = nextOf(unitId)
    if (next) void navigate(next, { preventScrollReset: false })
    // The next unit takes this one's place and is read from the top, as is what is left of this one.
    document.getElementById('main')?.focus()
    window.scrollTo({ top: 0 })
    // Only the answer, once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [saved])
  return {
    isBusy: fetcher.state !== 'idle',
    problem: formProblemOf(saved) ?? null,
    decide: (
      unitId: string,
      decisions: (Verdict & { documentId: string; ticks: Tick[] })[],
      vanFacts: (Verdict & { id: string }) | null,
    ) => {
      sent.current = unitId
      void fetcher.submit(
        { intent: 'decide', unitId, decisions, vanFacts },
        { method: 'post', action: '/admin/verifications', encType: 'application/json' },
      )
    },
  }
}

/** The decisions of one desk until they are sent. */
export function useDecisions(
  unitId: string,
  waiting: readonly WaitingDocument[],
  factsId: string | null,
  { decide, problem }: Deciding,
) {
  const [judged, setJudged] = useState<readonly Judged[]>(() => {
    const ids = [...(factsId === null ? [] : [factsId]), ...waiting.map(({ submission }) => submission.id)]
    return ids.map((id) => ({ id, decision: null, reason: '' }))
  })
  const [error, setError] = useState<string | null>(null)
  const send = () => {
    const decided = judged.flatMap(({ id, decision, reason, ticks = [] }) =>
      decision ? [{ id, decision, reason: decision === 'refuse' ? reason.trim() : null, ticks }] : [],
    )
    const isUnexplained = decided.some(({ decision, reason }) => decision === 'refuse' && !reason)
    setError(isUnexplained ? 'Give a reason for each refused document: the driver reads it.' : null)
    if (isUnexplained) return
    const documents = decided
      .filter(({ id }) => id !== factsId)
      .map(({ id, ticks, ...verdict }) => ({ documentId: id, ...verdict, ticks: ticksOf(waiting, id, ticks) }))
    const vanFacts = decided.find(({ id }) => id === factsId)
    decide(
      unitId,
      documents,
      vanFacts ? { id: vanFacts.id, decision: vanFacts.decision, reason: vanFacts.reason } : null,
    )
  }
  return {
    judged,
    send,
    judge: (next: Judged) => setJudged((all) => all.map((one) => (one.id === next.id ? next : one))),
    problem: error ?? problem,
  }
}

/** With what was on file as it was compared: the server refuses if that is another by now. */
const ticksOf = (waiting: readonly WaitingDocument[], id: string, fields: readonly string[]): Tick[] =>
  waiting
    .find(({ submission }) => submission.id === id)
    ?.document.checks.filter(({ field }) => fields.includes(field)) ?? []
