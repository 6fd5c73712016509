import { expect, it } from 'vitest'
import { nextJobText } from './change-texts.ts'

it.each([
  [37, 'still fits, with 37 min to spare.'],
  [0, 'still fits, with no time to spare.'],
  [-25, 'would begin 25 min late. If this is agreed, its customer is told.'],
])('with %i minutes to spare: %s', (spareMinutes, words) =>
  // British Summer Time.
  expect(nextJobText({ startAt: '2027-06-01T15:30:00.000Z', spareMinutes })).toBe(`Your next job at 16:30 ${words}`),
)
