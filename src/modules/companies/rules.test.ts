import { describe, expect, it } from 'vitest'
import { isVatDay, parseCompanyNumber, parseVatNumber, plainText } from './rules.ts'

describe('a VAT number', () => {
  it.each([
    ['GB 980 7806 84', 'GB980780684'],
    ['980780684', 'GB980780684'],
    ['gb980780684001', 'GB980780684001'],
    ['XI 980780684', 'XI980780684'],
    ['GB980780685', null],
    ['GB98078068', null],
    ['FR980780684', null],
    ['000000000', null],
    ['', null],
  ])('%j is %j', (text, parsed) => {
    expect(parseVatNumber(text)).toBe(parsed)
  })

  it('comes with a day that can be', () => {
    const today = '2026-11-20'
    const days = ['1973-03-31', '1973-04-01', '2026-11-20', '2027-11-20', '2027-11-21']
    expect(days.map((day) => isVatDay(day, today))).toEqual([false, true, true, true, false])
  })
})

describe('a company number', () => {
  it.each([
    ['12345678', '12345678'],
    ['1234567', '01234567'],
    ['sc 123456', 'SC123456'],
    ['ABC12345', null],
    ['123456789', null],
    ['', '00000000'],
  ])('%j is %j', (text, parsed) => {
    expect(parseCompanyNumber(text)).toBe(text === '' ? null : parsed)
  })
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
