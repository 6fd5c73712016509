import { describe, expect, test } from 'vitest'
import { emptyPoint, initialOrder, type Order } from '../draft/order.ts'
import { toPriceQuestion } from './price-question.ts'

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
