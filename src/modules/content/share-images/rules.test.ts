import { expect, test } from 'vitest'
import { place, WIDTH, wrap } from './rules.ts'

/** Every letter as wide as half its height. */
const measure = (text: string) => text.length / 2

test('lines are as full as they can be, and a word that is too long is broken', () => {
  expect(wrap('one two three four', 4, measure)).toEqual(['one two', 'three', 'four'])
  expect(wrap('abcdefghij k', 2, measure)).toEqual(['abcd', 'efgh', 'ij k'])
  expect(wrap('   ', 2, measure)).toEqual([])
})

test.each(['Bath', 'Man and van in Newcastle upon Tyne', 'x'.repeat(120), 'Removal '.repeat(30)])(
  'nothing of %s runs off the sign, or into the mark below it',
  (title) => {
    const placed = place({ kind: 'Location', title, line: 'A line that says a little more. '.repeat(8) }, measure)
    for (const { text, x, y, size } of placed) {
      expect(x + measure(text) * size).toBeLessThanOrEqual(WIDTH - 80)
      expect(y).toBeLessThanOrEqual(440)
    }
    expect(placed.filter(({ isBold }) => isBold).length).toBeLessThanOrEqual(4)
  },
)

test('what is left out ends with an ellipsis', () => {
  const titles = place({ kind: '', title: 'Removal '.repeat(30), line: '' }, measure).map(({ text }) => text)
  expect(titles.at(-1)).toMatch(/…$/)
})
