import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getSharedBooking } from '#modules/bookings/contract.ts'
import { ITEMS } from '#modules/items/data.ts'
import { minutesOfTimeString, timeString } from '#shared/duration.ts'
import { addMinutes, toInstant } from '#shared/local-time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aBooking, aQuoteFor, heldTimes, search } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aHold } from '#test/support/factories/hold.ts'
import { threeBedHouse } from '#test/support/factories/house.ts'
import { aMove, type MoveOptions } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { keptOutcomes } from '#test/support/kept-searches.ts'
import { findQuotes, getRouteDetails } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

const luton = { category: 'luton_van', hasTailLift: true } as const
/** A house with three bedrooms in a Luton, with the driver and one porter. */
const house = (more: MoveOptions = {}) =>
  aMove({ items: threeBedHouse, vanCategory: 'luton_van', manPower: 'one_porter', to: 'N15 4QL', ...more })
const saturday = (minute: number) => toInstant('2026-11-28', minute)

async function refused(move: ReturnType<typeof aMove>) {
  const answer = await app.call()(findQuotes, { body: move })
  if (answer.ok) throw new Error(`${answer.data.count} offers`)
  return answer.problem
}

describe('a house with three bedrooms', () => {
  it('goes from E17 to N15 in three trips of a Luton, which the price, the booking and the calendar hold', async () => {
    const unit = await aUnit(app, { van: luton, company: { tariff: { pencePerMile: 50 } } })
    const { order, results } = await search(app, house())
    const [quote] = results
    const oneTripOrder = (await search(app, house({ items: [] }))).order
    const drive = minutesOfTimeString(oneTripOrder.travelTime)
    const work = 3 * 120 + 5 * drive
    expect(order).toMatchObject({
      trips: 3,
      distance: 5 * oneTripOrder.distance,
      travelTime: timeString(5 * drive),
      loadUnloadTime: '06:00:00',
      breaksTime: '00:30:00',
      totalTime: timeString(Math.ceil(work / 30) * 30 + 30),
      returnTime: oneTripOrder.travelTime,
      warnings: [],
    })
    const minutes = Math.ceil(work / 30) * 30
    const end = addMinutes(saturday(540), minutes + 30)
    expect(quote).toMatchObject({
      trips: 3,
      totalTime: order.totalTime,
      startAt: saturday(540).toISOString(),
      endAt: end.toISOString(),
    })
    expect(quote?.lines.map(({ code, amountPence }) => [code, amountPence])).toEqual([
      ['labour', minutes * 100],
      ['trips', 0],
      ['mileage', expect.any(Number)],
    ])
    expect(quote?.lines[1]?.label).toBe('3 trips, included in the hours and miles')
    const booking = await aBooking(app, { move: house() })
    expect(booking).toMatchObject({
      trips: 3,
      breaksTime: '00:30:00',
      totalTime: order.totalTime,
      endAt: end.toISOString(),
    })
    const [held] = await heldTimes(app)
    expect(held?.unitId).toBe(unit.id)
    expect(JSON.stringify(held?.during)).toContain(end.toISOString().slice(11, 16))
  })

  it('is no day’s work for anybody from E17 to Inverness, and what can be done instead is said', async () => {
    await aUnit(app, { van: luton })
    const problem = await refused(house({ to: 'IV2 3PP' }))
    expect(problem).toMatchObject({
      status: 422,
      code: 'beyond_drivers_hours',
      errors: { van_category: [problem.detail] },
    })
    expect(problem.detail).toMatch(/^3 trips, with 5 drives, take \d+ h.* of work, \d+ h.* of it driving\./)
    expect(problem.detail).toContain('In one day a driver may work 11 hours and drive 10.')
    expect(problem.detail).toContain('Move fewer things, split the move over two days, or call us')
    expect(problem.suggested).toBeUndefined()
    const details = await app.call()(getRouteDetails, { body: house({ to: 'IV2 3PP' }) })
    expect(details.ok ? undefined : details.problem.code).toBe('beyond_drivers_hours')
  })

  it('goes to Brighton on two days in the only van of a company, and in one with a van of more payload', async () => {
    await aUnit(app, { van: luton })
    const move = house({ to: 'BN1 4QL', manPower: 'driver_helps' })
    expect((await search(app, move)).results.map(({ plan }) => plan?.days)).toEqual([2])
    const details = await app.call()(getRouteDetails, { body: move })
    expect(details.ok && details.data.order).toMatchObject({
      trips: 2,
      warnings: [{ code: 'needs_more_payload', detail: expect.stringContaining('2,838 kg') }],
    })
    const strong = await aUnit(app, { van: { ...luton, payloadKg: 1500 } })
    const { results, order } = await search(app, move)
    const alone = results.filter(({ plan }) => !plan)
    expect(alone.map(({ workingUnit, trips }) => [workingUnit.id, trips])).toEqual([[strong.id, 2]])
    expect(order.trips).toBe(2)
  })

  it('is too much for a large van, and a Luton is offered', async () => {
    const problem = await refused(house({ vanCategory: 'large_van' }))
    expect(problem).toMatchObject({ code: 'too_much_for_one_van', suggested: { van_category: 'luton_van' } })
    expect(problem.detail).toBe(
      'Your load takes 31.2 m³ and weighs 2,838 kg: more than a Large Van with its crew carries in three trips. A Luton Van does it in 3 trips.',
    )
  })

  it('twice over calls for several vans, also while no company has them', async () => {
    const twice = threeBedHouse.map((item) => ({ ...item, amount: item.amount * 2 }))
    const details = await app.call()(getRouteDetails, { body: house({ items: twice }) })
    expect(details).toMatchObject({ ok: true, data: { order: { plan: { days: 1 } } } })
    expect(await search(app, house({ items: twice }))).toMatchObject({ count: 0 })
  })

  it('ten times over is too much for anybody, and the call is offered', async () => {
    const problem = await refused(
      house({ items: threeBedHouse.map((item) => ({ ...item, amount: item.amount * 10 })) }),
    )
    expect(problem).toMatchObject({ code: 'too_much_for_one_van' })
    expect(problem.suggested).toBeUndefined()
    expect(problem.detail).toMatch(/One van can’t do it in a day\. Move fewer things, or call us/)
  })
})

describe('pieces', () => {
  const refusedFor = (name: string, more: MoveOptions) =>
    refused(aMove({ items: [{ movingItem: ITEMS.find((item) => item.name === name)?.id ?? 0, amount: 1 }], ...more }))

  it('that do not fit are named, with a van that takes them', async () => {
    const problem = await refusedFor('Kayak', { vanCategory: 'medium_van' })
    expect(problem).toMatchObject({ code: 'piece_does_not_fit', suggested: { van_category: 'large_van' } })
    expect(Object.keys(problem.errors ?? {}).sort()).toEqual(['items.0.moving_item', 'van_category'])
    expect(problem.detail).toMatch(/^“Kayak” doesn’t fit into a Medium Van/)
  })

  it('over 100 kg are named where nobody comes with the driver', async () => {
    const problem = await refusedFor('Upright piano', { manPower: 'driver_helps' })
    expect(problem).toMatchObject({ status: 422, code: 'piece_needs_two_people' })
    expect(Object.keys(problem.errors ?? {}).sort()).toEqual(['items.0.moving_item', 'man_power'])
  })

  it('over 25 kg without help are allowed, and the order says who lifts', async () => {
    await aUnit(app)
    const { count, order } = await search(app, aMove({ manPower: 'no_help' }))
    expect(count).toBe(1)
    expect(order.warnings).toEqual([
      { code: 'customer_lifts', detail: expect.stringContaining('Sofa, three-seater (55 kg)') },
    ])
  })
})

describe('each van goes by its own payload', () => {
  // Twenty washing machines: 1,440 kg and 6.2 m³.
  const washers = (more: MoveOptions = {}) =>
    aMove({ to: 'E10 5AA', vanCategory: 'luton_van', items: [{ movingItem: 506, amount: 20 }], ...more })

  it('in trips, time, price and booking', async () => {
    const units = []
    for (const payloadKg of [1640, 1500, null, 700, 500, 150])
      units.push(await aUnit(app, { van: { ...luton, payloadKg }, company: { pencePerHour: 6000 } }))
    const { order, results } = await search(app, washers())
    const found = new Map(results.map((quote) => [quote.workingUnit.id, quote]))
    expect(units.map(({ id }) => found.get(id)?.trips)).toEqual([undefined, 2, 2, 3, undefined, undefined].with(0, 1))
    expect(order.trips).toBe(2)
    const outcomes = await keptOutcomes(app)
    expect(units.map(({ id }) => outcomes.get(id))).toEqual(['shown', 'shown', 'shown', 'shown', 'load', 'load'])
    const three = found.get(units[3]?.id ?? '')
    const one = found.get(units[0]?.id ?? '')
    expect((three?.totalPence ?? 0) - (one?.totalPence ?? 0)).toBeGreaterThanOrEqual(2 * 2 * 6000)
    const booking = await aBooking(app, { quoteId: three?.quoteId })
    expect(booking).toMatchObject({ trips: 3, endAt: three?.endAt, totalPence: three?.totalPence })
  })

  it('an order is that of the vans shown where all of them need fewer trips', async () => {
    await aUnit(app, { van: { ...luton, payloadKg: 1640 } })
    expect((await search(app, washers())).order.trips).toBe(1)
    expect((await search(app, washers())).results[0]?.trips).toBe(1)
  })

  it('is busy for as long as its own trips take', async () => {
    const [strong, weak] = [
      await aUnit(app, { van: { ...luton, payloadKg: 1640 } }),
      await aUnit(app, { van: { ...luton, payloadKg: 700 } }),
    ]
    for (const unit of [strong, weak])
      await aHold(app, unit, { start: saturday(780), end: saturday(810), from: 'E10 5AA' })
    await search(app, washers())
    const outcomes = await keptOutcomes(app)
    expect([outcomes.get(strong.id), outcomes.get(weak.id)]).toEqual(['shown', 'busy'])
  })
})

describe('a driver’s hours', () => {
  it('count the other jobs of that day, in the search and when it is booked', async () => {
    const [tired, fresh] = [await aUnit(app), await aUnit(app)]
    const quote = (await search(app)).results.find(({ workingUnit }) => workingUnit.id === tired.id)
    // E17 to Brighton is three and a half hours, and an hour and a half back.
    await aHold(app, tired, { start: saturday(1140), end: saturday(1380), from: 'E17 4QH', dutyMinutes: 420 })
    await aHold(app, fresh, { start: saturday(1140), end: saturday(1380), from: 'E17 4QH', dutyMinutes: 240 })
    await search(app)
    const outcomes = await keptOutcomes(app)
    expect([outcomes.get(tired.id), outcomes.get(fresh.id)]).toEqual(['drivers_hours', 'shown'])
    await expect(aBooking(app, { quoteId: quote?.quoteId })).rejects.toThrow('slot_taken')
  })

  it('control: are asked by the check at the booking, and by nothing after it', async () => {
    const careless = await createTestApp({ config: { guardOff: new Set(['recheck']) } })
    try {
      const tired = await aUnit(careless)
      const { quoteId } = await aQuoteFor(careless)
      await aHold(careless, tired, { start: saturday(1140), end: saturday(1380), from: 'E17 4QH', dutyMinutes: 420 })
      expect(await aBooking(careless, { quoteId })).toMatchObject({ status: 'new_booking' })
    } finally {
      await careless.close()
    }
  })

  it('do not count those of the day before', async () => {
    const unit = await aUnit(app)
    await aHold(app, unit, {
      start: toInstant('2026-11-27', 1080),
      end: toInstant('2026-11-27', 1320),
      from: 'E17 4QH',
      dutyMinutes: 660,
    })
    await search(app)
    expect((await keptOutcomes(app)).get(unit.id)).toBe('shown')
  })

  it('keep a long drive to one day: to Inverness is refused, with a van of any size', async () => {
    await aUnit(app)
    const problem = await refused(aMove({ to: 'IV1 1AA' }))
    expect(problem).toMatchObject({ code: 'beyond_drivers_hours' })
    expect(problem.detail).toMatch(/^This move takes \d+ h/)
  })
})

describe('declared waiting', () => {
  it('is in the ceiling and in the hold, not in the total', async () => {
    await aUnit(app, { company: { tariff: { waitingPencePerHalfHour: 1500 } } })
    const [plain, waited] = [await aQuoteFor(app), await aQuoteFor(app, aMove({ declaredWaiting: '02:00:00' }))]
    expect(waited.totalPence).toBe(plain.totalPence)
    // Four half hours, the first of them free.
    expect(waited.ceilingPence).toBe(plain.ceilingPence + 3 * 1500)
    expect([waited.totalTime, waited.endAt]).toEqual([plain.totalTime, plain.endAt])
    const booking = await aBooking(app, { quoteId: waited.quoteId })
    expect(booking).toMatchObject({ declaredWaiting: '02:00:00', endAt: plain.endAt })
    const [held] = await heldTimes(app)
    expect(JSON.stringify(held?.during)).toContain(addMinutes(new Date(plain.endAt), 120).toISOString().slice(11, 16))
    const read = await app.call()(getSharedBooking, { params: { hash: booking.hash } })
    expect(read.ok && read.data.declaredWaiting).toBe('02:00:00')
  })

  it('is busy time', async () => {
    const unit = await aUnit(app)
    await aHold(app, unit, { start: saturday(780), end: saturday(840), from: 'BN1 4QL' })
    expect((await search(app)).count).toBe(1)
    expect((await search(app, aMove({ declaredWaiting: '01:00:00' }))).count).toBe(0)
    expect((await keptOutcomes(app)).get(unit.id)).toBe('busy')
  })

  it.each(['04:30:00', '00:15:00', '1h', '-01:00:00', '00:30:30'])(
    'of %s is asked for again',
    async (declaredWaiting) => {
      const problem = await refused(aMove({ declaredWaiting }))
      expect(problem).toMatchObject({
        status: 422,
        errors: { declared_waiting: [expect.stringContaining('half hours')] },
      })
    },
  )

  it.each(['00:00:00', '00:30:00', '04:00:00', '4:00:00'])('of %s is taken', async (declaredWaiting) => {
    await aUnit(app)
    const { order } = await search(app, aMove({ declaredWaiting, to: 'E10 5AA' }))
    expect(order.declaredWaiting).toBe(declaredWaiting.padStart(8, '0'))
  })
})
