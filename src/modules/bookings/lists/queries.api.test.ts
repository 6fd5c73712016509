import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BookingStatus } from '#modules/bookings/rules.ts'
import { updateCompany } from '#modules/companies/contract.ts'
import type { Call } from '#shared/call.ts'
import { addMinutes, toInstant } from '#shared/local-time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { anAgreedBooking } from '#test/support/factories/agreed-booking.ts'
import { aBooking, aCustomer, type Customer } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { checkedPeople } from '#test/support/factories/crew.ts'
import { aHiredDriver } from '#test/support/factories/hired-driver.ts'
import { aHold } from '#test/support/factories/hold.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { sessionFor, callAs } from '#test/support/session.ts'
import { statementsOf, sentStatementsOf } from '#test/support/statements.ts'
import { confirmBooking, rejectBooking } from '../answers/contract.ts'
import { getBooking, getSharedBooking, listFutureBookings, listPastBookings } from '../contract.ts'
import { hashOf } from '../gateway.ts'
import { getJobCounts, listConfirmedBookings, listHotJobs, listNewBookings, getJobSheet } from './contract.ts'
import { getUnitNews } from './driver-dashboard-contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Begins a test without companies, on a Friday morning. */
async function clearRoads(): Promise<void> {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
}

describe('lists of bookings', () => {
  beforeEach(clearRoads)

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
      const book = (customer: Customer, time: string) =>
        aBooking(app, { customer, move: aMove({ time, to: 'E10 5AA' }) })
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
})

describe('the counts of a unit’s jobs', () => {
  beforeEach(clearRoads)

  const onDay = (day: string) => aMove({ date: day })

  /** Makes two that wait, one that is confirmed, and one that another unit gave back. */
  async function aUnitWithJobs() {
    const unit = await aUnit(app, { company: { pencePerHour: 5000 } })
    const call = callAs(app, unit.company.owner.id)
    await aBooking(app, { move: onDay('2026-11-28') })
    await aBooking(app, { move: onDay('2026-11-29') })
    const confirmed = await aBooking(app, { move: onDay('2026-11-30') })
    await must(call(confirmBooking, { params: { id: confirmed.id } }))
    const giver = await aUnit(app, { company: { pencePerHour: 4000 } })
    const hot = await aBooking(app, { move: onDay('2026-12-01') })
    await must(
      callAs(app, giver.company.owner.id)(rejectBooking, { params: { id: hot.id }, body: { reason: 'personal' } }),
    )
    await app.runJobs()
    return { unit, call }
  }

  const counted = (count: number) => ({ count, countIsMinimum: false })

  async function listed(call: Call, id: string) {
    const input = { params: { id } }
    const counts = [
      await must(call(listHotJobs, input)),
      await must(call(listNewBookings, input)),
      await must(call(listConfirmedBookings, input)),
    ]
    return counts.map(({ count }) => count)
  }

  it('are those of its lists, to its owner and whoever is hired to drive it', async () => {
    const { unit, call } = await aUnitWithJobs()
    const expected = { hotJobs: counted(1), newBookings: counted(2), confirmedBookings: counted(1) }
    const input = { params: { id: unit.id } }
    expect(await must(call(getJobCounts, input))).toEqual(expected)
    expect(await listed(call, unit.id)).toEqual([1, 2, 1])
    const hired = callAs(app, (await aHiredDriver(app, call, unit.id)).id)
    expect(await must(hired(getJobCounts, input))).toEqual(expected)
    const withoutHotJobs = { ...input, query: { without: 'hot-jobs' as const } }
    expect(await must(call(getJobCounts, withoutHotJobs))).toEqual({ ...expected, hotJobs: null })
  })

  it('take one statement, and one more to find out which hot jobs the unit can do', async () => {
    const { unit } = await aUnitWithJobs()
    const { bearer } = await sessionFor(app, unit.company.owner.id)
    const ask = (query: { without?: 'hot-jobs' } = {}) =>
      must(app.call(bearer)(getJobCounts, { params: { id: unit.id }, query }))
    await ask()
    const namesOf = (sent: string[]) => sent.map((text) => /^\/\* ([a-z-]+) \*\//.exec(text)?.[1])
    expect(namesOf(await statementsOf(app, ask))).toEqual(['session', 'job-counts', 'unit-calendars'])
    // Beside the list of hot jobs, which has found that out already.
    expect(namesOf(await statementsOf(app, () => ask({ without: 'hot-jobs' })))).toEqual(['session', 'job-counts'])
  })

  it('are nobody else’s', async () => {
    const { unit } = await aUnitWithJobs()
    const other = await aUnit(app)
    const input = { params: { id: unit.id } }
    expect((await callAs(app, other.company.owner.id)(getJobCounts, input)).status).toBe(404)
  })
})

describe("the driver's dashboard", () => {
  beforeAll(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
  })

  async function newsOf({ id, company }: TestUnit) {
    const answer = await app.call((await sessionFor(app, company.owner.id)).bearer)(getUnitNews, { params: { id } })
    if (!answer.ok) throw new Error(answer.problem.code)
    return answer.data
  }

  /** The job begins at nine and takes three hours, for £100. */
  async function aJob(unit: TestUnit, day: string, status: BookingStatus, minute = 540): Promise<string> {
    const start = toInstant(day, minute)
    const id = await aHold(app, unit, { start, end: addMinutes(start, 180), from: 'E17 4QH', to: 'BN1 4QL' })
    await app.ctx.db.updateTable('bookings.booking').set({ status }).where('id', '=', id).execute()
    return id
  }

  const nothing = { jobs: 0, minutes: 0 }

  it('of a new unit is empty', async () => {
    const unit = await aUnit(app)
    expect(await newsOf(unit)).toEqual({
      nextJob: null,
      thisWeek: { fromDay: '2026-11-16', toDay: '2026-11-22', done: nothing, booked: nothing, waiting: nothing },
      nextWeek: { fromDay: '2026-11-23', toDay: '2026-11-29', done: nothing, booked: nothing, waiting: nothing },
      takings: {
        thisWeek: { donePence: 0, bookedPence: 0, waitingPence: 0 },
        nextWeek: { donePence: 0, bookedPence: 0, waitingPence: 0 },
      },
      expiring: [],
    })
  })

  it('is the next job, both weeks, and what expires, in one statement', async () => {
    const unit = await aUnit(app, { people: 0 })
    const colleague = await aUnit(app, { company: unit.company })
    await aJob(unit, '2026-11-16', 'completed')
    await aJob(unit, '2026-11-17', 'canceled_by_customer')
    // The job begins this minute and has not been started.
    const next = await aJob(unit, '2026-11-20', 'confirmed')
    await aJob(unit, '2026-11-22', 'new_booking')
    await aJob(unit, '2026-11-24', 'confirmed')
    await aJob(colleague, '2026-11-19', 'confirmed')
    const [personId] = await checkedPeople(app, {
      companyId: unit.company.id,
      unitIds: [unit.id],
      count: 1,
      expiresOn: '2026-12-20',
    })
    const document = { companyId: unit.company.id, status: 'approved' as const, submittedAt: app.clock.now() }
    await app.ctx.db
      .insertInto('fleet.document')
      .values([
        { ...document, unitId: unit.id, kind: 'mot', expiresOn: '2026-12-01' },
        { ...document, unitId: colleague.id, kind: 'mot', expiresOn: '2026-11-21' },
        { ...document, kind: 'public_liability', expiresOn: '2026-11-30' },
      ])
      .execute()
    const news = await newsOf(unit)
    expect(news).toEqual({
      nextJob: {
        id: next,
        status: 'confirmed',
        startAt: '2026-11-20T09:00:00.000Z',
        endAt: '2026-11-20T12:00:00.000Z',
        from: { outcode: 'E17', town: 'Walthamstow' },
        to: { outcode: 'BN1', town: expect.any(String) },
        helpLevel: 'driver_helps',
        isCrewNamed: false,
      },
      thisWeek: {
        fromDay: '2026-11-16',
        toDay: '2026-11-22',
        done: { jobs: 1, minutes: 180 },
        booked: { jobs: 1, minutes: 180 },
        waiting: { jobs: 1, minutes: 180 },
      },
      nextWeek: expect.objectContaining({ done: nothing, booked: { jobs: 1, minutes: 180 } }),
      // £100 less 15 % and the VAT on it.
      takings: {
        thisWeek: { donePence: 8200, bookedPence: 8200, waitingPence: 8200 },
        nextWeek: { donePence: 0, bookedPence: 8200, waitingPence: 0 },
      },
      expiring: [
        expect.objectContaining({ kind: 'document', document: 'public_liability', daysLeft: 10 }),
        expect.objectContaining({ kind: 'document', document: 'mot', expiresOn: '2026-12-01', daysLeft: 11 }),
        expect.objectContaining({ kind: 'person', personId, firstName: 'Sam', daysLeft: 30 }),
      ],
    })
    const statements = await sentStatementsOf(app, () => newsOf(unit))
    expect(statements.filter(({ text }) => text.includes('unit-news'))).toHaveLength(1)
    expect(statements.filter(({ text }) => /bookings\.|fleet\.document/.test(text))).toHaveLength(1)
  })

  it('begins with the job that goes on', async () => {
    const unit = await aUnit(app)
    await aJob(unit, '2026-11-20', 'confirmed', 780)
    const going = await aJob(unit, '2026-11-19', 'in_progress')
    expect((await newsOf(unit)).nextJob).toMatchObject({ id: going, status: 'in_progress' })
  })
})

describe('the job sheet', () => {
  beforeEach(clearRoads)

  it('has addresses, times and what to take for the unit that does it, from confirming on; no price for who is hired', async () => {
    const unit = await aUnit(app)
    const other = await aUnit(app, { company: { pencePerHour: 9000 } })
    const booking = await aBooking(app, { customerNote: 'Gate code 4' })
    const params = { id: booking.id }
    const owner = app.call((await sessionFor(app, unit.company.owner.id)).bearer)
    expect((await owner(getJobSheet, { params })).status).toBe(404)
    await must(owner(confirmBooking, { params }))
    const sheet = await must(owner(getJobSheet, { params }))
    expect(sheet).toMatchObject({
      job: {
        status: 'confirmed',
        totalPence: booking.totalPence,
        cashToTakePence: booking.totalPence,
        customerNote: 'Gate code 4',
        routePoints: [{ postcode: 'E17 4QH' }, { postcode: 'BN1 4QL' }],
      },
      ceilingPence: booking.ceilingPence,
      times: { loadUnloadTime: '01:30:00' },
    })
    expect(sheet.waiting).not.toBeNull()
    const hired = await aHiredDriver(app, owner, unit.id)
    expect(await must(hired.call(getJobSheet, { params }))).toMatchObject({
      job: { totalPence: null, youKeepPence: null, cashToTakePence: booking.totalPence },
      ceilingPence: null,
      waiting: null,
    })
    const stranger = app.call((await sessionFor(app, other.company.owner.id)).bearer)
    expect((await stranger(getJobSheet, { params })).status).toBe(404)
  })
})
