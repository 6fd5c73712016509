import { expect, test } from 'vitest'
import { isOver, lastState, UNDO_SECONDS, undoUntil, type Decision, type DecisionKind } from './rules.ts'

const documents = (...verdicts: string[]): Decision => ({
  kind: 'documents',
  detail: {
    decided: verdicts.map((text) => {
      const label = text.slice(0, -1)
      const isApproved = text.endsWith('+')
      return { kind: null, label, isApproved, reason: isApproved ? null : `not ${label}` }
    }),
  },
})
const stop = (kind: DecisionKind, reason?: string): Decision => ({ kind, detail: reason ? { reason } : {} })

test.each<[string, Decision[], string, string | null]>([
  ['one of documents', [documents('MOT+', 'V5C-')], 'MOT+ V5C-', null],
  ['the last about each document', [documents('MOT-', 'V5C+'), documents('MOT+')], 'MOT+ V5C+', null],
  ['a stop', [stop('blocked', 'why')], '', 'blocked why'],
  ['documents and a stop', [documents('MOT+'), stop('blocked', 'why')], 'MOT+', 'blocked why'],
  ['a stop that nobody heard of, lifted', [stop('blocked', 'why'), stop('lifted')], '', null],
  ['the same with documents', [stop('deactivated', 'why'), documents('MOT+'), stop('lifted')], 'MOT+', null],
  ['a stop lifted and made anew', [stop('lifted'), stop('blocked', 'again')], '', 'blocked again'],
  ['a known stop lifted, made and lifted', [stop('lifted'), stop('blocked', 'x'), stop('lifted')], '', 'lifted null'],
  [
    'blocked, lifted, deactivated',
    [stop('blocked', 'x'), stop('lifted'), stop('deactivated', 'y')],
    '',
    'deactivated y',
  ],
  ['an appeal upheld', [stop('appeal_upheld', 'no')], '', 'appeal_upheld no'],
  ['an appeal upheld, and lifted after all', [stop('appeal_upheld', 'no'), stop('lifted', 'yes')], '', 'lifted yes'],
  ['nothing', [], '', null],
])('of %s is told', (_name, decisions, decided, expectedStop) => {
  const state = lastState(decisions)
  expect(state.decided.map(({ label, isApproved }) => `${label}${isApproved ? '+' : '-'}`).join(' ')).toBe(decided)
  expect(state.stop && `${state.stop.kind} ${state.stop.reason}`).toBe(expectedStop)
})

test('a decision stands from its sixtieth second on', () => {
  const at = new Date('2026-11-20T09:00:00.000Z')
  const until = undoUntil(at)
  expect(until.getTime() - at.getTime()).toBe(UNDO_SECONDS * 1000)
  expect([isOver(until, new Date(until.getTime() - 1)), isOver(until, until)]).toEqual([false, true])
})
