import { describe, expect, it } from 'vitest'
import { flagsOf } from './quote-flags.ts'
import type { Quote } from '../draft/order.ts'

const quote = (quoteId: string, totalPence: number, rating: number | null, fuel: 'diesel' | 'electric' = 'diesel') =>
  ({ quoteId, totalPence, company: { rating }, workingUnit: { van: { fuel } } }) as Quote

const quotes = [quote('a', 100, 4.5), quote('b', 110, 4.9), quote('c', 120, null, 'electric')]
const flags = (more: Partial<Parameters<typeof flagsOf>[0]> = {}) =>
  Object.fromEntries(flagsOf({ quotes, count: quotes.length, ordering: 'best', page: 1, ...more }))

describe('flagsOf', () => {
  it('names the cheapest, the best rated and the only electric van', () => {
    expect(flags()).toEqual({ a: 'cheapest', b: 'top-rated', c: 'electric' })
  })

  it('claims nothing of quotes on other pages', () => {
    expect(flags({ count: 50 })).toEqual({ a: 'cheapest' })
    expect(flags({ count: 50, ordering: 'rating' })).toEqual({ b: 'top-rated' })
    expect(flags({ count: 50, ordering: 'earliest' })).toEqual({})
    expect(flags({ count: 50, page: 2 })).toEqual({})
  })

  it('gives no flag that two share, and none to one alone', () => {
    expect(flags({ quotes: [quote('a', 100, 5), quote('b', 100, 5)], count: 2 })).toEqual({})
    expect(flags({ quotes: [quote('a', 100, 5)], count: 1 })).toEqual({})
    expect(flags({ quotes: [], count: 0 })).toEqual({})
  })

  it('gives one flag to a quote, the first that is true', () => {
    expect(flags({ quotes: [quote('a', 100, 5, 'electric'), quote('b', 120, 4)], count: 2 })).toEqual({ a: 'cheapest' })
  })
})
