import { describe, expect, it } from 'vitest'
import {
  compareBy,
  valuePence,
  weightedRating,
  type Ordering,
  ORDER_TEXTS,
  RANKING_TEXT,
  RATING_TEXT,
} from './rules.ts'

describe('weightedRating', () => {
  it.each([
    { rating: null, reviewsCount: 0, expected: 4.5 },
    { rating: 5, reviewsCount: 1, expected: 4.545 },
    { rating: 4.9, reviewsCount: 50, expected: 4.833 },
    { rating: 1, reviewsCount: 1, expected: 4.182 },
    { rating: 4.5, reviewsCount: 900, expected: 4.5 },
    { rating: 5, reviewsCount: 990, expected: 4.995 },
  ])('$rating from $reviewsCount is $expected', ({ expected, ...rated }) => {
    expect(weightedRating(rated)).toBeCloseTo(expected, 3)
  })
})

describe('valuePence', () => {
  const known = { totalPence: 10_000, rating: 4.5, reviewsCount: 10, reliability: 1 }

  // Half a star below five is 10%; a booking in a hundred is 1%.
  it.each([
    { change: {}, expected: 11_000 },
    { change: { rating: 5, reviewsCount: 1e9 }, expected: 10_000 },
    { change: { rating: 4.4, reviewsCount: 1e9 }, expected: 11_200 },
    { change: { reliability: 0.97 }, expected: 11_300 },
    { change: { reliability: null }, expected: 11_500 },
    { change: { rating: null, reviewsCount: 0 }, expected: 11_000 },
    { change: { rating: 5, reviewsCount: 1 }, expected: 10_909 },
    { change: { totalPence: 20_000 }, expected: 22_000 },
  ])('$change is $expected', ({ change, expected }) => {
    expect(valuePence({ ...known, ...change })).toBeCloseTo(expected, 0)
  })

  it('is what the published words say', () => {
    expect(RANKING_TEXT).toContain('each tenth of a star below 5 counts as 2% on the price')
    expect(RANKING_TEXT).toContain('each booking in a hundred that the company didn’t keep as 1%')
    expect(RATING_TEXT).toContain('as if 10 more customers had given 4.5 stars')
    expect(RATING_TEXT).toContain('until then they count as 95%')
    expect(Object.keys(ORDER_TEXTS)).toEqual(['price', 'rating', 'earliest'])
  })
})

describe('the orders', () => {
  const offer = (id: string, pounds: number, [rating, reviewsCount]: [number | null, number], more: object = {}) => ({
    id,
    totalPence: pounds * 100,
    rating,
    reviewsCount,
    reliability: 0.98,
    minutesAway: 0,
    ...more,
  })
  const offers = [
    offer('cheap, poor', 400, [3.9, 40]),
    offer('good', 415, [4.8, 90]),
    offer('one five', 420, [5, 1]),
    offer('new', 410, [null, 0], { reliability: null }),
    offer('dear, best', 520, [4.9, 300], { minutesAway: 30 }),
    offer('gives up', 405, [4.8, 90], { reliability: 0.8, minutesAway: 90 }),
  ]
  const inOrder = (ordering: Ordering) => offers.toSorted(compareBy(ordering)).map(({ id }) => id)

  it.each([
    ['best', ['good', 'one five', 'new', 'cheap, poor', 'gives up', 'dear, best']],
    ['price', ['cheap, poor', 'gives up', 'new', 'good', 'one five', 'dear, best']],
    ['rating', ['dear, best', 'gives up', 'good', 'one five', 'new', 'cheap, poor']],
    ['earliest', ['cheap, poor', 'new', 'good', 'one five', 'dear, best', 'gives up']],
  ] as const)('%s', (ordering, expected) => {
    expect(inOrder(ordering)).toEqual(expected)
  })

  it('of two alike is always the same', () => {
    const [a, b] = [offer('a', 1, [null, 0]), offer('b', 1, [null, 0])]
    for (const ordering of ['best', 'price', 'rating', 'earliest'] as const)
      expect([compareBy(ordering)(a, b), compareBy(ordering)(b, a), compareBy(ordering)(a, a)]).toEqual([-1, 1, 0])
  })

  it('best is price alone where rating and reliability are the same', () => {
    const alike = [5, 3, 4].map((pounds) => offer(`${pounds}`, pounds, [4.6, 20]))
    expect(alike.toSorted(compareBy('best')).map(({ id }) => id)).toEqual(['3', '4', '5'])
  })
})
