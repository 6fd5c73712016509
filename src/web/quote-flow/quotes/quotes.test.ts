import { describe, expect, it } from 'vitest'
import { moveRefusals } from '#modules/quoting/contract.ts'
import { receiptLines, vatText } from '#web/kit/bookings/booking-texts.ts'
import { paymentText, rateText, vanFacts } from '#web/kit/bookings/offer-texts.tsx'
import { loadRefusalOf, morePeople, suggestRemedies } from '../ask.ts'
import type { QuoteRequest } from '../draft/draft-request.ts'
import { initialOrder, type Order, type Quote, emptyPoint } from '../draft/order.ts'
import {
  toPriceQuestion,
  cheapestAround,
  monthBefore,
  monthPage,
  monthWindow,
  nextMonth,
  lowestPriceTexts,
  raisedText,
  type LowestPrice,
} from '../prices/price-question.ts'
import { comparedRows, flagsOf } from './comparison.ts'
import { isFiltered, readSearch, searchByPhone, toQuoteQuery, withoutFilters, writeSearch } from './quote-search.ts'
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

describe('two prices side by side', () => {
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

describe('flagsOf', () => {
  type Fuel = 'diesel' | 'electric'
  const quote = (
    quoteId: string,
    totalPence: number,
    rating: number | null,
    fuel: Fuel = 'diesel',
    reviewsCount = 100,
  ) =>
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

describe('the address of pick-a-driver', () => {
  const read = (text: string) => readSearch(new URLSearchParams(text))

  it.each([
    '',
    '?ordering=price',
    '?payment=card&rating=4.8&reviews=50',
    '?ordering=rating&payment=cash&page=3',
    '?vans=1&days=1',
  ])('goes there and back: "%s"', (text) => {
    expect(writeSearch(read(text))).toBe(text)
  })

  it.each([
    '?ordering=nearest',
    '?payment=gold',
    '?rating=9',
    '?page=0',
    '?page=1e9',
    '?page=-1',
    '?page=x',
    '?ordering=best&page=1',
  ])('says nothing where it is wrong: "%s"', (text) => {
    expect(writeSearch(read(text))).toBe('')
  })

  it('is asked of the API by its own names', () => {
    expect(toQuoteQuery(read('?ordering=earliest&payment=card&rating=4.8&reviews=50&page=2'))).toEqual({
      ordering: 'earliest',
      page: 2,
      paymentMethod: 'card',
      minRating: 4.8,
      minReviews: 50,
    })
    expect(toQuoteQuery(read(''))).toEqual({ ordering: 'best', page: 1 })
    expect(toQuoteQuery(read('?vans=1&days=1'))).toEqual({ ordering: 'best', page: 1, maxVans: 1, maxDays: 1 })
  })

  it('can be freed of filters', () => {
    const search = read('?ordering=price&payment=card&page=2')
    expect(isFiltered(search)).toBe(true)
    expect(writeSearch(withoutFilters(search))).toBe('?ordering=price')
    expect(isFiltered(withoutFilters(search))).toBe(false)
    expect([read('?vans=1'), read('?days=1')].map(isFiltered)).toEqual([true, true])
  })

  it('asks for the lowest prices first, as many as one answer holds, when the office books by phone', () => {
    expect(toQuoteQuery(read(searchByPhone(1)))).toEqual({ ordering: 'price', page: 1, pageSize: 100 })
    expect(toQuoteQuery(read(searchByPhone(2)))).toEqual({ ordering: 'price', page: 2, pageSize: 100 })
  })
})

describe('questions about a price', () => {
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
    it('nothing until both places are known, and nothing of an empty van', () => {
      expect(toPriceQuestion(between('E17 4QH', ''))).toBeUndefined()
      expect(toPriceQuestion(between('E17 4QH', 'BN1'))).toBeUndefined()
      expect(toPriceQuestion(between('E17 4QH', 'BN1 4QL', { items: [] }))).toBeUndefined()
      expect(toPriceQuestion(between('E17 4QH', 'BN1 4QL', { items: [], van: 'luton_van' }))).toBeDefined()
    })

    it('nothing of what no van of the kind can do, unless it is too much for any and may go in several', () => {
      const boxes = (amount: number) => between('E17 4QH', 'BN1 4QL', { items: [{ id: 802, category: 8, amount }] })
      expect(toPriceQuestion(boxes(500))).toBeDefined()
      expect(toPriceQuestion({ ...boxes(100), van: 'small_van' })).toBeUndefined()
      expect(toPriceQuestion({ ...boxes(100), van: 'luton_van' })).toBeDefined()
    })

    it('the suggested van while none is chosen, and whatever is chosen of the start', () => {
      const question = toPriceQuestion(between('e174qh', 'BN1 4QL', { date: '2026-12-04' }))
      expect(question).toMatchObject({ vanCategory: 'medium_van', items: [{ movingItem: 102, amount: 1 }] })
      expect(question?.routePoints[0]).toMatchObject({ postcode: 'E17 4QH', date: '2026-12-04', time: null })
    })

    it('no name, number, address or note of anybody', () => {
      const secret = 'Priya Secret'
      const order = between('E17 4QH', 'BN1 4QL', {
        note: secret,
        itemsToMoveText: secret,
        customerEmail: 'p@example.com',
      })
      const points = order.routePoints.map((point) => ({
        ...point,
        contactName: secret,
        contactNumber: '07700 900123',
      }))
      const text = JSON.stringify(toPriceQuestion({ ...order, routePoints: points }))
      for (const hidden of [secret, 'p@example.com', '900123']) expect(text).not.toContain(hidden)
    })
  })

  it.each([
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

  it.each([
    ['2026-12-01', null, ['2026-12-01', '2026-12-31']],
    ['2026-12-01', '2026-12-15', ['2026-12-01', '2026-12-31']],
    ['2026-12-01', '2026-12-02', ['2026-11-29', '2026-12-31']],
    ['2026-12-01', '2026-12-30', ['2026-12-01', '2027-01-02']],
    ['2027-01-01', '2026-12-30', ['2027-01-01', '2027-01-31']],
  ])('of the month %s with %s chosen, %j is asked', (month, chosen, [from, to]) => {
    expect(monthWindow(month, chosen)).toEqual({ from, to })
  })

  it('the cheapest of the three days before and after, the nearest of two', () => {
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

  const lutonMove: QuoteRequest = {
    routePoints: [
      { number: 0, postcode: 'E17 4QH', stairs: 0 },
      { number: 1, postcode: 'CB1 1PT', stairs: 0 },
    ],
    items: [{ movingItem: 102, amount: 1 }],
    vanCategory: 'luton_van',
    manPower: 'one_porter',
  }
  const price: LowestPrice = {
    companies: 27,
    fromPence: 39_400,
    startAt: '2026-12-04T10:00:00.000Z',
    isDayAssumed: false,
    isTimeAssumed: false,
  }

  it.each([
    [{}, '27 companies, from £394.00', 'Fri 4 December at 10:00'],
    [{ companies: 1, fromPence: 39_420 }, '1 company, from £394.20', 'Fri 4 December at 10:00'],
    [{ companies: 0, fromPence: null }, 'No driver is free', 'Fri 4 December at 10:00'],
    [{ isTimeAssumed: true }, '27 companies, from £394.00', 'if it’s Fri 4 December at 10:00'],
    [{ isDayAssumed: true, isTimeAssumed: true }, '27 companies, from £394.00', 'if it’s Fri 4 December at 10:00'],
  ])('%j is said as %s, %s', (change, priceText, start) => {
    const crew = 'two people, one Luton Van'
    expect(lowestPriceTexts({ ...price, ...change }, lutonMove)).toEqual({ price: priceText, crew, start })
  })

  it('names the crew that it is for, and the vans and days of a plan', () => {
    const crewOf = (change: object, answer: object = {}) =>
      lowestPriceTexts({ ...price, ...answer }, { ...lutonMove, ...change }).crew
    expect(crewOf({ manPower: 'no_help', vanCategory: 'small_van' })).toBe('nobody to lift, one Small Van')
    expect(crewOf({ manPower: 'driver_helps' })).toBe('one person, one Luton Van')
    expect(crewOf({}, { plan: { vans: 2, days: 1, people: 4 } })).toBe('two vans, one day, four people')
  })

  it.each([
    [
      'Upright piano',
      {
        items: [
          { movingItem: 102, amount: 1 },
          { movingItem: 317, amount: 1 },
        ],
      },
    ],
    ['3 men', { manPower: 'two_porters' as const }],
    ['a Large Van, 1 man', { vanCategory: 'large_van' as const, manPower: 'driver_helps' as const }],
    ['stairs', { routePoints: [{ number: 0, postcode: 'E17 4QH', stairs: 2 as const }, lutonMove.routePoints[1]] }],
    [
      'another stop',
      { routePoints: [...lutonMove.routePoints, { number: 2, postcode: 'BN1 4QL', stairs: 0 as const }] },
    ],
  ])('is said to be raised by %s', (cause, change) => {
    const before = { question: lutonMove, pence: 39_400 }
    const after = { question: { ...lutonMove, ...change } as QuoteRequest, pence: 41_600 }
    expect(raisedText(before, after)).toBe(`£22.00 more for ${cause}`)
    expect(raisedText(before, { ...after, pence: 39_400 })).toBe('')
    expect(raisedText(null, after)).toBe('')
  })
})

describe('asking', () => {
  const refused = (code: string, suggested?: Record<string, string>) =>
    loadRefusalOf({ code, detail: 'The sentence of the server.', suggested })
  const order: Order = { ...initialOrder, van: 'large_van', helpLevel: 'driver_helps' }
  const waysOf = (code: string, change: Partial<Order> = {}) => {
    const refusal = refused(code)
    return refusal && suggestRemedies(refusal, { ...order, ...change })
  }

  describe('loadRefusalOf', () => {
    it('knows every refusal of the contract that is about the load or the day', () => {
      const known = moveRefusals.map(({ code }) => code).filter((code) => refused(code))
      expect(known).toEqual([
        'piece_does_not_fit',
        'piece_needs_two_people',
        'too_much_for_one_van',
        'beyond_drivers_hours',
      ])
      expect(refused('toString')).toBeUndefined()
    })

    it('keeps the sentence, and the van that was suggested', () => {
      expect(refused('too_much_for_one_van', { van_category: 'luton_van' })).toMatchObject({
        detail: 'The sentence of the server.',
        van: 'luton_van',
      })
      expect(refused('too_much_for_one_van', { van_category: 'lorry' })?.van).toBeUndefined()
      expect(refused('too_much_for_one_van')?.van).toBeUndefined()
    })
  })

  describe('suggestRemedies', () => {
    it('offers what is open', () => {
      expect(waysOf('piece_does_not_fit')).toEqual(['fewer_things', 'call'])
      expect(waysOf('piece_needs_two_people')).toEqual(['more_people', 'fewer_things'])
      expect(waysOf('piece_needs_two_people', { helpLevel: 'one_porter' })).toEqual(['fewer_things'])
      expect(waysOf('too_much_for_one_van')).toEqual(['fewer_things', 'call'])
      expect(waysOf('beyond_drivers_hours')).toEqual(['fewer_things', 'call'])
      expect(waysOf('beyond_drivers_hours', { waitingMinutes: 60 })).toContain('no_waiting')
    })

    it('takes the smallest crew of two', () => {
      expect(morePeople({ van: 'small_van', helpLevel: 'no_help' })).toBe('one_porter')
      expect(morePeople({ van: null, helpLevel: 'driver_helps' })).toBe('one_porter')
      expect(morePeople({ van: 'luton_van', helpLevel: 'two_porters' })).toBeUndefined()
    })
  })
})
