import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listChangesOf } from '#modules/bookings/changes/queries.ts'
import { findClaim, listClaims } from '#modules/bookings/claims/queries.ts'
import { findBookings } from '#modules/board/bookings/search-queries.ts'
import { findBoardBooking } from '#modules/board/bookings/queries.ts'
import { listCases, listGroups, findDay as findDayOfBoard, liveBoard } from '#modules/board/queries.ts'
import { GROUPS } from '#modules/board/rules.ts'
import { findCustomers, countOpenBookings, findBookableQuote } from '#modules/bookings/create/queries.ts'
import { listMoveUnits, findTrail } from '#modules/bookings/office/queries.ts'
import { findMyDay } from '#modules/bookings/day/lateness/queries.ts'
import { listDayQuestions } from '#modules/bookings/day/questions/queries.ts'
import { readRecord } from '#modules/bookings/day/record/queries.ts'
import { findOwnDay } from '#modules/bookings/day/queries.ts'
import { liveBookings } from '#modules/bookings/queries.ts'
import { bookingsPersonalData, eraseExpiredData } from '#modules/bookings/personal-data/commands.ts'
import { listRebookings } from '#modules/bookings/replacement/queries.ts'
import { writeMessage } from '#modules/bookings/thread/commands.ts'
import { listConversations } from '#modules/bookings/thread/inbox-queries.ts'
import { findThread, readMessages } from '#modules/bookings/thread/queries.ts'
import { listReports } from '#modules/bookings/thread/reports-queries.ts'
import { hasBookingAhead, listOwnJobs, listOwnMoves } from '#modules/bookings/personal-data/queries.ts'
import { findCalendarFile } from '#modules/bookings/documents/queries.ts'
import { countJobs, listCustomerBookings } from '#modules/bookings/lists/queries.ts'
import { listNew, listUnitBookings } from '#modules/bookings/lists/driver-lists-queries.ts'
import { listHotJobs } from '#modules/bookings/hot-jobs/list-queries.ts'
import { eraseExpired } from '#modules/identity/jobs.ts'
import { findCompanies } from '#modules/office/companies/search-queries.ts'
import { COMPANIES_SHOWN } from '#modules/office/rules.ts'
import { findPeople } from '#modules/office/people/search-queries.ts'
import { eraseOldMessages } from '#modules/notifications/jobs.ts'
import { eraseSearches } from '#modules/quoting/commands.ts'
import { findNews, countWaiting } from '#modules/bookings/lists/driver-dashboard-queries.ts'
import { rememberedGains } from '#modules/quoting/insights/queries.ts'
import { listSearches } from '#modules/quoting/insights/search-history-queries.ts'
import { deleteExpired as forgetKeptAnswers } from '#platform/housekeeping.ts'
import { withActor, type Ctx } from '#platform/ctx.ts'
import type { LiveSource } from '#platform/live.ts'
import { newId } from '#platform/new-id.ts'
import { commonRefusals, refuse, Refusal } from '#shared/endpoint.ts'
import { addMinutes } from '#shared/local-time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aCustomer, aQuoteFor } from '#test/support/factories/booking.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { fillGrowingTables, indexesWhile, scansOf, scansWhile, uuidOf } from '#test/support/growing-tables.ts'

/**
 * No statement of a request or of a nightly job reads a table from end to end that grows with the business. The tables are filled far
 * enough that the planner, left to itself, would do so where no index leads to the rows.
 */

let app: TestApp
let customerId: string
let unitId: string
let companyId: string
let ownerId: string
let quoteId: string
let bookingId: string
/** One of many, with a fiftieth of the jobs; of a unit that has them all, reading everything would be right. */
const another = { unitId: uuidOf('w1'), companyId: uuidOf('c1') }

beforeAll(async () => {
  app = await createTestApp()
  const unit = await aUnit(app)
  const customer = await aCustomer(app)
  ;[unitId, companyId, ownerId, customerId] = [unit.id, unit.company.id, unit.company.owner.id, customer.id]
  quoteId = (await aQuoteFor(app)).quoteId
  await fillGrowingTables(app, { customerId, unitId })
  const { rows } = await app.app.pool.query<{ id: string }>('select id from bookings.booking limit 1')
  bookingId = rows[0]?.id ?? ''
}, 120_000)
afterAll(() => app.close())

const session = { sessionId: uuidOf('nobody’s') }
/** Who has that one. */
const ofOwner = (): Ctx =>
  withActor(app.ctx, {
    kind: 'driver',
    userId: uuidOf('u1'),
    company: { id: another.companyId, unitIds: [another.unitId] },
    ...session,
  })

const silent: LiveSource = { subscribe: async () => () => undefined, close: async () => undefined }
/** What a page is told that was away for a minute. */
const missedBy = (ctx: Ctx) => liveBookings(ctx, silent).since(newId({ now: () => addMinutes(ctx.clock.now(), -1) }))

describe('of what is about bookings, too', () => {
  const firstPage = { page: 1, pageSize: 20 }
  const some = { customer: uuidOf('u2'), owner: uuidOf('u1') }
  const unit = { id: another.companyId, unitIds: [another.unitId] }
  const as = {
    customer: (): Ctx => withActor(app.ctx, { kind: 'customer', userId: some.customer, company: null, ...session }),
    owner: ofOwner,
    hired: (): Ctx =>
      withActor(app.ctx, { kind: 'hired', userId: some.owner, company: { ...unit, mayAnswer: true }, ...session }),
    office: (): Ctx => withActor(app.ctx, { kind: 'admin', userId: some.customer, company: null, ...session }),
  }
  const roles = ['customer', 'owner', 'hired'] as const
  const booking = async (of: 'customerId' | 'companyId', id: string) =>
    (
      await app.ctx.db
        .selectFrom('bookings.booking')
        .select('id')
        .where(of, '=', id)
        .where('awaitingVerification', '=', false)
        .limit(1)
        .executeTakeFirstOrThrow()
    ).id
  const thread = async (ctx: Ctx, id: string) => {
    const found = await findThread(ctx, id)
    if (found instanceof Refusal) throw new Error('There is no such thread')
    return readMessages(ctx, found, firstPage)
  }
  /** Everything that follows from an erasure; nothing of it stays. */
  const erased = (userId: string) =>
    app.ctx.tx(async (tx) => {
      await tx.emit({ type: 'identity.account-erased', userId })
      await tx.settle()
      return refuse(commonRefusals.conflict)
    })

  it.each<[string, () => Promise<unknown>]>([
    ...roles.flatMap((role): [string, () => Promise<unknown>][] => [
      [`what waits for a ${role}`, () => countWaiting(as[role]())],
      [`conversations of a ${role}`, () => listConversations(as[role](), { show: 'all', ...firstPage })],
      [`unread conversations of a ${role}`, () => listConversations(as[role](), { show: 'unread', ...firstPage })],
      [`what a page of a ${role} has missed`, () => missedBy(as[role]())],
    ]),
    ['a customer’s thread', async () => thread(as.customer(), await booking('customerId', some.customer))],
    ['a company’s thread', async () => thread(as.owner(), await booking('companyId', another.companyId))],
    [
      'a message',
      async () => {
        const id = await booking('customerId', some.customer)
        return as
          .customer()
          .tx(async (tx) => (await writeMessage(tx, id, { text: 'Hello' })) && refuse(commonRefusals.conflict))
      },
    ],
    ['reported messages', () => listReports(as.office(), { show: 'waiting', ...firstPage })],
    ['reports that are decided', () => listReports(as.office(), { show: 'decided', ...firstPage })],
    ['the changes of a booking', async () => listChangesOf(as.customer(), await booking('customerId', some.customer))],
    ['claims for the office', () => listClaims(as.office(), { show: 'waiting', ...firstPage })],
    ['all claims', () => listClaims(as.office(), { show: 'all', ...firstPage })],
    ['a claim', () => findClaim(as.office(), bookingId)],
    ['who asks a unit again', () => listRebookings(as.owner(), another, firstPage)],
    ['the record of a day', () => readRecord(app.ctx, bookingId)],
    ['a day', async () => findOwnDay(as.customer(), await booking('customerId', some.customer), some.customer)],
    ['the day of a unit', () => findMyDay(as.owner(), another)],
    ['questions of a day', () => listDayQuestions(as.office(), { show: 'waiting', ...firstPage })],
    ['questions of a day that are decided', () => listDayQuestions(as.office(), { show: 'decided', ...firstPage })],
    ['the board', () => listGroups(as.office())],
    ...GROUPS.map((group): [string, () => Promise<unknown>] => [
      `all of the board’s kind ${group}`,
      () => listCases(as.office(), group, firstPage),
    ]),
    ['the figures of the day', () => findDayOfBoard(as.office())],
    ['what the board has missed', () => liveBoard(as.office(), silent).since(newId(app.clock))],
    ['a booking for the office', () => findBoardBooking(as.office(), bookingId)],
    ['who else can do it', () => listMoveUnits(as.office(), bookingId)],
    ...[
      {},
      { q: 'c4ca4238' },
      { q: 'priya' },
      { q: 'E17 4QH' },
      { q: 'E17' },
      { q: 'ABCDEF01' },
      { q: 'Vans 12' },
      { q: 'LM21 ABC' },
      { q: '07700 900123' },
      { status: 'no_one_took' as const },
      { status: 'hot' as const },
      { q: 'priya', status: 'completed' as const, from: '2026-11-01', until: '2026-11-02' },
      { from: '2026-11-01', until: '2026-11-02' },
      { workingUnitId: another.unitId },
    ].map((query): [string, () => Promise<unknown>] => [
      `a search for ${JSON.stringify(query)}`,
      () => findBookings(as.office(), { pageSize: 20, ...query }),
    ]),
    ...COMPANIES_SHOWN.map((show): [string, () => Promise<unknown>] => [
      `companies of the office: ${show}`,
      () => findCompanies(as.office(), { q: '', show, ...firstPage }),
    ]),
    ['people by a name', () => findPeople(as.office(), { q: 'c4ca4238', role: 'all', show: 'all', ...firstPage })],
    ['drivers by a name', () => findPeople(as.office(), { q: 'c4ca4238', role: 'driver', show: 'all', ...firstPage })],
    ['people who are blocked', () => findPeople(as.office(), { q: '', role: 'all', show: 'blocked', ...firstPage })],
    ['a customer by a number', () => findCustomers(as.office(), { q: '4567', ...firstPage })],
    ['a customer by an address', () => findCustomers(as.office(), { q: 'c4ca4238', ...firstPage })],
    ['customers by what they all have', () => findCustomers(as.office(), { q: 'example.test', ...firstPage })],
    ['a customer’s own data', () => bookingsPersonalData.read(app.ctx, some.customer)],
    ['an owner’s own data', () => bookingsPersonalData.read(app.ctx, some.owner)],
    ['the end of a customer', () => erased(some.customer)],
    ['the end of an owner', () => erased(some.owner)],
  ])('%s', async (_name, work) => {
    expect(await scansWhile(app, work)).toEqual([])
  })
})

/** Of the people themselves, who all match, no more are read than are looked at: a scan that ends after three hundred. */
describe('of each of the many whom a search means, the latest are read in their order', () => {
  const office = () => withActor(app.ctx, { kind: 'admin', userId: uuidOf('u2'), company: null, ...session })
  const search = () => indexesWhile(app, () => findBookings(office(), { pageSize: 20, q: 'example.test' }))
  const led = ['booking_customer_ahead', 'booking_customer_over', 'booking_customer_unverified']

  it('by the indexes of the customers’ lists', async () => {
    expect(await search()).toEqual(expect.arrayContaining(led))
  })

  it('the control: without one of them, all that somebody has is read', async () => {
    await app.database.asOwner('drop index bookings.booking_customer_unverified')
    expect(await search()).not.toEqual(expect.arrayContaining(led))
  })
})

describe('of a table that grows, only the rows that are meant are read', () => {
  const lastByNumber = { page: 500, pageSize: 20 }
  const firstPage = { page: 1, pageSize: 20 }
  const behindFirst = async () => {
    const first = await listCustomerBookings(app.ctx, customerId, 'past', { page: 1, pageSize: 20 })
    if (first instanceof Refusal || first.nextCursor === null) throw new Error('There is no second page')
    return { page: 1, pageSize: 20, after: first.nextCursor }
  }
  const asked = () => ({ customerId, quoteId, digest: Buffer.of(1), since: new Date('2026-11-20T08:50:00Z') })
  it.each<[string, () => Promise<unknown>]>([
    ['a quote that is booked', () => findBookableQuote(app.ctx, quoteId)],
    ['what a customer has open', () => countOpenBookings(app.ctx, asked())],
    ['a search', () => aQuoteFor(app)],
    ['a customer’s bookings ahead', () => listCustomerBookings(app.ctx, customerId, 'future', lastByNumber)],
    ['a customer’s bookings that are over', () => listCustomerBookings(app.ctx, customerId, 'past', lastByNumber)],
    ['those behind a cursor', async () => listCustomerBookings(app.ctx, customerId, 'past', await behindFirst())],
    [
      'a customer’s bookings of one status',
      () =>
        listCustomerBookings(app.ctx, customerId, 'past', { page: 1, pageSize: 20, status: 'canceled_by_customer' }),
    ],
    ['jobs that wait for a unit', () => listNew(ofOwner(), another, firstPage)],
    ['jobs ahead of a unit', () => listUnitBookings(ofOwner(), another, 'confirmed-bookings', firstPage)],
    ['past jobs of a unit', () => listUnitBookings(ofOwner(), another, 'past-bookings', firstPage)],
    [
      'past jobs of a unit of one status',
      () => listUnitBookings(ofOwner(), another, 'past-bookings', { ...firstPage, status: 'rejected' }),
    ],
    ['how many jobs a unit has', () => countJobs(app.ctx, { unitId, companyId })],
    ['hot jobs of a unit', () => listHotJobs(app.ctx, { unitId, companyId }, firstPage)],
    ['the trail of a booking', () => findTrail(app.ctx, bookingId)],
    ['the calendar file of a booking', () => findCalendarFile(app.ctx, bookingId)],
    ['whether somebody has work ahead', () => hasBookingAhead(app.ctx, ownerId)],
    ['a customer’s own moves', () => listOwnMoves(app.ctx, customerId)],
    ['a driver’s own jobs', () => listOwnJobs(app.ctx, ownerId)],
    ['the searches of a unit', () => listSearches(app.ctx, unitId, { page: 1, pageSize: 20 })],
    ['what would show a unit more often', () => rememberedGains()(app.ctx, { unitId, companyId })],
    ['a unit’s news', () => findNews(app.ctx, { unitId, companyId })],
    ['the night: bookings', () => eraseExpiredData(app.ctx)],
    ['the night: searches', () => eraseSearches(app.ctx)],
    ['the night: messages', () => eraseOldMessages.handle(app.ctx, {})],
    ['the night: sessions and tokens', () => eraseExpired.handle(app.ctx, {})],
    ['the night: limits and kept answers', () => forgetKeptAnswers(app.ctx)],
  ])('%s', async (_name, work) => {
    expect(await scansWhile(app, work)).toEqual([])
  })

  const month = [`'2026-10-01'::timestamptz`, `'2026-11-01'::timestamptz`] as const
  it.each<[string, string]>([
    [
      'a company’s month',
      `select id, total_pence from bookings.booking where company_id = $1 and end_at >= ${month[0]} and end_at < ${month[1]} order by end_at`,
    ],
    ['the newest', `select id from bookings.booking where $1::uuid is not null order by created_at desc limit 50`],
    [
      'those of a state, by time',
      `select id from bookings.booking where status = 'canceled_by_customer' and $1::uuid is not null order by start_at desc limit 50`,
    ],
    [
      'confirmed, and the start is past',
      `select id from bookings.booking where status = 'confirmed' and start_at < ${month[1]} and $1::uuid is not null`,
    ],
  ])('what comes: %s', async (_name, text) => {
    expect(await scansOf(app, { text, values: [companyId] })).toEqual([])
  })

  it('the control: without its index, what a page has missed reads every thread', async () => {
    await app.database.asOwner('drop index bookings.thread_recent')
    const customer = withActor(app.ctx, { kind: 'customer', userId: customerId, company: null, sessionId: ownerId })
    const found = await scansWhile(app, () => missedBy(customer))
    expect(found.some((scan) => scan.startsWith('bookings.thread by'))).toBe(true)
  })

  it('the control: without its index, the statement does read everything', async () => {
    const text = `select id from bookings.booking where company_id = $1 and end_at >= ${month[0]} and end_at < ${month[1]}`
    await app.database.asOwner('drop index bookings.booking_company_end; drop index bookings.booking_company_start')
    expect(await scansOf(app, { text, values: [companyId] })).toEqual(['bookings.booking', 'bookings.booking'])
  })
})
