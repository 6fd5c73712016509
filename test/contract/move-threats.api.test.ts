import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getSharedBooking, listFutureBookings } from '#modules/bookings/contract.ts'
import { getRouteDetails } from '#modules/quoting/contract.ts'
import { register, verifyEmail } from '#modules/identity/contract.ts'
import { haversineMetres } from '#shared/distance.ts'
import { minutesOfTimeString, roundUpToHalfHour } from '#shared/duration.ts'
import { toWire } from '#shared/wire.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aBooking, aCustomer, aQuoteFor, search } from '#test/support/factories/booking.ts'
import { aCompany, removeCompanies } from '#test/support/factories/company.ts'
import { aMove, type MoveOptions } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { followLink, createPerson, mailedToken, signIn, testPassword } from '#test/support/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

type Json = Record<string, unknown>

const wireMove = (options?: MoveOptions) =>
  structuredClone(toWire(aMove(options))) as Json & { route_points: Json[]; items: Json[] }

/** Posts what no typed client could: the status, and the fields that were refused. */
async function post(
  path: string,
  payload: object | string,
  bearer?: string,
): Promise<[status: number, fields: string[]]> {
  const response = await app.app.fastify.inject({
    method: 'POST',
    url: `/api/booking/${path}`,
    headers: { 'content-type': 'application/json', ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
  return [response.statusCode, Object.keys(response.json<{ errors?: object }>().errors ?? {})]
}

const moneyNames =
  `total total_pence totalPence price price_pence rate rate_pence hourly_pence hourly_rate fee fees discount coupon
  commission commission_percent ceiling_pence vat vat_pence lines amount_pence unit_pence tips is_congestion_charged`.split(
    /\s+/,
  )

describe('T-031: nobody names their own price', () => {
  it('in the move, its points or its items', async () => {
    for (const name of moneyNames) {
      const [whole, points, items] = [wireMove(), wireMove(), wireMove()]
      whole[name] = 1
      Object.assign(points.route_points[1] ?? {}, { [name]: 1 })
      Object.assign(items.items[0] ?? {}, { [name]: 1 })
      expect(await post('companies-quotes/', whole)).toEqual([422, [name]])
      expect(await post('companies-quotes/', points)).toEqual([422, [`route_points.1.${name}`]])
      expect(await post('companies-quotes/', items)).toEqual([422, [`items.0.${name}`]])
    }
  })

  it('in the booking', async () => {
    await aUnit(app)
    const { bearer } = await aCustomer(app)
    const { quoteId } = await aQuoteFor(app)
    const forbidden = [
      ...moneyNames,
      'status',
      'company',
      'working_unit',
      'unit_id',
      'customer_id',
      'start_at',
      'is_hot',
    ]
    for (const name of forbidden) {
      const asked = { quote_id: quoteId, payment_method: 'cash', [name]: 1 }
      expect(await post('', asked, bearer)).toEqual([422, [name]])
    }
    expect(await app.ctx.db.selectFrom('bookings.booking').select('id').execute()).toEqual([])
  })
})

describe('T-032 and T-033: nobody shrinks the work', () => {
  const outcodes = [
    'E17 4QH',
    'SE1 7PB',
    'CR0 2AA',
    'BN1 4QL',
    'OX1 1AA',
    'M1 1AA',
    'EH1 1YZ',
    'TR18 2AA',
    'CF10 1AA',
    'NW1 4RY',
  ]
  const anyMove = fc.record({
    places: fc.uniqueArray(fc.constantFrom(...outcodes), { minLength: 2, maxLength: 4 }),
    stairs: fc.array(fc.nat(9), { minLength: 4, maxLength: 4 }),
    time: fc.constantFrom('07:00', '12:30', '20:00'),
    amount: fc.integer({ min: 1, max: 3 }),
  })
  const moves = fc.sample(anyMove, { numRuns: 60, seed: 32 }).map(({ places, stairs, time, amount }) => ({
    from: places[0],
    to: places.at(-1),
    stops: places.slice(1, -1),
    stairs,
    time,
    items: [{ movingItem: 102, amount, needAssembling: true, needDisassembling: true }],
  }))
  /** Those that one driver may do in a day. */
  const listPossible = async () => {
    const possible = []
    for (const move of moves) {
      const answer = await app.call(undefined, '10.32.0.1')(getRouteDetails, { body: aMove(move) })
      if (answer.ok) possible.push(move)
      else expect(answer.problem.code).toBe('beyond_drivers_hours')
    }
    expect(possible.length).toBeGreaterThan(20)
    return possible
  }
  const tampered = {
    travelTime: '00:01:00',
    loadUnloadTime: '00:00:00',
    assemblingTime: '00:00:00',
    disassemblingTime: '00:00:00',
    totalTime: '00:30:00',
    distance: 1,
    isUlezCharged: false,
  }

  it('whatever a client says of time, distance and zones, the price is ours', async () => {
    await aUnit(app, {
      van: { fuel: 'diesel', euroClass: 4 },
      districts: outcodes.map((postcode) => postcode.split(' ')[0] ?? ''),
      company: { tariff: { pencePerMile: 70, outOfHoursPercent: 40 } },
    })
    for (const move of await listPossible()) {
      const honest = await search(app, aMove(move))
      const lying = await search(app, aMove({ ...move, ...tampered }))
      expect(lying.order).toEqual({ ...honest.order, recalculated: true })
      const priceOf = ({ results }: typeof honest) =>
        results.map(({ totalPence, ceilingPence, lines }) => [totalPence, ceilingPence, lines])
      expect(priceOf(lying)).toEqual(priceOf(honest))
      // Where a low emission zone keeps this old van out, nobody is offered, whatever a client says.
      expect(honest.count).toBe(honest.order.zones.some(({ kind }) => kind === 'ban') ? 0 : 1)
    }
  })

  it('our own figures stay within what roads allow, and add up as the specification says', async () => {
    for (const move of await listPossible()) {
      const asked = aMove(move)
      const { order } = await search(app, asked)
      const places = await app.ctx.services.places.locateAll(asked.routePoints.map(({ postcode }) => postcode))
      const straight = places.slice(1).reduce((sum, place, index) => {
        const from = places[index]
        return from && place ? sum + haversineMetres(from, place) : sum
      }, 0)
      expect(order.distance).toBeGreaterThanOrEqual(straight)
      expect(order.distance).toBeLessThanOrEqual(3 * straight + 5000)
      const minutes = (text: string) => minutesOfTimeString(text) ?? NaN
      expect(minutes(order.travelTime)).toBeGreaterThanOrEqual((order.distance / 113_000) * 60)
      const parts = [
        order.travelTime,
        order.loadUnloadTime,
        order.stairsTime,
        order.stopsTime,
        order.assemblingTime,
        order.disassemblingTime,
        order.breaksTime,
      ]
      const sum = parts.reduce((total, part) => total + minutes(part), 0)
      expect(minutes(order.totalTime)).toBe(roundUpToHalfHour(sum))
      expect(minutes(order.loadUnloadTime)).toBe(90)
      expect(minutes(order.stopsTime)).toBe(15 * (places.length - 2))
    }
  })
})

describe('T-034: amounts are whole, small and not negative', () => {
  const numbers = [-1, 1e9, 0.1, Number.MAX_SAFE_INTEGER + 2, '1', 'NaN', '', null, true, [], {}, '1e400']
  const fields: [string, (move: ReturnType<typeof wireMove>, value: unknown) => void][] = [
    ['items.0.amount', (move, value) => Object.assign(move.items[0] ?? {}, { amount: value })],
    ['items.0.moving_item', (move, value) => Object.assign(move.items[0] ?? {}, { moving_item: value })],
    ['route_points.1.stairs', (move, value) => Object.assign(move.route_points[1] ?? {}, { stairs: value })],
    ['route_points.1.number', (move, value) => Object.assign(move.route_points[1] ?? {}, { number: value })],
  ]

  it.each(fields)('%s', async (path, set) => {
    for (const value of path.endsWith('amount') ? [...numbers, 0, 501] : [...numbers, 10_000]) {
      const move = wireMove()
      set(move, value)
      expect([value, await post('companies-quotes/', move)]).toEqual([value, [422, [path]]])
      // The same as JSON can write and JavaScript reads as infinity.
      set(move, 'HUGE')
      const [status, refused] = await post('companies-quotes/', JSON.stringify(move).replace('"HUGE"', '1e400'))
      expect([status, refused]).toEqual([422, [path]])
    }
  })

  it('charges no less for more work, and never less than the minimum', async () => {
    await aUnit(app, { company: { tariff: { pencePerMile: 100, outOfHoursPercent: 50, minimumMinutes: 180 } } })
    const price = async (move: MoveOptions) => (await aQuoteFor(app, aMove(move))).totalPence
    const bed = (amount: number) => [{ movingItem: 102, amount, needAssembling: true, needDisassembling: false }]
    const growing: MoveOptions[][] = [
      [{ to: 'E10 5AA' }, { to: 'CR0 2AA' }, { to: 'BN1 4QL' }, { to: 'M1 1AA' }, { to: 'EH1 1YZ' }],
      [{}, { stairs: [1] }, { stairs: [1, 3] }, { stairs: [8, 8] }],
      [{}, { stops: ['E10 5AA'] }, { stops: ['E10 5AA', 'SE1 7PB'] }, { stops: ['E10 5AA', 'SE1 7PB', 'CR0 2AA'] }],
      [1, 2, 6, 12].map((amount) => ({ to: 'E10 5AA', items: bed(amount) })),
      [{ extraTime: '00:00:00' }, { extraTime: '00:30:00' }, { extraTime: '03:00:00' }],
    ]
    for (const steps of growing) {
      const prices = []
      for (const step of steps) prices.push(await price(step))
      expect(prices).toEqual(prices.toSorted((a, b) => a - b))
      expect(prices[0]).toBeGreaterThanOrEqual(3 * 6000)
    }
  })
})

describe('T-035: an old price', () => {
  it('stands for half an hour after it rose, and then no more', async () => {
    const company = await aCompany(app)
    await aUnit(app, { company })
    const [morning, evening] = [await aQuoteFor(app), await aQuoteFor(app, aMove({ time: '17:00' }))]
    await app.ctx.db
      .updateTable('pricing.hourly_rate')
      .set({ pencePerHour: 9000 })
      .where('companyId', '=', company.id)
      .execute()
    expect((await aQuoteFor(app)).totalPence).toBe(31_500)
    app.clock.advance({ minutes: 29 })
    expect(await aBooking(app, { quoteId: morning.quoteId })).toMatchObject({
      totalPence: 21_000,
      lines: morning.lines,
    })
    app.clock.advance({ minutes: 1 })
    const { bearer } = await aCustomer(app)
    expect(await post('', { quote_id: evening.quoteId, payment_method: 'cash' }, bearer)).toEqual([409, []])
  })
})

describe('T-036: a move that makes no sense', () => {
  const impossible: [string, string, MoveOptions][] = [
    ['a tail-lift on anything but a Luton van', 'need_tail_lift', { needTailLift: true }],
    ['three men in a small van', 'man_power', { vanCategory: 'small_van', manPower: 'two_porters' }],
    ['yesterday', 'route_points.0.date', { date: '2026-11-19' }],
    ['today in less than two hours', 'route_points.0.time', { date: '2026-11-20', time: '10:30' }],
    ['181 days ahead', 'route_points.0.date', { date: '2027-05-20' }],
    ['400 days ahead', 'route_points.0.date', { date: '2027-12-25' }],
    ['a day that doesn’t exist', 'route_points.0.date', { date: '2027-02-29' }],
    ['a quarter past', 'route_points.0.time', { time: '09:15' }],
    ['the twenty-fifth hour', 'route_points.0.time', { time: '25:00' }],
    ['from a place to itself', 'route_points.1.postcode', { to: 'E17 4QH' }],
    ['the same stop twice', 'route_points.2.postcode', { stops: ['CR0 2AA', 'cr02aa'] }],
    ['points out of order', 'route_points.0.number', { points: [{ number: 1 }, { number: 0 }] }],
    ['two first points', 'route_points.1.number', { points: [{}, { number: 0 }] }],
    ['nine stops', 'route_points', { stops: Array.from({ length: 9 }, (_, index) => `SE${index + 1} 1AA`) }],
    ['an item that nobody knows', 'items.0.moving_item', { items: [{ movingItem: 99_999, amount: 1 }] }],
    [
      'one item twice',
      'items.1.moving_item',
      {
        items: [
          { movingItem: 102, amount: 1 },
          { movingItem: 102, amount: 1 },
        ],
      },
    ],
    [
      'a rug taken apart',
      'items.0.need_assembling',
      { items: [{ movingItem: 124, amount: 1, needDisassembling: true }] },
    ],
  ]

  it.each(impossible)('%s is refused at %s', async (_, path, options) => {
    const [status, fields] = await post('companies-quotes/', wireMove(options))
    expect([status, fields.includes(path)]).toEqual([422, true])
    // The page that shows time and distance says the same.
    expect((await post('route-details/', wireMove(options)))[0]).toBe(422)
  })

  it.each([
    ['one point', (move: Json & { route_points: Json[] }) => move.route_points.pop()],
    ['no point', (move: Json & { route_points: Json[] }) => move.route_points.splice(0)],
    ['no van', (move: Json) => delete move.van_category],
    ['no crew', (move: Json) => delete move.man_power],
  ])('%s is refused', async (_, spoil) => {
    const move = wireMove()
    spoil(move)
    expect((await post('companies-quotes/', move))[0]).toBe(422)
  })

  it('refuses two of them together, and names both', async () => {
    const pairs = fc.sample(fc.tuple(fc.nat(impossible.length - 1), fc.nat(impossible.length - 1)), {
      numRuns: 60,
      seed: 36,
    })
    for (const [first, second] of pairs) {
      const options = { ...impossible[first]?.[2], ...impossible[second]?.[2] }
      const [status, fields] = await post('companies-quotes/', wireMove(options))
      expect([status, fields.length > 0]).toEqual([422, true])
    }
  })

  it('the edges are fine: two hours from now, 180 days ahead, the same postcode with two doors', async () => {
    await aUnit(app)
    for (const options of [
      { date: '2026-11-20', time: '11:00' },
      { date: '2027-05-19' },
      { to: 'E17 4QH', points: [{ flatAndHouse: '1' }, { flatAndHouse: '9' }] },
      { needTailLift: true, vanCategory: 'luton_van' },
    ] as MoveOptions[])
      expect((await post('companies-quotes/', wireMove(options)))[0]).toBe(200)
  })
})

describe('T-039 and T-048: a booking with somebody else’s address', () => {
  const registerAs = async (email: string, password: string) => {
    const body = { userRole: 'customer' as const, email, password, firstName: 'X', phone: '+447700900666' }
    const answer = await app.call()(register, { body })
    if (!answer.ok) throw new Error(answer.problem.code)
    return { bookingToken: answer.data.bookingToken, link: await mailedToken(app, email) }
  }

  it('made before its owner came is not theirs, and does not start with their link', async () => {
    await aUnit(app)
    const email = `victim-${crypto.randomUUID()}@example.com`
    const stranger = await registerAs(email, 'Stranger-pass-1')
    const { quoteId } = await aQuoteFor(app)
    const booked = await post('', { quote_id: quoteId, payment_method: 'cash' }, stranger.bookingToken)
    expect(booked[0]).toBe(201)
    const owner = await registerAs(email, testPassword)
    const verified = await followLink(app, owner.link)
    expect(verified).toMatchObject({ ok: true, data: { booking: null } })
    const { access } = await signIn(app, { id: '', email, password: testPassword })
    expect(await app.call(access)(listFutureBookings, { query: {} })).toMatchObject({ data: { count: 0 } })
    // It died with the registration that it came from.
    expect(await app.ctx.db.selectFrom('bookings.booking').select('id').execute()).toEqual([])
  })

  it('in another case is a booking of the same account, once its owner says so', async () => {
    await aUnit(app)
    const owner = await createPerson(app, { email: `jane-${crypto.randomUUID()}@example.com` })
    const again = await registerAs(owner.email, 'Another-pass-1')
    const typed = await app.call()(register, {
      body: {
        userRole: 'customer',
        email: owner.email.toUpperCase(),
        password: 'Another-pass-2',
        firstName: 'X',
        phone: '+447700900666',
      },
    })
    expect(typed.status).toBe(201)
    const { quoteId } = await aQuoteFor(app)
    expect((await post('', { quote_id: quoteId, payment_method: 'cash' }, again.bookingToken))[0]).toBe(201)
    // Whoever booked did not know the account's password: only its owner puts the booking into it.
    const follow = (password?: string) => app.call()(verifyEmail, { body: { token: again.link, password } })
    expect(await follow()).toMatchObject({ status: 403, problem: { code: 'password_required' } })
    expect(await follow('Another-pass-1')).toMatchObject({ status: 422 })
    expect(await follow(testPassword)).toMatchObject({ data: { booking: { isHeld: true } } })
    const bookings = await app.ctx.db.selectFrom('bookings.booking').select('customerId').execute()
    expect(bookings).toEqual([{ customerId: owner.id }])
    // The password is still the owner's own.
    await expect(signIn(app, owner)).resolves.toMatchObject({ id: owner.id })
  })
})

describe('T-049: nobody harvests drivers or customers', () => {
  /** Every field of an answer by its path, lists as []. */
  const fieldsOf = (value: unknown, path = ''): string[] => {
    if (Array.isArray(value)) return value.length > 0 ? fieldsOf(value[0], `${path}[]`) : [`${path}[]`]
    if (value === null || typeof value !== 'object') return [path]
    return Object.entries(value).flatMap(([key, one]) => fieldsOf(one, path ? `${path}.${key}` : key))
  }

  it('finds only what a quote has to say', async () => {
    const { company } = await aUnit(app)
    const answer = await search(app)
    expect(fieldsOf(answer.results)).toEqual(
      `[].quoteId [].validUntil [].company.id [].company.name [].company.logoUrl [].company.markColour [].company.basePlace
       [].company.rating [].company.reviewsCount [].company.reliability [].company.replyMinutes [].company.trader.name [].company.trader.companyNumber
       [].company.cover.totalPence [].company.cover.perItemPence [].company.cover.source [].paymentMethods[] [].confirmsAtOnce [].workingUnit.id [].workingUnit.name
       [].workingUnit.van.category [].workingUnit.van.make [].workingUnit.van.model [].workingUnit.van.registration
       [].workingUnit.van.hasTailLift [].workingUnit.van.fuel [].totalPence [].ceilingPence [].vatPence [].hourlyPence
       [].cancellation[].until [].cancellation[].feePence [].waiting.waitingPencePerHalfHour [].waiting.freeWaitingMinutes
       [].lines[].code [].lines[].label [].lines[].quantity [].lines[].unitPence [].lines[].amountPence
       [].trips [].totalTime [].startAt [].endAt`.split(/\s+/),
    )
    const text = JSON.stringify(answer)
    expect([company.owner.email, company.owner.id, 'E17 4QH'].filter((secret) => text.includes(secret))).toEqual([])
  })

  it('from the link of a booking', async () => {
    await aUnit(app)
    const { hash } = await aBooking(app)
    const answer = await app.call()(getSharedBooking, { params: { hash } })
    expect(answer.ok && fieldsOf(answer.data)).toEqual(
      `id status isHot awaitingVerification hash totalPence ceilingPence vatPence lines[].code lines[].label lines[].quantity
       lines[].unitPence lines[].amountPence duePence finalPence extraLines[] byMover cancellation[].until cancellation[].feePence cancellationFeePence cancelledBy claimedFeePence leftBy
       agreed.waiting.waitingPencePerHalfHour agreed.waiting.freeWaitingMinutes agreed.cover.totalPence agreed.cover.perItemPence
       agreed.cover.source agreed.trader.name agreed.trader.companyNumber paymentMethod isByTransfer startAt endAt respondBy reconfirmBy vanCategory needTailLift manPower distance estimated
       totalTime trips breaksTime declaredWaiting tolls[].name tolls[].amountPence tolls[].isCertain items[].name items[].amount items[].needAssembling items[].needDisassembling items[].note load.pieces load.weightKg load.volumeM3 company.id company.name
       company.markColour company.logoUrl company.rating company.reviewsCount workingUnit.id workingUnit.name workingUnit.van.category workingUnit.van.make
       workingUnit.van.model workingUnit.van.registration plan workingUnits[] createdAt routePoints[].number routePoints[].outcode
       routePoints[].place routePoints[].stairs`.split(/\s+/),
    )
  })
})
