import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallInput } from '#shared/endpoint.ts'
import type { Call } from '#shared/call.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aDriver } from '#test/support/driver.ts'
import { search } from '#test/support/factories/booking.ts'
import { countSearches, keptPages } from '#test/support/kept-searches.ts'
import { aMove, type MoveOptions } from '#test/support/factories/move.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { sessionFor } from '#test/support/session.ts'
import { statementsOf } from '#test/support/statements.ts'
import { simulatePrice } from './contract.ts'

let app: TestApp
let unit: TestUnit
let call: Call
beforeAll(async () => {
  app = await createTestApp()
  unit = await aUnit(app, {
    van: { fuel: 'diesel', euroClass: 5, registration: 'LM12 OLD' },
    company: {
      tariff: { includedMiles: 10, pencePerMile: 83, outOfHoursPercent: 33, minimumMinutes: 150 },
      vatRegisteredFrom: '2024-04-01',
    },
  })
  call = app.call((await sessionFor(app, unit.company.owner.id)).bearer)
})
afterAll(() => app.close())

type Body = CallInput<typeof simulatePrice>['body']

const ask = (more: Partial<Body> = {}, move: MoveOptions = {}) =>
  call(simulatePrice, { params: { id: unit.company.id }, body: { ...aMove(move), ...more } })

const simulated = async (more?: Partial<Body>, move?: MoveOptions) => {
  const answer = await ask(more, move)
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
  return answer.data
}

const countStored = async () => (await countSearches(app)) + (await keptPages(app)).length

describe('what a job would cost', () => {
  it.each<[string, MoveOptions]>([
    ['in standard hours', {}],
    ['across the edge of the day', { time: '07:00' }],
    ['on a bank holiday', { date: '2026-12-25' }],
    ['through the congestion zone', { date: '2026-11-24', to: 'EC1A 1BB' }],
    ['with three people', { manPower: 'two_porters' }],
    ['at the minimum time', { to: 'E10 5AA', manPower: 'no_help' }],
  ])('is what the company quotes for it: %s', async (_name, move) => {
    const { results, order } = await search(app, aMove(move))
    const quote = results[0]
    if (!quote) throw new Error('Nobody can do this move')
    const { lines, totalPence, ceilingPence, vatPence, hourlyPence } = quote
    const answer = await simulated({}, move)
    expect(answer.price).toMatchObject({ lines, totalPence, ceilingPence, vatPence, hourlyPence })
    expect(answer.order).toEqual(order)
    expect(answer.van).toEqual({ registration: 'LM12 OLD', fuel: 'diesel', euroClass: 5 })
  })

  it('is reckoned with prices that are not saved, and saves nothing', async () => {
    const before = await countStored()
    const now = await simulated()
    const rates = [{ vanCategory: 'large_van', helpLevel: 'one_porter', pencePerHour: 7000 }] as const
    const other = await simulated({ prices: { rates: [...rates], pencePerMile: 0 } })
    // 15 % of £245, and 20 % of that; the zone's £12.50 bears neither.
    const left = { commissionPence: 3675, commissionVatPence: 735, keptPence: 24_500 + 1250 - 3675 - 735 }
    expect(other.price).toMatchObject({ hourlyPence: 7000, ...left })
    expect(other.price?.lines.map(({ code, unitPence }) => [code, unitPence])).toEqual([
      ['labour', 7000],
      ['mileage', 0],
      ['ulez', 1250],
    ])
    const closed = { standardHours: Array<null>(7).fill(null), outOfHoursPercent: 50, minimumMinutes: 600 }
    expect((await simulated({ prices: closed })).price).toMatchObject({
      chargedMinutes: 600,
      isMinimumTime: true,
      lines: expect.arrayContaining([expect.objectContaining({ code: 'labour_out_of_hours', unitPence: 9000 })]),
    })
    expect(await simulated()).toEqual(now)
    expect(await countStored()).toBe(before)
  })

  it('has no price where there is no rate for it', async () => {
    expect((await simulated({ prices: { rates: [] } })).price).toBeNull()
  })

  it('goes by the van of a unit, or by a clean diesel where there is none', async () => {
    const electric = await aUnit(app, { company: unit.company, districts: ['M1'], van: { registration: 'EV24 VAN' } })
    const quiet = await simulated({ unitId: electric.id })
    expect(quiet.van).toMatchObject({ registration: 'EV24 VAN', fuel: 'electric' })
    expect(quiet.price?.lines.map(({ code }) => code)).toEqual(['labour', 'mileage'])
    const luton = await simulated({}, { vanCategory: 'luton_van' })
    expect(luton.van).toBeNull()
    expect(luton.price?.lines.map(({ code }) => code)).toEqual(['labour', 'mileage'])
    expect(await ask({ unitId: electric.id }, { vanCategory: 'luton_van' })).toMatchObject({
      status: 422,
      problem: { errors: { unit_id: ['This unit drives a Large Van.'] } },
    })
  })

  it('goes in as many trips as the van of the unit needs', async () => {
    // 1,800 kg: two trips of a Luton with 1,140 kg for things and two people, three of one with 640 kg.
    const van = { category: 'luton_van', hasTailLift: true } as const
    const [usual, weak] = [
      await aUnit(app, { company: unit.company, districts: ['M1'], van: { ...van, payloadKg: 1300 } }),
      await aUnit(app, { company: unit.company, districts: ['M1'], van: { ...van, payloadKg: 800 } }),
    ]
    const more = (unitId: string) => ({
      unitId,
      vanCategory: 'luton_van' as const,
      items: [{ movingItem: 506, amount: 25 }],
    })
    const [two, three] = [
      await simulated(more(usual.id), { to: 'E10 5AA' }),
      await simulated(more(weak.id), { to: 'E10 5AA' }),
    ]
    expect([two.order.trips, three.order.trips]).toEqual([2, 3])
    expect((three.price?.chargedMinutes ?? 0) - (two.price?.chargedMinutes ?? 0)).toBeGreaterThanOrEqual(120)
    const refused = await ask({ ...more(weak.id), items: [{ movingItem: 506, amount: 30 }] }, { to: 'E10 5AA' })
    expect(!refused.ok && refused.problem.code).toBe('too_much_for_one_van')
  })

  it.each<[string, Partial<Body>, MoveOptions, number, string]>([
    ['no day', {}, { points: [{ date: null }] }, 422, 'route_points.0.date'],
    ['a place of nowhere', {}, { to: 'ZZ9 9ZZ' }, 422, 'route_points.1.postcode'],
    ['a rate out of bounds', { prices: { minimumMinutes: 0 } }, {}, 422, 'prices.minimum_minutes'],
    [
      'three people in a small van',
      { prices: { rates: [{ vanCategory: 'small_van', helpLevel: 'two_porters', pencePerHour: 7000 }] } },
      {},
      422,
      'prices.rates.0.pence_per_hour',
    ],
    [
      'hours that end before they begin',
      { prices: { standardHours: [{ startTime: '09:00', endTime: '08:00' }, null, null, null, null, null, null] } },
      {},
      422,
      'prices.standard_hours.0.end_time',
    ],
  ])('says what is wrong: %s', async (_name, more, move, status, field) => {
    const answer = await ask(more, move)
    expect(answer).toMatchObject({ status, problem: { errors: { [field]: [expect.any(String)] } } })
  })

  it('T-103: is nobody else’s to ask, and names no van of another company', async () => {
    const stranger = await aDriver(app)
    const body = aMove()
    expect(await stranger.call(simulatePrice, { params: { id: unit.company.id }, body })).toMatchObject({ status: 404 })
    const own = { params: { id: stranger.companyId } }
    const prying = await stranger.call(simulatePrice, { ...own, body: { ...body, unitId: unit.id } })
    expect(prying).toMatchObject({ status: 404 })
    expect(await stranger.call(simulatePrice, { ...own, body })).toMatchObject({
      ok: true,
      data: { price: null, van: null },
    })
  })

  it('takes the same statements, however many units there are', async () => {
    const read = () => statementsOf(app, () => simulated())
    const before = await read()
    for (let more = 0; more < 3; more++) await aUnit(app, { company: unit.company, districts: ['M1'] })
    expect(await read()).toEqual(before)
  })
})
