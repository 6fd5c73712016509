import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
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

const pence = fc.integer({ min: -100_000_000, max: 100_000_000 })

describe('formatPence', () => {
  test.each([
    [0, '£0.00'],
    [5, '£0.05'],
    [45_312, '£453.12'],
    [236_902, '£2,369.02'],
    [123_456_789, '£1,234,567.89'],
    [-800, '−£8.00'],
  ])('%i is %s', (amount, text) => expect(formatPence(amount)).toBe(text))

  test('whole pounds in headlines', () => {
    expect(formatPounds(3500)).toBe('£35')
    expect(formatPounds(3550)).toBe('£35.50')
    expect(formatPounds(100_000)).toBe('£1,000')
  })
})

describe('parsePounds', () => {
  test.each([
    ['453', 45_300],
    ['453.1', 45_310],
    [' £1,453.12 ', 145_312],
    ['-8.00', -800],
    ['−8', -800],
    ['-0', 0],
    ['0.05', 5],
  ])('%s is %i', (text, amount) => expect(parsePounds(text)).toBe(amount))

  test.each(['', '£', '1.234', '1,23', 'abc', '1e3', '12.', '.5', 'Infinity', '9'.repeat(20)])(
    '%s is no amount',
    (text) => expect(parsePounds(text)).toBeUndefined(),
  )

  test('reads back what is shown', () => {
    fc.assert(
      fc.property(pence, (amount) => {
        expect(parsePounds(formatPence(amount))).toBe(amount)
      }),
    )
  })
})

describe('multiplyPence', () => {
  test.each([
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

  test('agrees with exact integers, is never half a penny off, and turns with the sign', () => {
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

test('percentages and the VAT inside a price', () => {
  expect(percentOf(45_312, 15)).toBe(6797)
  expect(percentOf(1000, 17.5)).toBe(175)
  expect(percentOf(-1000, 17.5)).toBe(-175)
  expect(taxIncluded(12_000, 20)).toBe(2000)
  expect(taxIncluded(45_312, 20)).toBe(7552)
  expect(taxIncluded(12_000, 0)).toBe(0)
  expect(sumPence([1, 2, -4])).toBe(-1)
  expect(sumPence([])).toBe(0)
})

test.each([
  [0, '0.00'],
  [-5, '-0.05'],
  [123_456_789, '1234567.89'],
])('%i pence are written for machines as %s, and read back', (amount, text) => {
  expect(plainPounds(amount)).toBe(text)
  expect(parsePounds(text)).toBe(amount)
})
