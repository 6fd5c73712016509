import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rejectBooking } from '#modules/bookings/answers/contract.ts'
import { settleHours } from '#modules/bookings/day/hours/commands.ts'
import { referenceOf } from '#modules/bookings/rules.ts'
import { askAgain, makeHot, moveBooking } from '#modules/bookings/office/contract.ts'
import { markCharged, markRefunded } from '#modules/billing/cards/contract.ts'
import type { Call } from '#shared/call.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aBooking, aCustomer } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aConfirmedJob, anOffice } from '#test/support/factories/day.ts'
import { aFinishedBooking } from '#test/support/factories/finished.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { callAs, signIn } from '#test/support/session.ts'
import { statementsOf } from '#test/support/statements.ts'
import { findBookings, getBoardBooking } from './bookings/contract.ts'
import { getBoard, listBoardCases } from './contract.ts'
import { ACTION_STAFF, type Group } from './rules.ts'

let app: TestApp
let office: Call
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
  await app.database.asOwner('delete from notifications.message')
  office = await anOffice(app)
})
afterAll(() => app.close())

const groupOf = async (group: Group) => (await must(office(getBoard, {}))).groups.find((one) => one.group === group)

describe('the board', () => {
  it('is empty while nobody needs the office', async () => {
    await aConfirmedJob(app)
    const { groups, at } = await must(office(getBoard, {}))
    expect(groups.filter(({ count }) => count > 0)).toEqual([])
    expect(at).toBe('2026-11-20T09:00:00.000Z')
  })

  it('shows what waits for its driver, since when and until when, with whom to call', async () => {
    const unit = await aUnit(app, { company: { pencePerHour: 5000 } })
    const booking = await aBooking(app)
    await app.ctx.db
      .updateTable('identity.user')
      .set({ phone: '+447700900222' })
      .where('id', '=', unit.company.owner.id)
      .execute()
    expect(await groupOf('unconfirmed')).toMatchObject({
      count: 1,
      countIsMinimum: false,
      cases: [
        {
          id: booking.id,
          since: '2026-11-20T09:00:00.000Z',
          due: booking.respondBy,
          booking: { reference: referenceOf(booking.id), hash: booking.hash, from: 'Walthamstow' },
          company: { phone: '+447700900222' },
          askedAgainAt: null,
          actions: ['ask_again', 'move', 'make_hot'],
        },
      ],
    })
  })

  it('shows when the driver was asked again, and offers to ask once more half an hour later', async () => {
    await aUnit(app, { company: { pencePerHour: 5000 } })
    const { id } = await aBooking(app)
    app.clock.advance({ minutes: 20 })
    await must(office(askAgain, { params: { id } }))
    const askedAgainAt = '2026-11-20T09:20:00.000Z'
    expect(await groupOf('unconfirmed')).toMatchObject({ cases: [{ id, askedAgainAt, actions: ['move', 'make_hot'] }] })
    app.clock.advance({ minutes: 30 })
    expect(await must(office(getBoardBooking, { params: { id } }))).toMatchObject({
      askedAgainAt,
      actions: ['ask_again', 'move', 'make_hot'],
    })
  })

  it('a hot job has nobody yet; when time ends it, nobody took it, for a day', async () => {
    const unit = await aUnit(app, { company: { pencePerHour: 5000 } })
    await aUnit(app, { company: { pencePerHour: 9000 } })
    const booking = await aBooking(app)
    app.clock.advance({ minutes: 10 })
    await must(
      callAs(app, unit.company.owner.id)(rejectBooking, { params: { id: booking.id }, body: { reason: 'personal' } }),
    )
    await app.runJobs()
    expect(await groupOf('nobody')).toMatchObject({
      count: 1,
      cases: [{ id: booking.id, since: '2026-11-20T09:10:00.000Z', number: 1, company: null, actions: ['move'] }],
    })
    app.clock.set(new Date(Date.parse(booking.startAt) - 60 * 60_000).toISOString())
    await app.runJobs()
    expect((await groupOf('nobody'))?.count).toBe(0)
    expect(await groupOf('no_one_took')).toMatchObject({ count: 1, cases: [{ id: booking.id, actions: [] }] })
    app.clock.advance({ days: 2 })
    expect((await groupOf('no_one_took'))?.count).toBe(0)
  })

  it('a confirmed job is late fifteen minutes after its start, and never started after its end', async () => {
    const { id } = await aConfirmedJob(app)
    const { startAt, endAt } = await must(office(getBoardBooking, { params: { id } }))
    const at = (instant: string, minutes: number) =>
      app.clock.set(new Date(Date.parse(instant) + minutes * 60_000).toISOString())
    at(startAt, 14)
    expect((await groupOf('late'))?.count).toBe(0)
    at(startAt, 15)
    expect(await groupOf('late')).toMatchObject({ count: 1, cases: [{ id, since: startAt, due: endAt }] })
    at(endAt, 0)
    expect((await groupOf('late'))?.count).toBe(0)
    expect(await groupOf('never_started')).toMatchObject({ count: 1, cases: [{ id, since: startAt }] })
  })

  it('what is to be charged to a card is there until it is charged', async () => {
    await aUnit(app, { company: { pencePerHour: 5000, paymentMethods: ['cash', 'card'] } })
    const booking = await aFinishedBooking(app, { paymentMethod: 'card' })
    await app.ctx.tx((tx) => settleHours(tx, booking.id, 'silence'))
    const { id } = booking
    expect(await groupOf('card')).toMatchObject({
      count: 1,
      cases: [{ id, amountPence: booking.totalPence, actions: ['mark_charged'] }],
    })
    const support = app.call((await signIn(app, 'admin', 'support')).bearer)
    expect((await must(support(getBoardBooking, { params: { id } }))).actions).toEqual([])
    const state = async () => (await must(office(getBoardBooking, { params: { id } }))).card
    expect(await state()).toEqual({
      state: 'to_be_charged',
      amountPence: booking.totalPence,
      reference: null,
      at: null,
    })
    await must(office(markCharged, { params: { id }, body: { reference: 'ch_1' } }))
    expect((await groupOf('card'))?.count).toBe(0)
    expect(await state()).toMatchObject({ state: 'charged', reference: 'ch_1' })
  })

  it('papers are there a week before they expire, with the jobs that they do not cover', async () => {
    const { unit } = await aConfirmedJob(app)
    const set = (lastDay: string) =>
      app.ctx.db.updateTable('fleet.working_unit').set({ papersUntil: lastDay }).where('id', '=', unit.id).execute()
    await set('2026-11-28')
    expect((await groupOf('papers'))?.count).toBe(0)
    await set('2026-11-27')
    expect(await groupOf('papers')).toMatchObject({
      cases: [{ id: unit.id, due: '2026-11-27T00:00:00.000Z', number: 1, workingUnit: { id: unit.id }, booking: null }],
    })
  })

  it('has what is due first at the top of those that wait for their driver, whenever they were booked', async () => {
    await aUnit(app, { company: { pencePerHour: 5000 } })
    const soon = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000)
    const first = await aBooking(app, { move: aMove({ date: '2026-11-28' }) })
    const second = await aBooking(app, { move: aMove({ date: '2026-11-30' }) })
    const due = (id: string, respondBy: Date) =>
      app.ctx.db.updateTable('bookings.booking').set({ respondBy }).where('id', '=', id).execute()
    await due(first.id, soon(9))
    await due(second.id, soon(2))
    const list = await must(office(listBoardCases, { params: { group: 'unconfirmed' }, query: {} }))
    expect(list.results.map(({ id }) => id)).toEqual([second.id, first.id])
    expect((await groupOf('unconfirmed'))?.cases.map(({ id }) => id)).toEqual([second.id, first.id])
  })

  it('pages through one kind by key, and costs the same however many there are', async () => {
    const unit = await aUnit(app, { company: { pencePerHour: 5000 } })
    const made: string[] = []
    for (const date of ['2026-11-26', '2026-11-28', '2026-11-30']) {
      made.push((await aBooking(app, { move: aMove({ date }) })).id)
      app.clock.advance({ minutes: 1 })
    }
    const params = { group: 'unconfirmed' as const }
    const first = await must(office(listBoardCases, { params, query: { pageSize: 2 } }))
    expect(first).toMatchObject({ count: 3, results: made.slice(0, 2).map((id) => ({ id })) })
    const second = await must(office(listBoardCases, { params, query: { pageSize: 2, after: first.nextCursor ?? '' } }))
    expect(second).toMatchObject({ nextCursor: null, results: [{ id: made[2], workingUnit: { id: unit.id } }] })
    const statements = async () => (await statementsOf(app, () => must(office(getBoard, {})))).length
    const many = await statements()
    await removeCompanies(app)
    expect(await statements()).toBe(many)
  })
})

describe('the search', () => {
  const found = async (query: object) => (await must(office(findBookings, { query }))).results.map(({ id }) => id)

  it('finds a booking by whatever somebody reads out', async () => {
    const unit = await aUnit(app, {
      company: { name: 'Pennant & Daughters', pencePerHour: 5000 },
      name: 'Dawn P.',
      van: { registration: 'KX70 RMV' },
    })
    const customer = await aCustomer(app, { firstName: 'Agnieszka', phone: '+447700900987' })
    const { id, hash } = await aBooking(app, { customer, move: aMove({ date: '2026-11-28' }) })
    await app.ctx.db.updateTable('identity.user').set({ lastName: 'Łódzka' }).where('id', '=', customer.id).execute()
    for (const q of [
      referenceOf(id),
      referenceOf(id).toLowerCase(),
      id,
      hash,
      `https://vanfare.test/booking/${hash}`,
      'agnieszka',
      'ŁÓDZKA',
      customer.email,
      '07700 900987',
      '+44 7700 900987',
      'E17 4QH',
      'e174qh',
      'E17',
      'BN1',
      'kx70rmv',
      'KX70',
      'pennant',
      'dawn p',
    ])
      expect([q, await found({ q })]).toEqual([q, [id]])
    for (const q of ['Zzyzx', 'E18', 'AB12CDE', 'FFFFFFFF', crypto.randomUUID(), '%%%', '___'])
      expect([q, await found({ q })]).toEqual([q, []])
    expect(
      await found({
        q: 'agnieszka',
        status: 'new_booking',
        from: '2026-11-28',
        until: '2026-11-28',
        workingUnitId: unit.id,
      }),
    ).toEqual([id])
    for (const other of [
      { status: 'hot' },
      { from: '2026-11-29' },
      { until: '2026-11-27' },
      { workingUnitId: crypto.randomUUID() },
    ]) {
      expect(await found({ q: 'agnieszka', ...other })).toEqual([])
      expect(await found(other)).toEqual([])
    }
    const audit = await app.ctx.db
      .selectFrom('audit.entry')
      .select(['action', 'after'])
      .where('action', '=', 'bookings.searched')
      .orderBy('id', 'desc')
      .execute()
    expect(audit.some(({ after }) => JSON.stringify(after) === JSON.stringify({ shown: [id] }))).toBe(true)
    expect(JSON.stringify(audit)).not.toContain('agnieszka')
    expect((await office(findBookings, { query: { q: 'ab' } })).status).toBe(422)
    expect((await office(findBookings, { query: { from: '2026-02-30' } })).status).toBe(422)
  })

  it('pages by key, the latest start first, with what is looked for', async () => {
    await aUnit(app, { company: { pencePerHour: 5000 } })
    const customer = await aCustomer(app, { firstName: 'Jo' })
    const made = []
    for (const date of ['2026-11-24', '2026-11-26', '2026-11-28'])
      made.unshift((await aBooking(app, { customer, move: aMove({ date }) })).id)
    const first = await must(office(findBookings, { query: { q: customer.email, pageSize: 2 } }))
    expect(first.results.map(({ id }) => id)).toEqual(made.slice(0, 2))
    expect(first.next).toContain(`q=${encodeURIComponent(customer.email)}`)
    const rest = { pageSize: 2, after: first.nextCursor ?? '' }
    expect(await found({ q: customer.email, ...rest })).toEqual([made[2]])
    expect((await office(findBookings, { query: { ...rest, q: 'somebody else' } })).status).toBe(422)
    const all = await must(office(findBookings, { query: { pageSize: 2 } }))
    expect([
      ...all.results.map(({ id }) => id),
      ...(await found({ pageSize: 2, after: all.nextCursor ?? '' })),
    ]).toEqual(made)
  })
})

it('an action is offered to the roles of its call, and to no other', () => {
  const calls = {
    ask_again: askAgain,
    move: moveBooking,
    make_hot: makeHot,
    mark_charged: markCharged,
    mark_refunded: markRefunded,
  }
  expect(ACTION_STAFF).toEqual(Object.fromEntries(Object.entries(calls).map(([name, { staff }]) => [name, staff])))
})

it('a booking that is not there is not there', async () => {
  expect((await office(getBoardBooking, { params: { id: crypto.randomUUID() } })).status).toBe(404)
})
