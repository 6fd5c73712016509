import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { finishJob, startJob } from '#modules/bookings/day/actions/contract.ts'
import { confirmHours } from '#modules/bookings/day/hours/contract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { messagesAbout } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aConfirmedJob, anOffice, dayHelpers, dayTime, type TestDay } from '#test/support/factories/day.ts'
import { listCompanyReviews, reviewBooking } from './contract.ts'
import { reviewHashOf } from './gateway.ts'
import { listReviews, restoreReview } from './moderation/contract.ts'

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

async function reviewAfter(day: TestDay, from: string, to: string) {
  const params = { id: day.id }
  await at(dayTime(from))
  await must(day.driver(startJob, { params, body: phone() }))
  app.clock.set(dayTime(to))
  await must(day.driver(finishJob, { params, body: phone() }))
  await must(day.customer(confirmHours, { params }))
  const body = { punctuality: 5, care: 5, value: 5, text: 'Wonderful.' }
  return must(app.call()(reviewBooking, { params: { hash: reviewHashOf(app.ctx, day.id) }, body }))
}

const shown = async ({ unit }: TestDay) =>
  (await must(app.call()(listCompanyReviews, { params: { id: unit.company.id } }))).results.length

it('a review of a job that took no time waits for the office, which shows it', async () => {
  const day = await aConfirmedJob(app)
  await reviewAfter(day, '09:00', '09:00')
  expect(await shown(day)).toBe(0)
  expect((await messagesAbout(app, day.id)).map(({ kind }) => kind)).not.toContain('review_received')
  const office = await anOffice(app)
  const [held] = (await must(office(listReviews, { query: { show: 'hidden' } }))).results
  expect(held).toMatchObject({ bookingId: day.id, log: [{ step: 'hidden', by: null }] })
  await must(office(restoreReview, { params: { id: held?.id ?? '' }, body: { note: 'We asked them both.' } }))
  expect(await shown(day)).toBe(1)
})

it('a review by somebody with a phone of the company waits as well', async () => {
  const day = await aConfirmedJob(app)
  const { customerId } = await app.ctx.db
    .selectFrom('bookings.booking')
    .select('customerId')
    .where('id', '=', day.id)
    .executeTakeFirstOrThrow()
  const ids = [customerId, day.unit.company.owner.id]
  await app.ctx.db
    .updateTable('identity.user')
    .set({ phone: '+447700900999', phoneVerifiedAt: app.clock.now() })
    .where('id', 'in', ids)
    .execute()
  await reviewAfter(day, '09:00', '14:00')
  expect(await shown(day)).toBe(0)
})

it('a review of a move that was done is shown at once', async () => {
  const day = await aConfirmedJob(app)
  await reviewAfter(day, '09:00', '14:00')
  expect(await shown(day)).toBe(1)
})
