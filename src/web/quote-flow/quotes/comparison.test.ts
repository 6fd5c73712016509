import { describe, expect, it } from 'vitest'
import type { Quote } from '../draft/order.ts'
import { comparedRows } from './comparison.ts'

const line = (code: string, label: string, amountPence: number) => ({
  code,
  label,
  quantity: 1,
  unitPence: 1,
  amountPence,
})
const quote = (change: object, company: object = {}) =>
  ({
    totalPence: 40_000,
    ceilingPence: 43_000,
    vatPence: 0,
    lines: [line('labour', '6 h at £60.00', 36_000), line('mileage', '50 miles at 80p', 4000)],
    startAt: '2026-11-28T10:00:00.000Z',
    endAt: '2026-11-28T16:00:00.000Z',
    paymentMethods: ['cash', 'card'],
    waiting: { freeWaitingMinutes: 30, waitingPencePerHalfHour: 1500 },
    cancellation: [
      { until: '2026-11-26T10:00:00.000Z', feePence: 0 },
      { until: '2026-11-27T10:00:00.000Z', feePence: 6000 },
      { until: null, feePence: 12_000 },
    ],
    workingUnit: {
      van: {
        category: 'large_van',
        make: 'Ford',
        model: 'Transit',
        registration: 'LK72 VNF',
        fuel: 'diesel',
        hasTailLift: false,
      },
    },
    company: {
      rating: 4.8,
      reviewsCount: 12,
      reliability: 0.97,
      replyMinutes: 18,
      cover: { totalPence: 2_000_000, perItemPence: 250_000, source: 'policy' },
      ...company,
    },
    ...change,
  }) as unknown as Quote

const rows = (a: Quote, b: Quote) =>
  Object.fromEntries(
    comparedRows([a, b], { helpLevel: 'one_porter' }, new Date('2026-11-20T12:00:00Z')).map(
      ({ name, values, better }) => [name, { values, better }],
    ),
  )

describe('two prices side by side', () => {
  const other = quote(
    {
      totalPence: 45_000,
      vatPence: 7500,
      lines: [line('labour', '6 h at £70.00', 42_000), line('ulez', 'ULEZ charge', 1250)],
      paymentMethods: ['cash'],
    },
    { rating: null, reviewsCount: 0, reliability: null, replyMinutes: 5 },
  )

  it('are compared line by line, and a line that one lacks is said', () => {
    const found = rows(quote({}), other)
    expect(found['Whole price']).toEqual({ values: ['£400.00', '£450.00'], better: 0 })
    expect(found['Hours']?.values).toEqual(['£360.00: 6 h at £60.00', '£420.00: 6 h at £70.00'])
    expect(found['Miles']?.values).toEqual(['£40.00: 50 miles at 80p', 'None'])
    expect(found['ULEZ charge']?.values).toEqual(['None', '£12.50'])
    expect(found['VAT']?.values).toEqual(['Not registered', '£75.00 included'])
    expect(found['Pay after the move']?.values).toEqual(['Card or cash', 'Cash'])
    expect(found['Crew']?.values).toEqual(['2 people', '2 people'])
    expect(found['If you cancel']?.values[0]).toMatch(
      /^Until a driver confirms: Free\. Until Thu 26 November, 10:00: Free\. Until Fri 27 November, 10:00: £60\.00\. After that: £120\.00$/,
    )
  })

  it('say which is better only where both are known and differ', () => {
    const found = rows(quote({}), other)
    expect(found['Rating']).toEqual({ values: ['4.8 from 12 reviews', 'No reviews yet'], better: undefined })
    expect(found['Usual reply time']).toEqual({ values: ['18 min', '5 min'], better: 1 })
    expect(found['At most']?.better).toBeUndefined()
    expect(found['Insured']?.better).toBeUndefined()
  })
})
