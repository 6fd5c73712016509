import { expect, test } from 'vitest'
import { wrongMoveDay } from './move-day.ts'

const days = { firstDay: '2026-11-28', lastDay: '2027-05-27' }

test.each([
  ['2026-11-27', 'That date has passed. Choose today or a later one.'],
  ['2026-11-28', undefined],
  ['2027-05-27', undefined],
  ['2027-05-28', 'Choose a date within the next 180 days.'],
])('%s: %s', (day, sentence) => {
  expect(wrongMoveDay(day, days)).toBe(sentence)
})
