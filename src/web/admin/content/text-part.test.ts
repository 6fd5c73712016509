import { expect, test } from 'vitest'
import { inserted, marked, type Mark } from './text-part.tsx'

/** The selection stands between bars. */
const read = (text: string) => {
  const [before = '', chosen = '', after = ''] = text.split('|')
  return { text: before + chosen + after, from: before.length, to: before.length + chosen.length }
}
const shown = ({ text, from, to }: ReturnType<typeof read>) =>
  `${text.slice(0, from)}|${text.slice(from, to)}|${text.slice(to)}`

test.each<[Mark, string, string]>([
  ['bold', 'a |van| comes', 'a **|van|** comes'],
  ['italic', 'a || comes', 'a *|words|* comes'],
  ['link', 'a |van| comes', 'a [van](|/|) comes'],
  ['heading', 'one\ntw|o|\nthree', 'one\n|## two|\nthree'],
  ['list', 'o|ne\ntw|o', '|- one\n- tw|o'],
  ['heading', '||', '|## |'],
])('%s of %j', (mark, before, after) => expect(shown(marked(read(before), mark))).toBe(after))

test('a picture stands on lines of its own', () =>
  expect(shown(inserted(read('one |two| three'), '![x](y)'))).toBe('one two\n\n|![x](y)|\n\n three'))
