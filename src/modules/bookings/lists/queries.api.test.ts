import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BookingStatus } from '#modules/bookings/rules.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aBooking, aCustomer, type Customer } from '#test/support/factories/booking.ts'
import { updateCompany } from '#modules/companies/contract.ts'
import { anAgreedBooking } from '#test/support/factories/agreed-booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aHiredDriver } from '#test/support/factories/hired-driver.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { sessionFor } from '#test/support/session.ts'
import { statementsOf } from '#test/support/statements.ts'
import { getBooking, getSharedBooking, listFutureBookings, listPastBookings } from '../contract.ts'
import { hashOf } from '../gateway.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

const statusOf = async (hash: string) => (await app.call()(getSharedBooking, { params: { hash } })).status

describe('the number of whoever comes', () => {
  it('is known to the customer from the confirmation on, and is the company’s if its owner prefers that', async () => {
    const { id, call, driver, unit, customer } = await anAgreedBooking(app)
    const ofCompany = '+447700900123'
    const seen = async () => (await must(call(getBooking, { params: { id } }))).contactPhone
    expect(await seen()).toBe(ofCompany)
    const another = await aBooking(app, { customer, move: aMove({ date: '2026-12-03' }) })
    expect((await must(call(getBooking, { params: { id: another.id } }))).contactPhone).toBeNull()
    const hired = await aHiredDriver(app, driver, unit.id)
    const phone = '+447700900555'
    await app.ctx.db.updateTable('identity.user').set({ phone }).where('id', '=', hired.id).execute()
    expect(await seen()).toBe(phone)
    expect((await must(call(listFutureBookings, { query: {} }))).results).toMatchObject([
      { contactPhone: phone },
      { contactPhone: null },
    ])
    await must(driver(updateCompany, { body: { givesCompanyPhone: true } }))
    expect(await seen()).toBe(ofCompany)
  })
})

describe('the page behind the link of a booking', () => {
  it('shows the move, its price and its state, and nobody’s name, number or address', async () => {
    await aUnit(app, { company: { name: 'Hoe Street Vans' } })
    const customer = await aCustomer(app, { firstName: 'Jane', phone: '+447700900111' })
    const booking = await aBooking(app, {
      customer,
      customerNote: 'The key is under the mat.',
      routePoints: [
        { number: 0, flatAndHouse: 'Flat 9', contactName: 'Morag', address: { formattedAddress: '9 Hoe Lane' } },
        { number: 1, contactNumber: '+447700900222', contactName: 'Elspeth' },
      ],
    })
    const answer = await app.call()(getSharedBooking, { params: { hash: booking.hash } })
    expect(answer).toMatchObject({
      ok: true,
      data: {
        id: booking.id,
        status: 'new_booking',
        totalPence: booking.totalPence,
        lines: booking.lines,
        company: { name: 'Hoe Street Vans' },
        routePoints: [
          { number: 0, outcode: 'E17', place: 'Walthamstow', stairs: 0 },
          { number: 1, outcode: 'BN1', place: 'Brighton', stairs: 0 },
        ],
      },
    })
    const secrets = [
      'E17 4QH',
      'BN1 4QL',
      'Flat 9',
      'Hoe Lane',
      'Morag',
      'Elspeth',
      'Jane',
      '9001',
      '9002',
      'the mat',
      customer.email,
    ]
    const text = JSON.stringify(answer)
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  })

  it('says how the company is rated, or that nobody has reviewed it', async () => {
    const rated = async (company: object) => {
      await removeCompanies(app)
      await aUnit(app, { company })
      return must(app.call()(getSharedBooking, { params: { hash: (await aBooking(app)).hash } }))
    }
    expect(await rated({ rating: 4.67, reviewsCount: 31 })).toMatchObject({
      company: { rating: 4.67, reviewsCount: 31 },
    })
    expect(await rated({})).toMatchObject({ company: { rating: null, reviewsCount: 0 } })
  })

  it('is for whoever has the link, and no link can be made up', async () => {
    await aUnit(app)
    const { id, hash } = await aBooking(app)
    expect(await statusOf(hash)).toBe(200)
    const flipped = Array.from({ length: hash.length }, (_, index) => {
      const other = hash[index] === 'A' ? 'B' : 'A'
      return `${hash.slice(0, index)}${other}${hash.slice(index + 1)}`
    })
    const unknown = hashOf(app.ctx, crypto.randomUUID())
    const plain = Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
    const others = [
      unknown,
      id,
      plain,
      hash.slice(0, -1),
      `${hash}A`,
      'A'.repeat(64),
      `${plain}${'A'.repeat(42)}`,
      'a',
      '%00',
    ]
    const statuses = new Set<number>()
    for (const forged of [...flipped, ...others]) statuses.add(await statusOf(forged))
    expect([...statuses]).toEqual([404])
  })

  it('has a link that depends on the server’s key and is stored nowhere', async () => {
    await aUnit(app)
    const { id, hash } = await aBooking(app)
    const other = { ...app.ctx, config: { ...app.ctx.config, secretKey: 'another key, as long as a key has to be' } }
    expect(hashOf(other, id)).not.toBe(hash)
    const row = await app.ctx.db.selectFrom('bookings.booking').selectAll().where('id', '=', id).executeTakeFirst()
    expect(JSON.stringify(row)).not.toContain(hash)
  })
})

describe('a customer’s lists', () => {
  const list = async (customer: Customer, which: 'future' | 'past', query = {}) => {
    const { bearer } = await sessionFor(app, customer.id)
    const answer = await app.call(bearer)(which === 'future' ? listFutureBookings : listPastBookings, { query })
    if (!answer.ok) throw new Error(answer.problem.code)
    return answer.data
  }
  const ids = (page: { results: { id: string }[] }) => page.results.map(({ id }) => id)
  const setStatus = (id: string, status: BookingStatus) =>
    app.ctx.db.updateTable('bookings.booking').set({ status }).where('id', '=', id).execute()

  it('hold what is ahead, the next first, and what is over, the last first; and nobody else’s', async () => {
    for (let made = 0; made < 2; made += 1) await aUnit(app)
    const [jane, sam] = [await aCustomer(app), await aCustomer(app)]
    const book = (customer: Customer, time: string) => aBooking(app, { customer, move: aMove({ time, to: 'E10 5AA' }) })
    const late = await book(jane, '20:00')
    const early = await book(jane, '08:00')
    const noon = await book(jane, '12:00')
    const his = await book(sam, '08:00')
    expect(ids(await list(jane, 'future'))).toEqual([early.id, noon.id, late.id])
    expect(ids(await list(sam, 'future'))).toEqual([his.id])
    await setStatus(early.id, 'canceled_by_customer')
    await setStatus(noon.id, 'completed')
    await setStatus(late.id, 'in_progress')
    expect([ids(await list(jane, 'future')), ids(await list(jane, 'past'))]).toEqual([[late.id], [noon.id, early.id]])
    expect([ids(await list(sam, 'future')), ids(await list(sam, 'past'))]).toEqual([[his.id], []])
    const newcomer = await aCustomer(app)
    expect(await list(newcomer, 'future')).toEqual({
      count: 0,
      countIsMinimum: false,
      next: null,
      nextCursor: null,
      previous: null,
      results: [],
    })
  })

  it('come in pages, in three statements whatever their length', async () => {
    const customer = await aCustomer(app)
    for (const time of ['06:00', '10:00', '14:00', '18:00']) {
      await aUnit(app)
      await aBooking(app, { customer, move: aMove({ time, to: 'E10 5AA' }) })
    }
    const [first, second] = [
      await list(customer, 'future', { pageSize: 3 }),
      await list(customer, 'future', { pageSize: 3, page: 2 }),
    ]
    expect([first.count, first.results.length, second.results.length]).toEqual([4, 3, 1])
    expect([first.next, first.previous]).toEqual(['/api/booking/future-bookings/?page=2&page_size=3', null])
    expect([second.next, second.previous]).toEqual([null, '/api/booking/future-bookings/?page=1&page_size=3'])
    expect(new Set([...ids(first), ...ids(second)]).size).toBe(4)
    const call = app.call((await sessionFor(app, customer.id)).bearer)
    for (const pageSize of [1, 4])
      expect(await statementsOf(app, () => call(listFutureBookings, { query: { pageSize } }))).toHaveLength(3)
  })

  it('show the customer their own contacts and what was booked', async () => {
    await aUnit(app)
    const booking = await aBooking(app, { customerNote: 'Ring twice.' })
    const { customer, ...shown } = booking
    expect((await list(customer, 'future')).results).toEqual([shown])
  })
})
