import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differences, shortened, stepsBetween, type Line } from './differences.ts'

const shown = (before: string, after: string) =>
  differences(before, after).map(({ change, pieces }) => {
    const text = pieces.map(({ text: pieceText, isChanged }) => (isChanged ? `[${pieceText}]` : pieceText)).join('')
    return `${{ same: ' ', out: '-', in: '+' }[change]}${text}`
  })

test.each([
  ['', '', [' ']],
  ['a\nb', 'a\nb', [' a', ' b']],
  ['a van', 'a luton van', ['-a van', '+a [luton ]van']],
  ['around £20 an hour', '£15 an hour', ['-[around ]£[20] an hour', '+£[15] an hour']],
  ['a\nb\nc', 'a\nc', [' a', '-[b]', ' c']],
  ['a\nc', 'a\nb\nc', [' a', '+[b]', ' c']],
])('%j to %j', (before, after, expected) => expect(shown(before, after)).toEqual(expected))

test('what is out and same is the text before, what is in and same the text after', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'a b', 'b a', ''), { maxLength: 12 }).map((lines) => lines.join('\n'))
  const side = (lines: readonly Line[], change: 'out' | 'in') =>
    lines
      .filter((line) => line.change === 'same' || line.change === change)
      .map(({ pieces }) => pieces.map((piece) => piece.text).join(''))
      .join('\n')
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = differences(before, after)
      expect(side(lines, 'out')).toBe(before)
      expect(side(lines, 'in')).toBe(after)
      expect(lines.every(({ change }) => change === 'same')).toBe(before === after)
    }),
  )
})

test('the longest texts that a page may have are compared word for word', () => {
  const many = (word: string) => Array.from({ length: 20_000 }, (_, index) => `${word}${index}`)
  expect(stepsBetween(many('a'), many('b'))).toHaveLength(40_000)
})

test('far from a change nothing is shown', () => {
  const before = Array.from({ length: 20 }, (_, index) => `line ${index}`)
  const after = before.with(10, 'another')
  const lines = shortened(differences(before.join('\n'), after.join('\n')))
  expect(lines).toHaveLength(8)
  expect([lines[0], lines.at(-1)]).toEqual([null, null])
})
