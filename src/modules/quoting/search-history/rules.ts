/** What a driver is shown of a search. Pure. */
import { keysOf } from '#shared/mapped.ts'
import { OUTCOME_TEXTS, outcomeOf, OUTCOMES } from '../rules.ts'

/** A unit's outcome in a search, or that the search did not consider it, because it did not work in the area then. */
export const SEEN_OUTCOMES = [...keysOf(OUTCOMES), 'area'] as const
export type SeenOutcome = (typeof SEEN_OUTCOMES)[number]

/** The outcome number stored for a unit; null if there is none. */
export const seenOutcomeOf = (kept: number | null): SeenOutcome =>
  kept === null ? 'area' : (outcomeOf(kept) ?? 'area')

export const seenText = (outcome: SeenOutcome): string =>
  outcome === 'area' ? 'The pick-up wasn’t in the operating area of this unit at that time.' : OUTCOME_TEXTS[outcome]
