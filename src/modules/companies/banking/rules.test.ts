import { describe, expect, it } from 'vitest'
import { maskAccountNumber, maskSortCode, parseAccountNumber, parseSortCode } from './rules.ts'

describe('a sort code', () => {
  it.each([
    ['204542', '204542'],
    ['20-45-42', '204542'],
    ['20 45 42', '204542'],
    [' 20-45 42 ', '204542'],
    ['000000', null],
    ['20454', null],
    ['2045421', null],
    ['20-454-2', null],
    ['2O4542', null],
    ['20–45–42', null],
    ['', null],
  ])('%j is %j', (text, parsed) => {
    expect(parseSortCode(text)).toBe(parsed)
  })
})

describe('an account number', () => {
  it.each([
    ['31926819', '31926819'],
    ['3192 6819', '31926819'],
    ['926819', '00926819'],
    ['1926819', '01926819'],
    ['00000000', null],
    ['12345', null],
    ['319268190', null],
    ['3192681X', null],
    ['GB29NWBK60161331926819', null],
    ['', null],
  ])('%j is %j', (text, parsed) => {
    expect(parseAccountNumber(text)).toBe(parsed)
  })

  it('is shown by its tail only', () => {
    expect([maskSortCode('42'), maskAccountNumber('6819')]).toEqual(['••-••-42', '••••6819'])
  })
})
