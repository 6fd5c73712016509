import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCall } from '#app/call.ts'
import { getBoard } from '#modules/board/contract.ts'
import { cancelBooking } from '#modules/bookings/answers/contract.ts'
import { getBooking } from '#modules/bookings/contract.ts'
import { confirmArrival, finishJob, startJob } from '#modules/bookings/day/actions/contract.ts'
import { confirmHours } from '#modules/bookings/day/hours/contract.ts'
import { logIn } from '#modules/identity/contract.ts'
import type { Call } from '#shared/call.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aCustomer, aQuoteFor, messagesAbout, aBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aConfirmedJob, anOffice, dayHelpers, dayTime, driverDayOf, type TestDay } from '#test/support/factories/day.ts'
import { aFinishedBooking, finishBooking } from '#test/support/factories/finished.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { createPerson, testPassword } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import { sentStatementsOf } from '#test/support/statements.ts'
import {
  getCompanyPage,
  answerReview,
  getReviewPage,
  getWhatPeopleSay,
  listCompanyReviews,
  reviewBooking,
} from './contract.ts'
import { reviewHashOf } from './queries.ts'
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

describe('reviews', () => {
  let unit: TestUnit
  beforeEach(async () => {
    unit = await aUnit(app)
  })

  const body = { punctuality: 5, care: 4, value: 5, text: 'Rang ten minutes ahead.' }
  const as = async (id: string) => app.call((await sessionFor(app, id)).bearer)
  const give = (hash: string, more: Partial<typeof body> = {}) =>
    app.call()(reviewBooking, { params: { hash }, body: { ...body, ...more } })
  const hashOf = (id: string) => reviewHashOf(app.ctx, id)
  const recipientsOf = async (id: string, kind: string) =>
    (await messagesAbout(app, id)).filter((one) => one.kind === kind).map(({ recipient }) => recipient)

  describe('a review', () => {
    it('is given by the emailed address, and is on the company’s page and in the next search at once', async () => {
      const booking = await aFinishedBooking(app)
      const hash = hashOf(booking.id)
      const page = await must(app.call()(getReviewPage, { params: { hash } }))
      expect(page).toMatchObject({
        company: { id: unit.company.id },
        move: { from: { place: 'Walthamstow', outcode: 'E17' }, to: { outcode: 'BN1' }, registration: 'LM21 ABC' },
        isFinished: true,
        isOff: false,
        review: null,
      })
      expect(await must(give(hash))).toMatchObject(body)
      expect(await must(app.call()(getReviewPage, { params: { hash } }))).toMatchObject({ review: body })
      const { results } = await must(app.call()(listCompanyReviews, { params: { id: unit.company.id } }))
      expect(results).toMatchObject([
        {
          ...body,
          authorName: 'Jane',
          answer: null,
          move: { from: 'Walthamstow', to: 'Brighton', vanCategory: 'large_van' },
        },
      ])
      expect(JSON.stringify(results)).not.toMatch(/E17|BN1|Doe|07700/)
      app.clock.set('2026-11-20T09:00:00Z')
      expect((await aQuoteFor(app, aMove({ date: '2026-12-15' }))).company).toMatchObject({
        rating: 4.67,
        reviewsCount: 1,
      })
      expect(await recipientsOf(booking.id, 'review_received')).toEqual([unit.company.owner.email])
      const own = await as(booking.customer.id)
      expect(await must(own(getBooking, { params: { id: booking.id } }))).toMatchObject({ hasFeedback: true })
    })

    it('is given by its customer who is signed in, and by nobody else', async () => {
      const booking = await aFinishedBooking(app)
      const [own, other] = [await as(booking.customer.id), await as((await aCustomer(app)).id)]
      const request = { params: { hash: booking.id }, body }
      for (const call of [app.call(), other, await as(unit.company.owner.id)]) {
        expect((await call(reviewBooking, request)).status).toBe(404)
        expect((await call(getReviewPage, { params: { hash: booking.id } })).status).toBe(404)
      }
      expect((await own(getReviewPage, { params: { hash: booking.id } })).status).toBe(200)
      expect((await own(reviewBooking, request)).status).toBe(201)
    })

    it('opens with no other address: the booking’s own link, one that is made up, one byte changed', async () => {
      const booking = await aFinishedBooking(app)
      const hash = hashOf(booking.id)
      const changed = `${hash.slice(0, -2)}${hash.at(-2) === 'A' ? 'B' : 'A'}${hash.at(-1)}`
      for (const wrong of [booking.hash, changed, 'a'.repeat(64)]) {
        expect((await give(wrong)).status).toBe(404)
        expect((await app.call()(getReviewPage, { params: { hash: wrong } })).status).toBe(404)
      }
    })

    it('is not given before the move is finished', async () => {
      const booking = await aBooking(app)
      expect(await give(hashOf(booking.id))).toMatchObject({ status: 409, problem: { code: 'not_finished' } })
      const params = { hash: hashOf(booking.id) }
      expect(await must(app.call()(getReviewPage, { params }))).toMatchObject({ isFinished: false, isOff: false })
      await must(
        app.call(booking.customer.bearer)(cancelBooking, { params: { id: booking.id }, body: { feePence: 0 } }),
      )
      expect(await must(app.call()(getReviewPage, { params }))).toMatchObject({ isFinished: false, isOff: true })
    })

    it('is given once: of two at once one counts, the same again is answered as before', async () => {
      const hash = hashOf((await aFinishedBooking(app)).id)
      const answers = await Promise.all([1, 2, 3, 4, 5].map((care) => give(hash, { care })))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409])
      const first = answers.find(({ ok }) => ok)
      const care = first?.ok ? first.data.care : 0
      expect(await must(give(hash, { care }))).toMatchObject({ care })
      expect(await give(hash, { care: (care % 5) + 1 })).toMatchObject({ problem: { code: 'already_reviewed' } })
      const { rating, reviewsCount } = await must(app.call()(getCompanyPage, { params: { id: unit.company.id } }))
      expect({ rating, reviewsCount }).toEqual({ rating: expect.any(Number), reviewsCount: 1 })
    })

    it('counts with others of the company that are given at the same instant', async () => {
      const first = await aFinishedBooking(app)
      app.clock.set('2026-11-20T09:00:00Z')
      await app.ctx.db.deleteFrom('calendar.hold').execute()
      const second = await aBooking(app)
      await finishBooking(app, second)
      await Promise.all([give(hashOf(first.id)), give(hashOf(second.id), { care: 1, value: 1, punctuality: 1 })])
      app.clock.set('2026-11-20T09:00:00Z')
      expect((await aQuoteFor(app, aMove({ date: '2026-12-15' }))).company).toMatchObject({
        rating: 2.83,
        reviewsCount: 2,
      })
    })

    it.each([
      [{ care: 0 }, 'care'],
      [{ value: 6 }, 'value'],
      [{ punctuality: 2.5 }, 'punctuality'],
      [{ text: 'x'.repeat(2001) }, 'text'],
    ])('refuses the marks %o', async (wrong, field) => {
      const booking = await aFinishedBooking(app)
      const answer = await give(hashOf(booking.id), wrong)
      expect(answer).toMatchObject({ status: 422, problem: { errors: { [field]: [expect.any(String)] } } })
    })
  })

  describe('the request', () => {
    it('goes to the booker a day after the finish, once more after five days, and never after it was given', async () => {
      const booking = await aFinishedBooking(app, {
        routePoints: [{ number: 0, customerEmail: 'moved@example.com' }],
      })
      const to = booking.customer.email
      app.clock.advance({ hours: 23 })
      await app.runJobs()
      expect(await recipientsOf(booking.id, 'review_request')).toEqual([])
      app.clock.advance({ hours: 2 })
      await app.runJobs()
      await app.runJobs()
      // The request does not go to the person being moved: the address is the booker's.
      expect(await recipientsOf(booking.id, 'review_request')).toEqual([to])
      app.clock.advance({ days: 5 })
      await app.runJobs()
      await app.runJobs()
      expect(await recipientsOf(booking.id, 'review_reminder')).toEqual([to])
      app.clock.advance({ days: 30 })
      await app.runJobs()
      expect(await recipientsOf(booking.id, 'review_request')).toEqual([to])
      const mail = await app.ctx.db
        .selectFrom('notifications.message')
        .select('text')
        .where('kind', '=', 'review_request')
        .where('recipient', '=', to)
        .executeTakeFirstOrThrow()
      expect(mail.text).toContain(`/company-review/${hashOf(booking.id)}`)
    })

    it('is not repeated where the review is there', async () => {
      const booking = await aFinishedBooking(app)
      app.clock.advance({ days: 1 })
      await app.runJobs()
      await must(give(hashOf(booking.id)))
      app.clock.advance({ days: 5 })
      await app.runJobs()
      expect(await recipientsOf(booking.id, 'review_reminder')).toEqual([])
    })
  })

  describe('the company’s answer', () => {
    it('is one, by its owner, for everybody to read', async () => {
      const booking = await aFinishedBooking(app)
      await must(give(hashOf(booking.id)))
      const { results } = await must(app.call()(listCompanyReviews, { params: { id: unit.company.id } }))
      const request = { params: { id: results[0]?.id ?? '' }, body: { text: 'Thank you, Jane.' } }
      const [owner, other] = [await as(unit.company.owner.id), await as((await aUnit(app)).company.owner.id)]
      expect((await other(answerReview, request)).status).toBe(404)
      expect(await must(owner(answerReview, request))).toMatchObject({ answer: { text: 'Thank you, Jane.' } })
      expect((await owner(answerReview, request)).status).toBe(200)
      const secondAnswer = await owner(answerReview, { ...request, body: { text: 'And again.' } })
      expect(secondAnswer).toMatchObject({ status: 409, problem: { code: 'already_answered' } })
      const page = await must(app.call()(listCompanyReviews, { params: { id: unit.company.id } }))
      expect(page.results[0]?.answer?.text).toBe('Thank you, Jane.')
    })
  })

  describe('what people say of everybody', () => {
    const LONG = 'Third floor, no lift, and a sofa that had no business fitting.'
    const write = (companyId: string, text: string, { day = 1, mark = 5, isHidden = false } = {}) =>
      app.ctx.db
        .insertInto('reviews.review')
        .values({
          companyId,
          authorName: 'Aisha R.',
          punctuality: mark,
          care: mark,
          value: mark,
          text,
          createdAt: new Date(`2026-11-0${day}T09:00:00Z`),
          hiddenAt: isHidden ? app.clock.now() : null,
        })
        .execute()
    const rate = (id: string, rating: number, reviewsCount: number) =>
      app.ctx.db.updateTable('companies.company').set({ rating, reviewsCount }).where('id', '=', id).execute()

    it('is the newest of each company that says something and is not hidden, whatever its marks', async () => {
      const second = (await aUnit(app)).company
      await write(unit.company.id, `${LONG} Older.`, { day: 1 })
      await write(unit.company.id, `${LONG} Newer, and late.`, { day: 2, mark: 2 })
      await write(unit.company.id, 'Fine.', { day: 3 })
      await write(second.id, `${LONG} Their neighbour’s number is 12.`, { day: 4, isHidden: true })
      await rate(unit.company.id, 4.5, 30)
      await rate(second.id, 4.9, 10)
      const people = await must(app.call()(getWhatPeopleSay, {}))
      expect(people).toMatchObject({ count: 40, rating: 4.6 })
      expect(people.results.map(({ company, text, rating }) => [company.id, text, rating])).toEqual([
        [unit.company.id, `${LONG} Newer, and late.`, 2],
      ])
    })

    it('is nothing while there is none', async () => {
      expect(await must(app.call()(getWhatPeopleSay, {}))).toEqual({ count: 0, rating: null, results: [] })
    })
  })

  describe('the office', () => {
    it('hides a review with a reason that its author is told, keeps a log, and shows it again', async () => {
      const booking = await aFinishedBooking(app)
      await must(give(hashOf(booking.id), { punctuality: 1, care: 1, value: 1 }))
      const admin = await as((await createPerson(app, { role: 'admin' })).id)
      const { results } = await must(admin(listReviews))
      const params = { id: results[0]?.id ?? '' }
      expect((await admin(hideReview, { params, body: { reason: 'low_mark' as never } })).status).toBe(422)
      await must(
        admin(hideReview, { params, body: { reason: 'personal_details', note: 'A number plate of a neighbour.' } }),
      )
      expect(await admin(hideReview, { params, body: { reason: 'insulting' } })).toMatchObject({ status: 409 })
      const id = unit.company.id
      expect((await must(app.call()(listCompanyReviews, { params: { id } }))).count).toBe(0)
      expect(await must(app.call()(getCompanyPage, { params: { id } }))).toMatchObject({
        rating: null,
        reviewsCount: 0,
        marks: null,
        distribution: [0, 0, 0, 0, 0],
      })
      expect(await recipientsOf(booking.id, 'review_hidden')).toEqual([booking.customer.email])
      // Hidden, it still is this move's one review.
      expect((await give(hashOf(booking.id))).status).toBe(409)
      expect((await must(admin(listReviews, { query: { show: 'hidden' } }))).results).toMatchObject([
        { id: params.id, log: [{ step: 'hidden', note: 'A number plate of a neighbour.' }] },
      ])
      const restored = await must(admin(restoreReview, { params, body: { note: 'The plate was their own.' } }))
      expect(restored.log.map(({ step }) => step)).toEqual(['hidden', 'restored'])
      expect(await must(app.call()(getCompanyPage, { params: { id } }))).toMatchObject({
        rating: 1,
        distribution: [1, 0, 0, 0, 0],
        marks: { punctuality: 1, care: 1, value: 1 },
      })
      expect(await recipientsOf(booking.id, 'review_restored')).toEqual([booking.customer.email])
    })
  })

  describe('a company’s page', () => {
    it('has its vans, its area and its pages of reviews by key', async () => {
      const { id } = unit.company
      await app.ctx.db
        .insertInto('reviews.review')
        .values(
          Array.from({ length: 25 }, (_, index) => ({
            companyId: id,
            authorName: `No ${index}`,
            punctuality: 5,
            care: 5,
            value: (index % 5) + 1,
            createdAt: app.clock.now(),
          })),
        )
        .execute()
      const page = await must(app.call()(getCompanyPage, { params: { id } }))
      expect(page).toMatchObject({
        takesJobs: true,
        districts: ['E17'],
        vans: [{ registration: 'LM21 ABC' }],
        figures: null,
      })
      expect(page.distribution).toEqual([0, 0, 0, 15, 10])
      const seen: string[] = []
      for (let after: string | undefined; ;) {
        const query = { pageSize: 10, ...(after ? { after } : {}) }
        const list = await must(app.call()(listCompanyReviews, { params: { id }, query }))
        seen.push(...list.results.map(({ authorName }) => authorName))
        if (!list.nextCursor) break
        after = list.nextCursor
      }
      expect(new Set(seen).size).toBe(25)
      expect(seen).toHaveLength(25)
      expect((await app.call()(getCompanyPage, { params: { id: crypto.randomUUID() } })).status).toBe(404)
    })

    it('has its reviews from the best or the worst: by key, each once, the newest first among equal ones', async () => {
      const { id } = unit.company
      const minutes = (index: number) => new Date(app.clock.now().getTime() + Math.floor(index / 2) * 60_000)
      await app.ctx.db
        .insertInto('reviews.review')
        .values(
          Array.from({ length: 25 }, (_, index) => ({
            companyId: id,
            authorName: `No ${index}`,
            punctuality: (index % 3) + 1,
            care: 3,
            value: 3,
            createdAt: minutes(index),
          })),
        )
        .execute()
      for (const order of ['highest', 'lowest'] as const) {
        const seen: [number, string, string][] = []
        const links: (string | null)[] = []
        for (let after: string | undefined; ;) {
          const query = { order, pageSize: 4, ...(after ? { after } : {}) }
          const list = await must(app.call()(listCompanyReviews, { params: { id }, query }))
          links.push(list.next)
          seen.push(...list.results.map((one): (typeof seen)[number] => [one.punctuality, one.createdAt, one.id]))
          if (!list.nextCursor) break
          after = list.nextCursor
        }
        expect(new Set(seen.map(([, , one]) => one)).size).toBe(25)
        expect(links.every((link) => link === null || link.includes(`order=${order}`))).toBe(true)
        const sign = order === 'highest' ? -1 : 1
        const sorted = seen.toSorted(
          (a, b) => sign * (a[0] - b[0]) || b[1].localeCompare(a[1]) || b[2].localeCompare(a[2]),
        )
        expect(seen).toEqual(sorted)
      }
      const first = await must(
        app.call()(listCompanyReviews, { params: { id }, query: { order: 'lowest', pageSize: 4 } }),
      )
      const mixed = { order: 'highest' as const, after: first.nextCursor ?? '' }
      expect((await app.call()(listCompanyReviews, { params: { id }, query: mixed })).status).toBe(422)
      expect((await app.call()(listCompanyReviews, { params: { id }, query: { order: 'best' as never } })).status).toBe(
        422,
      )
    })

    it.each(['newest', 'highest', 'lowest'] as const)(
      'reads them %s first by an index, without sorting',
      async (order) => {
        const query = { order, pageSize: 10, page: 1 }
        const sent = await sentStatementsOf(app, () =>
          app.call()(listCompanyReviews, { params: { id: unit.company.id }, query }),
        )
        const rows = sent.find(({ text }) => text.includes('author_name'))
        if (!rows) throw new Error('There is no statement of the rows')
        const client = await app.app.pool.connect()
        try {
          await client.query('begin')
          await client.query('set local enable_seqscan = off')
          await client.query('set local enable_sort = off')
          const { rows: plan } = await client.query(`explain (format json) ${rows.text}`, rows.values)
          const text = JSON.stringify(plan)
          expect(text).toContain({ newest: 'review_shown', highest: 'review_best', lowest: 'review_worst' }[order])
          expect(text).not.toMatch(/"(Incremental )?Sort"/)
        } finally {
          await client.query('rollback')
          client.release()
        }
      },
    )
  })
})

describe('held reviews', () => {
  const { phone, at } = dayHelpers(() => app)

  async function reviewAfter(day: TestDay, from: string, to: string, begunAt = from) {
    const params = { id: day.id }
    await at(dayTime(from))
    await must(day.driver(startJob, { params, body: phone(dayTime(begunAt)) }))
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

  it.each<[string, string | null, number]>([
    ['nothing bears that out: it waits', null, 0],
    ['its customer had said “they’re here”: it is shown', '09:02', 1],
  ])('a review of a job whose start is dated back by a phone, where %s', async (_, arrivedAt, count) => {
    const day = await aConfirmedJob(app)
    if (arrivedAt) {
      await at(dayTime(arrivedAt))
      await must(day.customer(confirmArrival, { params: { id: day.id } }))
    }
    await reviewAfter(day, '13:59', '14:00', '09:00')
    expect((await driverDayOf(day)).clock.startedAt).toBe(dayTime(arrivedAt ?? '09:00'))
    expect(await shown(day)).toBe(count)
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
          cases: [
            {
              booking: { id: day.id },
              note: 'Our own clock shows less than a third of the agreed time.',
            },
          ],
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
})
