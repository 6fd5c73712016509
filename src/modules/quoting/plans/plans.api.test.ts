import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cancelBooking } from '#modules/bookings/answers/contract.ts'
import { createBooking } from '#modules/bookings/contract.ts'
import { moveStart } from '#modules/bookings/changes/rescheduling-commands.ts'
import { lockBooking } from '#modules/bookings/queries.ts'
import { Refusal } from '#shared/endpoint.ts'
import { ITEMS } from '#modules/items/data.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aBooking, aCustomer, heldTimes, search } from '#test/support/factories/booking.ts'
import { aCompany, removeCompanies } from '#test/support/factories/company.ts'
import { threeBedHouse } from '#test/support/factories/house.ts'
import { aMove } from '#test/support/factories/move.ts'
import { getRouteDetails } from '../contract.ts'
import { CREW_SIZE } from '#modules/fleet/rules.ts'
import { findLowestPrice, listDayPrices } from '../from-price/contract.ts'
import { aUnit, type TestUnit, type UnitOptions } from '#test/support/factories/unit.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})

const piano = ITEMS.find(({ name }) => name === 'Upright piano')
const house = (change: Parameters<typeof aMove>[0] = {}) =>
  aMove({
    items: [...threeBedHouse, { movingItem: piano?.id ?? 0, amount: 1 }],
    vanCategory: 'luton_van',
    manPower: 'two_porters',
    ...change,
  })

/** A company with as many Lutons, and those. */
async function lutons(count: number, options: UnitOptions = {}): Promise<TestUnit[]> {
  const company = await aCompany(app)
  const units: TestUnit[] = []
  for (let made = 0; made < count; made += 1)
    units.push(await aUnit(app, { company, van: { category: 'luton_van', payloadKg: 1300 }, ...options }))
  return units
}

describe('a search for a home that one van cannot move in a day', () => {
  test('offers the vans of one company, each with its share, at the sum of their prices', async () => {
    const vans = await lutons(3)
    const { results, order } = await search(app, house({ to: 'CB1 1PT' }))
    const [quote] = results
    expect(results).toHaveLength(1)
    expect(quote?.plan).toMatchObject({ days: 1 })
    expect(quote?.plan?.vans).toBeGreaterThan(1)
    const parts = quote?.workingUnits ?? []
    expect(new Set(parts.map(({ id }) => id)).size).toBe(quote?.plan?.vans)
    expect(parts.every(({ id }) => vans.some((van) => van.id === id))).toBe(true)
    expect(parts.reduce((sum, { totalPence }) => sum + totalPence, 0)).toBe(quote?.totalPence)
    expect(quote?.lines.reduce((sum, { amountPence }) => sum + amountPence, 0)).toBe(quote?.totalPence)
    expect(quote?.ceilingPence).toBeGreaterThan(quote?.totalPence ?? 0)
    expect(quote?.lines.every(({ van, label }) => label.startsWith(`Van ${van}: `))).toBe(true)
    expect(order.trips).toBe(parts[0]?.trips)
  })

  test('confirms at once only if all of its vans do', async () => {
    const [first] = await lutons(3, { confirmsFromHours: 24 })
    const move = house({ to: 'CB1 1PT' })
    const quote = (await search(app, move)).results[0]
    expect(quote?.workingUnits?.length).toBe(3)
    expect(quote?.confirmsAtOnce).toBe(true)
    const among = app.ctx.db.updateTable('fleet.working_unit').set({ confirmsFromHours: null })
    await among.where('id', '=', first?.id ?? '').execute()
    expect((await search(app, move)).results[0]?.confirmsAtOnce).toBe(false)
    expect(await aBooking(app, { quoteId: quote?.quoteId ?? '' })).toMatchObject({ status: 'new_booking' })
    await app.ctx.db.updateTable('fleet.working_unit').set({ confirmsFromHours: 24 }).execute()
    const later = house({ to: 'CB1 1PT', date: '2026-12-05' })
    expect(await aBooking(app, { move: later })).toMatchObject({ status: 'confirmed' })
  })

  test('offers one van on two days to a company that has no other, unless one day is wished', async () => {
    await lutons(1)
    const { results } = await search(app, house())
    expect(results.map(({ plan }) => plan)).toEqual([{ vans: 1, days: 2, people: 3 }])
    const [first, second] = results[0]?.workingUnits ?? []
    expect([first?.day, second?.day]).toEqual([1, 2])
    expect(new Date(second?.startAt ?? '').getTime() - new Date(first?.startAt ?? '').getTime()).toBe(24 * 3_600_000)
    expect((await search(app, house(), { maxDays: 1 })).results).toEqual([])
  })

  test('says what the move calls for before any price, and the lowest price with its plan', async () => {
    await lutons(3)
    const move = house({ to: 'CB1 1PT' })
    const details = await app.call()(getRouteDetails, { body: move })
    expect(details).toMatchObject({ ok: true, data: { order: { plan: { vans: 3, days: 1 } } } })
    const { results } = await search(app, move)
    const lowest = await app.call()(findLowestPrice, { body: move })
    expect(lowest).toMatchObject({
      ok: true,
      data: { companies: 1, fromPence: results[0]?.totalPence, plan: results[0]?.plan },
    })
  })

  test('names other days on which several vans are free, where none are on this one', async () => {
    await lutons(3, { availability: [{ day: '2026-11-28', freeHours: 0 }] })
    const move = house({ to: 'CB1 1PT' })
    const { results, cheapestDays, nearestTimes } = await search(app, move)
    expect(results).toEqual([])
    expect(nearestTimes.length).toBeGreaterThan(0)
    const month = await app.call()(listDayPrices, { body: move, query: { from: '2026-11-27', to: '2026-11-29' } })
    expect(month.ok && month.data.days.map(({ date, fromPence }) => [date, fromPence !== null])).toEqual([
      ['2026-11-27', true],
      ['2026-11-28', false],
      ['2026-11-29', true],
    ])
    const other = await search(app, house({ to: 'CB1 1PT', date: cheapestDays[0]?.date ?? '' }))
    expect(other.results[0]?.totalPence).toBe(cheapestDays[0]?.fromPence)
  })

  test('puts nobody into two vans at once', async () => {
    const [first, second] = await lutons(2)
    await app.ctx.db
      .deleteFrom('fleet.unit_person')
      .where('unitId', '=', second?.id ?? '')
      .execute()
    const shared = await app.ctx.db
      .selectFrom('fleet.unit_person')
      .selectAll()
      .where('unitId', '=', first?.id ?? '')
      .execute()
    await app.ctx.db
      .insertInto('fleet.unit_person')
      .values(shared.map((row) => ({ ...row, unitId: second?.id ?? '' })))
      .execute()
    const { results } = await search(app, house({ to: 'CB1 1PT' }), { maxDays: 1 })
    const crews = results.flatMap(({ workingUnits = [] }) => [
      workingUnits.reduce((sum, one) => sum + CREW_SIZE[one.manPower], 0),
    ])
    expect(crews.every((people) => people <= shared.length)).toBe(true)
  })

  test('leaves a move that one van does alone as it was', async () => {
    await lutons(3)
    const { results } = await search(app, aMove({ vanCategory: 'luton_van' }))
    expect(results.map(({ plan }) => plan)).toEqual([undefined])
  })

  test('asks no van that is busy, away, or may not come with so many people', async () => {
    const [first, second, third] = await lutons(3)
    const booked = await aBooking(app, { move: aMove({ vanCategory: 'luton_van' }) })
    const busy = (await heldTimes(app)).find(({ bookingId }) => bookingId === booked.id)?.unitId
    const { results } = await search(app, house({ to: 'CB1 1PT' }))
    const used = results[0]?.workingUnits?.flatMap(({ id, day }) => (day === 1 ? [id] : [])) ?? []
    expect([first?.id, second?.id, third?.id]).toContain(busy)
    expect(used).not.toContain(busy)
  })
})

describe('a booked plan', () => {
  const held = async (bookingId: string) =>
    (await heldTimes(app)).filter((one) => one.bookingId === bookingId).map(({ unitId }) => unitId)

  test('holds the time of every van, and gives all of it back', async () => {
    await lutons(3)
    const { results } = await search(app, house({ to: 'CB1 1PT' }))
    const [quote] = results
    if (!quote?.workingUnits) throw new Error('There is a plan')
    const booking = await aBooking(app, { quoteId: quote.quoteId })
    expect((await held(booking.id)).toSorted()).toEqual(quote.workingUnits.map(({ id }) => id).toSorted())
    expect(booking).toMatchObject({
      plan: quote.plan,
      workingUnits: quote.workingUnits.map(({ id, number, day, startAt, endAt }) => ({
        id,
        number,
        day,
        startAt,
        endAt,
      })),
    })
    const cancelled = await app.call(booking.customer.bearer)(cancelBooking, {
      params: { id: booking.id },
      body: { feePence: 0 },
    })
    expect(cancelled.ok).toBe(true)
    expect(await held(booking.id)).toEqual([])
  })

  test('is refused to a company whose vans are free but whose people are with another of its plans', async () => {
    const vans = await lutons(6, { people: 2 })
    const [first, second] = [vans.slice(0, 3), vans.slice(3)]
    const { db } = app.ctx
    // Each of the last three vans has the people of one of the first.
    for (const [index, unit] of second.entries()) {
      const people = await db
        .selectFrom('fleet.unit_person')
        .selectAll()
        .where('unitId', '=', first[index]?.id ?? '')
        .execute()
      await db.deleteFrom('fleet.unit_person').where('unitId', '=', unit.id).execute()
      await db
        .insertInto('fleet.unit_person')
        .values(people.map((row) => ({ ...row, unitId: unit.id })))
        .execute()
    }
    const quoteOf = async (absent: readonly TestUnit[]) => {
      const units = db.updateTable('fleet.working_unit').where(
        'id',
        'in',
        absent.map(({ id }) => id),
      )
      await units.set({ status: 'deactivated_by_you' }).execute()
      const { results } = await search(app, house({ to: 'CB1 1PT' }), { maxDays: 1 })
      await units.set({ status: 'operating' }).execute()
      return results[0]?.quoteId ?? ''
    }
    const quotes = [await quoteOf(second), await quoteOf(first)]
    const answers = await Promise.all(
      quotes.map(async (quoteId) => {
        const { bearer } = await aCustomer(app)
        return app.call(bearer)(createBooking, { body: { paymentMethod: 'cash', quoteId } })
      }),
    )
    const codes = answers.map((answer) => (answer.ok ? 'booked' : answer.problem.code))
    expect(codes.toSorted()).toEqual(['booked', 'slot_taken'])
    const made = answers.flatMap((answer) => (answer.ok ? [answer.data.id] : []))
    expect(await heldTimes(app)).toHaveLength((await held(made[0] ?? '')).length)
    const crew = await db.selectFrom('bookings.crew_member').select(['bookingId', 'personId', 'van']).execute()
    expect(new Set(crew.map(({ bookingId }) => bookingId))).toEqual(new Set(made))
    expect(new Set(crew.map(({ van }) => van)).size).toBe(3)
    // A search no longer offers them together.
    expect((await search(app, house({ to: 'CB1 1PT' }), { maxDays: 1 })).results).toEqual([])
    await expect(
      db
        .insertInto('bookings.crew_member')
        .values({
          bookingId: made[0] ?? '',
          personId: crew[0]?.personId ?? '',
          van: 2,
          position: 2,
          during: '[2026-11-28T10:00:00Z,2026-11-28T11:00:00Z)',
        })
        .execute(),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^23/u) })
  })

  test('moves all of its vans to another start, or none', async () => {
    const vans = await lutons(3)
    const { results } = await search(app, house({ to: 'CB1 1PT' }))
    const booking = await aBooking(app, { quoteId: results[0]?.quoteId ?? '' })
    const move = async (start: string) =>
      app.ctx.tx(async (tx) => {
        const now = await lockBooking(tx, booking.id)
        if (!now) throw new Error('There is a booking')
        return moveStart(tx, now, new Date(start))
      })
    expect(await move('2026-11-29T10:00:00Z')).toBeUndefined()
    const rows = await app.ctx.db
      .selectFrom('bookings.booking_van')
      .select(sql<Date>`lower(during)`.as('start'))
      .where('bookingId', '=', booking.id)
      .execute()
    expect(rows.map(({ start }) => start.toISOString())).toEqual(rows.map(() => '2026-11-29T10:00:00.000Z'))
    expect((await held(booking.id)).toSorted()).toEqual(vans.map(({ id }) => id).toSorted())
    const last = vans.at(-1)?.id ?? ''
    await app.ctx.db
      .insertInto('calendar.vacation')
      .values({ unitId: last, startDay: '2026-12-01', endDay: '2026-12-01' })
      .execute()
    expect(await move('2026-12-01T10:00:00Z')).toBeInstanceOf(Refusal)
    expect(await held(booking.id)).toHaveLength(vans.length)
  })

  test('goes to exactly one of many who want vans that overlap, and nobody holds half of one', async () => {
    const vans = await lutons(3)
    const { results } = await search(app, house({ to: 'CB1 1PT' }))
    const others = await Promise.all([
      search(app, house({ to: 'CB1 1PT', date: '2026-11-28', time: '10:00' })),
      search(app, aMove({ vanCategory: 'luton_van' })),
    ])
    const quotes = [results, ...others.map((one) => one.results)].flat()
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const customer = await aCustomer(app)
        const quoteId = quotes[index % quotes.length]?.quoteId ?? ''
        return app.call(customer.bearer)(createBooking, { body: { paymentMethod: 'cash', quoteId } })
      }),
    )
    const made = answers.flatMap((answer) => (answer.ok ? [answer.data] : []))
    expect(made.length).toBeGreaterThan(0)
    const all = await heldTimes(app)
    for (const { id } of made) {
      const own = all.filter(({ bookingId }) => bookingId === id)
      const bookedVans = await app.ctx.db
        .selectFrom('bookings.booking_van')
        .select('unitId')
        .where('bookingId', '=', id)
        .execute()
      expect(own).toHaveLength(bookedVans.length)
    }
    expect(all).toHaveLength(all.filter(({ bookingId }) => made.some(({ id }) => id === bookingId)).length)
    expect(all.every(({ unitId }) => vans.some(({ id }) => id === unitId))).toBe(true)
  })
})
