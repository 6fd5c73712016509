import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
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
import { callAs } from '#test/support/session.ts'
import { aCustomer } from '#test/support/factories/booking.ts'
import { aHiredDriver } from '#test/support/factories/hired-driver.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { finishJob, startJob } from '../actions/contract.ts'
import { getDay } from '../contract.ts'
import { decideDayQuestion, listDayQuestions } from '../questions/contract.ts'
import { disputeCash, recordCash } from './contract.ts'

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
