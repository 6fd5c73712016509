import { multiplyPence, sumPence, type Pence } from '#shared/money.ts'

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

/** One move with round figures, to show what a receipt looks like. Always labelled as an example. */
const hourlyPence: Pence = 5800
const minutes = 390
const hundredthsOfMiles = 6840
const milePence: Pence = 45
const ulezPence: Pence = 1250

export const exampleLines = [
  {
    code: 'labour',
    label: '6 h 30 min at £58.00',
    detail: 'Large Van, driver and 1 helper',
    amountPence: multiplyPence(hourlyPence, minutes, 60),
  },
  { code: 'mileage', label: '68.40 miles at 45p', amountPence: multiplyPence(milePence, hundredthsOfMiles, 100) },
  { code: 'ulez', label: 'ULEZ charge', amountPence: ulezPence },
] as const

export const exampleTotalPence: Pence = sumPence(exampleLines.map((line) => line.amountPence))
