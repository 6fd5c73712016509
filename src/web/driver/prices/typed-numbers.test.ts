import { expect, test } from 'vitest'
import { numberIn, penceIn } from './typed-numbers.ts'

const formWith = (value: string) => {
  const form = new FormData()
  form.set('n', value)
  return form
}

test.each([
  ['10', 10],
  [' 12.5 ', 12.5],
  ['0', 0],
  ['', null],
  ['ten', null],
  ['-1', null],
  ['1e3', null],
])('"%s" is the number %s', (text, number) => expect(numberIn(formWith(text), 'n')).toBe(number))

test.each([
  ['1.20', 120],
  ['£1', 100],
  ['', null],
  ['1.234', null],
])('"%s" is %s pence', (text, pence) => expect(penceIn(formWith(text), 'n')).toBe(pence))
