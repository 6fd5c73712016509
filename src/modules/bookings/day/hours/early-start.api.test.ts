import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aBooking, aQuoteFor, storedBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aConfirmedJob, dayHelpers, dayTime, driverDayOf, type TestDay } from '#test/support/factories/day.ts'
import { aMove } from '#test/support/factories/move.ts'
import { finishJob, confirmArrival, confirmArrivalByLink, startJob } from '../actions/contract.ts'
import { getSharedDay } from '../contract.ts'
import { agreeToStart } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

const { phone, at } = dayHelpers(() => app)

describe('a start before the agreed one', () => {
  const finishAfter = async (day: TestDay, from: string, minutes: number) => {
    app.clock.set(new Date(Date.parse(dayTime(from)) + minutes * 60_000))
    return must(day.driver(finishJob, { params: { id: day.id }, body: phone() }))
  }

  it('is free until the agreed start: finished before the agreed end, nothing is over', async () => {
    const day = await aConfirmedJob(app)
    const params = { id: day.id }
    await at(dayTime('08:20'))
    const begun = await must(day.driver(startJob, { params, body: phone() }))
    expect(begun.clock).toMatchObject({
      startedAt: dayTime('08:20'),
      billedFrom: dayTime('09:00'),
      mayAgreeToStart: true,
    })
    expect((await must(app.call()(getSharedDay, { params: { hash: day.hash } }))).clock.billedFrom).toBe(
      dayTime('09:00'),
    )
    const done = await finishAfter(day, '09:00', begun.clock.agreedMinutes - 10)
    expect(done.hours).toMatchObject({ workedMinutes: begun.clock.agreedMinutes - 10, lines: [] })
    await at('2026-11-29T23:00:00Z')
    const { finalPence, totalPence } = await storedBooking(app, day.id)
    expect(finalPence).toBe(totalPence)
  })

  it('counts once the customer has agreed to it, signed in, and to no other start', async () => {
    const day = await aConfirmedJob(app)
    const params = { id: day.id }
    await at(dayTime('08:20'))
    const agree = (startedAt: string, call = day.customer) => call(agreeToStart, { params, body: { startedAt } })
    expect((await agree(dayTime('08:20'))).status).toBe(409)
    const begun = await must(day.driver(startJob, { params, body: phone() }))
    expect((await agree(dayTime('08:10'))).status).toBe(409)
    expect((await agree(dayTime('08:20'), day.driver)).status).toBe(403)
    const agreed = await must(agree(dayTime('08:20')))
    expect(agreed.clock).toMatchObject({ billedFrom: dayTime('08:20'), mayAgreeToStart: false })
    expect(await must(agree(dayTime('08:20')))).toMatchObject({ clock: { billedFrom: dayTime('08:20') } })
    expect(agreed.events.map(({ kind, who }) => [kind, who])).toEqual([
      ['started', 'driver'],
      ['early_start_agreed', 'customer'],
    ])
    const done = await finishAfter(day, '09:00', begun.clock.agreedMinutes - 10)
    expect(done.hours).toMatchObject({ workedMinutes: begun.clock.agreedMinutes + 30, lines: [{ code: 'time_over' }] })
  })

  it.each(['signed in', 'by the link'] as const)(
    '“They’re here” %s starts the clock and agrees to nothing',
    async (how) => {
      const day = await aConfirmedJob(app)
      await at(dayTime('08:20'))
      if (how === 'signed in') await must(day.customer(confirmArrival, { params: { id: day.id } }))
      else await must(app.call()(confirmArrivalByLink, { params: { hash: day.hash } }))
      expect((await driverDayOf(day)).clock).toMatchObject({
        state: 'running',
        startedAt: dayTime('08:20'),
        billedFrom: dayTime('09:00'),
      })
    },
  )

  it('is refused while another job of the van is in its way, and taken once that one is done', async () => {
    const day = await aConfirmedJob(app)
    const params = { id: day.id }
    const place = await app.ctx.db
      .selectFrom('calendar.hold')
      .selectAll()
      .where('bookingId', '=', day.id)
      .executeTakeFirstOrThrow()
    // A second job lasts until nearly nine, at the same door.
    const { quoteId } = await aQuoteFor(app, aMove({ date: '2026-12-01' }))
    const other = await aBooking(app, { quoteId })
    await at(dayTime('08:30'))
    await app.ctx.db.deleteFrom('calendar.hold').where('bookingId', '=', other.id).execute()
    await app.ctx.db
      .insertInto('calendar.hold')
      .values({
        ...place,
        id: crypto.randomUUID(),
        bookingId: other.id,
        during: sql`tstzrange(${dayTime('07:00')}, ${dayTime('08:50')})`,
        endLat: place.startLat,
        endLng: place.startLng,
        endOutcode: place.startOutcode,
        drivingMinutes: 10,
        dutyMinutes: 60,
      })
      .execute()
    const start = () => day.driver(startJob, { params, body: phone() })
    expect(await start()).toMatchObject({ status: 409, problem: { code: 'too_early' } })
    const here = await app.call()(confirmArrivalByLink, { params: { hash: day.hash } })
    expect(here).toMatchObject({ status: 409, problem: { code: 'too_early' } })
    await app.ctx.db
      .insertInto('bookings.day')
      .values({ bookingId: other.id, startedAt: new Date(dayTime('07:00')), finishedAt: new Date(dayTime('08:20')) })
      .execute()
    expect((await start()).status).toBe(200)
  })
})
