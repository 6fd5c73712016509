import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#platform/new-id.ts'
import type { Call } from '#shared/call.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import {
  aBooking,
  aCustomer,
  heldTimes,
  messagesAbout,
  storedBooking,
  aQuoteFor,
  type Booking,
} from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { dayHelpers } from '#test/support/factories/day.ts'
import { aHiredDriver } from '#test/support/factories/hired-driver.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit, type TestUnit, type UnitOptions } from '#test/support/factories/unit.ts'
import { sessionFor } from '#test/support/session.ts'
import { getBooking } from '../contract.ts'
import {
  getDriverBooking,
  listConfirmedBookings,
  listHotJobs,
  listNewBookings,
  listUnitPastBookings,
} from '../lists/contract.ts'
import type { RejectReason } from '../rules.ts'
import { answerByLink, getAnswerLink } from '../answer-links/contract.ts'
import { tokenOf } from '../changes/gateway.ts'
import { cancelBooking, confirmBooking, reconfirmBooking, rejectBooking, takeBooking } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

/** Signs in for each call, because days pass in between. */
const callAs = (id: string): Call =>
  (async (...args: Parameters<Call>) => app.call((await sessionFor(app, id)).bearer)(...args)) as Call

interface Driver extends TestUnit {
  call: Call
}

async function aDriver(options: UnitOptions = {}): Promise<Driver> {
  const unit = await aUnit(app, options)
  return { ...unit, call: callAs(unit.company.owner.id) }
}

/** Two companies that can do the same move; the booking is with the first. */
async function twoDrivers(more: Parameters<typeof aBooking>[1] = {}) {
  const [dear, first] = [
    await aDriver({ company: { pencePerHour: 9000, vatRegisteredFrom: '2026-01-01' } }),
    await aDriver({ company: { pencePerHour: 5000 } }),
  ]
  const customer = await aCustomer(app)
  const booking = await aBooking(app, { customer, ...more })
  return { first, second: dear, customer, call: callAs(customer.id), booking }
}

const { at } = dayHelpers(() => app)
const lists = { hot: listHotJobs, new: listNewBookings, confirmed: listConfirmedBookings, past: listUnitPastBookings }
const listed = async ({ call, id }: Driver) => {
  const entries = Object.entries(lists).map(async ([name, endpoint]) => {
    const { results } = await must(call(endpoint, { params: { id } }))
    return [name, results.map((job) => job.status)] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}
const kinds = async (id: string) => (await messagesAbout(app, id)).map(({ kind }) => kind)
const kindsSentTo = async (id: string, email: string) =>
  (await messagesAbout(app, id)).filter(({ recipient }) => recipient === email).map(({ kind }) => kind)
const reject = ({ call }: Driver, id: string, reason: RejectReason = 'personal') =>
  call(rejectBooking, { params: { id }, body: { reason } })
const confirm = ({ call }: Driver, id: string) => call(confirmBooking, { params: { id } })
const take = ({ call, id: workingUnitId }: Driver, id: string) =>
  call(takeBooking, { params: { id }, body: { workingUnitId } })

describe('a driver confirms', () => {
  it('sees streets, contacts and the note only then, and nobody sees them after losing the job', async () => {
    const { first, second, customer, booking } = await twoDrivers({ customerNote: 'Gate code 4' })
    const before = await must(first.call(listNewBookings, { params: { id: first.id } }))
    expect(before.results).toMatchObject([
      {
        id: booking.id,
        totalPence: booking.totalPence,
        customer: null,
        customerNote: null,
        allowedActions: ['confirm', 'reject', 'offer_time'],
        routePoints: [
          {
            outcode: 'E17',
            place: 'Walthamstow',
            postcode: null,
            contactName: null,
            contactNumber: null,
            address: null,
          },
          { outcode: 'BN1', postcode: null },
        ],
      },
    ])
    // A driver cannot see a job that was never offered to them (T-116, T-113).
    expect((await confirm(second, booking.id)).status).toBe(404)
    expect((await second.call(getDriverBooking, { params: { id: second.id, bookingId: booking.id } })).status).toBe(404)
    expect((await second.call(listNewBookings, { params: { id: first.id } })).status).toBe(404)

    const confirmed = await must(confirm(first, booking.id))
    expect(confirmed).toMatchObject({
      status: 'confirmed',
      customerNote: 'Gate code 4',
      customer: { firstName: 'Jane' },
      routePoints: [{ postcode: 'E17 4QH' }, { postcode: 'BN1 4QL' }],
      allowedActions: ['reject', 'propose_change'],
      // Owed from a day before on: the minimum time.
      ifRejected: { othersAreAsked: true, owesFrom: '2026-11-27T09:00:00.000Z', owedPence: 10_000 },
    })
    expect(await listed(first)).toEqual({ hot: [], new: [], confirmed: ['confirmed'], past: [] })
    expect(await kindsSentTo(booking.id, customer.email)).toEqual(['booking_received', 'booking_confirmed'])
    // An answer that was lost is given again.
    expect(await must(confirm(first, booking.id))).toEqual(confirmed)
    // The body must be empty, whatever else is sent (T-061).
    expect((await first.call(confirmBooking, { params: { id: booking.id }, body: { price: 1 } as never })).status).toBe(
      422,
    )
  })
})

describe('a driver gives a job back', () => {
  it('offers it to every other who can do it, and the first to take it has it at the agreed price', async () => {
    const { first, second, customer, booking } = await twoDrivers()
    const third = await aDriver({ company: { pencePerHour: 8000 } })
    const elsewhere = await aDriver({ districts: ['LS'] })
    const smaller = await aDriver({ van: { category: 'small_van' } })
    expect(await must(reject(first, booking.id, 'broken_van'))).toMatchObject({
      status: 'rejected',
      reason: 'broken_van',
      allowedActions: [],
    })
    expect(await heldTimes(app)).toEqual([])
    await app.runJobs()
    expect(await kindsSentTo(booking.id, customer.email)).toEqual(['booking_received', 'booking_passed_on'])
    for (const driver of [second, third])
      expect(await kindsSentTo(booking.id, driver.company.owner.email)).toEqual(['hot_job'])
    for (const driver of [elsewhere, smaller])
      expect(await kindsSentTo(booking.id, driver.company.owner.email)).toEqual([])
    expect(await listed(first)).toEqual({ hot: [], new: [], confirmed: [], past: ['rejected'] })
    expect(await listed(second)).toEqual({ hot: ['new_booking'], new: [], confirmed: [], past: [] })
    expect(await listed(elsewhere)).toMatchObject({ hot: [] })
    // A job is not found for the driver who gave it back, nor for one who could never do it.
    expect((await take(first, booking.id)).status).toBe(404)
    expect((await take(elsewhere, booking.id)).status).toBe(404)

    expect(await must(take(second, booking.id))).toMatchObject({
      status: 'confirmed',
      totalPence: booking.totalPence,
      workingUnitId: second.id,
    })
    expect(await take(third, booking.id)).toMatchObject({ status: 409, problem: { code: 'already_taken' } })
    expect(await storedBooking(app, booking.id)).toMatchObject({
      unitId: second.id,
      companyId: second.company.id,
      totalPence: booking.totalPence,
      // A sixth of the price: this one charges VAT, and the price stays.
      vatPence: Math.round(booking.totalPence / 6),
      events: ['created', 'rejected', 'became_hot', 'confirmed'],
    })
    expect(await listed(third)).toMatchObject({ hot: [] })
    expect(await kindsSentTo(booking.id, customer.email)).toContain('booking_confirmed')
  })

  it('which is over where the customer wants nobody else', async () => {
    const { first, second, booking } = await twoDrivers({ allowHotJob: false })
    expect(await must(reject(first, booking.id))).toMatchObject({ status: 'rejected', reason: 'personal' })
    await app.runJobs()
    expect(await kinds(booking.id)).toEqual(['booking_received', 'new_job', 'booking_rejected'])
    expect(await listed(first)).toMatchObject({ past: ['rejected'] })
    expect(await listed(second)).toMatchObject({ hot: [] })
  })

  it.each([
    ['2026-11-27T08:59:00Z', 0],
    ['2026-11-27T09:00:00Z', 10_000],
  ])('that they had confirmed, at %s: the customer is owed %i', async (instant, owedToCustomerPence) => {
    const { first, second, call, booking } = await twoDrivers()
    await must(confirm(first, booking.id))
    expect(await first.call(reconfirmBooking, { params: { id: booking.id } })).toMatchObject({
      status: 409,
      problem: { code: 'not_asked' },
    })
    app.clock.set(instant)
    await must(reject(first, booking.id, 'due_to_prevoius_booking'))
    await app.runJobs()
    const [event] = await app.ctx.db.selectFrom('bookings.event').selectAll().where('kind', '=', 'given_up').execute()
    expect(event).toMatchObject({ reason: 'due_to_prevoius_booking', data: { owedToCustomerPence } })
    expect(await kinds(booking.id)).toContain('booking_given_up')
    expect(await listed(second)).toMatchObject({ hot: ['new_booking'] })
    expect(await must(call(getBooking, { params: { id: booking.id } }))).toMatchObject({
      company: null,
      leftBy: { name: first.company.name, how: 'given_up', owedPence: owedToCustomerPence },
    })
  })

  it('because the customer has cancelled: it costs nothing, and the customer is asked', async () => {
    const { first, customer, booking } = await twoDrivers()
    await must(confirm(first, booking.id))
    app.clock.set('2026-11-27T08:00:00Z')
    expect(await must(reject(first, booking.id, 'canceled_by_customer'))).toMatchObject({
      status: 'canceled_by_customer',
    })
    expect(await storedBooking(app, booking.id)).toMatchObject({ cancelledBy: 'driver', cancellationFeePence: 0 })
    expect(await kindsSentTo(booking.id, customer.email)).toContain('booking_cancelled')
    expect(await heldTimes(app)).toEqual([])
  })
})

describe('a customer cancels', () => {
  it('free until somebody confirms, then at the fee that is shown; a fee that has changed meanwhile stops it', async () => {
    const { first, customer, call, booking } = await twoDrivers()
    expect(booking.allowedActions).toEqual(['cancel'])
    await must(confirm(first, booking.id))
    app.clock.set('2026-11-27T08:00:00Z')
    const cancel = (feePence: number) => call(cancelBooking, { params: { id: booking.id }, body: { feePence } })
    expect(await cancel(0)).toMatchObject({
      status: 409,
      problem: { code: 'fee_changed', suggested: { fee_pence: '5000' } },
    })
    expect(await must(cancel(5000))).toMatchObject({
      status: 'canceled_by_customer',
      allowedActions: ['ask_for_re_book'],
    })
    app.clock.set('2026-11-27T20:00:00Z')
    expect(await must(call(getBooking, { params: { id: booking.id } }))).toMatchObject({
      cancelledBy: 'customer',
      cancellationFeePence: 5000,
      leftBy: null,
    })
    expect(await storedBooking(app, booking.id)).toMatchObject({ cancelledBy: 'customer', cancellationFeePence: 5000 })
    expect(await heldTimes(app)).toEqual([])
    expect(await kindsSentTo(booking.id, customer.email)).toContain('booking_cancelled')
    expect(await kindsSentTo(booking.id, first.company.owner.email)).toEqual(['new_job', 'job_cancelled'])
    expect(await listed(first)).toMatchObject({ confirmed: [], past: ['canceled_by_customer'] })
    expect(await confirm(first, booking.id)).toMatchObject({ status: 409 })
    const stranger = app.call((await aCustomer(app)).bearer)
    const params = { id: booking.id }
    expect((await stranger(cancelBooking, { params, body: { feePence: 0 } })).status).toBe(404)
    expect((await stranger(getBooking, { params })).status).toBe(404)
  })
})

describe('a day before', () => {
  it('the driver is asked whether it stands; who says yes keeps it', async () => {
    const { first, booking } = await twoDrivers()
    await must(confirm(first, booking.id))
    await at('2026-11-27T09:00:00Z')
    const [job] = (await must(first.call(listConfirmedBookings, { params: { id: first.id } }))).results
    expect(job).toMatchObject({
      reconfirmBy: '2026-11-27T21:00:00.000Z',
      allowedActions: ['reject', 'reconfirm', 'propose_change'],
    })
    expect(await kindsSentTo(booking.id, first.company.owner.email)).toContain('job_reconfirm')
    for (const _ of [1, 2])
      expect(await must(first.call(reconfirmBooking, { params: { id: booking.id } }))).toMatchObject({
        reconfirmBy: null,
        allowedActions: ['reject', 'propose_change'],
      })
    await at('2026-11-27T22:00:00Z')
    expect(await storedBooking(app, booking.id)).toMatchObject({ status: 'confirmed', unitId: first.id })
  })

  it('whoever does not answer is replaced, at the same price', async () => {
    const { first, second, customer, booking } = await twoDrivers()
    await must(confirm(first, booking.id))
    await at('2026-11-27T09:00:00Z')
    await at('2026-11-27T21:00:00Z')
    await app.runJobs()
    expect(await kindsSentTo(booking.id, customer.email)).toContain('booking_not_reconfirmed')
    expect(await listed(first)).toMatchObject({ confirmed: [], past: ['not_taken_by_driver'] })
    expect(await confirm(first, booking.id)).toMatchObject({ status: 409, problem: { code: 'conflict' } })
    await must(take(second, booking.id))
    expect(await storedBooking(app, booking.id)).toMatchObject({ status: 'confirmed', totalPence: booking.totalPence })
  })

  it('a driver is asked once though both deadlines passed in one step, and has an hour to answer', async () => {
    const { first, booking } = await twoDrivers()
    await must(confirm(first, booking.id))
    await at('2026-11-28T00:00:00Z')
    const reconfirmations = async () =>
      (await kindsSentTo(booking.id, first.company.owner.email)).filter((kind) => kind === 'job_reconfirm')
    expect(await reconfirmations()).toHaveLength(1)
    expect(await storedBooking(app, booking.id)).toMatchObject({
      status: 'confirmed',
      reconfirmBy: new Date('2026-11-28T01:00:00Z'),
    })
    await at('2026-11-28T00:59:00Z')
    expect(await storedBooking(app, booking.id)).toMatchObject({ status: 'confirmed', isHot: false })
    await at('2026-11-28T01:00:00Z')
    expect(await reconfirmations()).toHaveLength(1)
    expect((await storedBooking(app, booking.id)).events.slice(-3)).toEqual([
      'reconfirmation_asked',
      'not_reconfirmed',
      'became_hot',
    ])
  })

  it('a driver is not asked when nobody else could be found any more', async () => {
    const { first, booking } = await twoDrivers()
    await must(confirm(first, booking.id))
    await at('2026-11-28T07:00:00Z')
    expect(await kindsSentTo(booking.id, first.company.owner.email)).not.toContain('job_reconfirm')
    await at('2026-11-28T08:30:00Z')
    expect(await storedBooking(app, booking.id)).toMatchObject({ status: 'confirmed', reconfirmBy: null })
  })

  it('nobody is asked who confirmed within the last day, or whose customer booked within 36 hours', async () => {
    const { first, booking } = await twoDrivers()
    app.clock.set('2026-11-20T10:00:00Z')
    await must(confirm(first, booking.id))
    app.clock.set('2026-11-27T00:00:00Z')
    const late = await aBooking(app, { move: undefined })
    expect(late.id).not.toBe(booking.id)
    const with2 = await storedBooking(app, late.id)
    expect(with2.unitId).not.toBe(first.id)
    await at('2026-11-27T09:00:00Z')
    const jobs = await kinds(late.id)
    expect(jobs).not.toContain('job_reconfirm')
    expect(await kinds(booking.id)).toContain('job_reconfirm')
  })
})

it('a hired driver answers where the owner allows it, and sees no price but cash to take', async () => {
  const { first, booking } = await twoDrivers()
  const hired = await aHiredDriver(app, first.call, first.id)
  const job = (await must(hired.call(listNewBookings, { params: { id: first.id } }))).results[0]
  expect(job).toMatchObject({
    totalPence: null,
    cashToTakePence: booking.totalPence,
    youKeepPence: null,
    allowedActions: [],
  })
  expect((await hired.call(confirmBooking, { params: { id: booking.id } })).status).toBe(403)
  expect(await storedBooking(app, booking.id)).toMatchObject({ status: 'new_booking' })
})

describe('cancellation policies', () => {
  const STRICT = { freeUntilHours: 96, partUntilHours: 72, partPercent: 40 }

  /** A stricter policy, valid from 27 November. */
  async function aStricterPolicy(): Promise<void> {
    const row = { ...STRICT, id: newId(app.ctx.clock), fromDay: '2026-11-27', reason: 'A test' }
    await app.ctx.db
      .insertInto('pricing.cancellation_policy')
      .values({ ...row, createdAt: app.clock.now() })
      .execute()
    app.ctx.services.datedSettings.forget()
  }

  const hoursOf = ({ cancellation, startAt }: Pick<Booking, 'cancellation' | 'startAt'>) =>
    cancellation.map(({ until }) => until && (Date.parse(startAt) - Date.parse(until)) / 3_600_000)

  it('what was booked before a new policy is cancelled by the old one, what is booked after it by the new', async () => {
    const { company } = await aUnit(app)
    // Sessions end sooner than a move comes.
    const freshCallFor = async (personId: string) => app.call((await sessionFor(app, personId)).bearer)
    const old = await aBooking(app, { move: aMove({ date: '2026-12-05' }) })
    const early = await aQuoteFor(app, aMove({ date: '2026-12-07' }))
    await aStricterPolicy()
    await must((await freshCallFor(company.owner.id))(confirmBooking, { params: { id: old.id } }))
    expect(hoursOf(old)).toEqual([48, 24, null])

    // Offered a minute before midnight and booked after it: as it was offered.
    app.clock.set('2026-11-26T23:59:00Z')
    const offered = await aQuoteFor(app, aMove({ date: '2026-12-09' }))
    app.clock.set('2026-11-27T00:00:00Z')
    expect(hoursOf(await aBooking(app, { quoteId: offered.quoteId }))).toEqual([48, 24, null])
    expect(hoursOf(early)).toEqual([48, 24, null])

    const quote = await aQuoteFor(app, aMove({ date: '2026-12-11' }))
    const later = await aBooking(app, { quoteId: quote.quoteId })
    expect([hoursOf(quote), hoursOf(later)]).toEqual([
      [96, 72, null],
      [96, 72, null],
    ])
    await must((await freshCallFor(company.owner.id))(confirmBooking, { params: { id: later.id } }))

    const minimum = later.cancellation.at(-1)?.feePence ?? 0
    const cancel = async (booking: typeof later, feePence: number) => {
      const call = await freshCallFor(booking.customer.id)
      return call(cancelBooking, { params: { id: booking.id }, body: { feePence } })
    }
    // Eighty hours before: the first is free, the second costs two fifths.
    app.clock.set(new Date(Date.parse(old.startAt) - 80 * 3_600_000))
    expect(await must(cancel(old, 0))).toMatchObject({ status: 'canceled_by_customer', cancellationFeePence: 0 })
    app.clock.set(new Date(Date.parse(later.startAt) - 80 * 3_600_000))
    expect(await cancel(later, 0)).toMatchObject({ status: 409 })
    const fee = Math.floor(minimum * 0.4)
    expect(fee).toBeGreaterThan(0)
    expect(await must(cancel(later, fee))).toMatchObject({ cancellationFeePence: fee })
  })
})

describe('the link in the message about a new booking', () => {
  /** The links of this booking, in messages to this person. */
  const linksTo = async (bookingId: string, userId: string) => {
    const rows = await app.ctx.db
      .selectFrom('bookings.new_booking_link')
      .select('id')
      .where('bookingId', '=', bookingId)
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .execute()
    return rows.map(({ id }) => ({ token: tokenOf(app.ctx, 'new booking', id) }))
  }
  const aLinked = async (more: Parameters<typeof aBooking>[1] = {}) => {
    const job = await twoDrivers(more)
    const [params] = await linksTo(job.booking.id, job.first.company.owner.id)
    if (!params) throw new Error('The owner was sent a link')
    return { ...job, params, visitor: app.call() }
  }
  const audited = async (bookingId: string) =>
    app.ctx.db
      .selectFrom('audit.entry')
      .select(['action', 'actorId', 'actorKind'])
      .where('object', '=', `booking ${bookingId}`)
      .where('action', 'like', '%by_link')
      .execute()

  it('is in the mail to the owner alone, which no log keeps, and in no browser’s notice', async () => {
    const { booking, first, params } = await aLinked()
    const mails = await app.ctx.db
      .selectFrom('notifications.message')
      .select(['recipient', 'kind', 'channel', 'text', 'holdsSecret'])
      .where('subjectId', '=', booking.id)
      .execute()
    const withLink = mails.filter(({ text }) => text.includes(`/answer/${params.token}`))
    expect(withLink.map(({ recipient, holdsSecret }) => [recipient, holdsSecret])).toEqual([
      [first.company.owner.email, true],
    ])
    expect(withLink[0]?.text).not.toContain(booking.hash)
    expect(mails.filter(({ text }) => text.includes('/answer/'))).toHaveLength(1)
  })

  it('shows the job as the owner’s list does, and changes nothing when it is opened', async () => {
    const { booking, first, params, visitor } = await aLinked()
    const shown = await must(visitor(getAnswerLink, { params }))
    expect(shown).toMatchObject({ purpose: 'new_booking', state: 'open', expiresAt: booking.respondBy })
    expect(shown.purpose === 'new_booking' && shown.job).toMatchObject({
      totalPence: booking.totalPence,
      workingUnitId: first.id,
    })
    expect(JSON.stringify(shown)).not.toMatch(/formatted|contact|"postcode"|hash/i)
    expect((await storedBooking(app, booking.id)).status).toBe('new_booking')
  })

  it('confirms as the owner, once, and says so again', async () => {
    const { booking, first, params, visitor, call } = await aLinked()
    expect(await must(visitor(answerByLink, { params, body: { answer: 'yes' } }))).toMatchObject({ state: 'agreed' })
    const { status, events, unitId } = await storedBooking(app, booking.id)
    expect({ status, events, unitId }).toEqual({
      status: 'confirmed',
      events: ['created', 'confirmed'],
      unitId: first.id,
    })
    const sent = await kinds(booking.id)
    expect(await must(visitor(answerByLink, { params, body: { answer: 'yes' } }))).toMatchObject({ state: 'agreed' })
    expect(await kinds(booking.id)).toEqual(sent)
    expect(await visitor(answerByLink, { params, body: { answer: 'no', reason: 'personal' } })).toMatchObject({
      status: 409,
      problem: { code: 'answer_link_answered' },
    })
    expect(await audited(booking.id)).toEqual([
      { action: 'booking.confirmed_by_link', actorId: first.company.owner.id, actorKind: 'driver' },
    ])
    expect((await must(call(getBooking, { params: { id: booking.id } }))).status).toBe('confirmed')
  })

  it('passes the job on with a reason, and asks for one', async () => {
    const { booking, first, params, visitor } = await aLinked()
    expect(await visitor(answerByLink, { params, body: { answer: 'no' } })).toMatchObject({
      status: 422,
      problem: { errors: { reason: ['Choose a reason.'] } },
    })
    const body = { answer: 'no', reason: 'broken_van' } as const
    expect(await must(visitor(answerByLink, { params, body }))).toMatchObject({ state: 'refused', job: null })
    expect(await storedBooking(app, booking.id)).toMatchObject({ isHot: true, unitId: null })
    expect(await must(visitor(answerByLink, { params, body }))).toMatchObject({ state: 'refused' })
    expect((await visitor(answerByLink, { params, body: { answer: 'yes' } })).status).toBe(409)
    expect((await audited(booking.id)).map(({ action }) => action)).toEqual(['booking.rejected_by_link'])
    expect(await listed(first)).toMatchObject({ hot: [], past: ['rejected'] })
  })

  it('says that it is over once the booking was answered in the list, or in nobody’s time', async () => {
    const over = { status: 409, problem: { code: 'answer_link_over' } }
    const inList = await aLinked()
    await must(inList.first.call(confirmBooking, { params: { id: inList.booking.id } }))
    expect(await must(inList.visitor(getAnswerLink, { params: inList.params }))).toMatchObject({
      state: 'over',
      job: null,
    })
    expect(await inList.visitor(answerByLink, { params: inList.params, body: { answer: 'yes' } })).toMatchObject(over)
    await removeCompanies(app)
    const late = await aLinked()
    await at(late.booking.respondBy ?? '')
    expect(await late.visitor(answerByLink, { params: late.params, body: { answer: 'yes' } })).toMatchObject(over)
  })

  it('answers at no other price than the one that its message named', async () => {
    const { booking, params, visitor } = await aLinked()
    await app.ctx.db
      .updateTable('bookings.new_booking_link')
      .set({ totalPence: booking.totalPence - 1 })
      .execute()
    expect(await must(visitor(getAnswerLink, { params }))).toMatchObject({ state: 'over' })
    expect((await visitor(answerByLink, { params, body: { answer: 'yes' } })).status).toBe(409)
    expect((await storedBooking(app, booking.id)).status).toBe('new_booking')
  })

  it('is found by nobody who is signed in as somebody else, nor with one letter changed', async () => {
    const { first, second, call, params, visitor } = await aLinked()
    expect((await call(getAnswerLink, { params })).status).toBe(404)
    expect((await second.call(answerByLink, { params, body: { answer: 'yes' } })).status).toBe(404)
    const token = params.token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    expect((await visitor(getAnswerLink, { params: { token } })).status).toBe(404)
    expect(await must(first.call(getAnswerLink, { params }))).toMatchObject({ state: 'open' })
  })

  it('is over for an owner who was blocked', async () => {
    const { first, params, visitor } = await aLinked()
    await app.ctx.db
      .updateTable('identity.user')
      .set({ status: 'blocked' })
      .where('id', '=', first.company.owner.id)
      .execute()
    expect(await must(visitor(getAnswerLink, { params }))).toMatchObject({ state: 'over', job: null })
    expect((await visitor(answerByLink, { params, body: { answer: 'yes' } })).status).toBe(409)
  })

  const aHiredToAnswer = async (mayAnswer: boolean) => {
    const unit = await aDriver({ company: { pencePerHour: 5000 } })
    const hired = await aHiredDriver(app, unit.call, unit.id, { mayAnswer })
    const booking = await aBooking(app, { customer: await aCustomer(app) })
    return { hired, booking, links: await linksTo(booking.id, hired.id) }
  }

  it('goes to no hired driver whom the owner does not let answer', async () => {
    expect((await aHiredToAnswer(false)).links).toEqual([])
  })

  it('confirms as the hired driver whom the owner lets answer, who sees no price', async () => {
    const { hired, booking, links } = await aHiredToAnswer(true)
    const [params] = links
    if (!params) throw new Error('The hired driver was sent a link')
    const shown = await must(app.call()(getAnswerLink, { params }))
    expect(shown).toMatchObject({ state: 'open', job: { totalPence: null, youKeepPence: null } })
    await must(app.call()(answerByLink, { params, body: { answer: 'yes' } }))
    expect(await audited(booking.id)).toEqual([
      { action: 'booking.confirmed_by_link', actorId: hired.id, actorKind: 'hired' },
    ])
  })
})
