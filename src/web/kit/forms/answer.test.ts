import { expect, test } from 'vitest'
import { noAnswerOf } from './answer.ts'

test.each([
  [0, /Check your connection/],
  [500, /at our end, not yours/],
  [502, /at our end, not yours/],
  [429, /very busy/],
  [503, /very busy/],
])('after %i it says what is true', (status, sentence) => {
  const { detail } = noAnswerOf(status)
  expect(detail).toMatch(sentence)
  expect(/connection/.test(detail)).toBe(status === 0)
})
