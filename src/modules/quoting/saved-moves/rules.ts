/** Lifetime of a move kept for another person, or for another device of the same one (ADR 0056). Pure. */
import type { VanCategory } from '#modules/fleet/rules.ts'
import { pieceOf } from '#modules/items/rules.ts'
import type { FieldErrors } from '#shared/endpoint.ts'
import { crewAndItemProblems, type AskedMove } from '../move/rules.ts'

/** 31⁸ codes, of which a network may try twenty an hour. */
export const CODE_LENGTH = 8
export const CODE_MINUTES = 60
/** Once its code has been entered. */
export const OPENED_MINUTES = 24 * 60
export const LINK_DAYS = 30

/**
 * A move as entered so far: without a van, places or a day if none was chosen yet, and without names, numbers, houses
 * or notes.
 */
export interface KeptMove extends Pick<
  AskedMove,
  | 'jobKind'
  | 'manPower'
  | 'assemblingHelp'
  | 'disassemblingHelp'
  | 'needTailLift'
  | 'extraTime'
  | 'declaredWaiting'
  | 'items'
> {
  vanCategory: VanCategory | null
  routePoints: KeptPoint[]
  date?: string | null
  time?: string | null
}

export interface KeptPoint {
  postcode: string | null
  stairs: number
  /** Flat and house of the customer's own past moves only. */
  flatAndHouse?: string | null
  formattedAddress?: string | null
  city?: string | null
  location?: { lat: number; lng: number } | null
}

/**
 * Checks a saved move like a request for prices, but for the fields not chosen yet. Before a van is chosen, the biggest
 * may be.
 */
export const problemsOfKept = (move: KeptMove): FieldErrors =>
  crewAndItemProblems({ ...move, routePoints: [], vanCategory: move.vanCategory ?? 'luton_van' })

/** The name of each thing beside it: the list of things may lack it one day, and then says what is missing. */
export const namesOf = ({ items }: Pick<KeptMove, 'items'>): (string | null)[] =>
  items.map((item) => pieceOf(item)?.name ?? null)
