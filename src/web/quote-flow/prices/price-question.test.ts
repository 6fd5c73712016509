import { describe, expect, test } from 'vitest'
import { emptyPoint, initialOrder, type Order } from '../draft/order.ts'
import {
  toPriceQuestion,
  cheapestAround,
  monthBefore,
  monthPage,
  monthWindow,
  nextMonth,
  lowestPriceTexts,
  type LowestPrice,
} from './price-question.ts'

const between = (from: string, to: string, change: Partial<Order> = {}): Order => ({
  ...initialOrder,
  items: [{ id: 102, category: 1, amount: 1 }],
  routePoints: [
    { ...emptyPoint, postcode: from },
    { ...emptyPoint, postcode: to },
  ],
  ...change,
})

describe('what is asked for the price from the first item on', () => {
  test('nothing until both places are known, and nothing of an empty van', () => {
    expect(toPriceQuestion(between('E17 4QH', ''))).toBeUndefined()
    expect(toPriceQuestion(between('E17 4QH', 'BN1'))).toBeUndefined()
    expect(toPriceQuestion(between('E17 4QH', 'BN1 4QL', { items: [] }))).toBeUndefined()
    expect(toPriceQuestion(between('E17 4QH', 'BN1 4QL', { items: [], van: 'luton_van' }))).toBeDefined()
  })

  test('nothing of what no van can do, which has no price', () => {
    const boxes = (amount: number) => between('E17 4QH', 'BN1 4QL', { items: [{ id: 802, category: 8, amount }] })
    expect(toPriceQuestion(boxes(500))).toBeUndefined()
    expect(toPriceQuestion({ ...boxes(100), van: 'small_van' })).toBeUndefined()
    expect(toPriceQuestion({ ...boxes(100), van: 'luton_van' })).toBeDefined()
  })

  test('the suggested van while none is chosen, and whatever is chosen of the start', () => {
    const question = toPriceQuestion(between('e174qh', 'BN1 4QL', { date: '2026-12-04' }))
    expect(question).toMatchObject({ vanCategory: 'medium_van', items: [{ movingItem: 102, amount: 1 }] })
    expect(question?.routePoints[0]).toMatchObject({ postcode: 'E17 4QH', date: '2026-12-04', time: null })
  })

  test('no name, number, address or note of anybody', () => {
    const secret = 'Priya Secret'
    const order = between('E17 4QH', 'BN1 4QL', {
      note: secret,
      itemsToMoveText: secret,
      customerEmail: 'p@example.com',
    })
    const points = order.routePoints.map((point) => ({ ...point, contactName: secret, contactNumber: '07700 900123' }))
    const text = JSON.stringify(toPriceQuestion({ ...order, routePoints: points }))
    for (const hidden of [secret, 'p@example.com', '900123']) expect(text).not.toContain(hidden)
  })
})

test.each([
  ['2026-12-04', '2027-01-01', '2026-11-01', 31, 1],
  ['2027-02-28', '2027-03-01', '2027-01-01', 28, 0],
  ['2026-10-31', '2026-11-01', '2026-09-01', 31, 3],
])('the month of %s: next %s, before %s, %i days, %i places before', (day, next, before, length, places) => {
  const page = monthPage(day)
  expect([nextMonth(day), monthBefore(day), page.days.length, page.placesBefore]).toEqual([
    next,
    before,
    length,
    places,
  ])
})

test.each([
  ['2026-12-01', null, ['2026-12-01', '2026-12-31']],
  ['2026-12-01', '2026-12-15', ['2026-12-01', '2026-12-31']],
  ['2026-12-01', '2026-12-02', ['2026-11-29', '2026-12-31']],
  ['2026-12-01', '2026-12-30', ['2026-12-01', '2027-01-02']],
  ['2027-01-01', '2026-12-30', ['2027-01-01', '2027-01-31']],
])('of the month %s with %s chosen, %j is asked', (month, chosen, [from, to]) => {
  expect(monthWindow(month, chosen)).toEqual({ from, to })
})

test('the cheapest of the three days before and after, the nearest of two', () => {
  const day = (date: string, fromPence: number | null) => ({
    date,
    fromPence,
    startAt: fromPence && `${date}T10:00:00Z`,
  })
  const days = [
    day('2026-12-01', 100),
    day('2026-12-02', 300),
    day('2026-12-04', null),
    day('2026-12-05', 400),
    day('2026-12-07', 300),
    day('2026-12-08', 300),
  ].map((one) => ({ ...one, startAt: one.startAt === 0 ? null : one.startAt }))
  expect(cheapestAround(days, '2026-12-05')?.date).toBe('2026-12-07')
  expect(cheapestAround(days, '2026-12-20')).toBeUndefined()
})

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
])('%j is said as %s, %s', (change, priceText, start) => {
  expect(lowestPriceTexts({ ...price, ...change })).toEqual({ price: priceText, start })
})
