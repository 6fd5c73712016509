import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isSpeltLike } from './item-texts.ts'

it('is spelt like another word as the whole table of letters says', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 })
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 3 }), (one, other, mistakes) => {
      expect(isSpeltLike(one, other, mistakes)).toBe(mistakesBetween(one, other) <= mistakes)
    }),
    { numRuns: 5000 },
  )
})

/** Counted from the definition, without any shortcut. */
function mistakesBetween(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, (_, row) => [row])
  const cell = (row: number, at: number) => table[row]?.[at] ?? Infinity
  for (let at = 1; at <= other.length; at += 1) table[0]?.push(at)
  for (let row = 1; row <= one.length; row += 1)
    for (let at = 1; at <= other.length; at += 1) {
      const isSwapped = one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      const changed = cell(row - 1, at - 1) + (one[row - 1] === other[at - 1] ? 0 : 1)
      const swapped = isSwapped ? cell(row - 2, at - 2) + 1 : Infinity
      table[row]?.push(Math.min(cell(row - 1, at) + 1, cell(row, at - 1) + 1, changed, swapped))
    }
  return cell(one.length, other.length)
}
