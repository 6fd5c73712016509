import { describe, expect, it } from 'vitest'
import { TOLLS } from '#modules/geo/charges/data.ts'
import { findItem } from '#modules/items/data.ts'
import { loadOfItems } from '#modules/items/rules.ts'
import { dayOfWeek, toInstant } from '#shared/local-time.ts'
import { keysOf } from '#shared/records.ts'
import { NAMED_LOADS } from './from-price/data.ts'
import { withAssumedStart, districtPlace, fromPriceDays } from './from-price/rules.ts'
import { tripsFor } from './load/rules.ts'
import { type AskedMove, tollsMet, tollsOfJob } from './move/rules.ts'
import { atMost, searchesToKeep } from './policy.ts'
import { NOBODY_REASONS, OUTCOMES, countNoOfferReasons, type Outcome, KEPT_IN_ALL, KEPT_PER_ADDRESS } from './rules.ts'
import { scheduleWork, type Job } from './schedule/rules.ts'
import {
  compareBy,
  valuePence,
  weightedRating,
  type Ordering,
  ORDER_TEXTS,
  RANKING_TEXT,
  RATING_TEXT,
} from './search/rules.ts'

const of = (...outcomes: Outcome[]) => outcomes.map((outcome) => OUTCOMES[outcome])

describe('why nobody is free', () => {
  it.each([
    [of(), []],
    [of('not_operating'), []],
    [of('busy'), [{ reason: 'busy', vans: 1 }]],
    [
      of('van', 'busy', 'not_operating', 'busy', 'day_off', 'hours', 'vacation'),
      [
        { reason: 'off', vans: 3 },
        { reason: 'busy', vans: 2 },
        { reason: 'van', vans: 1 },
      ],
    ],
    [
      of('rate', 'van', 'people', 'help', 'van', 'van'),
      [
        { reason: 'van', vans: 3 },
        { reason: 'help', vans: 3 },
      ],
    ],
  ])('%j is %j', (outcomes, reasons) => {
    expect(countNoOfferReasons(outcomes)).toEqual(reasons)
  })

  it('has a reason for every outcome that keeps a van away, and an outcome for every reason', () => {
    const reasons = keysOf(OUTCOMES).flatMap((outcome) => {
      const [found] = countNoOfferReasons(of(outcome))
      return found ? [found.reason] : []
    })
    expect(new Set(reasons)).toEqual(new Set(NOBODY_REASONS))
    const without = keysOf(OUTCOMES).filter((outcome) => countNoOfferReasons(of(outcome)).length === 0)
    expect(without).toEqual(['shown', 'not_operating', 'cheaper_colleague'])
  })
})

describe('policy', () => {
  const at = (address: string, minutes = 0) => ({ address, clock: { now: () => new Date(minutes * 60_000) } })

  it('keeps a number of each address and of all, and begins again after an hour', () => {
    const isKept = searchesToKeep({ ...KEPT_PER_ADDRESS, count: 2 }, { ...KEPT_IN_ALL, count: 5 })
    const keptAddresses = 'a a a b c d e'.split(' ').filter((address) => isKept(at(address)))
    expect(keptAddresses.join('')).toBe('aabcd')
    expect(isKept(at('a', 59))).toBe(false)
    expect(isKept(at('a', 60))).toBe(true)
  })

  it('one network is one caller, and what it may not keep takes nothing from the others', () => {
    const isKept = searchesToKeep({ ...KEPT_PER_ADDRESS, count: 1 }, { ...KEPT_IN_ALL, count: 2 })
    const own = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2::3'].map((address) => isKept(at(address)))
    expect([...own, isKept(at('203.0.113.1'))]).toEqual([true, false, false, true])
  })

  it('a flood of addresses does not make room', () => {
    const isKept = searchesToKeep(undefined, { ...KEPT_IN_ALL, count: 10 })
    let keptCount = 0
    for (let caller = 0; caller < 120_000; caller += 1) if (isKept(at(`caller ${caller}`))) keptCount += 1
    expect(keptCount).toBe(10)
  })

  it('runs a number at one time, leaves the rest out, and makes room after a failure too', async () => {
    const inTurn = atMost(2)
    const gates = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    const busy = gates.map(({ promise }) => inTurn(() => promise, 'without'))
    expect(await inTurn(async () => 'done', 'without')).toBe('without')
    gates[0]?.resolve('first')
    gates[1]?.reject(new Error('second'))
    await expect(busy[1]).rejects.toThrow('second')
    expect([await busy[0], await inTurn(async () => 'done', 'without')]).toEqual(['first', 'done'])
  })
})

describe('from-price', () => {
  describe('a named load', () => {
    it.each([
      ['room', 1],
      ['flat', 1],
      ['house', 2],
    ] as const)('%s: its things exist, and any van of its kind takes them in %i', (size, trips) => {
      const { items, vanCategory, manPower } = NAMED_LOADS[size]
      for (const { movingItem } of items) expect(findItem(movingItem), String(movingItem)).toBeDefined()
      expect(tripsFor(loadOfItems(items), { category: vanCategory, payloadKg: null }, manPower)).toBe(trips)
    })

    it('says how many boxes there are', () => {
      for (const { items, contents } of Object.values(NAMED_LOADS)) {
        const boxes = items.find(({ movingItem }) => movingItem === 802)
        expect(contents).toContain(`${boxes?.amount} boxes`)
      }
    })
  })

  describe('the day of a from-price', () => {
    it('is a Tuesday, Wednesday or Thursday within the week, and the same day a week later', () => {
      for (let day = 1; day <= 30; day += 1) {
        const today = `2026-11-${String(day).padStart(2, '0')}`
        const [soon, later] = fromPriceDays(toInstant(today, 720))
        expect([2, 3, 4]).toContain(dayOfWeek(soon))
        const daysAhead = (Date.parse(soon) - Date.parse(today)) / 86_400_000
        expect(daysAhead).toBeGreaterThanOrEqual(3)
        expect(daysAhead).toBeLessThanOrEqual(7)
        expect(Date.parse(later) - Date.parse(soon)).toBe(7 * 86_400_000)
      }
    })
  })

  describe('a district', () => {
    it('is placed by the table of districts, however it is typed', () => {
      expect(districtPlace(' e17 ')).toMatchObject({
        outcode: 'E17',
        area: 'E',
        town: 'Walthamstow',
        precision: 'outcode',
      })
    })

    it.each(['', 'E', 'E17 4QH', 'ZZ9', 'E99', '<b>', 'E17\u0000'])('is nothing else: %j', (text) => {
      expect(districtPlace(text)).toBeNull()
    })
  })

  const aRequest = (first: { date?: string; time?: string }): AskedMove => ({
    routePoints: [
      { number: 0, postcode: 'E17 4QH', stairs: 0, ...first },
      { number: 1, postcode: 'BN1 4QL', stairs: 0 },
    ],
    items: [],
    jobKind: 'home_or_office',
    manPower: 'one_porter',
    vanCategory: 'large_van',
    needTailLift: false,
  })

  // A Friday; the working day soon is the Tuesday after.
  it.each([
    ['2026-11-20T09:00:00Z', {}, ['2026-11-24', '10:00', true, true]],
    ['2026-11-20T09:00:00Z', { date: '2026-12-05' }, ['2026-12-05', '10:00', false, true]],
    ['2026-11-20T09:00:00Z', { time: '14:30' }, ['2026-11-24', '14:30', true, false]],
    ['2026-11-20T09:00:00Z', { date: '2026-12-05', time: '08:00' }, ['2026-12-05', '08:00', false, false]],
    // Today ten o'clock is too soon, or over.
    ['2026-11-20T09:00:00Z', { date: '2026-11-20' }, ['2026-11-20', '11:00', false, true]],
    ['2026-11-20T15:10:00Z', { date: '2026-11-20' }, ['2026-11-20', '17:30', false, true]],
    // The day has no hours left: refused, as it would be if it had been chosen.
    ['2026-11-20T22:10:00Z', { date: '2026-11-20' }, ['2026-11-20', '10:00', false, true]],
    ['2026-11-20T09:00:00Z', { date: '2026-11-31' }, ['2026-11-31', '10:00', false, true]],
  ] as const)('at %s a move of %j is priced for %j', (now, first, [date, time, isDayAssumed, isTimeAssumed]) => {
    const assumed = withAssumedStart(aRequest(first), new Date(now))
    expect(assumed).toMatchObject({ isDayAssumed, isTimeAssumed })
    expect(assumed.move).toEqual(aRequest({ date, time }))
  })
})

describe('the move', () => {
  const job = (trips: number): Job => ({
    van: 'luton_van',
    helpLevel: 'driver_helps',
    trips,
    stairs: [0, 0],
    legMinutes: [60],
    furniture: [],
  })

  /** Wednesday; a Luton loads an hour, drives an hour and unloads an hour. */
  const start = new Date('2026-12-02T06:00:00Z')
  const met = (codes: string[]) =>
    tollsMet(
      TOLLS,
      [],
      codes.map((code) => ({ code, legIndex: 0, share: 0.5 })),
    )
  const paid = (codes: string[], trips: number, at = start) =>
    tollsOfJob(met(codes), 'luton_van', scheduleWork(job(trips)), at).map(({ code, amountPence, passages }) => [
      code,
      amountPence,
      passages,
    ])

  it('each drive of each trip pays, those back between trips too', () => {
    expect(paid(['mersey_tunnels'], 1)).toEqual([['mersey_tunnels', 240, 1]])
    expect(paid(['mersey_tunnels'], 3)).toEqual([['mersey_tunnels', 240, 5]])
  })

  it('the way back under the Thames pays as the other direction does at its hour', () => {
    // Northbound at 07:30, in the morning peak; back at 09:30, which is no peak southbound; northbound again at 11:30.
    const [peak, there, back] = [
      paid(['thames_tunnels_north'], 1)[0]?.[1],
      paid(['thames_tunnels_north'], 1, new Date('2026-12-02T11:00:00Z'))[0]?.[1],
      paid(['thames_tunnels_south'], 1)[0]?.[1],
    ]
    expect(peak).toBeGreaterThan(Number(there))
    expect(back).toBe(there)
    expect(paid(['thames_tunnels_north'], 2)).toEqual([
      ['thames_tunnels_north', peak, 1],
      ['thames_tunnels_south', back, 1],
      ['thames_tunnels_north', there, 1],
    ])
  })

  it('a toll that is free at the hour is none', () => {
    expect(paid(['dartford'], 1, new Date('2026-12-02T22:30:00Z'))).toEqual([])
    expect(paid(['dartford'], 1)).toEqual([['dartford', 420, 1]])
  })
})

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
