/** What a driver is told of a search. Pure. */
import { keysOf } from '#shared/mapped.ts'
import { OUTCOME_TEXTS, outcomeOf, OUTCOMES } from '../rules.ts'

/** What a search says of a unit, or that it did not look at it: then the unit did not work there yet. */
export const SEEN_OUTCOMES = [...keysOf(OUTCOMES), 'area'] as const
export type SeenOutcome = (typeof SEEN_OUTCOMES)[number]

/** The number that a search kept of a unit, or null where it kept none. */
export const seenOutcomeOf = (kept: number | null): SeenOutcome =>
  kept === null ? 'area' : (outcomeOf(kept) ?? 'area')

export const seenText = (outcome: SeenOutcome): string =>
  outcome === 'area' ? 'The pick-up was not in the operating area of this unit at that time.' : OUTCOME_TEXTS[outcome]
