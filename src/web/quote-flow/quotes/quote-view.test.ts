import { receiptLines, vatText } from '#web/kit/bookings/booking-texts.ts'
import { describe, expect, it } from 'vitest'
import { initialOrder, type Order } from '../draft/order.ts'
import { paymentText, rateText, vanFacts } from '#web/kit/bookings/offer-texts.tsx'
import { clockText, includedTexts, longDayText, validUntil } from './quote-view.ts'

const line = (code: string, amountPence: number) => ({
  code,
  label: code,
  quantity: 1,
  unitPence: amountPence,
  amountPence,
})

describe('receiptLines', () => {
  it('names the crew once, on the first line of labour', () => {
    const lines = receiptLines([line('labour', 100), line('labour_out_of_hours', 50), line('mileage', 7)], 'one_porter')
    expect(lines.map(({ detail }) => detail)).toEqual(['Driver and 1 helper', undefined, undefined])
    expect(lines.map(({ amountPence }) => amountPence)).toEqual([100, 50, 7])
  })
})

describe('words', () => {
  it('says what is in the price', () => {
    expect(vatText(7552)).toBe('This price includes VAT of £75.52.')
    expect(vatText(0)).toBe('Not VAT-registered.')
    expect(rateText(5800)).toBe('£58 an hour')
    expect(rateText(5850)).toBe('£58.50 an hour')
  })

  it('says how to pay', () => {
    expect(paymentText(['cash', 'card'])).toBe('Card or cash')
    expect(paymentText(['cash'])).toBe('Cash')
  })

  it('says what van comes', () => {
    const van = { category: 'luton_van', make: 'Ford', model: 'Transit', registration: 'LK72 VNF' } as const
    expect(vanFacts({ ...van, fuel: 'diesel', hasTailLift: false })).toBe('Ford Transit')
    expect(vanFacts({ ...van, fuel: 'electric', hasTailLift: true })).toBe('Ford Transit, electric, with tail-lift')
    expect(vanFacts({ ...van, model: 'Vivaro Electric', fuel: 'electric', hasTailLift: false })).toBe(
      'Ford Vivaro Electric',
    )
  })

  it('says days and times of London', () => {
    expect(longDayText('2026-11-28')).toBe('Saturday 28 November')
    expect(clockText('2026-07-01T13:32:00Z')).toBe('14:32')
    expect(validUntil([{ validUntil: '2026-11-20T12:30:00.000Z' }, { validUntil: '2026-11-20T12:29:00.000Z' }])).toBe(
      '2026-11-20T12:29:00.000Z',
    )
    expect(validUntil([])).toBeUndefined()
  })
})

const texts = (...args: Parameters<typeof includedTexts>) => includedTexts(...args).map(({ text }) => text)

describe('includedTexts', () => {
  const order: Order = {
    ...initialOrder,
    helpLevel: 'one_porter',
    items: [
      { id: 917, category: 9, amount: 1 },
      { id: 102, category: 1, amount: 1 },
    ],
  }

  it('counts people, furniture and stops', () => {
    const both = { ...order, dismantlingItems: [917, 102], assemblingItems: [102, 917] }
    expect(texts(both, ['A', 'Croydon', 'B'])).toEqual([
      'Two people lifting',
      'Sofa and wardrobe taken apart and put together',
      'One stop in Croydon',
    ])
    expect(texts({ ...order, dismantlingItems: [917] }, ['A', 'C', 'D', 'B'])).toEqual([
      'Two people lifting',
      'Wardrobe taken apart',
      '2 stops on the way',
    ])
    expect(texts({ ...order, helpLevel: 'no_help', dismantlingItems: [917] }, ['A', 'B'])).toEqual([
      'You load, the driver drives',
    ])
  })
})
