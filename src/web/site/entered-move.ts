export const WHAT_MOVES = ['home_or_office', 'furniture'] as const
export type WhatMoves = (typeof WHAT_MOVES)[number]

/** What may stand in a postcode's field. */
export const TYPED = /^[^<>]{0,40}$/u

/** A move as it was sent without script, with what is wrong with it. */
export interface EnteredMove {
  from: string
  to: string
  what: WhatMoves
  date: string
  errors: MoveErrors
}

export type MoveErrors = { from?: string; to?: string; date?: string }

export const nothingEntered: EnteredMove = { from: '', to: '', what: 'home_or_office', date: '', errors: {} }
