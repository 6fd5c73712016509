// Texts for the office's desk: what waits, since when, and the effect of a decision.
import { countOf } from '#shared/texts.ts'
import type { UnitStatus } from '#modules/fleet/units/rules.ts'
import type { Lack } from '#modules/onboarding/rules.ts'
import { DOCUMENT_LABELS, type DocumentKind } from '#modules/fleet/documents/rules.ts'
import { formatDuration } from '#shared/duration.ts'
import { minutesBetween } from '#shared/local-time.ts'
import { CHECK_LABELS, type Check, type CheckField } from '#modules/onboarding/verification/rules.ts'
import type { DecisionKind } from '#modules/onboarding/decisions/rules.ts'
import type { Document, Submission } from '#web/kit/documents/document-texts.ts'
import type { HistoryEntry } from '#web/kit/office/office-shell.tsx'

export type Decision = 'approve' | 'refuse'

/** Anything that has waited longer than a day is marked. */
const LATE_MINUTES = 24 * 60

/** "40 min", "6 hours", "2 days". */
export function ageText(since: string, now: Date): string {
  const minutes = Math.max(0, Math.floor(minutesBetween(new Date(since), now)))
  if (minutes < 60) return formatDuration(minutes)
  const [count, unit] =
    minutes < LATE_MINUTES ? [Math.floor(minutes / 60), 'hour'] : [Math.floor(minutes / LATE_MINUTES), 'day']
  return countOf(count, unit)
}

export const isLate = (since: string, now: Date): boolean => minutesBetween(new Date(since), now) >= LATE_MINUTES

/** "2 documents waiting", "1 renewal: MOT certificate", "Van waiting". */
export function waitingText(waiting: readonly DocumentKind[], isRenewal: boolean, doVanFactsWait: boolean): string {
  const [only] = waiting
  const count = waiting.length
  if (count === 0) return 'Van waiting'
  const more = doVanFactsWait ? ', and the van' : ''
  if (isRenewal && count === 1 && only) return `1 renewal: ${DOCUMENT_LABELS[only]}${more}`
  return `${countOf(count, isRenewal ? 'renewal' : 'document')} waiting${more}`
}

export interface Judged {
  id: string
  decision: Decision | null
  reason: string
  /** Compared fields of a document. */
  ticks?: readonly CheckField[]
}

/** How many fields are still to be compared. */
export const missingTicks = (checks: readonly Check[], ticks: readonly CheckField[]): number =>
  checks.filter(({ field }) => !ticks.includes(field)).length

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

export interface Outlook {
  status: UnitStatus
  lacks: readonly Lack[]
  documents: readonly Pick<Document, 'label' | 'standing'>[]
}

const LACK_NAMES: Partial<Record<Lack, string>> = {
  van: 'the van',
  documents: 'documents',
  people: 'a person with a right-to-work check',
  area: 'the area',
  rates: 'rates',
  mileage: 'mileage',
  terms: 'terms',
  logo: 'the logo',
  description: 'the description',
  photo: 'a photo',
  bank_account: 'the bank account',
  phone: 'the phone',
  insurance_number: 'the insurance number',
}

/** What follows from the decisions so far: "Then the unit is operating", "Then still missing: Goods in transit insurance". */
export function outlookText({ status, lacks, documents }: Outlook): string {
  const inStanding = (...standings: Document['standing'][]) =>
    documents.filter(({ standing }) => standings.includes(standing)).map(({ label }) => label)
  const list = (labels: readonly string[], fallback: string) => (labels.length > 0 ? labels.join(', ') : fallback)
  switch (status) {
    case 'operating':
      return 'After this, the unit is operating'
    case 'insurance_expires_soon':
      return `After this, the unit is operating; expires soon: ${list(inStanding('expiring'), 'a right-to-work check')}`
    case 'ready_to_start':
      return 'After this, it only needs working hours'
    case 'verification_completed':
      return `Then it is verified; still missing from the profile: ${list(
        lacks.map((lack) => LACK_NAMES[lack] ?? lack),
        'nothing',
      )}`
    case 'verification_failed':
      return `Then verification has failed: ${list(inStanding('refused'), 'a right-to-work check')}`
    case 'pending_verification':
      return `Still to check after this: ${list(inStanding('pending'), 'its people')}`
    case 'not_ready_for_a_job':
      return `Still missing after this: ${list(inStanding('missing', 'expired'), 'a person with a right-to-work check')}`
    case 'deactivated_by_you':
      return 'It stays paused by its driver'
    default:
      return status === 'blocked' ? 'It stays blocked' : 'It stays deactivated'
  }
}

/** Documents that were decided, for the history. */
export function decidedEntries(decided: readonly DecidedDocument[]): HistoryEntry[] {
  return decided.map(({ label, isApproved, decidedBy, ticks, submission }) => {
    const compared = ticks.map(({ field, onFile }) => `${CHECK_LABELS[field]} ${onFile}`).join(', ')
    const more = isApproved ? (compared ? `. Ticked: ${compared}` : '') : `: ${submission.reason ?? ''}`
    return {
      id: submission.id,
      at: submission.decidedAt ?? submission.submittedAt,
      by: decidedBy,
      text: `${isApproved ? 'approved' : 'refused'} ${label}${more}`,
    }
  })
}

interface DecidedDocument {
  label: string
  isApproved: boolean
  decidedBy: string | null
  ticks: readonly Check[]
  submission: Pick<Submission, 'id' | 'decidedAt' | 'submittedAt' | 'reason'>
}

const EVENT_TEXTS: Record<DecisionKind, string> = {
  documents: 'decided about documents',
  person: 'decided about a person',
  blocked: 'blocked the unit',
  deactivated: 'deactivated the unit',
  lifted: 'lifted the block',
  appeal_upheld: 'answered the appeal and upheld the decision',
}

interface StopEvent {
  id: string
  kind: DecisionKind
  at: string
  by: string | null
  reason: string | null
  appeal: string | null
  isUndone: boolean
}

/** Stops, appeals and what was undone, for the history. */
export const stopEntries = (history: readonly StopEvent[]): HistoryEntry[] =>
  history.map(({ id, kind, at, by, reason, appeal, isUndone }) => ({
    id,
    at,
    by,
    text: [
      EVENT_TEXTS[kind],
      ...(isUndone ? [', and undid it'] : []),
      ...(reason ? [`: ${reason}`] : []),
      ...(appeal ? [` (The driver: ${appeal})`] : []),
    ].join(''),
  }))

/** "2 approved, 1 refused", "blocked": what the desk says of a decision that can still be undone. */
export function sentText({
  kind,
  approved,
  refused,
}: {
  kind: DecisionKind
  approved: number
  refused: number
}): string {
  if (kind === 'blocked' || kind === 'deactivated') return kind
  if (kind === 'lifted') return 'block lifted'
  if (kind === 'appeal_upheld') return 'appeal answered'
  const parts = [...(approved > 0 ? [`${approved} approved`] : []), ...(refused > 0 ? [`${refused} refused`] : [])]
  return parts.join(', ')
}

/** The initial text of the reason the driver reads. */
export const REASONS: readonly { name: string; text: (registration: string | null) => string }[] = [
  {
    name: 'Wrong van',
    text: (registration) => `This document names another van. Send one that names ${registration ?? 'your van'}.`,
  },
  { name: 'Expired', text: () => 'This document has expired. Send the current one.' },
  {
    name: 'Can’t be read',
    text: () => 'We can’t read this picture. Send one with all four corners in, in good light.',
  },
  { name: 'Wrong cover', text: () => 'This document doesn’t cover the carriage of goods for hire and reward.' },
  {
    name: 'Doesn’t match the V5C',
    text: () => 'These details aren’t those of the V5C. Correct them under Your van, or send the V5C that shows them.',
  },
  { name: 'Wrong name', text: () => 'This document is in another name. Send one in yours.' },
]
