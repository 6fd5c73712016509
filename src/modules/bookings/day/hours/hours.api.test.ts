import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aCustomer, aBooking, storedBooking, aQuoteFor } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import {
  aConfirmedJob,
  anOffice,
  dayTime,
  driverDayOf,
  kindsAbout,
  dayHelpers,
  type TestDay,
} from '#test/support/factories/day.ts'
import { aHiredDriver } from '#test/support/factories/hired-driver.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { callAs } from '#test/support/session.ts'
import { confirmBooking } from '../../answers/contract.ts'
import { agreeChange, proposeChange } from '../../changes/contract.ts'
import { finishJob, startJob, pauseJob, resumeJob, confirmArrival, confirmArrivalByLink } from '../actions/contract.ts'
import { getDay, getSharedDay } from '../contract.ts'
import { decideDayQuestion, listDayQuestions } from '../questions/contract.ts'
import { disputeCash, recordCash, confirmHours, agreeToStart } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

const { phone } = dayHelpers(() => app)

/** A job that is done, with what there is to take for it. */
async function aDoneJob(pay: object = { paymentMethod: 'cash' }): Promise<TestDay & { due: number }> {
  const day = await aConfirmedJob(app)
  await app.ctx.db.updateTable('bookings.booking').set(pay).where('id', '=', day.id).execute()
  app.clock.set(dayTime('09:00'))
  await must(day.driver(startJob, { params: { id: day.id }, body: phone() }))
  app.clock.set(dayTime('10:00'))
  const { cashToTakePence } = await must(day.driver(finishJob, { params: { id: day.id }, body: phone() }))
  return { ...day, due: cashToTakePence ?? 0 }
}

describe('cash at the end', () => {
  it('is said once, is in the record, and the customer is told', async () => {
    const day = await aDoneJob()
    const params = { id: day.id }
    expect(await driverDayOf(day)).toMatchObject({ cash: null, mayRecordCash: true })
    const body = { ...phone(), duePence: day.due, takenPence: day.due }
    const answers = await Promise.all(Array.from({ length: 10 }, () => day.driver(recordCash, { params, body })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const seen = await must(day.customer(getDay, { params }))
    expect(seen).toMatchObject({
      mayDisputeCash: true,
      cash: { state: 'recorded', paid: 'full', takenPence: day.due, duePence: day.due, reason: null },
    })
    expect(seen.events.filter(({ kind }) => kind === 'cash_paid')).toMatchObject([
      { takenPence: day.due, who: 'driver' },
    ])
    expect((await kindsAbout(app, day.id)).filter((kind) => kind === 'day_cash_paid')).toHaveLength(1)
  })

  it('needs a reason where it is less, cannot be more, and can be corrected', async () => {
    const day = await aDoneJob()
    const params = { id: day.id }
    const recordTaken = (takenPence: number, reason?: string) =>
      day.driver(recordCash, {
        params,
        body: { ...phone(), duePence: day.due, takenPence, ...(reason ? { reason } : {}) },
      })
    expect(await recordTaken(1000)).toMatchObject({
      status: 422,
      problem: { errors: { reason: [expect.stringContaining('Enter why it’s less')] } },
    })
    expect((await recordTaken(0, ' ')).status).toBe(422)
    expect((await recordTaken(day.due + 1)).status).toBe(422)
    // What there is to take is the server’s figure, whatever the phone says that it showed.
    const claimed = (pence: number) =>
      day.driver(recordCash, { params, body: { ...phone(), duePence: pence, takenPence: pence } })
    expect(await claimed(99_999_999)).toMatchObject({
      status: 422,
      problem: { errors: { taken_pence: [expect.any(String)] } },
    })
    expect(await claimed(1)).toMatchObject({ status: 422, problem: { errors: { reason: [expect.any(String)] } } })
    expect((await must(recordTaken(0, 'He pays tomorrow.'))).cash).toMatchObject({
      paid: 'none',
      reason: 'He pays tomorrow.',
    })
    const hired = callAs(app, (await aHiredDriver(app, day.driver, day.unit.id)).id)
    const part = { ...phone(), duePence: day.due, takenPence: 1000, reason: 'The rest by Friday.' }
    expect(await must(hired(recordCash, { params, body: part }))).toMatchObject({
      hours: null,
      cash: { paid: 'less', takenPence: 1000, reason: 'The rest by Friday.' },
    })
    const { events } = await must(day.customer(getDay, { params }))
    expect(events.filter(({ kind }) => kind === 'cash_paid').map(({ takenPence, who }) => [takenPence, who])).toEqual([
      [0, 'driver'],
      [1000, 'hired'],
    ])
  })

  it('is disputed by one press, and then the office decides', async () => {
    const day = await aDoneJob()
    const params = { id: day.id }
    expect((await day.customer(disputeCash, { params })).status).toBe(409)
    const body = { ...phone(), duePence: day.due, takenPence: 1000, reason: 'He had no more.' }
    await must(day.driver(recordCash, { params, body }))
    expect(await must(day.customer(disputeCash, { params }))).toMatchObject({
      mayDisputeCash: false,
      cash: { state: 'disputed' },
    })
    await must(day.customer(disputeCash, { params }))
    expect((await day.driver(recordCash, { params, body: { ...body, ...phone(), takenPence: 0 } })).status).toBe(409)
    expect((await kindsAbout(app, day.id)).filter((kind) => kind === 'job_cash_disputed')).toHaveLength(1)
    const desk = await anOffice(app)
    const { results } = await must(desk(listDayQuestions))
    expect(results).toMatchObject([
      { kind: 'cash', cash: { takenPence: 1000, reason: 'He had no more.' }, decisions: ['accept_cash'] },
    ])
    const tooMuch = { decision: 'accept_cash' as const, reason: 'They say so.', takenPence: day.due + 1 }
    expect(await desk(decideDayQuestion, { params: { id: results[0]?.id ?? '' }, body: tooMuch })).toMatchObject({
      status: 422,
    })
    const decide = { decision: 'accept_cash' as const, reason: 'The receipt says so.', takenPence: day.due }
    await must(desk(decideDayQuestion, { params: { id: results[0]?.id ?? '' }, body: decide }))
    const { cash, events } = await must(day.customer(getDay, { params }))
    expect(cash).toMatchObject({ state: 'decided', paid: 'full', takenPence: day.due })
    expect(events.map(({ kind }) => kind).slice(-3)).toEqual(['cash_paid', 'cash_disputed', 'decided'])
    expect(await kindsAbout(app, day.id)).toEqual(expect.arrayContaining(['day_decided', 'job_day_decided']))
    expect((await day.customer(disputeCash, { params })).status).toBe(409)
  })

  it('is nothing for a card, a transfer, a job that runs, or strangers', async () => {
    const transfer = { paymentMethod: 'cash', specialPayMethod: 'bank_transfer', madeBy: (await aCustomer(app)).id }
    for (const pay of [{ paymentMethod: 'card' }, transfer]) {
      app.clock.set('2026-11-20T09:00:00Z')
      await removeCompanies(app)
      const day = await aDoneJob(pay)
      expect(await driverDayOf(day)).toMatchObject({ cashToTakePence: null, mayRecordCash: false })
      const body = { ...phone(), duePence: 1, takenPence: 1 }
      expect((await day.driver(recordCash, { params: { id: day.id }, body })).status).toBe(409)
    }
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
    const day = await aConfirmedJob(app)
    const params = { id: day.id }
    app.clock.set(dayTime('09:00'))
    await must(day.driver(startJob, { params, body: phone() }))
    const body = { ...phone(), duePence: 1, takenPence: 1 }
    expect((await day.driver(recordCash, { params, body })).status).toBe(409)
    const stranger = callAs(app, (await aUnit(app, { company: { pencePerHour: 9500 } })).company.owner.id)
    expect((await stranger(recordCash, { params, body })).status).toBe(404)
    expect((await callAs(app, (await aCustomer(app)).id)(disputeCash, { params })).status).toBe(404)
  })
})

describe('waiting that was declared', () => {
  /** £50 an hour; waiting is free for half an hour, then £20 a half hour. Two hours of waiting were declared: three half hours, £60. */
  async function declared(): Promise<TestDay> {
    const tariff = { waitingPencePerHalfHour: 2000, freeWaitingMinutes: 30 }
    const unit = await aUnit(app, { company: { pencePerHour: 5000, tariff } })
    const { id, hash, customer } = await aBooking(app, { move: { ...aMove(), declaredWaiting: '02:00:00' } })
    const driver = callAs(app, unit.company.owner.id)
    await must(driver(confirmBooking, { params: { id } }))
    return { id, hash, unit, driver, customer: callAs(app, customer.id) }
  }

  const agreedMinutes = async (day: TestDay) => (await driverDayOf(day)).clock.agreedMinutes

  /**
   * Works the whole day, with the given minutes of waiting for keys and of work beyond what was agreed; returns the final
   * cost.
   */
  async function worked(day: TestDay, { waited, over }: { waited: number; over: number }) {
    const params = { id: day.id }
    const after = (minutes: number) => app.clock.set(new Date(Date.parse(dayTime('09:00')) + minutes * 60_000))
    const { phone } = dayHelpers(() => app)
    after(0)
    await must(day.driver(startJob, { params, body: phone() }))
    const minutes = await agreedMinutes(day)
    after(60)
    await must(day.driver(pauseJob, { params, body: { ...phone(), reason: 'keys_not_released' } }))
    after(60 + waited)
    await must(day.driver(resumeJob, { params, body: phone() }))
    after(minutes + waited + over)
    await must(day.driver(finishJob, { params, body: phone() }))
    const { hours } = await must(day.customer(confirmHours, { params }))
    const { finalPence } = await storedBooking(app, day.id)
    expect(hours.finalPence).toBe(finalPence)
    return { finalPence, lines: hours.lines.map(({ code, amountPence }) => [code, amountPence]) }
  }

  it.each([
    ['none of it used', 0, []],
    ['the free half hour', 30, []],
    ['a part', 61, [['waiting', 4000]]],
    ['all of it', 120, [['waiting', 6000]]],
    ['more than was declared: by half hours, as far as the ceiling goes', 121, [['waiting', 8000]]],
    ['far more: never above the ceiling', 600, [['waiting', 8500]]],
  ])('costs the waiting rate and nothing more: %s', async (_, waited, lines) => {
    const day = await declared()
    const before = await storedBooking(app, day.id)
    // The ceiling has room for half an hour of work and for what was declared.
    expect(before.ceilingPence - before.totalPence).toBe(2500 + 6000)
    const bill = await worked(day, { waited, over: 0 })
    const extra = lines.reduce((sum, [, pence]) => sum + Number(pence), 0)
    expect(bill).toEqual({ finalPence: before.totalPence + extra, lines })
    expect(bill.finalPence).toBeLessThanOrEqual(before.ceilingPence)
  })

  it.each([
    ['the extra time that was agreed costs its line alone', { waited: 0, over: 0 }, []],
    [
      'beside it all that was declared fits',
      { waited: 120, over: 30 },
      [
        ['time_over', 2500],
        ['waiting', 6000],
      ],
    ],
    [
      'beyond it both together end at the ceiling',
      { waited: 300, over: 61 },
      [
        ['time_over', 7500],
        ['waiting', 1000],
      ],
    ],
  ])('with a change that was agreed: %s', async (_, times, lines) => {
    const day = await declared()
    const params = { id: day.id }
    const booked = await storedBooking(app, day.id)
    const minutes = await agreedMinutes(day)
    const line = { label: 'The shed too', amountPence: 3100 }
    const body = { kind: 'time' as const, extraMinutes: 60, line }
    const change = await must(day.driver(proposeChange, { params, body }))
    await must(day.customer(agreeChange, { params, body: { changeId: change.id, version: change.version } }))
    const agreed = await storedBooking(app, day.id)
    expect([agreed.totalPence, agreed.ceilingPence]).toEqual([booked.totalPence + 3100, booked.ceilingPence + 3100])
    expect(await agreedMinutes(day)).toBe(minutes + 60)
    const bill = await worked(day, times)
    const extra = lines.reduce((sum, [, pence]) => sum + Number(pence), 0)
    expect(bill).toEqual({ finalPence: agreed.totalPence + extra, lines })
    expect(bill.finalPence).toBeLessThanOrEqual(agreed.ceilingPence)
  })
})

describe('a start before the agreed one', () => {
  const { phone, at } = dayHelpers(() => app)

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

  it.each([
    ['eighteen seconds', '2026-11-28T08:59:42.000Z', null],
    ['four minutes', dayTime('08:56'), null],
    ['forty minutes, but the work is done', dayTime('08:20'), '11:00'],
  ])('is not asked about when it is early by %s', async (_name, startedAt, finishedAt) => {
    const day = await aConfirmedJob(app)
    const params = { id: day.id }
    await at(startedAt)
    await must(day.driver(startJob, { params, body: phone() }))
    if (finishedAt) {
      await at(dayTime(finishedAt))
      await must(day.driver(finishJob, { params, body: phone() }))
    }
    const { clock } = await must(day.customer(getDay, { params }))
    expect([clock.mayAgreeToStart, clock.billedFrom]).toEqual([false, dayTime('09:00')])
    expect((await day.customer(agreeToStart, { params, body: { startedAt } })).status).toBe(409)
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
