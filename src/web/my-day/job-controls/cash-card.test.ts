import { expect, it } from 'vitest'
import { cashText, wrongInTyped } from './cash-card.tsx'

const cash = { paid: 'less' as const, takenPence: 6000, duePence: 9600, reason: null, at: '2026-03-14T15:20:00.000Z' }

it.each([
  [{ ...cash, state: 'recorded' as const }, '£60.00 of £96.00, at 15:20.'],
  [{ ...cash, state: 'recorded' as const, takenPence: 9600 }, '£96.00, at 15:20.'],
  [
    { ...cash, state: 'disputed' as const },
    '£60.00 of £96.00, at 15:20. Omar has disputed this, so our office will ask you both.',
  ],
  [{ ...cash, state: 'decided' as const }, '£60.00 of £96.00, as our office has decided.'],
])('%j reads "%s"', (given, text) => {
  expect(cashText(given, 'Omar')).toBe(text)
})

it.each([
  [{ takenPence: 6000, reason: 'He had no more.' }, {}],
  [{ takenPence: 0, reason: 'Tomorrow.' }, {}],
  [
    { takenPence: undefined, reason: '' },
    { amount: 'Enter an amount below £96.00.', reason: 'Enter why it’s less.' },
  ],
  [{ takenPence: 9600, reason: 'All.' }, { amount: 'Enter an amount below £96.00.' }],
])('%j is refused by its fields', (input, wrong) => {
  expect(wrongInTyped({ duePence: 9600, ...input })).toEqual(wrong)
})
