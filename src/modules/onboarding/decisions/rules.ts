/**
 * Decisions of the office, how long they can be undone, and the common notice to the driver of several (ADR 0029).
 * Pure.
 */
import type { DocumentKind } from '#modules/fleet/documents/rules.ts'

/** Seconds in which a decision can be undone by its author; until then no notice is sent. */
export const UNDO_SECONDS = 60

export const undoUntil = (decidedAt: Date): Date => new Date(decidedAt.getTime() + UNDO_SECONDS * 1000)

export const isOver = (undoUntil: Date, now: Date): boolean => now >= undoUntil

export const DECISION_KINDS = ['documents', 'person', 'blocked', 'deactivated', 'lifted', 'appeal_upheld'] as const
export type DecisionKind = (typeof DECISION_KINDS)[number]

/** A document, or the facts of the van. */
export interface DecidedOne {
  /** Null for the facts of the van. */
  kind: DocumentKind | null
  label: string
  isApproved: boolean
  reason: string | null
}

export interface DecisionDetail {
  /** Decisions on documents. */
  decided?: DecidedOne[]
  /** Decision on a person. */
  person?: { name: string; isApproved: boolean }
  /** Reason of a stop, its end, or the answer to an appeal. */
  reason?: string
  /** Appeal that was answered. */
  appeal?: { text: string; sentAt: string }
}

export interface Decision {
  kind: DecisionKind
  detail: DecisionDetail
}

export type StopState = { kind: 'blocked' | 'deactivated' | 'lifted' | 'appeal_upheld'; reason: string | null }

export interface LastState {
  /** The last verdict on each. */
  decided: DecidedOne[]
  /** Null if nothing about a stop changed in the end. */
  stop: StopState | null
}

/** What is left to tell of decisions about one unit, given in the order in which they were made: the last about each thing. */
export function lastState(decisions: readonly Decision[]): LastState {
  const decided = new Map<string, DecidedOne>()
  const stops: StopState[] = []
  for (const { kind, detail } of decisions) {
    for (const one of detail.decided ?? []) decided.set(one.label, one)
    if (kind !== 'documents' && kind !== 'person') stops.push({ kind, reason: detail.reason ?? null })
  }
  const [first, last] = [stops[0], stops.at(-1)]
  // A stop lifted within the undo minute was never announced, so its end is not announced either.
  const wasNeverStopped = first && (first.kind === 'blocked' || first.kind === 'deactivated') && last?.kind === 'lifted'
  return { decided: [...decided.values()], stop: wasNeverStopped ? null : (last ?? null) }
}
