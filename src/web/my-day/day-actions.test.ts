import { describe, expect, test } from 'vitest'
import { bodyOf, canBeUndone, followsFrom, UNDO_MS, undoLeftMs, type Act } from './day-actions.ts'

const acts: readonly [Act, boolean][] = [
  [{ does: 'set-off', sharesPosition: false }, true],
  [{ does: 'start' }, true],
  [{ does: 'at-stop', stop: 1, name: 'Mill Lane' }, true],
  [{ does: 'pause', reason: 'access', note: '' }, true],
  [{ does: 'resume' }, true],
  [{ does: 'finish' }, true],
  [{ does: 'late', newEta: '2026-11-28T09:00:00Z', note: 'Traffic' }, false],
  [{ does: 'loaded', item: 0, loaded: true, name: 'Sofa' }, false],
  [{ does: 'cash', duePence: 100, takenPence: 100, reason: '' }, false],
  [{ does: 'day-photos', stage: 'before' }, false],
]

test.each(acts)('whether %o can be undone is %s', (act, expected) => {
  expect(canBeUndone(act)).toBe(expected)
})

describe('undoLeftMs', () => {
  test.each([
    ['just done', UNDO_MS, 0, UNDO_MS],
    ['half of the time over', UNDO_MS, 5000, 5000],
    ['at its end', UNDO_MS, UNDO_MS, 0],
    ['never held back', undefined, 0, 0],
    ['with a clock set back since', UNDO_MS + 60_000, 0, 0],
  ])('%s', (_, sendAfter, now, left) => {
    expect(undoLeftMs(sendAfter === undefined ? {} : { sendAfter }, now)).toBe(left)
  })
})

test('a tick goes with the start, cash with the finish, and nothing else', () => {
  const follows = acts.flatMap(([undone]) =>
    acts.flatMap(([act]) => (followsFrom(undone, act) ? [[undone.does, act.does]] : [])),
  )
  expect(follows).toEqual([
    ['start', 'loaded'],
    ['finish', 'cash'],
  ])
})

test('what was seen without signal is asked with its time, and nothing that was not chosen', () => {
  const proposal = {
    kind: 'item' as const,
    words: 'The piano',
    flights: undefined,
    extraMinutes: 60,
    newStartAt: undefined,
    photosId: null,
    line: { label: 'The piano', amountPence: 11_500 },
  }
  const unsent = { act: { does: 'propose-change' as const, proposal }, key: 'k', happenedAt: '2026-11-28T11:50:00Z' }
  const body = {
    kind: 'item',
    words: 'The piano (Noted at 11:50, without signal.)',
    extra_minutes: 60,
    line: { label: 'The piano', amount_pence: 11_500 },
  }
  expect(bodyOf(unsent)).toEqual(body)
  expect(bodyOf({ ...unsent, photosId: 'p' })).toEqual({ ...body, photos_id: 'p' })
})
