import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { post } from '#modules/billing/ledger/commands.ts'
import { getBoardBooking } from '#modules/board/bookings/contract.ts'
import { cancelBooking, confirmBooking, rejectBooking, takeBooking } from '#modules/bookings/answers/contract.ts'
import { createBooking } from '#modules/bookings/contract.ts'
import { settleHours } from '#modules/bookings/day/hours/commands.ts'
import { transition } from '#modules/bookings/lifecycle/commands.ts'
import { lockBooking } from '#modules/bookings/queries.ts'
import { withActor } from '#platform/ctx.ts'
import type { Call } from '#shared/call.ts'
import type { CallInput } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { postedJob } from '#test/support/factories/billed-month.ts'
import { aBooking, aCustomer, aQuoteFor } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { anOffice, dayHelpers } from '#test/support/factories/day.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { createPerson } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import { sentStatementsOf } from '#test/support/statements.ts'
import { countFigures } from './commands.ts'
import { getFigures, getEarnings, getSources } from './contract.ts'
import { LEAST_VANS } from './queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('figures', () => {
  let cheap: TestUnit
  let dear: TestUnit
  beforeAll(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    dear = await aUnit(app, { company: { pencePerHour: 9000 } })
    cheap = await aUnit(app, { company: { pencePerHour: 5000 } })
  })

  const { at } = dayHelpers(() => app)
  const callOf = async ({ company }: TestUnit): Promise<Call> =>
    app.call((await sessionFor(app, company.owner.id)).bearer)

  async function booked(date: string, totalPence: number) {
    const booking = await aBooking(app, { move: aMove({ to: 'E10 5AA', date }) })
    await app.ctx.db
      .updateTable('bookings.booking')
      .set({ totalPence, ceilingPence: totalPence, commissionablePence: totalPence })
      .where('id', '=', booking.id)
      .execute()
    return booking
  }

  async function doneBy({ id, company }: TestUnit, bookingId: string): Promise<void> {
    const person = { userId: company.owner.id, sessionId: company.owner.id }
    const owner = withActor(app.ctx, { kind: 'driver', ...person, company: { id: company.id, unitIds: [id] } })
    for (const step of ['start', 'finish'] as const) {
      app.clock.advance({ hours: 2 })
      await owner.tx(async (tx) => {
        const booking = await lockBooking(tx, bookingId)
        if (!booking) throw new Error('The booking is gone')
        expect(await transition(tx, booking, step)).toBeUndefined()
      })
    }
  }

  it('a week that was worked out by hand', async () => {
    const empty = await must(
      (await anOffice(app))(getFigures, { query: { startDate: '20/11/2026', endDate: '2026-11-29' } }),
    )
    expect(empty).toMatchObject({ countedUntil: null, total: { made: 0, replyMedianMinutes: null } })

    // Friday: one is confirmed after 18 minutes, one given back after 67 and taken by another driver.
    const done = await booked('2026-11-28', 20_000)
    app.clock.set('2026-11-20T09:18:00Z')
    await must((await callOf(cheap))(confirmBooking, { params: { id: done.id } }))
    app.clock.set('2026-11-20T10:00:00Z')
    const passedOn = await booked('2026-11-27', 15_050)
    app.clock.set('2026-11-20T11:07:00Z')
    await must((await callOf(cheap))(rejectBooking, { params: { id: passedOn.id }, body: { reason: 'personal' } }))
    await at('2026-11-20T12:00:00Z')
    const take = { params: { id: passedOn.id }, body: { workingUnitId: dear.id } }
    await must((await callOf(dear))(takeBooking, take))

    // The booking is made half past midnight on Saturday: it is not answered within twelve hours, nor taken. At nine one
    // is confirmed within three minutes, and cancelled on Sunday.
    await at('2026-11-21T00:30:00Z')
    await booked('2026-11-24', 9000)
    await at('2026-11-21T09:00:00Z')
    const cancelled = await booked('2026-11-29', 30_000)
    app.clock.set('2026-11-21T09:03:59Z')
    await must((await callOf(cheap))(confirmBooking, { params: { id: cancelled.id } }))
    await at('2026-11-21T13:00:00Z')
    await at('2026-11-22T23:30:00Z')
    await must(
      app.call((await sessionFor(app, cancelled.customer.id)).bearer)(cancelBooking, {
        params: { id: cancelled.id },
        body: { feePence: 0 },
      }),
    )
    await countFigures(app.ctx)

    await at('2026-11-24T12:00:00Z')
    app.clock.set('2026-11-28T07:00:00Z')
    await doneBy(cheap, done.id)
    app.clock.set('2026-11-29T20:00:00Z')
    await app.ctx.tx((tx) => settleHours(tx, done.id, 'silence'))
    await countFigures(app.ctx)

    const query = { startDate: '20/11/2026', endDate: '2026-11-29', step: 'day' as const }
    const { parts, total, countedUntil, before } = await must((await anOffice(app))(getFigures, { query }))
    expect({ countedUntil, before }).toEqual({
      countedUntil: '2026-11-29T20:00:00.000Z',
      before: { startDate: '2026-11-10', endDate: '2026-11-19' },
    })
    const shown = parts.map(({ startDate, figures: f }) => [
      startDate.slice(8),
      [f.made, f.madePence, f.confirmed, f.completed, f.cancelled],
      [f.accepted, f.declined, f.unanswered, f.replyMedianMinutes, f.replyNinetyMinutes],
      [f.hot, f.hotTaken, f.untaken],
      [f.settledPence, f.commissionPence],
    ])
    const [noAnswer, notHot, noMoney, nothing] = [
      [0, 0, 0, null, null],
      [0, 0, 0],
      [0, 0],
      [0, 0, 0, 0, 0],
    ]
    expect(shown).toEqual([
      ['20', [2, 35_050, 2, 0, 0], [1, 1, 0, 18, 65], [1, 1, 0], noMoney],
      ['21', [2, 39_000, 1, 0, 0], [1, 0, 1, 3, 3], [1, 0, 0], noMoney],
      ['22', [0, 0, 0, 0, 1], noAnswer, notHot, noMoney],
      ['23', nothing, noAnswer, notHot, noMoney],
      ['24', nothing, noAnswer, [0, 0, 1], noMoney],
      ['25', nothing, noAnswer, notHot, noMoney],
      ['26', nothing, noAnswer, notHot, noMoney],
      ['27', nothing, noAnswer, notHot, noMoney],
      ['28', [0, 0, 0, 1, 0], noAnswer, notHot, [20_000, 3000]],
      ['29', nothing, noAnswer, notHot, noMoney],
    ])
    expect(total).toMatchObject({
      made: 4,
      madePence: 74_050,
      confirmed: 3,
      completed: 1,
      cancelled: 1,
      accepted: 2,
      declined: 1,
      unanswered: 1,
      hot: 2,
      hotTaken: 1,
      untaken: 1,
      settledPence: 20_000,
      commissionPence: 3000,
      replyMedianMinutes: 18,
      replyNinetyMinutes: 65,
    })
  })
})

describe('what a van would have earned', () => {
  beforeAll(() => removeCompanies(app))
  beforeAll(() => app.clock.set('2026-11-24T12:00:00Z'))

  async function earned(district: string, vanCategory: 'large_van' | 'small_van' = 'large_van') {
    const answer = await app.call()(getEarnings, { query: { district, vanCategory } })
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return answer.data
  }

  const vansOf = async (district: string, count: number) => {
    const vans: TestUnit[] = []
    while (vans.length < count) vans.push(await aUnit(app, { districts: [district] }))
    return vans
  }

  const did = (unit: TestUnit, day: string, pricePence: number) =>
    app.ctx.tx((tx) => post(tx, [postedJob(app, { unit, day, pricePence })]))

  it('is the middle of what vans of its kind there earned last month, after commission and its VAT', async () => {
    const vans = await vansOf('BN1', LEAST_VANS + 1)
    for (const [index, van] of vans.entries()) if (index >= 3) await did(van, '2026-10-15', index * 10_000)
    const [idle, , , first] = vans
    if (!idle || !first) throw new Error('There are vans')
    await did(first, '2026-10-31', 20_000)
    // The earnings are of other months, or of another kind or place of van.
    await did(idle, '2026-09-30', 900_000)
    await did(idle, '2026-11-01', 900_000)
    const elsewhere = await aUnit(app, { districts: ['BN2'] })
    await did(elsewhere, '2026-10-15', 900_000)
    const small = await aUnit(app, { districts: ['BN1'], van: { category: 'small_van' } })
    await did(small, '2026-10-15', 900_000)
    const stopped = await aUnit(app, { districts: ['BN1'], status: 'deactivated' })
    await did(stopped, '2026-10-15', 900_000)
    // 0, 0, 0, 40000, 50000, 50000 (two jobs), 60000 … 100000: the sixth of eleven, less 15 % and a fifth of them.
    const prices = [0, 0, 0, 30_000 + 20_000, ...Array.from({ length: 7 }, (_, n) => (n + 4) * 10_000)].toSorted(
      (a, b) => a - b,
    )
    const netPence = (pence: number) => pence - Math.round(pence * 0.15) - Math.round(pence * 0.03)
    const total = prices.reduce((sum, price) => sum + netPence(price), 0)
    expect(await earned('bn1')).toEqual({
      district: 'BN1',
      vanCategory: 'large_van',
      startDate: '2026-10-01',
      endDate: '2026-10-31',
      vans: 11,
      least: 10,
      medianPence: netPence(prices[5] ?? 0),
      medianJobs: 1,
      totalPence: total,
      jobs: 9,
    })
  })

  it('counts vans whose whole area is the district’s, and is counted once an hour', async () => {
    await vansOf('LS', LEAST_VANS)
    expect(await earned('LS6')).toMatchObject({ vans: LEAST_VANS, medianPence: 0, totalPence: 0, jobs: 0 })
    expect(await sentStatementsOf(app, () => earned('LS6'))).toEqual([])
    expect(await sentStatementsOf(app, () => earned('LS7'))).toHaveLength(1)
  })

  it('is not said of fewer than ten', async () => {
    const vans = await vansOf('YO1', LEAST_VANS - 1)
    for (const van of vans) await did(van, '2026-10-15', 50_000)
    const nothing = { medianPence: null, medianJobs: null, totalPence: null, jobs: null }
    expect(await earned('YO1')).toMatchObject({ vans: LEAST_VANS - 1, ...nothing })
    expect(await earned('YO2', 'small_van')).toMatchObject({ vans: 0, ...nothing })
  })

  it.each(['', 'E17 4QH', '<b>', '17'])('is not asked of what is no district: %j', async (district) => {
    const answer = await app.call()(getEarnings, { query: { district, vanCategory: 'large_van' } })
    expect(answer).toMatchObject({ ok: false, status: 422, problem: { errors: { district: [expect.any(String)] } } })
  })
})

describe('where those came from who booked', () => {
  let office: string

  beforeAll(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
  })
  beforeAll(async () => {
    await aUnit(app)
    office = (await sessionFor(app, (await createPerson(app, { role: 'admin' })).id)).bearer
  })

  let days = 0
  async function book(query: CallInput<typeof createBooking>['query']) {
    const { bearer } = await aCustomer(app)
    days += 1
    const { quoteId, totalPence } = await aQuoteFor(app, aMove({ date: `2026-12-${String(days).padStart(2, '0')}` }))
    const answer = await app.call(bearer)(createBooking, { body: { quoteId, paymentMethod: 'cash' }, query })
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return { id: answer.data.id, totalPence, answer: answer.data }
  }

  const cameFrom = async (id: string) => {
    const answer = await app.call(office)(getBoardBooking, { params: { id } })
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return answer.data.cameFrom
  }

  const sources = async (startDate: string, endDate: string) => {
    const answer = await app.call(office)(getSources, { query: { startDate, endDate } })
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return answer.data
  }

  it('stands in the booking for the office alone, and in the figures of the days on which it was booked', async () => {
    const first = await book({ cameFrom: 'www.Agent.example', utmSource: 'agent', utmCampaign: 'spring' })
    const second = await book({ cameFrom: 'agent.example', utmSource: 'agent', utmCampaign: 'spring' })
    const found = await book({ cameFrom: 'search.example' })
    const direct = await book({})
    const agent = { host: 'agent.example', source: 'agent', medium: null, campaign: 'spring' }
    expect(await cameFrom(first.id)).toEqual(agent)
    expect(await cameFrom(direct.id)).toBeNull()
    expect(JSON.stringify(first.answer)).not.toMatch(/agent/i)
    const today = app.clock.now().toISOString().slice(0, 10)
    expect(await sources(today, today)).toEqual({
      sourcesCount: 2,
      sources: [
        { ...agent, bookings: 2, totalPence: first.totalPence + second.totalPence },
        {
          host: 'search.example',
          source: null,
          medium: null,
          campaign: null,
          bookings: 1,
          totalPence: found.totalPence,
        },
      ],
    })
    expect(await sources('2026-10-01', '2026-10-31')).toEqual({ sourcesCount: 0, sources: [] })
  })

  it('never keeps a booking from being made, whatever the words are', async () => {
    const hostile = '"><script>alert(1)</script>\u202E' + 'x'.repeat(300)
    // What is endless is as if it were not there.
    const { id } = await book({
      cameFrom: hostile,
      utmSource: hostile,
      utmMedium: 'y'.repeat(3000),
      utmCampaign: '=cmd()',
    })
    const origin = await cameFrom(id)
    expect(origin).toMatchObject({ host: null, medium: null, campaign: '=cmd()' })
    expect(origin?.source).toHaveLength(100)
    expect(origin?.source).not.toContain('\u202E')
  })
})
