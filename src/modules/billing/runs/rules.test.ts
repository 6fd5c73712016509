import { describe, expect, it, test } from 'vitest'
import { isLate, isOver } from '../documents/rules.ts'
import { daysOf, dueOf, monthsBefore, reopened, secondsLeft, statesDue, STEP_STATES } from './rules.ts'

describe('months', () => {
  it.each([
    ['2026-01', '2026-01-01', '2026-01-31'],
    ['2026-02', '2026-02-01', '2026-02-28'],
    ['2028-02', '2028-02-01', '2028-02-29'],
    ['2026-12', '2026-12-01', '2026-12-31'],
  ])('%s goes from %s to %s', (month, startDay, endDay) => expect(daysOf(month)).toEqual({ startDay, endDay }))

  it.each([
    ['2026-11', '2026-11-30', false],
    ['2026-11', '2026-12-01', true],
    ['2026-12', '2026-12-01', false],
    ['2025-12', '2026-01-01', true],
  ])('%s is over on %s: %s', (month, today, over) => expect(isOver(daysOf(month).endDay, today)).toBe(over))

  it.each([
    ['2026-09-30', '2026-10-14', false],
    ['2026-09-30', '2026-10-15', true],
    ['2026-12-31', '2027-01-14', false],
  ])('invoices of a period until %s are late on %s: %s', (lastDay, today, late) =>
    expect(isLate(lastDay, today)).toBe(late),
  )

  test('the last that are over', () =>
    expect(monthsBefore('2027-02-28', 4)).toEqual(['2027-01', '2026-12', '2026-11', '2026-10']))
})

describe('a step', () => {
  const drafts = { saves: false, sends: false }
  const saves = { saves: true, sends: false }
  const all = { saves: true, sends: true }
  it.each([
    ['waiting', 'make', 'make', 'make'],
    ['made', null, 'save', 'save'],
    ['saved', null, null, 'send'],
    ['sent', null, null, null],
    ['unaddressed', null, null, null],
    ['no_data', null, null, null],
    ['covered', null, null, null],
    ['failed', null, null, null],
  ] as const)('%s', (state, ofDrafts, ofSaves, ofAll) =>
    expect([dueOf(state, drafts), dueOf(state, saves), dueOf(state, all)]).toEqual([ofDrafts, ofSaves, ofAll]),
  )

  test('every state is in the table', () => expect(STEP_STATES).toHaveLength(8))

  test('what is taken next', () => {
    expect(statesDue(drafts, ['make', 'save'])).toEqual(['waiting'])
    expect(statesDue(all, ['make', 'save'])).toEqual(['waiting', 'made'])
    expect(statesDue(all, ['make', 'save', 'send'])).toEqual(['waiting', 'made', 'saved'])
  })

  it.each([
    ['waiting', null, 'waiting'],
    ['made', false, 'made'],
    ['saved', true, 'saved'],
    ['sent', true, 'sent'],
    ['unaddressed', true, 'saved'],
    ['no_data', null, 'waiting'],
    ['covered', true, 'waiting'],
    ['failed', null, 'waiting'],
    ['failed', false, 'made'],
    ['failed', true, 'saved'],
  ] as const)('%s, its document saved: %s, is looked at again as %s', (state, isSaved, reopenedAs) =>
    expect(reopened(state, isSaved)).toBe(reopenedAs),
  )
})

test('time left is that of the pace so far', () => {
  expect(secondsLeft(72, 20, 10)).toBe(36)
  expect(secondsLeft(1, 3, 10)).toBe(4)
  expect(secondsLeft(10, 0, 10)).toBeNull()
})
