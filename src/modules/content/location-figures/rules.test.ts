import { describe, expect, it, test } from 'vitest'
import { ROAD_CHARGES } from '#modules/pricing/road-charges/data.ts'
import { findItem } from '#modules/items/data.ts'
import { MOVE_SIZES } from '../rules.ts'
import { TYPICAL_LOADS } from './data.ts'
import { chargeText, isEnough, middleOfPence, sumOf, typicalDay, type Figures, type Happened } from './rules.ts'

const none: Figures = {
  countedAt: '2026-11-24T02:20:00.000Z',
  companies: 0,
  fromPencePerHour: null,
  rates: [],
  moves: [],
  replyMinutes: null,
  started: 0,
  onTime: 0,
  reviews: 0,
  rating: null,
  roadCharges: [],
}
const move: Figures['moves'][number] = {
  from: 'Hove',
  to: 'Brighton',
  size: 'room',
  vanCategory: 'medium_van',
  manPower: 'driver_helps',
  metres: 3000,
  minutes: 120,
  medianPence: 9000,
  cheapestPence: 7000,
}

describe('whether a location says enough', () => {
  it.each<[string, Partial<Figures>, boolean]>([
    ['nothing', {}, false],
    ['companies and their price', { companies: 3, fromPencePerHour: 4000 }, false],
    ['these and a move', { companies: 3, fromPencePerHour: 4000, moves: [move] }, true],
    ['these and an answer', { companies: 3, fromPencePerHour: 4000, replyMinutes: 0 }, true],
    ['a road charge and an answer', { replyMinutes: 12, roadCharges: [{ name: 'ULEZ', words: '£12.50' }] }, false],
    ['ratings of it alone', { reviews: 90, rating: 4.8, started: 90, onTime: 88 }, false],
  ])('%s', (_, figures, enough) => expect(isEnough({ ...none, ...figures })).toBe(enough))

  it('what was never counted is not enough', () => expect(isEnough(null)).toBe(false))
})

const happened = (replyMinutes: number | null, bookings: number, more: Partial<Happened> = {}): Happened => ({
  outcode: 'E17',
  replyMinutes,
  bookings,
  started: 0,
  onTime: 0,
  reviews: 0,
  marks: 0,
  ...more,
})

describe('what happened', () => {
  it('is answered within the minutes that half of the answers took, however they are grouped', () => {
    const minutes = [4, 4, 5, 9, 30, 700]
    const grouped = [
      happened(30, 1),
      happened(4, 2),
      happened(700, 1),
      happened(null, 40),
      happened(9, 1),
      happened(5, 1),
    ]
    expect(sumOf(grouped).replyMinutes).toBe(minutes[2])
    expect(sumOf(minutes.map((one) => happened(one, 1))).replyMinutes).toBe(5)
  })

  it('of four bookings says nothing', () => {
    expect(sumOf([happened(4, 4, { started: 4, onTime: 4 })])).toEqual({
      replyMinutes: null,
      started: 0,
      onTime: 0,
      reviews: 0,
      rating: null,
    })
    expect(sumOf([happened(4, 5, { started: 5, onTime: 4, reviews: 2, marks: 28 })])).toEqual({
      replyMinutes: 4,
      started: 5,
      onTime: 4,
      reviews: 2,
      rating: 4.7,
    })
  })
})

test('the middle of prices', () => {
  expect(middleOfPence([1, 5, 100])).toBe(5)
  expect(middleOfPence([1, 4, 5, 100])).toBe(5)
})

test('the typical day is a Wednesday, two weeks ahead, and never a holiday', () => {
  expect(typicalDay('2026-11-24')).toBe('2026-12-09')
  expect(typicalDay('2026-11-25')).toBe('2026-12-09')
  // Christmas Day of 2030 is a Wednesday, and so is New Year’s Day after it.
  expect(typicalDay('2030-12-10')).toBe('2031-01-08')
})

test('what a zone asks, in words, by the rows of a day', () => {
  const of = (zone: string) => ROAD_CHARGES.filter((charge) => charge.zone === zone)
  expect(chargeText(of('bath'), '2026-11-24')).toBe(
    '£9 a day for a van below its standard, £100 a day for one above 3.5 tonnes below its standard.',
  )
  expect(chargeText(of('glasgow'), '2026-11-24')).toMatch(/^No entry for a van below its standard/)
  expect(chargeText(of('bath'), '2020-01-01')).toBe('')
  expect(chargeText(of('congestion'), '2026-11-24')).toBe('£18 a day for a van, £9 a day for an electric van.')
})

test.each(MOVE_SIZES)('the things of a %s are of the catalogue', (size) => {
  for (const [item] of TYPICAL_LOADS[size].items) expect(findItem(item), String(item)).toBeDefined()
})
