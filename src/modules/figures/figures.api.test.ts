import { afterAll, beforeAll, expect, it } from 'vitest'
import { cancelBooking, confirmBooking, rejectBooking, takeBooking } from '#modules/bookings/answers/contract.ts'
import { transition } from '#modules/bookings/lifecycle/commands.ts'
import { lockBooking } from '#modules/bookings/queries.ts'
import { settleHours } from '#modules/bookings/day/hours/commands.ts'
import { withActor } from '#platform/ctx.ts'
import type { Call } from '#shared/call.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aBooking } from '#test/support/factories/booking.ts'
import { anOffice, dayHelpers } from '#test/support/factories/day.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { sessionFor } from '#test/support/session.ts'
import { countFigures } from './commands.ts'
import { getFigures } from './contract.ts'

/** Five bookings of one week, whose figures were worked out by hand. */
let app: TestApp
let cheap: TestUnit
let dear: TestUnit
beforeAll(async () => {
  app = await createTestApp()
  app.clock.set('2026-11-20T09:00:00Z')
  dear = await aUnit(app, { company: { pencePerHour: 9000 } })
  cheap = await aUnit(app, { company: { pencePerHour: 5000 } })
})
afterAll(() => app.close())

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
