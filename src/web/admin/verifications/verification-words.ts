// Texts for the office's desk: what waits, since when, and the effect of a decision.
import { DOCUMENT_LABELS, type DocumentKind } from '#modules/fleet/documents/rules.ts'
import { formatDuration } from '#shared/duration.ts'
import { minutesBetween } from '#shared/local-time.ts'
import type { Document } from '#web/kit/documents/document-words.ts'
import type { HistoryEntry } from '#web/kit/office/history.tsx'

export type Decision = 'approve' | 'refuse'

/** Anything that has waited longer than a day is marked. */
const LATE_MINUTES = 24 * 60

/** "40 min", "6 hours", "2 days". */
export function ageText(since: string, now: Date): string {
  const minutes = Math.max(0, Math.floor(minutesBetween(new Date(since), now)))
  if (minutes < 60) return formatDuration(minutes)
  const [count, unit] =
    minutes < LATE_MINUTES ? [Math.floor(minutes / 60), 'hour'] : [Math.floor(minutes / LATE_MINUTES), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

export const isLate = (since: string, now: Date): boolean => minutesBetween(new Date(since), now) >= LATE_MINUTES

/** "2 documents waiting", "1 renewal: MOT certificate", "Van waiting". */
export function waitingText(waiting: readonly DocumentKind[], isRenewal: boolean, doVanFactsWait: boolean): string {
  const [only] = waiting
  const count = waiting.length
  if (count === 0) return 'Van waiting'
  const more = doVanFactsWait ? ', and the van' : ''
  if (isRenewal && count === 1 && only) return `1 renewal: ${DOCUMENT_LABELS[only]}${more}`
  return `${count} ${isRenewal ? 'renewal' : 'document'}${count === 1 ? '' : 's'} waiting${more}`
}

export interface Judged {
  id: string
  decision: Decision | null
  reason: string
}

/** What the bar says about the decisions so far. */
export function decisionText(judged: readonly Judged[]): { answer: string; detail: string } {
  const approved = judged.filter(({ decision }) => decision === 'approve').length
  const refused = judged.filter(({ decision }) => decision === 'refuse').length
  const open = judged.length - approved - refused
  const parts = [...(refused > 0 ? [`${refused} refused`] : []), ...(approved > 0 ? [`${approved} approved`] : [])]
  return {
    answer: parts.length > 0 ? parts.join(', ') : 'Nothing decided',
    detail: open > 0 ? `${open} still open` : 'All are decided',
  }
}

/** The decisions whose documents are still waiting. */
export const decisionsOf = (documents: readonly Pick<Document, 'label' | 'current' | 'newest'>[]): HistoryEntry[] =>
  documents.flatMap(({ label, current, newest }) =>
    [current, newest?.id === current?.id ? null : newest].flatMap((submission) =>
      submission?.decidedAt && submission.status !== 'pending'
        ? [{ id: submission.id, at: submission.decidedAt, text: `${label} ${submission.status}` }]
        : [],
    ),
  )

/** The initial text of the reason the driver reads. */
export const REASONS: readonly { name: string; text: (registration: string | null) => string }[] = [
  {
    name: 'Wrong van',
    text: (registration) => `This document names another van. Send one that names ${registration ?? 'your van'}.`,
  },
  { name: 'Expired', text: () => 'This document has expired. Send the one that counts now.' },
  {
    name: 'Can’t be read',
    text: () => 'We can’t read this picture. Send one with all four corners in, in good light.',
  },
  { name: 'Wrong cover', text: () => 'This document does not cover the carriage of goods for hire and reward.' },
  {
    name: 'Not as on the V5C',
    text: () => 'These details are not those of the V5C. Correct them under Your van, or send the V5C that shows them.',
  },
  { name: 'Wrong name', text: () => 'This document is in another name. Send one in yours.' },
]
