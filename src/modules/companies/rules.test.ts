import { describe, expect, it } from 'vitest'
import { isBirthday, isVatDay, plainText } from './rules.ts'

it('a VAT registration begins on a day that can be', () => {
  const today = '2026-11-20'
  const days = ['1973-03-31', '1973-04-01', '2026-11-20', '2027-11-20', '2027-11-21']
  expect(days.map((day) => isVatDay(day, today))).toEqual([false, true, true, true, false])
})

it('a birthday is that of somebody who may do business', () => {
  const days = ['1900-01-01', '1980-02-29', '2010-11-20', '2010-11-21', '2027-01-01']
  expect(days.map((day) => isBirthday(day, '2026-11-20'))).toEqual([false, true, true, false, false])
})

describe('T-069: words of a company', () => {
  it.each([
    ['  Two   vans ', 'Two vans'],
    ['a\u0000b\u0007c', 'a b c'],
    ['safe\u202egnp.exe', 'safegnp.exe'],
    ['line\nnext', 'line next'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ])('%j on one line is %j', (text, plain) => {
    expect(plainText(text)).toBe(plain)
  })

  it('keep their lines where there may be several, and no more than one empty one', () => {
    expect(plainText('One \r\ntwo\n\n\n\nthree\t!', true)).toBe('One \ntwo\n\nthree !')
  })
})
