import { expect, it } from 'vitest'
import { faultInCash, mayDisputeCash, mayRecordCash, paidOf } from './rules.ts'

it.each([
  [9600, '', undefined],
  [6000, 'He had no more.', undefined],
  [0, 'He pays tomorrow.', undefined],
  [6000, '', ['reason', 'Say why it is less than £96.00.']],
  [0, '', ['reason', 'Say why it is less than £96.00.']],
  [9601, '', ['taken_pence', 'Enter at most £96.00, which is what there is to take.']],
])('of 9600 pence %i, because “%s”', (takenPence, reason, fault) => {
  expect(faultInCash(9600, { takenPence, reason })).toEqual(fault)
})

it.each([
  [9600, 'full'],
  [9700, 'full'],
  [9599, 'less'],
  [0, 'none'],
])('%i of 9600 is paid: %s', (taken, paid) => {
  expect(paidOf(taken, 9600)).toBe(paid)
})

it('nothing to take is paid', () => {
  expect(paidOf(0, 0)).toBe('full')
})

it.each([
  ['running', 'open', false],
  ['finished', 'open', true],
  ['finished', 'recorded', true],
  ['finished', 'disputed', false],
  ['finished', 'decided', false],
] as const)('at a clock that is %s, with cash %s, it can be recorded: %s', (clock, state, may) => {
  expect(mayRecordCash(clock, state)).toBe(may)
})

it('is disputed once', () => {
  expect((['open', 'recorded', 'disputed', 'decided'] as const).filter(mayDisputeCash)).toEqual(['recorded'])
})
