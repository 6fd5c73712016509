import { expect, test } from 'vitest'
import { listUndoable, secondsLeft } from './sent-decisions.tsx'

const at = (id: string, undoUntil: string) => ({ id, undoUntil: `2026-11-20T09:${undoUntil}.000Z` })
const now = '2026-11-20T09:10:00.000Z'

test.each([
  [[], [], ''],
  [[], [at('a', '10:30')], 'a'],
  // Decisions whose minute is over are dropped, except the last.
  [[at('a', '09:30')], [], 'a'],
  [[at('a', '09:30')], [at('b', '10:59')], 'b'],
  [[at('a', '10:30')], [at('b', '10:59')], 'b a'],
  [[at('a', '09:30'), at('b', '09:40')], [], 'b'],
  [[at('a', '10:30')], [at('a', '10:30')], 'a'],
])('%j and %j', (seen, listed, expected) => {
  expect(
    listUndoable(seen, listed, now)
      .map(({ id }) => id)
      .join(' '),
  ).toBe(expected)
})

test.each([
  ['2026-11-20T09:11:00.000Z', 0, 60],
  ['2026-11-20T09:11:00.000Z', 12.4, 48],
  ['2026-11-20T09:11:00.000Z', 61, 0],
  ['2026-11-20T09:09:00.000Z', 0, 0],
])('until %s after %d s', (until, passed, left) => expect(secondsLeft(until, now, passed)).toBe(left))
