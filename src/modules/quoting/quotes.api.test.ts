import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findBookableQuote } from '#modules/bookings/create/queries.ts'
import { checkEnds } from '#modules/geo/contract.ts'
import { FORCES_POST_MESSAGE, GIROBANK_MESSAGE } from '#modules/geo/rules.ts'
import { addMinutes, formatTime, toInstant, toLocal } from '#shared/local-time.ts'
import { toWire } from '#shared/wire.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { search, type QuotesAnswer, aBooking } from '#test/support/factories/booking.ts'
import { aCompany, removeCompanies } from '#test/support/factories/company.ts'
import { aHold } from '#test/support/factories/hold.ts'
import { aMove, type Move } from '#test/support/factories/move.ts'
import { aUnit, everyDay } from '#test/support/factories/unit.ts'
import { keptPages } from '#test/support/kept-searches.ts'
import { statementsOf } from '#test/support/statements.ts'
import { findQuotes, getRouteDetails } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('quotes', () => {
  beforeEach(() => removeCompanies(app))

  const only = ({ results }: QuotesAnswer) => {
    expect(results).toHaveLength(1)
    return results[0] as QuotesAnswer['results'][number]
  }
  const refusalOf = async (move: Move) => {
    const answer = await app.call()(findQuotes, { body: move, query: {} })
    return answer.ok ? undefined : { status: answer.status, code: answer.problem.code, errors: answer.problem.errors }
  }

  const post = async (url: string, move: Move) => {
    const response = await app.app.fastify.inject({ method: 'POST', url, payload: toWire(move) as object })
    expect(response.statusCode).toBe(200)
    return response.json<{
      count: number
      next: string | null
      previous: string | null
      results: { company: { id: string } }[]
    }>()
  }

  const details = async (move: Move) => {
    const answer = await app.call()(getRouteDetails, { body: move })
    if (!answer.ok) throw new Error(answer.problem.code)
    return answer.data.order
  }

  const chargedFlags = async (move: Parameters<typeof aMove>[0]) => {
    const { order } = await search(app, aMove(move))
    return [order.isUlezCharged, order.isCongestionCharged]
  }

  describe('the price of a quote', () => {
    it('is what its lines add up to, with the ceiling at half an hour more', async () => {
      await aUnit(app, { company: { tariff: { includedMiles: 10, pencePerMile: 50 } } })
      const quote = only(await search(app))
      expect(quote.lines).toEqual([
        { code: 'labour', label: '3 h 30 min at £60.00', quantity: 3.5, unitPence: 6000, amountPence: 21_000 },
        {
          code: 'mileage',
          label: '54.29 miles at 50p (first 10 free)',
          quantity: 54.29,
          unitPence: 50,
          amountPence: 2715,
        },
      ])
      expect(quote).toMatchObject({ totalPence: 23_715, ceilingPence: 26_715, hourlyPence: 6000 })
    })

    it('charges the minimum time for a short job, and then half an hour more costs nothing', async () => {
      await aUnit(app, { van: { category: 'small_van' } })
      const shortMove = aMove({ to: 'E10 5AA', vanCategory: 'small_van', manPower: 'no_help', items: [] })
      const quote = only(await search(app, shortMove))
      expect(quote).toMatchObject({ totalPence: 7000, ceilingPence: 7000 })
    })

    it('prices the minutes outside standard hours in their own band', async () => {
      await aUnit(app, { company: { tariff: { outOfHoursPercent: 50 } } })
      const quote = only(await search(app, aMove({ time: '07:00' })))
      expect(quote.lines.map(({ code, quantity, unitPence }) => [code, quantity, unitPence])).toEqual([
        ['labour', 2.5, 6000],
        ['labour_out_of_hours', 1, 9000],
        ['mileage', 64.29, 0],
      ])
    })

    it('holds for every kind of move: lines add up, and the ceiling is never below', async () => {
      const tariff = { includedMiles: 7.5, pencePerMile: 83, outOfHoursPercent: 33, minimumMinutes: 150 }
      await aUnit(app, { van: { fuel: 'diesel', euroClass: 5 }, company: { tariff, pencePerHour: 5333 } })
      const moves = ['06:30', '11:00', '16:30', '22:00'].flatMap((time) =>
        (['no_help', 'driver_helps', 'one_porter', 'two_porters'] as const).map((manPower, index) =>
          aMove({ time, manPower, stops: index % 2 ? ['SE1 7PB', 'CR0 2AA'] : [], stairs: [index, 9, 8] }),
        ),
      )
      for (const move of moves) {
        const quote = only(await search(app, move))
        expect(quote.lines.reduce((sum, line) => sum + line.amountPence, 0)).toBe(quote.totalPence)
        expect(quote.ceilingPence).toBeGreaterThanOrEqual(quote.totalPence)
        for (const amount of [quote.totalPence, quote.ceilingPence]) expect(Number.isSafeInteger(amount)).toBe(true)
      }
    })

    it.each([
      ['contains VAT where the company is registered', '2020-01-01', 3500],
      ['contains it from the day of registration', '2026-11-28', 3500],
      ['contains none before that day', '2026-11-29', 0],
      ['contains none where the company isn’t registered', null, 0],
    ])('%s', async (_, vatRegisteredFrom, vatPence) => {
      await aUnit(app, { company: { vatRegisteredFrom } })
      expect(only(await search(app))).toMatchObject({ totalPence: 21_000, vatPence })
    })
  })

  describe('road charges', () => {
    const euro5 = { fuel: 'diesel', euroClass: 5 } as const
    const euro6 = { fuel: 'diesel', euroClass: 6 } as const
    const petrol = { fuel: 'petrol', euroClass: 4 } as const
    const electric = { fuel: 'electric' } as const
    const city = { from: 'EC1A 1BB', to: 'EC4M 7RF' }
    const monday = '2026-11-30'

    it.each([
      ['ULEZ for a van below its standard', euro5, {}, { ulez: 1250 }],
      ['none for a van that meets it', euro6, {}, {}],
      ['none for an electric van', electric, {}, {}],
      ['none outside London', euro5, { from: 'BN1 4QL', to: 'BN3 2AA' }, {}],
      [
        'ULEZ where only a stop is inside',
        euro5,
        { from: 'BN1 4QL', to: 'BN3 2AA', stops: ['SE1 7PB'] },
        { ulez: 1250 },
      ],
      ['none on Christmas Day', euro5, { date: '2026-12-25' }, {}],
      ['both in the City on a Monday morning', euro5, { ...city, date: monday }, { ulez: 1250, congestion: 1800 }],
      ['the Congestion Charge alone for a clean one', petrol, { ...city, date: monday }, { congestion: 1800 }],
      ['half of it for an electric van', electric, { ...city, date: monday }, { congestion: 900 }],
      ['no Congestion Charge on a Saturday morning', petrol, { ...city, time: '07:00' }, {}],
      ['the Congestion Charge on a Saturday afternoon', petrol, { ...city, time: '13:00' }, { congestion: 1800 }],
      ['none in the evening', petrol, { ...city, date: monday, time: '18:00' }, {}],
      ['ULEZ for each day of a night', euro5, { ...city, date: monday, time: '23:00' }, { ulez: 2500 }],
    ])('%s', async (_, van, move, expected) => {
      await aUnit(app, { van, districts: ['E17', 'EC1A', 'BN1'] })
      const charged = only(await search(app, aMove(move))).lines.filter(({ code }) =>
        ['ulez', 'congestion'].includes(code),
      )
      expect(Object.fromEntries(charged.map(({ code, amountPence }) => [code, amountPence]))).toEqual(expected)
    })

    it('are no part of what commission is counted from, nor of what a cleaner van costs', async () => {
      await aUnit(app, { company: { name: 'Old' }, van: euro5 })
      await aUnit(app, { company: { name: 'Clean' }, van: euro6 })
      expect((await search(app)).results.map(({ company, totalPence }) => [company.name, totalPence])).toEqual([
        ['Clean', 21_000],
        ['Old', 22_250],
      ])
      const quotes = (await keptPages(app)).at(-1)?.quotes ?? {}
      expect(Object.values(quotes).map(({ commissionablePence }) => commissionablePence)).toEqual([21_000, 21_000])
    })

    it('are told of the move, whichever van comes', async () => {
      expect(await chargedFlags({})).toEqual([true, false])
      expect(await chargedFlags({ ...city, date: monday })).toEqual([true, true])
      expect(await chargedFlags({ ...city, date: monday, time: '19:00' })).toEqual([true, false])
      expect(await chargedFlags({ from: 'BN1 4QL', to: 'BN3 2AA' })).toEqual([false, false])
    })
  })

  describe('other names of what is asked', () => {
    const piece = { moving_item: 102, amount: 1, need_assembling: true, need_disassembling: true }
    const timesOf = async (changed: object, point: object = {}) => {
      const move = toWire({ ...aMove(), items: [], manPower: 'two_porters' }) as { route_points: object[] }
      const [first, ...rest] = move.route_points
      const payload = { ...move, items: [piece], ...changed, route_points: [{ ...first, ...point }, ...rest] }
      const answer = await app.app.fastify.inject({ method: 'POST', url: '/api/booking/route-details/', payload })
      const { order, errors } = answer.json<{ order?: Record<string, string>; errors?: object }>()
      return order ? [order['assembling_time'], order['disassembling_time']] : Object.keys(errors ?? {})
    }

    it.each(['no_help', 'driver_helps', 'one_porter', 'two_porters'])(
      'assembly_%s is the plain level',
      async (level) => {
        const plain = await timesOf({ assembling_help: level, disassembling_help: level })
        expect(plain).toHaveLength(2)
        const prefixed = { assembling_help: `assembly_${level}`, disassembling_help: `disassembly_${level}` }
        expect(await timesOf(prefixed)).toEqual(plain)
      },
    )

    it('each field takes its own, and no other', async () => {
      expect(await timesOf({ assembling_help: 'disassembly_one_porter' })).toEqual(['assembling_help'])
      expect(await timesOf({ disassembling_help: 'porter' })).toEqual(['disassembling_help'])
    })

    it.each([
      ['447700900123', 2],
      ['+44 7700 900-123', 2],
      ['', 2],
      ['0770', 1],
      ['+0000000000', 1],
    ])('a contact’s number may be written %j', async (number, answers) => {
      expect(await timesOf({}, { contact_number: number })).toHaveLength(answers)
    })
  })

  describe('pages', () => {
    it('are asked for by posting the same move to next: every company once, none left out', async () => {
      for (let made = 0; made < 23; made += 1)
        await aUnit(app, { company: { pencePerHour: made % 2 ? 5000 : 6000, rating: 4 + (made % 3) / 10 } })
      const move = aMove()
      const fullList = await search(app, move, {
        pageSize: 100,
        ordering: 'rating',
        minRating: 4.1,
        paymentMethod: 'card',
      })
      expect(fullList.count).toBe(15)
      const seen: string[] = []
      const links: (string | null)[] = []
      let url: string | null =
        '/api/booking/companies-quotes/?page_size=4&ordering=rating&min_rating=4.1&payment_method=card'
      while (url) {
        const page = await post(url, move)
        expect(page.count).toBe(15)
        seen.push(...page.results.map(({ company }) => company.id))
        links.push(page.previous)
        url = page.next
      }
      expect(seen).toEqual(fullList.results.map(({ company }) => company.id))
      expect(links.map((link) => link && /[?&]page=(\d)/.exec(link)?.[1])).toEqual([null, '1', '2', '3'])
    })

    it('beyond the last are empty', async () => {
      await aUnit(app)
      expect(await post('/api/booking/companies-quotes/?page=2', aMove())).toMatchObject({
        count: 1,
        next: null,
        results: [],
      })
    })

    it.each(['page=0', 'page=-1', 'page_size=101', 'page_size=1e9', 'ordering=dearest', 'min_rating=6', 'customer=2'])(
      'are refused for ?%s',
      async (query) => {
        const response = await app.app.fastify.inject({
          method: 'POST',
          url: `/api/booking/companies-quotes/?${query}`,
          payload: toWire(aMove()) as object,
        })
        expect(response.statusCode).toBe(422)
      },
    )
  })

  describe('a quote', () => {
    it('has an id that nobody can guess, and stands for half an hour', async () => {
      for (let made = 0; made < 5; made += 1) await aUnit(app)
      const quotes = [...(await search(app)).results, ...(await search(app)).results]
      expect(new Set(quotes.map(({ quoteId }) => quoteId)).size).toBe(10)
      for (const { quoteId, validUntil } of quotes) {
        // 256 random bits.
        expect(quoteId).toMatch(/^[A-Za-z0-9_-]{43}$/)
        expect(validUntil).toBe('2026-11-20T09:30:00.000Z')
      }
    })

    it('keeps what was asked and what was computed, for the booking', async () => {
      await aUnit(app)
      await search(app, aMove({ customerNote: 'The sofa is heavy.' }))
      expect((await keptPages(app)).at(-1)).toMatchObject({
        move: { customerNote: 'The sofa is heavy.', vanCategory: 'large_van' },
        work: { orders: { 1: { totalTime: '03:30:00' } }, places: [{ outcode: 'E17' }, { outcode: 'BN1' }] },
        validUntil: addMinutes(app.clock.now(), 30),
      })
    })

    it('tells of a company what customers may know, and nothing else', async () => {
      const company = await aCompany(app, { rating: 4.7, reviewsCount: 31 })
      await aUnit(app, { company })
      const quote = only(await search(app))
      expect(quote.company).toEqual({
        id: company.id,
        name: company.name,
        logoUrl: null,
        markColour: 'green',
        basePlace: 'Walthamstow',
        rating: 4.7,
        reviewsCount: 31,
        reliability: null,
        replyMinutes: null,
        trader: { name: company.name, companyNumber: null },
        cover: { totalPence: 1_000_000, perItemPence: 150_000, source: 'minimum' },
      })
    })
  })

  describe('what the client computed itself', () => {
    it('is compared, field by field, and changes nothing', async () => {
      const item = { movingItem: 102, amount: 1, needAssembling: true, needDisassembling: true }
      const move = aMove({ items: [item], stairs: [2, 0] })
      const order = await details(move)
      expect(order.recalculated).toBe(false)
      const { distance, travelTime, loadUnloadTime, assemblingTime, disassemblingTime, totalTime, isUlezCharged } =
        order
      const right = {
        distance,
        travelTime,
        loadUnloadTime,
        assemblingTime,
        disassemblingTime,
        totalTime,
        isUlezCharged,
      }
      expect(await details({ ...move, ...right })).toEqual(order)
      const wrong = { distance: 1, travelTime: '00:01:00', loadUnloadTime: '00:00:00', assemblingTime: '00:00:00' }
      const others = { disassemblingTime: '09:00:00', totalTime: '00:30:00', isUlezCharged: false }
      for (const [field, value] of Object.entries({ ...wrong, ...others })) {
        expect(await details({ ...move, ...right, [field]: value })).toEqual({ ...order, recalculated: true })
      }
    })

    it('need not be sent before a time is chosen, to see time and distance', async () => {
      const order = await details(aMove({ points: [{ date: null, time: null }] }))
      expect(order).toMatchObject({
        startAt: null,
        endAt: null,
        totalTime: '03:30:00',
        places: ['Walthamstow', 'Brighton'],
      })
    })
  })

  describe('a move that cannot be priced', () => {
    it.each([
      ['a postcode of an area that doesn’t exist', { from: 'ZZ1 1AA' }, 'unknown_place', 'route_points.0.postcode'],
      ['an unknown stop', { stops: ['QX9 9AA'] }, 'unknown_place', 'route_points.1.postcode'],
      ['a crossing to Northern Ireland', { to: 'BT1 1AA' }, 'sea_crossing', 'route_points.1.postcode'],
      ['a crossing from the Isle of Man', { from: 'IM1 1AA' }, 'sea_crossing', 'route_points.1.postcode'],
      ['a stop on the Isle of Wight', { stops: ['PO30 1AA'] }, 'sea_crossing', 'route_points.1.postcode'],
      ['no postcode at all', { to: 'London' }, 'invalid', 'route_points.1.postcode'],
    ])('%s is refused at its field', async (_, move, code, path) => {
      const refused = await refusalOf(aMove(move))
      expect(refused).toMatchObject({ status: 422, code })
      expect(Object.keys(refused?.errors ?? {})).toEqual([path])
    })

    it('is no move of ours where both ends lie on one island', async () => {
      expect(await refusalOf(aMove({ from: 'PO30 1AA', to: 'PO33 1AA' }))).toBeUndefined()
    })

    it.each([
      [
        'every wardrobe of a department store',
        { items: [{ movingItem: 917, amount: 500, needAssembling: true, needDisassembling: true }] },
        'items',
      ],
      ['a month of added time', { extraTime: '999:00:00' }, 'extra_time'],
    ])('%s is more work than one move is', async (_, more, path) => {
      const move = aMove({ manPower: 'driver_helps', ...more })
      expect(await refusalOf(move)).toMatchObject({ status: 422, errors: { [path]: [expect.any(String)] } })
      expect(await app.call()(getRouteDetails, { body: move })).toMatchObject({ ok: false, status: 422 })
    })

    it('needs a day and a time for prices', async () => {
      expect(await refusalOf(aMove({ points: [{ date: null }] }))).toMatchObject({
        status: 422,
        errors: { 'route_points.0.date': ['Choose a day.'] },
      })
    })
  })
})

describe('one unit', () => {
  beforeAll(() => app.clock.set('2026-11-20T09:00:00Z'))
  beforeEach(() => removeCompanies(app))

  const ask = (workingUnit?: string) => must(app.call()(findQuotes, { body: aMove(), query: { workingUnit } }))
  const unitsOf = ({ results }: Awaited<ReturnType<typeof ask>>) => results.map(({ workingUnit }) => workingUnit.id)

  const keptSearches = async () =>
    Number((await app.app.pool.query<{ count: string }>('select count(*) from quoting.search')).rows[0]?.count)

  it('a price that has run out is asked for of one unit, and is the price that the whole list has for it', async () => {
    const [one, other] = [await aUnit(app), await aUnit(app)]
    const all = await ask()
    expect(unitsOf(all).toSorted()).toEqual([one.id, other.id].toSorted())
    const before = await keptSearches()
    const answerForOther = await ask(other.id.toUpperCase())
    expect(unitsOf(answerForOther)).toEqual([other.id])
    expect(answerForOther.count).toBe(1)
    const listed = all.results.find(({ workingUnit }) => workingUnit.id === other.id)
    expect(answerForOther.results[0]).toMatchObject({ totalPence: listed?.totalPence, lines: listed?.lines })
    expect(answerForOther.results[0]?.quoteId).not.toBe(listed?.quoteId)
    // It is no search: what one unit alone was found for says nothing of the others.
    expect(await keptSearches()).toBe(before)
  })

  it('nobody else is looked for where that unit cannot come, and no other time', async () => {
    await aUnit(app)
    expect(await ask(crypto.randomUUID())).toMatchObject({
      count: 0,
      results: [],
      nearestTimes: [],
      cheapestDays: [],
      biggerVan: null,
    })
    const refused = await app.call()(findQuotes, { body: aMove(), query: { workingUnit: 'x' } })
    expect(refused).toMatchObject({ status: 422 })
  })
})

describe('the move', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await createTestApp()
    await app.ctx.db
      .insertInto('geo.postcode')
      .values({ postcode: 'E17 4QH', lat: 51.5861, lng: -0.0214, districtCode: 'E09000031', countryCode: 'E92000001' })
      .execute()
    await app.ctx.db
      .insertInto('geo.import')
      .values({
        sourceKind: 'code_point_open',
        vintage: '2025.4.0',
        rowCount: 1,
        locatedCount: 1,
        hasNorthernIreland: false,
        attribution: 'Contains OS data.',
        areas: ['E'],
        importedAt: app.clock.now(),
      })
      .execute()
  })
  afterAll(() => app.close())

  const ask = (from: string, to: string) =>
    app.call()(getRouteDetails, {
      body: {
        routePoints: [from, to].map((postcode, number) => ({ number, postcode, stairs: 0 })),
        manPower: 'driver_helps',
        vanCategory: 'large_van',
      },
    })

  describe('a postcode that a whole import does not name', () => {
    it('is accepted by its outcode, and named so that it can be asked about', async () => {
      expect(await ask('e17 9zz', 'BN1 4QL')).toMatchObject({
        ok: true,
        data: { order: { unknownPostcodes: ['E17 9ZZ'], precision: 'outcode', estimated: true } },
      })
      expect(await ask('E17 4QH', 'BN1 4QL')).toMatchObject({ ok: true, data: { order: { unknownPostcodes: [] } } })
    })
  })

  describe('what the first step refuses is refused here in the same words', () => {
    it.each([
      ['E17 4QH', 'XX1 1AA'],
      ['BF1 0AX', 'E17 4QH'],
      ['E17 4QH', 'JE2 3AB'],
      ['E17 4QH', 'PO30 1AA'],
      ['IM1 1AA', 'E17 4QH'],
      ['GIR 0AA', 'E17 4QH'],
      ['E17 4QH', 'BFPO 58'],
      ['XX99', 'E17 4QH'],
      ['Walthamstow', 'E17 4QH'],
    ])('%s to %s', async (from, to) => {
      const [first, third] = [await app.call()(checkEnds, { query: { from, to } }), await ask(from, to)]
      if (first.ok || third.ok) throw new Error('One of them was accepted.')
      const sentences = (errors: Record<string, string[]> = {}) => Object.values(errors)
      expect([third.status, third.problem.code]).toEqual([first.status, first.problem.code])
      expect(sentences(third.problem.errors)).toEqual(sentences(first.problem.errors))
      expect(sentences(third.problem.errors)).toHaveLength(1)
    })

    it('names the postcode of the Girobank', async () => {
      expect(await ask('GIR 0AA', 'E17 4QH')).toMatchObject({
        problem: { errors: { 'route_points.0.postcode': [GIROBANK_MESSAGE] } },
      })
      expect(await ask('E17 4QH', 'BF1 0AX')).toMatchObject({
        problem: { errors: { 'route_points.1.postcode': [FORCES_POST_MESSAGE] } },
      })
    })
  })
})

describe('a start on the day of a clock change', () => {
  beforeAll(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
  })

  const at = (date: string, time: string) => aMove({ points: [{ date, time }] })

  it.each(['01:00', '01:30'])('at %s in spring, which no clock shows, is refused with what to choose', async (time) => {
    app.clock.set('2027-03-20T09:00:00Z')
    const refused = {
      status: 422,
      problem: {
        errors: {
          'route_points.0.time': [expect.stringContaining(`${time} doesn’t exist. Choose 02:00 or later.`)],
        },
      },
    }
    expect(await app.call()(findQuotes, { body: at('2027-03-28', time), query: {} })).toMatchObject(refused)
    expect(await app.call()(getRouteDetails, { body: at('2027-03-28', time) })).toMatchObject(refused)
  })

  it.each([
    ['2027-03-28', '00:30', '2027-03-28T00:30:00.000Z'],
    ['2027-03-28', '02:00', '2027-03-28T01:00:00.000Z'],
    ['2027-10-31', '01:30', '2027-10-31T00:30:00.000Z'],
    ['2027-10-31', '02:00', '2027-10-31T02:00:00.000Z'],
  ])('%s at %s is %s, in autumn the first of the two', async (date, time, startAt) => {
    app.clock.set(`${date.slice(0, 8)}20T09:00:00Z`)
    const answer = await app.call()(getRouteDetails, { body: at(date, time) })
    expect(answer).toMatchObject({ ok: true, data: { order: { startAt } } })
  })
})

describe('free soonest', () => {
  beforeAll(() => app.clock.set('2026-11-20T09:00:00Z'))
  beforeEach(() => removeCompanies(app))

  const shown = ({ results }: QuotesAnswer) =>
    results.map(({ company, startAt }) => `${company.name} ${formatTime(toLocal(new Date(startAt)).minute)}`)

  /** Three and a half hours from ten, on a Saturday. */
  const move = () => aMove({ time: '10:00' })

  it('lists who is free at the time asked for by price, then everybody else of that day by how near they are', async () => {
    await aUnit(app, { company: { name: 'Dear', pencePerHour: 9000 } })
    await aUnit(app, { company: { name: 'Cheap', pencePerHour: 5000 } })
    await aUnit(app, { company: { name: 'Afternoon', pencePerHour: 3000 }, week: everyDay(720, 1320) })
    await aUnit(app, { company: { name: 'Early bird', pencePerHour: 3000 }, week: everyDay(360, 750) })
    const busy = await aUnit(app, { company: { name: 'Busy all day' } })
    await aHold(app, busy, { start: toInstant('2026-11-28', 0), end: toInstant('2026-11-28', 1439) })
    await aUnit(app, { company: { name: 'Never' }, week: everyDay(600, 630) })
    expect(shown(await search(app, move(), { ordering: 'earliest' }))).toEqual([
      'Cheap 10:00',
      'Dear 10:00',
      'Early bird 09:00',
      'Afternoon 12:00',
    ])
    // Every other order keeps to the time that was asked for.
    expect(shown(await search(app, move(), { ordering: 'price' }))).toEqual(['Cheap 10:00', 'Dear 10:00'])
  })

  it('gives the price of asking for that start', async () => {
    await aUnit(app, { company: { name: 'Late' }, week: everyDay(960, 1380) })
    const [there] = (await search(app, move(), { ordering: 'earliest' })).results
    const [directQuote] = (await search(app, aMove({ time: '16:00' }))).results
    expect(there).toMatchObject({
      totalPence: directQuote?.totalPence,
      lines: directQuote?.lines,
      startAt: directQuote?.startAt,
    })
    expect(there?.endAt).toBe(directQuote?.endAt)
  })

  it('names each company once, with the cheaper of two vans at the same start', async () => {
    const first = await aUnit(app, { company: { name: 'Two vans', pencePerHour: 6000 }, week: everyDay(720, 1320) })
    await aUnit(app, { company: first.company, week: everyDay(780, 1320) })
    const answer = await search(app, move(), { ordering: 'earliest' })
    expect([answer.count, answer.results[0]?.workingUnit.id]).toEqual([1, first.id])
    expect(shown(answer)).toEqual(['Two vans 12:00'])
  })

  it('is booked at its own start, and held to it', async () => {
    await aUnit(app, { company: { name: 'On time', pencePerHour: 9000 } })
    await aUnit(app, { company: { name: 'Afternoon', paymentMethods: ['cash'] }, week: everyDay(720, 1320) })
    const { results } = await search(app, move(), { ordering: 'earliest' })
    const later = results.find(({ company }) => company.name === 'Afternoon')
    const start = toInstant('2026-11-28', 720)
    expect(await findBookableQuote(app.ctx, later?.quoteId ?? '')).toMatchObject({
      start,
      companyName: 'Afternoon',
      move: { routePoints: [{ date: '2026-11-28', time: '12:00' }, {}] },
    })
    const booked = await aBooking(app, { quoteId: later?.quoteId ?? '' })
    expect(booked).toMatchObject({ startAt: start.toISOString(), totalPence: later?.totalPence })
  })

  it('takes no more statements with sixty units than with three', async () => {
    for (let made = 0; made < 3; made += 1) await aUnit(app, { week: everyDay(720, 1320) })
    const count = () => statementsOf(app, () => search(app, move(), { ordering: 'earliest' }))
    const few = await count()
    for (let made = 0; made < 57; made += 1) await aUnit(app, { week: everyDay(720, 1320) })
    expect((await count()).length).toBe(few.length)
  })
})
