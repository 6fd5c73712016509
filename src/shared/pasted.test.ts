import fc from 'fast-check'
import { expect, it } from 'vitest'
import { withoutUnseen, withoutUnseenIn } from './pasted.ts'

it.each([
  ['\u202A+44 7700 900123\u202C', '+44 7700 900123'],
  ['\u200E07700\u200F 900123', '07700 900123'],
  ['jo\u200B@example.com\uFEFF', 'jo@example.com'],
  ['Ann\u202Ee', 'Anne'],
  ['O\u00ADBrien', 'OBrien'],
  ['a\u200Db', 'ab'],
  ['\u200B', ''],
  [' \u2800\u3164 ', ''],
  ['\u200D\uFE0F', ''],
  ['two\nlines\tand\u0007 a tab', 'two\nlines\tand a tab'],
  ['👩\u200D👩\u200D👧', '👩\u200D👩\u200D👧'],
  ['❤\uFE0F\u200D🔥', '❤\uFE0F\u200D🔥'],
  ['می\u200Cخواهم', 'می\u200Cخواهم'],
  ['José Núñez-Łukasz, 12½', 'José Núñez-Łukasz, 12½'],
  ['   ', '   '],
])('%j is read as %j', (text, expected) => {
  expect(withoutUnseen(text)).toBe(expected)
})

it('cleans every text of a value and gives the same value back where there is nothing to drop', () => {
  const sent = { name: 'Jo', list: [1, 'two', null], inner: { yes: true } }
  expect(withoutUnseenIn(sent)).toBe(sent)
  expect(withoutUnseenIn({ name: '\u200BJo', list: ['\u202Ea'], inner: { phone: '\u202A0\u202C' } })).toEqual({
    name: 'Jo',
    list: ['a'],
    inner: { phone: '0' },
  })
})

it('cleans what is clean without a change, whatever is typed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const cleaned = withoutUnseen(text)
      expect(withoutUnseen(cleaned)).toBe(cleaned)
    }),
  )
})
