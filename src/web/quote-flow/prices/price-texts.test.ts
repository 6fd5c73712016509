import { expect, test } from 'vitest'
import { lowestPriceWords, type LowestPrice } from './price-texts.ts'

const price: LowestPrice = {
  companies: 27,
  fromPence: 39_400,
  startAt: '2026-12-04T10:00:00.000Z',
  isDayAssumed: false,
  isTimeAssumed: false,
}

test.each([
  [{}, '27 companies, from £394.00', 'Fri 4 December at 10:00'],
  [{ companies: 1, fromPence: 39_420 }, '1 company, from £394.20', 'Fri 4 December at 10:00'],
  [{ companies: 0, fromPence: null }, 'No driver is free', 'Fri 4 December at 10:00'],
  [{ isTimeAssumed: true }, '27 companies, from £394.00', 'if it’s Fri 4 December at 10:00'],
  [{ isDayAssumed: true, isTimeAssumed: true }, '27 companies, from £394.00', 'if it’s Fri 4 December at 10:00'],
])('%j is said as %s, %s', (change, said, start) => {
  expect(lowestPriceWords({ ...price, ...change })).toEqual({ price: said, start })
})
