import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import {
  aBooking,
  aCustomer,
  aQuoteFor,
  heldTimes,
  messagesAbout,
  storedBooking,
} from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { createPerson } from '#test/support/people.ts'
import { callAs, sessionFor, signIn } from '#test/support/session.ts'
import { getSchedule } from '#modules/calendar/contract.ts'
import type { CallInput } from '#shared/endpoint.ts'
import { getSharedBooking } from '../contract.ts'
import { findCustomers, bookSpecial } from './contract.ts'
import { listHotJobs } from '../lists/contract.ts'
import { confirmBooking, takeBooking } from '../answers/contract.ts'

let app: TestApp
let office: string
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
  office = (await signIn(app, 'admin')).bearer
})
afterAll(() => app.close())

type Body = CallInput<typeof bookSpecial>['body']

const margaret = () => ({ firstName: 'Margaret', phone: `+4477${String(Math.random()).slice(2, 10)}` })
const bodyOf = (more: Partial<Body> = {}): Body => ({
  ...aMove(),
  customer: margaret(),
  specialPayMethod: 'cash',
  ...more,
})
const book = (more: Partial<Body> = {}, options = {}) => app.call(office)(bookSpecial, { body: bodyOf(more) }, options)
const refusedWith = async (more: Partial<Body>) => {
  const answer = await book(more)
  return answer.ok ? 'booked' : [answer.status, answer.problem.code, Object.keys(answer.problem.errors ?? {})]
}
const callOf = async (id: string) => app.call((await sessionFor(app, id)).bearer)
const customerOf = async (id: string) => {
  const { customerId } = await storedBooking(app, id)
  return app.ctx.db.selectFrom('identity.user').selectAll().where('id', '=', customerId).executeTakeFirstOrThrow()
}

describe('without a driver', () => {
  it('is hot at once at the price of the office, and whoever can do it is told; the first to take it has it', async () => {
    const unit = await aUnit(app, { company: { vatRegisteredFrom: '2020-01-01' } })
    const elsewhere = await aUnit(app, { districts: ['LS'] })
    const booking = await must(book({ totalPence: 18_000, isCongestionCharged: true }))
    expect(booking).toMatchObject({
      status: 'new_booking',
      isHot: true,
      totalPence: 18_000,
      ceilingPence: 18_000,
      lines: [{ code: 'agreed', label: 'Agreed on the phone, Congestion Charge included', amountPence: 18_000 }],
      company: null,
      allowedActions: [],
      startAt: '2026-11-28T09:00:00.000Z',
    })
    expect(await heldTimes(app)).toEqual([])
    expect(await storedBooking(app, booking.id)).toMatchObject({
      quoteId: null,
      unitId: null,
      specialPayMethod: 'cash',
      isCongestionCharged: true,
      respondBy: null,
      events: ['created', 'became_hot'],
    })
    await app.runJobs()
    const { phone } = await customerOf(booking.id)
    expect(await messagesAbout(app, booking.id)).toEqual([
      { kind: 'booking_received', recipient: phone },
      { kind: 'hot_job', recipient: unit.company.owner.email },
    ])
    const driver = await callOf(unit.company.owner.id)
    const params = { id: unit.id }
    expect((await must(driver(listHotJobs, { params }))).results).toMatchObject([
      { id: booking.id, totalPence: 18_000, cashToTakePence: 18_000, isByTransfer: false },
    ])
    expect(
      (await must((await callOf(elsewhere.company.owner.id))(listHotJobs, { params: { id: elsewhere.id } }))).results,
    ).toEqual([])
    await must(driver(takeBooking, { params: { id: booking.id }, body: { workingUnitId: unit.id } }))
    expect(await storedBooking(app, booking.id)).toMatchObject({ status: 'confirmed', vatPence: 3000 })
    // The link in the text shows it.
    expect(await must(app.call()(getSharedBooking, { params: { hash: booking.hash } }))).toMatchObject({
      status: 'confirmed',
    })
  })

  it('ends without a driver an hour before, like any other', async () => {
    const booking = await must(book({ totalPence: 18_000 }))
    app.clock.set('2026-11-28T08:00:00Z')
    await app.runJobs()
    expect(await storedBooking(app, booking.id)).toMatchObject({ status: 'no_one_took' })
  })

  it.each([
    ['no price', {}, ['total_pence']],
    ['a price of nothing', { totalPence: 0 }, ['total_pence']],
    ['a price with two noughts too many', { totalPence: 1_800_000 }, ['total_pence']],
    ['a day gone by', { totalPence: 1000, ...aMove({ date: '2026-11-01' }) }, ['route_points.0.date']],
    ['nobody to call', { totalPence: 1000, customer: { firstName: 'Margaret' } }, ['customer.phone']],
    [
      'no number of a mobile',
      { totalPence: 1000, customer: { firstName: 'M', phone: '+442079460123' } },
      ['customer.phone'],
    ],
    ['no address', { totalPence: 1000, customer: { firstName: 'M', email: 'nobody' } }, ['customer.email']],
    ['somebody unknown', { totalPence: 1000, customer: { id: crypto.randomUUID() } }, ['customer.id']],
  ])('%s is refused by its field', async (_what, more, fields) => {
    expect(await refusedWith(more as Partial<Body>)).toEqual([422, 'invalid', fields])
  })
})

describe('with the driver of a quote', () => {
  it('holds the time at the quoted price, and the driver has as long to answer as ever', async () => {
    const unit = await aUnit(app)
    const quote = await aQuoteFor(app)
    const customer = await aCustomer(app)
    const booking = await must(
      book({ quoteId: quote.quoteId, customer: { id: customer.id }, specialPayMethod: 'bank_transfer' }),
    )
    expect(booking).toMatchObject({
      isHot: false,
      totalPence: quote.totalPence,
      paymentMethod: 'cash',
      isByTransfer: true,
      respondBy: '2026-11-20T21:00:00.000Z',
    })
    expect(await heldTimes(app)).toMatchObject([{ unitId: unit.id, bookingId: booking.id }])
    await app.runJobs()
    expect(await messagesAbout(app, booking.id)).toEqual([
      { kind: 'booking_received', recipient: customer.email },
      { kind: 'new_job', recipient: unit.company.owner.email },
    ])
    // Once: the quote is booked.
    expect(await refusedWith({ quoteId: quote.quoteId, customer: margaret() })).toEqual([409, 'quote_used', []])
    const driver = callAs(app, unit.company.owner.id)
    const { cashToTakePence } = await must(driver(confirmBooking, { params: { id: booking.id } }))
    const week = await must(driver(getSchedule, { params: { id: unit.id }, query: { from: '2026-11-28', days: 1 } }))
    expect(cashToTakePence).toBeNull()
    expect(week.bookings).toMatchObject([{ id: booking.id, isByTransfer: true, cashToTakePence: null }])
  })

  it('is refused where the quote is for something else, has its own price, or its company does not take the payment', async () => {
    await aUnit(app, { company: { paymentMethods: ['cash'] } })
    const { quoteId } = await aQuoteFor(app)
    expect(await refusedWith({ quoteId, ...aMove({ vanCategory: 'luton_van' }) })).toEqual([409, 'requote', []])
    expect(await refusedWith({ quoteId, ...aMove({ to: 'BN1 1AA' }) })).toEqual([409, 'requote', []])
    expect(await refusedWith({ quoteId, totalPence: 100 })).toEqual([422, 'invalid', ['total_pence']])
    expect(await refusedWith({ quoteId, specialPayMethod: 'card' })).toEqual([
      422,
      'payment_method_not_taken',
      ['special_pay_method'],
    ])
    expect(await refusedWith({ quoteId })).toBe('booked')
  })
})

describe('who is calling', () => {
  it('has one account per number, and one per address that only its mailbox can open', async () => {
    const customer = { firstName: 'Margaret', phone: '+447700900231' }
    const one = await must(book({ totalPence: 1000, customer }))
    const two = await must(book({ totalPence: 1000, customer, ...aMove({ date: '2026-11-29' }) }))
    expect((await customerOf(two.id)).id).toBe((await customerOf(one.id)).id)
    expect(await customerOf(one.id)).toMatchObject({ openedBy: 'phone', phoneVerifiedAt: null })

    const email = `lowe-${crypto.randomUUID()}@example.com`
    const three = await must(
      book({ totalPence: 1000, customer: { firstName: 'Margaret', email, phone: '+447700900231' } }),
    )
    expect(await customerOf(three.id)).toMatchObject({ email, openedBy: 'email' })
    await app.runJobs()
    expect((await messagesAbout(app, three.id)).map(({ recipient }) => recipient)).toEqual([email])
  })

  it('takes the place of a stranger who registered their address and never read its email', async () => {
    const email = `lowe-${crypto.randomUUID()}@example.com`
    const stranger = await createPerson(app, { email, isVerified: false, firstName: 'Mallory', phone: '+447700900666' })
    const booking = await must(
      book({ totalPence: 1000, customer: { firstName: 'Margaret', email, phone: '+447700900231' } }),
    )
    const account = await customerOf(booking.id)
    expect(account).toMatchObject({ id: stranger.id, firstName: 'Margaret', phone: '+447700900231' })
    const before = await createPerson(app)
    const { passwordHash } = await app.ctx.db
      .selectFrom('identity.user')
      .select('passwordHash')
      .where('id', '=', before.id)
      .executeTakeFirstOrThrow()
    expect(account.passwordHash).not.toBe(passwordHash)
  })

  it.each(['driver', 'admin'] as const)('is not a %s', async (role) => {
    const { id, email } = await createPerson(app, { role })
    expect(await refusedWith({ totalPence: 1000, customer: { id } })).toEqual([422, 'invalid', ['customer.id']])
    expect(await refusedWith({ totalPence: 1000, customer: { firstName: 'X', email } })).toEqual([
      422,
      'invalid',
      ['customer.email'],
    ])
  })

  it('books no move twice, and a key answers again', async () => {
    const customer = { id: (await aCustomer(app)).id }
    const first = await must(book({ totalPence: 1000, customer }, { idempotencyKey: 'one-call' }))
    expect(await must(book({ totalPence: 1000, customer }, { idempotencyKey: 'one-call' }))).toEqual(first)
    expect(await refusedWith({ totalPence: 1000, customer })).toEqual([409, 'already_booked', []])
  })
})

describe('the search for a customer', () => {
  const find = async (q: string, more = {}) => must(app.call(office)(findCustomers, { query: { q, ...more } }))

  it('finds by name, address or number as it is read out, with what they have booked; and is written down', async () => {
    await aUnit(app)
    const customer = await aCustomer(app, { firstName: 'Peregrine', phone: '+447700900777' })
    const { id, totalPence } = await aBooking(app, { customer })
    const startAt = '2026-11-28T09:00:00.000Z'
    const lastOne = { id, startAt, status: 'new_booking', from: 'Walthamstow', to: 'Brighton', totalPence }
    for (const q of ['peregri', customer.email.toUpperCase(), '07700 900777', '+44 (0)7700 900 777'])
      expect((await find(q)).results).toMatchObject([
        {
          id: customer.id,
          firstName: 'Peregrine',
          bookingsCount: 1,
          lastStartAt: '2026-11-28T09:00:00.000Z',
          lastBookings: [lastOne],
        },
      ])
    const { after } = await app.ctx.db
      .selectFrom('audit.entry')
      .select('after')
      .where('action', '=', 'customers.searched')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(after).toEqual({ shown: [customer.id] })
  })

  it('takes no percent sign for anything, shows no placeholder for an address, and pages', async () => {
    expect((await find('%%%')).results).toEqual([])
    const booking = await must(book({ totalPence: 1000, customer: { firstName: 'Zebedee', phone: '+447700900888' } }))
    expect((await find('zebedee')).results).toMatchObject([{ email: null, phone: '+447700900888' }])
    expect(booking.customerNote).toBe('')
    for (const name of ['One', 'Two', 'Three']) await createPerson(app, { firstName: `Quill ${name}` })
    const page = await find('quill', { pageSize: 2 })
    expect(page).toMatchObject({ count: 3, results: [{ firstName: 'Quill Three' }, { firstName: 'Quill Two' }] })
    expect((await find('quill', { pageSize: 2, after: page.nextCursor })).results).toMatchObject([
      { firstName: 'Quill One' },
    ])
    expect(page.next).toContain('q=quill')
  })
})
