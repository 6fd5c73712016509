import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatPence,
  formatPounds,
  multiplyPence,
  parsePounds,
  percentOf,
  plainPounds,
  sumPence,
  taxIncluded,
} from './money.ts'
import { numberText, countOf, shortCount } from './texts.ts'
import { parseCompanyNumber, parseTaxNumber, parseVatNumber, platformText, registeredIn, traderText } from './trader.ts'

const pence = fc.integer({ min: -100_000_000, max: 100_000_000 })

describe('formatPence', () => {
  it.each([
    [0, '£0.00'],
    [5, '£0.05'],
    [45_312, '£453.12'],
    [236_902, '£2,369.02'],
    [123_456_789, '£1,234,567.89'],
    [-800, '−£8.00'],
  ])('%i is %s', (amount, text) => expect(formatPence(amount)).toBe(text))

  it('whole pounds in headlines', () => {
    expect(formatPounds(3500)).toBe('£35')
    expect(formatPounds(3550)).toBe('£35.50')
    expect(formatPounds(100_000)).toBe('£1,000')
  })
})

describe('parsePounds', () => {
  it.each([
    ['453', 45_300],
    ['453.1', 45_310],
    [' £1,453.12 ', 145_312],
    ['-8.00', -800],
    ['−8', -800],
    ['-0', 0],
    ['0.05', 5],
    ['£ 40', 4000],
    ['1\u00A0453.50', 145_350],
    ['\u202A40\u202C', 4000],
    ['\u200E£1,200', 120_000],
  ])('%s is %i', (text, amount) => expect(parsePounds(text)).toBe(amount))

  it.each(['', '£', '1.234', '1,23', '1 23', '4 0', 'abc', '1e3', '12.', '.5', 'Infinity', '9'.repeat(20)])(
    '%s is no amount',
    (text) => expect(parsePounds(text)).toBeUndefined(),
  )

  it('reads back what is shown', () => {
    fc.assert(
      fc.property(pence, (amount) => {
        expect(parsePounds(formatPence(amount))).toBe(amount)
      }),
    )
  })
})

describe('multiplyPence', () => {
  it.each([
    [5800, 390, 60, 37_700],
    [120, 5640, 100, 6768],
    [1, 1, 2, 1],
    [1, 49, 100, 0],
    [-1, 1, 2, -1],
    [101, 1, 2, 51],
    [100, 1, 3, 33],
    [200, 1, 3, 67],
    [0, 7, 3, 0],
  ])('%i × %i / %i is %i', (unit, numerator, denominator, amount) =>
    expect(multiplyPence(unit, numerator, denominator)).toBe(amount),
  )

  it('agrees with exact integers, is never half a penny off, and turns with the sign', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.integer({ min: 0, max: 100_000 }),
        fc.integer({ min: 1, max: 10_000 }),
        (unit, n, d) => {
          const exact = (2n * BigInt(unit) * BigInt(n) + BigInt(d)) / (2n * BigInt(d))
          expect(multiplyPence(unit, n, d)).toBe(Number(exact))
          expect(multiplyPence(-unit, n, d)).toBe(exact === 0n ? 0 : -Number(exact))
        },
      ),
      { numRuns: 2000 },
    )
  })
})

it('percentages and the VAT inside a price', () => {
  expect(percentOf(45_312, 15)).toBe(6797)
  expect(percentOf(1000, 17.5)).toBe(175)
  expect(percentOf(-1000, 17.5)).toBe(-175)
  expect(taxIncluded(12_000, 20)).toBe(2000)
  expect(taxIncluded(45_312, 20)).toBe(7552)
  expect(taxIncluded(12_000, 0)).toBe(0)
  expect(sumPence([1, 2, -4])).toBe(-1)
  expect(sumPence([])).toBe(0)
})

it.each([
  [0, '0.00'],
  [-5, '-0.05'],
  [123_456_789, '1234567.89'],
])('%i pence are written for machines as %s, and read back', (amount, text) => {
  expect(plainPounds(amount)).toBe(text)
  expect(parsePounds(text)).toBe(amount)
})

describe('traders', () => {
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
  })

  describe('a tax number', () => {
    it.each([
      ['ab 12 34 56 c', 'AB123456C'],
      ['12345 67890', '1234567890'],
      ['AB123456E', null],
      ['DA123456A', null],
      ['AO123456A', null],
      ['GB123456A', null],
      ['123456789', null],
      ['', null],
    ])('%j is %j', (text, parsed) => {
      expect(parseTaxNumber(text)).toBe(parsed)
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

  it.each([
    ['12345678', 'England and Wales'],
    ['OC123456', 'England and Wales'],
    ['SC123456', 'Scotland'],
    ['NI123456', 'Northern Ireland'],
  ])('%s is registered in %s', (number, part) => {
    expect(registeredIn(number)).toBe(part)
  })

  it('says of the platform what a company has to say of itself', () => {
    const platform = {
      name: 'Vanfare Ltd',
      companyNumber: 'SC123456',
      address: '1 Quay, Leith',
      vatNumber: 'GB980780684',
    }
    expect(platformText(platform)).toBe(
      'Vanfare Ltd, registered in Scotland, company number SC123456. Registered office: 1 Quay, Leith. VAT number GB980780684.',
    )
  })

  it('says of a company without a number that it is a sole trader or partnership', () => {
    const address = '2 Mill Lane, Leeds'
    expect(traderText({ name: 'Dawn Pennant', companyNumber: null, address })).toBe(
      'Dawn Pennant, a sole trader or partnership. Address: 2 Mill Lane, Leeds.',
    )
    expect(traderText({ name: 'Pennant Ltd', companyNumber: '12345678', address: null })).toBe(
      'Pennant Ltd, registered in England and Wales, company number 12345678.',
    )
  })
})

describe('numbers in text', () => {
  it.each([
    [0, '0'],
    [7, '7'],
    [999, '999'],
    [1000, '1,000'],
    [1_234_567, '1,234,567'],
    [1200.4, '1,200'],
  ])('%d is %s', (value, text) => expect(numberText(value)).toBe(text))

  it('is what the browser would write', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1_000_000_000_000 }), (value) => {
        expect(numberText(value)).toBe(value.toLocaleString('en-GB'))
      }),
    )
  })
})

describe('short counts', () => {
  it.each([
    [0, '0'],
    [-3, '0'],
    [999, '999'],
    [1000, '1K'],
    [1050, '1K'],
    [1100, '1.1K'],
    [1299, '1.2K'],
    [9999, '9.9K'],
    [10_400, '10K'],
    [58_214, '58K'],
    [999_999, '999K'],
    [1_000_000, '1M'],
    [1_250_000, '1.2M'],
    [12_900_000, '12M'],
  ])('%i is %s', (count, text) => {
    expect(shortCount(count)).toBe(text)
  })
})

describe('counts of things', () => {
  it('counts in words', () => {
    expect(countOf(1, 'van')).toBe('1 van')
    expect(countOf(0, 'van')).toBe('0 vans')
    expect(countOf(10_000, 'booking')).toBe('10,000 bookings')
    expect(countOf(2, 'company', 'companies')).toBe('2 companies')
  })
})
