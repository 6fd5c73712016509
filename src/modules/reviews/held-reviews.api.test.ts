import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCall } from '#app/call.ts'
import { getBoard } from '#modules/board/contract.ts'
import { logIn } from '#modules/identity/contract.ts'
import type { Call } from '#shared/call.ts'
import { createPerson, testPassword } from '#test/support/people.ts'
import { finishJob, startJob } from '#modules/bookings/day/actions/contract.ts'
import { confirmHours } from '#modules/bookings/day/hours/contract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { messagesAbout } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aConfirmedJob, anOffice, dayHelpers, dayTime, type TestDay } from '#test/support/factories/day.ts'
import { listCompanyReviews, reviewBooking } from './contract.ts'
import { reviewHashOf } from './gateway.ts'
import { hideReview, listReviews, restoreReview } from './moderation/contract.ts'

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

const bookerOf = ({ id }: TestDay) =>
  app.ctx.db
    .selectFrom('bookings.booking as b')
    .innerJoin('identity.user as u', 'u.id', 'b.customerId')
    .select(['u.id', 'u.email'])
    .where('b.id', '=', id)
    .executeTakeFirstOrThrow()

it('a review by somebody with a phone of the company waits as well, whichever of the two has confirmed it', async () => {
  const day = await aConfirmedJob(app)
  const booker = await bookerOf(day)
  const { owner } = day.unit.company
  const update = (id: string, phoneVerifiedAt: Date | null) =>
    app.ctx.db
      .updateTable('identity.user')
      .set({ phone: '+447700900999', phoneVerifiedAt })
      .where('id', '=', id)
      .execute()
  await update(booker.id, null)
  await update(owner.id, app.clock.now())
  await reviewAfter(day, '09:00', '14:00')
  expect(await shown(day)).toBe(0)
})

it('a review of a move that was done is shown at once', async () => {
  const day = await aConfirmedJob(app)
  await reviewAfter(day, '09:00', '14:00')
  expect(await shown(day)).toBe(1)
})

describe('a booker and a company that logged in', () => {
  type From = Parameters<typeof createCall>[1]
  const logInFrom = (email: string, from: From) =>
    must(createCall(app.app.fastify, from)(logIn, { body: { email, password: testPassword } }))

  async function seenFrom(booker: From, company: From, at = '2026-11-20T09:00:00Z') {
    const day = await aConfirmedJob(app)
    app.clock.set(at)
    await logInFrom((await bookerOf(day)).email, booker)
    await logInFrom(day.unit.company.owner.email, company)
    return day
  }
  const device = 'd'.repeat(43)
  const home = '203.0.113.20'

  it.each<[string, From, From, number]>([
    ['in one browser', { device, address: '203.0.113.21' }, { device, address: '203.0.113.22' }, 0],
    ['in one network', { address: home }, { address: home }, 0],
    ['in two', { address: '203.0.113.23' }, { address: '203.0.113.24' }, 1],
    ['behind one operator’s address', { address: '100.64.3.4' }, { address: '100.64.3.4' }, 1],
  ])('%s: the review is shown or waits', async (_where, booker, company, count) => {
    const day = await seenFrom(booker, company)
    await reviewAfter(day, '09:00', '14:00')
    expect(await shown(day)).toBe(count)
  })

  it('in one network on the day itself, at the customer’s home, share nothing', async () => {
    const day = await seenFrom({ address: '203.0.113.30' }, { address: '203.0.113.31' })
    app.clock.set(dayTime('08:30'))
    await logInFrom(day.unit.company.owner.email, { address: '203.0.113.30' })
    await reviewAfter(day, '09:00', '14:00')
    expect(await shown(day)).toBe(1)
  })

  it('in a network of many people share nothing', async () => {
    const crowded = { address: '203.0.113.40' }
    for (let n = 0; n < 4; n += 1) await logInFrom((await createPerson(app)).email, crowded)
    const day = await seenFrom(crowded, crowded)
    await reviewAfter(day, '09:00', '14:00')
    expect(await shown(day)).toBe(1)
  })
})

describe('a review that waits', () => {
  const decisions = {
    shows: (office: Call, params: { id: string }) =>
      office(restoreReview, { params, body: { note: 'We asked them both.' } }),
    hides: (office: Call, params: { id: string }) =>
      office(hideReview, { params, body: { reason: 'not_the_customer', note: '' } }),
  }

  it.each([
    ['shows', 1, 'review_published'],
    ['hides', 0, 'review_hidden'],
  ] as const)(
    'is on the board with its reason until the office %s it, and that is in the audit',
    async (how, count, messageKind) => {
      const day = await aConfirmedJob(app)
      await reviewAfter(day, '09:00', '09:00')
      const office = await anOffice(app)
      const waiting = async () => (await must(office(getBoard))).groups.find(({ group }) => group === 'reviews')
      expect(await waiting()).toMatchObject({
        count: 1,
        cases: [{ booking: { id: day.id }, note: 'The job took less than a third of its agreed time.' }],
      })
      const [held] = (await must(office(listReviews, { query: { show: 'held' } }))).results
      expect(held?.heldAt).not.toBeNull()
      const params = { id: held?.id ?? '' }
      expect(await must(decisions[how](office, params))).toMatchObject({ heldAt: null })
      expect(await waiting()).toMatchObject({ count: 0, cases: [] })
      expect(await shown(day)).toBe(count)
      const kinds = (await messagesAbout(app, day.id)).map(({ kind }) => kind)
      expect(kinds).toContain(messageKind)
      expect(kinds.includes('review_received')).toBe(count === 1)
      const audit = await app.ctx.db
        .selectFrom('audit.entry')
        .select('action')
        .where('object', '=', `review ${params.id}`)
        .execute()
      expect(audit).toHaveLength(1)
    },
  )
})
