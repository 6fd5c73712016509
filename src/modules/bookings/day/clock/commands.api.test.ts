import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { slices } from '#app/modules.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { storedBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aConfirmedJob, anOffice, dayTime, kindsAbout, dayHelpers } from '#test/support/factories/day.ts'
import { cancelBooking } from '../../answers/contract.ts'
import { getBooking } from '../../contract.ts'
import { findFigures } from '#modules/reviews/figures/queries.ts'
import { finishJob, runLate, setOff, startJob, sendPosition } from '../actions/contract.ts'
import { getDay } from '../contract.ts'
import { confirmHours } from '../hours/contract.ts'
import { dayJobs } from '../../jobs.ts'
import { decideDayQuestion, listDayQuestions } from '../questions/contract.ts'

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

describe('time does its part', () => {
  it('a quarter of an hour late is told and asked, half an hour late may be cancelled free and counts as the company’s', async () => {
    const { id, customer } = await aConfirmedJob(app)
    await at(dayTime('09:14'))
    expect((await kindsAbout(app, id)).filter((kind) => kind.includes('here_yet'))).toEqual([])
    await at(dayTime('09:15'))
    await at(dayTime('09:16'))
    expect((await kindsAbout(app, id)).slice(-2)).toEqual(['day_not_here_yet', 'job_where_are_you'])
    const before = await must(customer(getBooking, { params: { id } }))
    expect(before.cancellationFeePence).toBe(10_000)
    await at(dayTime('09:30'))
    await at(dayTime('09:45'))
    expect((await kindsAbout(app, id)).filter((kind) => kind === 'day_may_cancel_free')).toHaveLength(1)
    expect(await must(customer(getDay, { params: { id } }))).toMatchObject({ mayCancelFree: true })
    const after = await must(customer(getBooking, { params: { id } }))
    expect(after.cancellationFeePence).toBe(0)
    await must(customer(cancelBooking, { params: { id }, body: { feePence: 0 } }))
    expect(await storedBooking(app, id)).toMatchObject({ byMover: true, cancellationFeePence: 0 })
    const [event] = await app.ctx.db
      .selectFrom('bookings.event')
      .select('data')
      .where('kind', '=', 'cancelled')
      .execute()
    const waiting = { waitingPence: 10_000, waitsUntil: '2026-11-29T09:45:00.000Z' }
    expect(event?.data).toEqual({ feePence: 0, byMover: true, ...waiting })
  })

  describe('a customer who cancels because nobody came', () => {
    const aNoShow = async () => {
      const day = await aConfirmedJob(app)
      await at(dayTime('09:31'))
      await must(day.customer(cancelBooking, { params: { id: day.id }, body: { feePence: 0 } }))
      await app.runJobs()
      return day
    }
    const entriesOf = async (id: string) =>
      (
        await app.ctx.db.selectFrom('billing.entry').select(['kind', 'about']).where('bookingId', '=', id).execute()
      ).map(({ kind, about }) => [kind, about.pricePence])
    const cancelledOf = async (companyId: string) => {
      await app.runJobs()
      return (await findFigures(app.ctx, companyId))?.cancelled ?? 0
    }

    it('is owed nothing until the mover has had a day to say otherwise', async () => {
      const { id } = await aNoShow()
      expect(await entriesOf(id)).toEqual([])
      await at('2026-11-29T09:30:00Z')
      expect(await entriesOf(id)).toEqual([])
      await at('2026-11-29T09:31:00Z')
      await at('2026-11-29T09:33:00Z')
      expect(await entriesOf(id)).toEqual([['compensation', 10_000]])
      await at('2026-12-03T09:33:00Z')
      expect(await entriesOf(id)).toHaveLength(1)
    })

    it.each([
      ['count_work', [], 0],
      ['keep_changed', [['compensation', 10_000]], 1],
    ] as const)('waits for the office if a late phone was there: %s', async (decision, entries, cancelled) => {
      const { id, driver, unit } = await aNoShow()
      await at(dayTime('12:00'))
      expect((await driver(startJob, { params: { id }, body: phone(dayTime('08:58')) })).status).toBe(409)
      await at('2026-12-01T09:00:00Z')
      expect(await entriesOf(id)).toEqual([])
      const desk = await anOffice(app)
      const [question] = (await must(desk(listDayQuestions))).results
      expect(question).toMatchObject({ kind: 'conflict', booking: { id } })
      const body = { decision, reason: 'We looked at both.' }
      await must(desk(decideDayQuestion, { params: { id: question?.id ?? '' }, body }))
      await at('2026-12-02T09:00:00Z')
      expect(await entriesOf(id)).toEqual(entries)
      expect(await cancelledOf(unit.company.id)).toBe(cancelled)
    })
  })

  it('running late tells the new time, and nothing starts or finishes by itself', async () => {
    const day = await aConfirmedJob(app)
    const params = { id: day.id }
    await at(dayTime('08:30'))
    await must(day.driver(runLate, { params, body: { ...phone(), newEta: dayTime('09:40') } }))
    expect(await must(day.customer(getDay, { params }))).toMatchObject({
      eta: dayTime('09:40'),
      clock: { lateEta: dayTime('09:40') },
    })
    expect(await kindsAbout(app, day.id)).toContain('day_running_late')
    await at('2026-12-20T09:00:00Z')
    for (const job of dayJobs) await job.handle(app.ctx, { bookingId: day.id })
    await at('2026-12-21T09:00:00Z')
    expect(await storedBooking(app, day.id)).toMatchObject({ status: 'confirmed', finalPence: null })
    const questions = (await kindsAbout(app, day.id)).filter((kind) => kind.endsWith('was_it_done'))
    expect(questions).toEqual(['day_was_it_done', 'job_was_it_done'])
    // Weeks later no reminder is sent to be at the door tomorrow, and none that the customer may cancel.
    expect((await kindsAbout(app, day.id)).filter((kind) => /evening|cancel_free|here_yet/.test(kind))).toEqual([])
  })

  it('a day that nobody started is the office’s: not done, or done from when to when', async () => {
    const first = await aConfirmedJob(app)
    const { endAt } = await storedBooking(app, first.id)
    await at(new Date(endAt.getTime() + 24 * 3_600_000).toISOString())
    const desk = await anOffice(app)
    const [question] = (await must(desk(listDayQuestions))).results
    expect(question).toMatchObject({ kind: 'not_started', decisions: ['finish', 'not_done'] })
    const decide = (body: object) =>
      desk(decideDayQuestion, {
        params: { id: question?.id ?? '' },
        body: { reason: 'Both say so.', ...body } as never,
      })
    expect(
      (await decide({ decision: 'finish', startedAt: dayTime('10:00'), finishedAt: dayTime('09:00') })).status,
    ).toBe(422)
    await must(decide({ decision: 'finish', startedAt: dayTime('09:00'), finishedAt: dayTime('10:00') }))
    const { status, finalPence, totalPence, events } = await storedBooking(app, first.id)
    expect({ status, finalPence }).toEqual({ status: 'completed', finalPence: totalPence })
    expect(events.slice(-3)).toEqual(['started', 'finished', 'hours_confirmed'])
    expect((await kindsAbout(app, first.id)).filter((kind) => ['day_started', 'day_finished'].includes(kind))).toEqual(
      [],
    )
  })

  it('a day that nobody finished, and was not done after all, is cancelled by the office', async () => {
    const { id, driver } = await aConfirmedJob(app)
    await at(dayTime('09:00'))
    await must(driver(startJob, { params: { id }, body: phone() }))
    await at('2026-12-01T09:00:00Z')
    const desk = await anOffice(app)
    const [question] = (await must(desk(listDayQuestions))).results
    expect(question).toMatchObject({ kind: 'not_finished' })
    await must(
      desk(decideDayQuestion, {
        params: { id: question?.id ?? '' },
        body: { decision: 'not_done', reason: 'They pressed start by mistake.' },
      }),
    )
    expect(await storedBooking(app, id)).toMatchObject({
      status: 'canceled_by_customer',
      cancelledBy: 'office',
      finalPence: null,
    })
  })

  it('hours that the customer disputes wait for the office, and silence does not confirm them', async () => {
    const { id, driver, customer } = await aConfirmedJob(app)
    await at(dayTime('09:00'))
    await must(driver(startJob, { params: { id }, body: phone() }))
    app.clock.set(dayTime('18:00'))
    await must(driver(finishJob, { params: { id }, body: phone() }))
    const body = { minutes: 120, text: 'They sat in the van for hours.' }
    expect((await must(customer(confirmHours, { params: { id }, body }))).hours.state).toBe('disputed')
    await at('2026-11-30T18:00:00Z')
    expect((await storedBooking(app, id)).finalPence).toBeNull()
    const desk = await anOffice(app)
    const [question] = (await must(desk(listDayQuestions))).results
    expect(question).toMatchObject({ kind: 'hours', ...body, hours: { workedMinutes: 540 } })
    await must(
      desk(decideDayQuestion, {
        params: { id: question?.id ?? '' },
        body: { decision: 'accept_hours', minutes: 120, reason: 'The record shows it.' },
      }),
    )
    const { finalPence, totalPence } = await storedBooking(app, id)
    expect(finalPence).toBe(totalPence)
  })

  it('forgets a position within a day', async () => {
    const { id, driver } = await aConfirmedJob(app)
    const params = { id }
    await at(dayTime('08:00'))
    await must(driver(setOff, { params, body: { ...phone(), sharePosition: true } }))
    await must(driver(sendPosition, { params, body: { lat: 51.6, lng: -0.02, at: dayTime('08:00') } }))
    // The job is among those that run every hour.
    const hourly = slices.flatMap(({ jobs }) => jobs ?? []).find(({ name }) => name === 'bookings.forget-positions')
    expect(hourly).toMatchObject({ cron: '25 * * * *' })
    const storedPositions = () => app.ctx.db.selectFrom('bookings.van_position').select('bookingId').execute()
    app.clock.set('2026-11-29T03:59:00Z')
    await hourly?.handle(app.ctx, {})
    expect(await storedPositions()).toEqual([{ bookingId: id }])
    app.clock.set('2026-11-29T04:01:00Z')
    await hourly?.handle(app.ctx, {})
    expect(await storedPositions()).toEqual([])
  })
})
