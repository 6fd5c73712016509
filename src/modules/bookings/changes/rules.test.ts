import { expect, it } from 'vitest'
import { answerable, awaitedSide, changeExpiry, newStartFlaw, raisedBy } from './rules.ts'

const at = (text: string) => new Date(`2026-11-${text}Z`)
const now = at('20T09:00:00')

it.each([
  ['in the job', '20T08:00:00', true, null, '20T10:00:00'],
  ['well before', '28T09:00:00', false, null, '21T09:00:00'],
  ['on the morning', '20T12:00:00', false, null, '20T12:00:00'],
  ['to an earlier time', '20T20:00:00', false, '20T15:00:00', '20T15:00:00'],
  ['at the last moment', '20T09:05:00', false, null, '20T09:20:00'],
])('%s it can be answered until then', (_name, start, isInProgress, newStart, until) =>
  expect(changeExpiry({ now, start: at(start), isInProgress, newStart: newStart ? at(newStart) : null })).toEqual(
    at(until),
  ),
)

it.each([
  ['28T10:00:00', false, null],
  ['28T10:30:00', false, null],
  ['28T09:00:00', false, 'same'],
  ['28T10:10:00', false, 'not_half_hour'],
  ['19T10:00:00', false, 'passed'],
  ['28T10:00:00', true, 'begun'],
])('a new start of %s, begun %j: %j', (newStart, isInProgress, flaw) =>
  expect(newStartFlaw({ now, start: at('28T09:00:00'), isInProgress, newStart: at(newStart) })).toBe(flaw),
)

it.each([
  ['mover', true, 'customer'],
  ['mover', false, 'mover'],
  ['customer', false, 'mover'],
] as const)('what the %s proposes, priced %j, waits for the %s', (by, isPriced, side) =>
  expect(awaitedSide(by, isPriced)).toBe(side),
)

const open = { state: 'open', version: 2, awaits: 'customer' } as const
it.each([
  [open, { side: 'customer', version: 2, as: 'agreed' }, 'yes'],
  [open, { side: 'customer', version: 1, as: 'agreed' }, 'gone'],
  [open, { side: 'mover', version: 2, as: 'agreed' }, 'gone'],
  [{ ...open, state: 'agreed' }, { side: 'customer', version: 2, as: 'agreed' }, 'again'],
  [{ ...open, state: 'agreed' }, { side: 'customer', version: 2, as: 'refused' }, 'gone'],
  [{ ...open, state: 'withdrawn' }, { side: 'customer', version: 2, as: 'agreed' }, 'gone'],
  [{ ...open, state: 'expired' }, { side: 'customer', version: 2, as: 'refused' }, 'gone'],
] as const)('%j answered with %j: %s', (change, asked, may) => expect(answerable(change, asked)).toBe(may))

it('raises total and ceiling by the line alone', () =>
  expect(raisedBy({ totalPence: 45_312, ceilingPence: 48_412 }, 3100)).toEqual({
    totalPence: 48_412,
    ceilingPence: 51_512,
  }))
