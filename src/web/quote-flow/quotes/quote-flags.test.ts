import { describe, expect, it } from 'vitest'
import { flagsOf } from './comparison.ts'
import type { Quote } from '../draft/order.ts'

type Fuel = 'diesel' | 'electric'
const quote = (quoteId: string, totalPence: number, rating: number | null, fuel: Fuel = 'diesel', reviewsCount = 100) =>
  ({
    quoteId,
    totalPence,
    company: { rating, reviewsCount: rating === null ? 0 : reviewsCount, reliability: 0.95 },
    workingUnit: { van: { fuel } },
  }) as Quote

// The second costs 10% more and is weighed half a star better; the third is the best rated of all.
const quotes = [
  quote('cheap', 10_000, 4),
  quote('good', 10_500, 4.6),
  quote('best', 14_000, 4.9),
  quote('new', 13_000, null, 'electric'),
]
const flags = (more: Partial<Parameters<typeof flagsOf>[0]> = {}) =>
  Object.fromEntries(flagsOf({ quotes, count: quotes.length, ordering: 'best', page: 1, ...more }))

describe('flagsOf', () => {
  it('names the cheapest, the best value, the best rated and the only electric van', () => {
    expect(flags()).toEqual({ cheap: 'cheapest', good: 'best-value', best: 'top-rated', new: 'electric' })
  })

  it('claims nothing of quotes on other pages', () => {
    expect(flags({ count: 50 })).toEqual({ good: 'best-value' })
    expect(flags({ count: 50, ordering: 'price' })).toEqual({ cheap: 'cheapest' })
    expect(flags({ count: 50, ordering: 'rating' })).toEqual({ best: 'top-rated' })
    expect(flags({ count: 50, ordering: 'earliest' })).toEqual({})
    expect(flags({ count: 50, page: 2 })).toEqual({})
  })

  it('gives no flag that two share, and none to one alone', () => {
    expect(flags({ quotes: [quote('a', 100, 5), quote('b', 100, 5)], count: 2 })).toEqual({})
    expect(flags({ quotes: [quote('a', 100, 5)], count: 1 })).toEqual({})
    expect(flags({ quotes: [], count: 0 })).toEqual({})
  })

  it('does not call one five the top rated, where many gave nearly as much', () => {
    const pair = [quote('one five', 200, 5, 'diesel', 1), quote('many', 300, 4.9, 'diesel', 200)]
    expect(flags({ quotes: pair, count: 2 })).toEqual({ 'one five': 'cheapest', many: 'top-rated' })
  })

  it('gives one flag to a quote, the first that is true', () => {
    expect(flags({ quotes: [quote('a', 100, 5, 'electric'), quote('b', 120, 4)], count: 2 })).toEqual({ a: 'cheapest' })
  })
})
