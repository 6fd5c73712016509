import { expect, test } from 'vitest'
import { createTestClock } from '#test/support/clock.ts'
import { systemClock } from './clock.ts'
import { newId, timeOfId } from './new-id.ts'

test.each([
  ['that goes', systemClock],
  ['that stands still', createTestClock()],
])(
  'by a clock %s, ids are UUIDs of version 7, none comes twice, and later ones sort after earlier ones',
  (_, clock) => {
    const made = Array.from({ length: 3000 }, () => newId(clock))
    for (const id of made) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(new Set(made).size).toBe(3000)
    expect(made.toSorted()).toEqual(made)
  },
)

test('an id says when it was made, by the clock that made it', () => {
  expect(timeOfId(newId(createTestClock('2027-02-03T04:05:06.789Z')))).toBe(Date.parse('2027-02-03T04:05:06.789Z'))
})

test.each(['', '7', 'not-an-id', '0198a5d0-0000-4000-8000-000000000000'])('%j says nothing', (id) => {
  expect(timeOfId(id)).toBeUndefined()
})
