import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Call } from '#shared/call.ts'
import type { CallInput } from '#shared/endpoint.ts'
import { formatPence } from '#shared/money.ts'
import { updateCompany } from '#modules/companies/contract.ts'
import { saveHourlyRates, getHourlyRates } from '#modules/pricing/contract.ts'
import { createTestApp, withoutGuards, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { anAgreedBooking } from '#test/support/factories/agreed-booking.ts'
import { aBooking, aCustomer, messagesAbout } from '#test/support/factories/booking.ts'
import { aMove, type MoveOptions } from '#test/support/factories/move.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { createPerson } from '#test/support/people.ts'
import { callAs } from '#test/support/session.ts'
import { cancelBooking, confirmBooking } from '../../answers/contract.ts'
import { getBooking } from '../../contract.ts'
import { getJobSheet } from '../../lists/contract.ts'
import { agreeChange, listChanges, refuseChange } from '../contract.ts'
import { editBooking } from '../editing/contract.ts'
import { changeMove, getBookedMove, offerMoveTime, priceMove } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Body = CallInput<typeof changeMove>['body']

const ONE_MORE = [
  { movingItem: 102, amount: 1 },
  { movingItem: 112, amount: 1 },
  { movingItem: 207, amount: 5 },
]

/** What is sent to change the move of `aMove`. */
function body(version: number, options: MoveOptions = {}): Omit<Body, 'totalPence'> {
  const { jobKind: _kind, ...move } = aMove(options)
  return { ...move, version }
}

const code = (answered: { ok: boolean; problem?: { code: string } }) => answered.problem?.code

describe('a booking that is changed as it was made', () => {
  beforeEach(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
  })

  const versionOf = async (call: Call, id: string) => (await must(call(getBookedMove, { params: { id } }))).version
  const price = async (call: Call, id: string, options: MoveOptions) =>
    call(priceMove, { params: { id }, body: body(await versionOf(call, id), options) })
  const change = async (call: Call, id: string, options: MoveOptions, more: Partial<Body> = {}) =>
    call(changeMove, { params: { id }, body: { ...body(await versionOf(call, id), options), ...more } })
  const holdOf = (id: string) =>
    app.ctx.db
      .selectFrom('calendar.hold')
      .select([sql<Date>`lower(during)`.as('start'), sql<Date>`upper(during)`.as('end')])
      .where('bookingId', '=', id)
      .executeTakeFirst()

  it('shows its price at the terms booked before anybody is asked', async () => {
    const { id, booking, call, driver, unit } = await anAgreedBooking(app)
    const of = { params: { id: unit.company.id } }
    const rates = await must(driver(getHourlyRates, of))
    await must(
      driver(saveHourlyRates, {
        ...of,
        body: { ...rates, rates: rates.rates.map((rate) => ({ ...rate, pencePerHour: rate.pencePerHour && 9900 })) },
      }),
    )
    const answer = await must(price(call, id, { stairs: [2, 3] }))
    expect(answer.from).toMatchObject({ totalPence: booking.totalPence, ceilingPence: booking.ceilingPence })
    expect(answer.differences.reduce((sum, { amountPence }) => sum + amountPence, 0)).toBe(
      answer.to.totalPence - answer.from.totalPence,
    )
    expect(answer.lines.find((line) => line.code === 'labour')?.unitPence).toBe(5000)
    expect(await must(call(getBooking, { params: { id } }))).toMatchObject({ totalPence: booking.totalPence })
  })

  it('is done at once, and every page reads the new move', async () => {
    const { id, booking, call, driver } = await anAgreedBooking(app)
    const options = { stops: ['E17 3PX'], stairs: [0, 1, 0], items: ONE_MORE }
    const shown = await must(price(call, id, options))
    expect(shown.reasons).toEqual([])
    const done = await must(change(call, id, options, { totalPence: shown.to.totalPence }))
    expect(done).toMatchObject({ state: 'agreed', kind: 'move' })
    const after = await must(call(getBooking, { params: { id } }))
    expect(after).toMatchObject({
      totalPence: shown.to.totalPence,
      ceilingPence: shown.to.ceilingPence,
      endAt: shown.to.endAt,
      lines: shown.lines,
    })
    expect(after.routePoints.map(({ postcode }) => postcode)).toEqual(['E17 4QH', 'E17 3PX', 'BN1 4QL'])
    expect(after.items.find(({ amount }) => amount === 5)).toBeDefined()
    expect(after.totalPence).toBeGreaterThan(booking.totalPence)
    const hold = await holdOf(id)
    expect(hold?.end.toISOString()).toBe(shown.to.endAt)
    const sheet = await must(driver(getJobSheet, { params: { id }, query: {} }))
    expect(JSON.stringify(sheet)).toContain('E17 3PX')
    const [row] = await app.ctx.db
      .selectFrom('bookings.change')
      .select(['move', 'consent'])
      .where('bookingId', '=', id)
      .execute()
    expect(row?.move?.from.totalPence).toBe(booking.totalPence)
    expect(row?.consent).toBe('signed_in')
    expect((await messagesAbout(app, id)).filter(({ kind }) => kind === 'change_agreed').length).toBeGreaterThan(1)
  })

  it('costs the same again when it is changed back', async () => {
    const { id, booking, call } = await anAgreedBooking(app)
    const more = await must(price(call, id, { stairs: [1, 0] }))
    await must(change(call, id, { stairs: [1, 0] }, { totalPence: more.to.totalPence }))
    await must(change(call, id, {}))
    expect(await must(call(getBooking, { params: { id } }))).toMatchObject({
      totalPence: booking.totalPence,
      ceilingPence: booking.ceilingPence,
      lines: booking.lines,
      endAt: booking.endAt,
    })
  })

  it('asks the company beyond the limits, and its yes changes the move', async () => {
    const { id, booking, call, driver } = await anAgreedBooking(app)
    const far = { stops: ['GU1 3UW'], stairs: [3, 3, 3] }
    const shown = await must(price(call, id, far))
    expect(shown.reasons).toContain('price')
    const proposed = await must(change(call, id, far, { totalPence: shown.to.totalPence }))
    expect(proposed).toMatchObject({ state: 'open', awaits: 'mover', newTotalPence: shown.to.totalPence })
    expect(await must(call(getBooking, { params: { id } }))).toMatchObject({ totalPence: booking.totalPence })
    const [seen] = await must(driver(listChanges, { params: { id } }))
    expect(seen?.move?.differences).toEqual(shown.differences)
    await must(driver(agreeChange, { params: { id }, body: { changeId: proposed.id, version: proposed.version } }))
    const after = await must(call(getBooking, { params: { id } }))
    expect(after).toMatchObject({ totalPence: shown.to.totalPence, endAt: shown.to.endAt })
    expect((await holdOf(id))?.end.toISOString()).toBe(shown.to.endAt)
  })

  it('keeps a contact and a note that were edited while the company thought about it', async () => {
    const { id, call, driver } = await anAgreedBooking(app)
    const proposed = await must(change(call, id, { stops: ['GU1 3UW'], stairs: [3, 3, 3] }))
    expect(proposed.state).toBe('open')
    const { items } = await must(call(getBooking, { params: { id } }))
    const notes = items.map((item, index) => ({ ...item, note: index === 0 ? 'Glass doors' : null }))
    const routePoints = [0, 1].map((number) => ({ number, contactName: `Ottilie ${number}` }))
    await must(call(editBooking, { params: { id }, body: { items: notes, routePoints } }))
    await must(driver(agreeChange, { params: { id }, body: { changeId: proposed.id, version: proposed.version } }))
    const after = await must(call(getBooking, { params: { id } }))
    expect(after.routePoints.map(({ postcode }) => postcode)).toEqual(['E17 4QH', 'GU1 3UW', 'BN1 4QL'])
    expect([after.routePoints[0]?.contactName, after.routePoints[2]?.contactName]).toEqual(['Ottilie 0', 'Ottilie 1'])
    expect(after.items[0]?.note).toBe('Glass doors')
  })

  it('asks for everything where the company answers each change itself, and a no changes nothing', async () => {
    const { id, booking, call, driver } = await anAgreedBooking(app)
    await must(driver(updateCompany, { body: { changesAtOnce: false } }))
    const proposed = await must(change(call, id, { items: ONE_MORE }))
    expect(proposed.state).toBe('open')
    await must(driver(refuseChange, { params: { id }, body: { changeId: proposed.id, version: proposed.version } }))
    expect(await must(call(getBooking, { params: { id } }))).toMatchObject({
      totalPence: booking.totalPence,
      items: booking.items,
    })
  })

  it('is offered another time, priced, which the customer takes', async () => {
    const { id, booking, call, driver } = await anAgreedBooking(app)
    const proposed = await must(change(call, id, { time: '13:00' }))
    expect(proposed).toMatchObject({ state: 'open', awaits: 'mover', newStartAt: '2026-11-28T13:00:00.000Z' })
    const answered = { changeId: proposed.id, version: proposed.version }
    const offered = await must(
      driver(offerMoveTime, { params: { id }, body: { ...answered, newStartAt: '2026-11-28T11:30:00Z' } }),
    )
    expect(offered).toMatchObject({ awaits: 'customer', newStartAt: '2026-11-28T11:30:00.000Z', version: 2 })
    await must(call(agreeChange, { params: { id }, body: { changeId: proposed.id, version: 2 } }))
    expect(await must(call(getBooking, { params: { id } }))).toMatchObject({
      startAt: '2026-11-28T11:30:00.000Z',
      totalPence: booking.totalPence,
    })
    expect((await holdOf(id))?.start.toISOString()).toBe('2026-11-28T11:30:00.000Z')
  })

  describe('with another time that is offered for it', () => {
    const OFFERED = '2026-12-01T09:00:00Z'

    /** Two confirmed jobs of one van; both customers ask for another day, and the first is offered this time. */
    async function anOffer(at = app.app, newStartAt = OFFERED) {
      const one = await anAgreedBooking(app)
      const other = await aBooking(app, { move: aMove({ date: '2026-11-27' }) })
      await must(one.driver(confirmBooking, { params: { id: other.id } }))
      const [owner, call] = [callAs(app, one.unit.company.owner.id, at), callAs(app, other.customer.id)]
      const offer = async (by: Call, id: string) => {
        const { id: changeId, version } = await must(change(by, id, { date: '2026-12-10', time: '13:00' }))
        return owner(offerMoveTime, { params: { id }, body: { changeId, version, newStartAt } })
      }
      const { id: changeId, version } = await must(offer(one.call, one.id))
      return {
        ...one,
        answered: { changeId, version },
        offerOther: () => offer(call, other.id),
        other: { id: other.id, call },
      }
    }
    const listOffered = () =>
      app.ctx.db
        .selectFrom('calendar.hold')
        .select([sql<Date>`lower(during)`.as('start'), sql<Date>`upper(during)`.as('end')])
        .where('heldFor', '=', 'offer')
        .execute()

    it('keeps it from a second customer while the first decides', async () => {
      const { offerOther } = await anOffer()
      expect((await listOffered()).map(({ start }) => start)).toEqual([new Date(OFFERED)])
      expect(code(await offerOther())).toBe('time_not_free')
    })

    it('is offered to both if nobody holds it', async () => {
      const careless = await withoutGuards(app, 'offered_time')
      const { offerOther } = await anOffer(careless)
      const both = await offerOther()
      await careless.close()
      expect(both.ok).toBe(true)
    })

    it('gives it back with another wish of the customer, and with a no', async () => {
      const { id, call, answered, other, offerOther } = await anOffer()
      const wish = await must(change(call, id, { date: '2026-12-10', time: '14:00' }))
      expect(wish).toMatchObject({ id: answered.changeId, awaits: 'mover' })
      expect(await listOffered()).toEqual([])
      const { id: changeId, version } = await must(offerOther())
      expect(await listOffered()).toHaveLength(1)
      await must(other.call(refuseChange, { params: { id: other.id }, body: { changeId, version } }))
      expect(await listOffered()).toEqual([])
    })

    it('holds only what the booking does not hold already, and a yes makes one hold of it', async () => {
      const start = '2026-11-28T11:00:00Z'
      const { id, call, booking, answered } = await anOffer(app.app, start)
      const [offered] = await listOffered()
      expect(offered?.start.toISOString()).toBe(booking.endAt)
      await must(call(agreeChange, { params: { id }, body: answered }))
      expect(await listOffered()).toEqual([])
      expect((await holdOf(id))?.start).toEqual(new Date(start))
    })

    it('gives it back when nobody answers in time', async () => {
      await anOffer()
      app.clock.set(OFFERED)
      await app.runJobs()
      expect(await listOffered()).toEqual([])
    })

    it('gives it back with the booking', async () => {
      const { id, call } = await anOffer()
      await must(call(cancelBooking, { params: { id }, body: { feePence: 0 } }))
      expect(await listOffered()).toEqual([])
    })
  })

  it('needs the company’s yes for less once a fee is due, and keeps the fee of its old start', async () => {
    const { id, call, driver } = await anAgreedBooking(app, {}, { move: aMove({ stairs: [2, 2] }) })
    app.clock.set('2026-11-27T12:00:00Z')
    const due = (await must(call(getBooking, { params: { id } }))).cancellationFeePence
    expect(due).toBeGreaterThan(0)
    const less = await must(price(call, id, { stairs: [2, 0] }))
    expect(less.reasons).toContain('fee_price')
    const later = await must(change(call, id, { stairs: [2, 2], date: '2026-12-05' }))
    expect(later.state).toBe('open')
    await must(driver(agreeChange, { params: { id }, body: { changeId: later.id, version: later.version } }))
    expect(await must(call(getBooking, { params: { id } }))).toMatchObject({
      startAt: '2026-12-05T09:00:00.000Z',
      cancellationFeePence: due,
    })
    const messages = app.ctx.db.selectFrom('notifications.message').selectAll().where('subjectId', '=', id)
    const agreed = await messages.where('kind', '=', 'change_agreed').where('channel', '=', 'email').execute()
    expect(agreed.length).toBeGreaterThan(1)
    const sentence = `Cancelling costs at least ${formatPence(due ?? 0)}`
    expect(agreed.map((message) => JSON.stringify(message).includes(sentence))).not.toContain(false)
  })

  it('refuses a change of a booking that has changed since, and does nothing', async () => {
    const { id, booking, call } = await anAgreedBooking(app)
    const version = await versionOf(call, id)
    await must(change(call, id, { items: ONE_MORE }))
    const late = await call(changeMove, { params: { id }, body: body(version, { stairs: [2, 0] }) })
    expect(code(late)).toBe('move_changed')
    const stale = await change(call, id, { stairs: [1, 0] }, { totalPence: booking.totalPence + 1 })
    expect(code(stale)).toBe('price_changed')
  })

  it.each<[string, MoveOptions, string]>([
    ['a stop in the sea', { stops: ['ZZ1 1AA'] }, 'unknown_place'],
    ['a stop on an island', { stops: ['JE2 3AB'] }, 'sea_crossing'],
    ['a load that no van carries', { items: [{ movingItem: 102, amount: 500 }] }, 'too_much_for_one_van'],
    ['another van', { vanCategory: 'luton_van' }, 'another_van'],
    ['nothing', {}, 'nothing_changed'],
  ])('refuses %s with its own sentence', async (_, options, refused) => {
    const { id, booking, call } = await anAgreedBooking(app)
    expect(code(await price(call, id, options))).toBe(refused)
    expect(code(await change(call, id, options))).toBe(refused)
    expect(await must(call(getBooking, { params: { id } }))).toMatchObject({ totalPence: booking.totalPence })
  })

  it('leads to fresh prices before a driver has confirmed', async () => {
    await aUnit(app)
    const { id, customer } = await aBooking(app)
    const call = callAs(app, customer.id)
    expect((await must(call(getBookedMove, { params: { id } }))).way).toBe('quotes')
    expect(code(await change(call, id, { items: ONE_MORE }))).toBe('not_confirmed_yet')
  })

  it('is of nobody else', async () => {
    const { id } = await anAgreedBooking(app)
    const stranger = callAs(app, (await aCustomer(app)).id)
    expect((await stranger(getBookedMove, { params: { id } })).status).toBe(404)
    expect((await stranger(priceMove, { params: { id }, body: body(1, { items: ONE_MORE }) })).status).toBe(404)
    expect((await stranger(changeMove, { params: { id }, body: body(1, { items: ONE_MORE }) })).status).toBe(404)
  })

  it('is over with the booking', async () => {
    const { id, call } = await anAgreedBooking(app)
    await app.ctx.db.updateTable('bookings.booking').set({ status: 'completed' }).where('id', '=', id).execute()
    expect(code(await change(call, id, { items: ONE_MORE }))).toBe('booking_over')
  })

  it('is asked where another job is in the way, and a yes is refused while it is', async () => {
    const { id, call, driver, booking } = await anAgreedBooking(app)
    const other = await aBooking(app, { move: aMove({ date: '2026-11-27' }) })
    await must(driver(confirmBooking, { params: { id: other.id } }))
    const options = { date: '2026-11-27' }
    const shown = await must(price(call, id, options))
    expect(shown.reasons).toContain('calendar')
    const proposed = await must(change(call, id, options))
    const yes = await driver(agreeChange, {
      params: { id },
      body: { changeId: proposed.id, version: proposed.version },
    })
    expect(code(yes)).toBe('time_not_free')
    expect(await must(call(getBooking, { params: { id } }))).toMatchObject({
      totalPence: booking.totalPence,
      endAt: booking.endAt,
    })
    expect((await holdOf(id))?.end.toISOString()).toBe(booking.endAt)
  })

  it('is changed by the office only with the customer’s yes', async () => {
    const { id, call } = await anAgreedBooking(app)
    const admin = await createPerson(app, { role: 'admin' })
    const office = callAs(app, admin.id)
    expect((await change(office, id, { items: ONE_MORE })).status).toBe(422)
    await must(change(office, id, { items: ONE_MORE }, { agreedByCustomer: true }))
    const [row] = await must(call(listChanges, { params: { id } }))
    expect(row?.state).toBe('agreed')
    const stored = app.ctx.db.selectFrom('bookings.change').select('consent').where('bookingId', '=', id)
    expect(await stored.executeTakeFirst()).toEqual({ consent: 'by_phone' })
  })

  it('is proposed by the driver on the day, and less lowers nothing', async () => {
    const { id, booking, call, driver } = await anAgreedBooking(app)
    app.clock.set('2026-11-28T09:30:00Z')
    await app.ctx.db.updateTable('bookings.booking').set({ status: 'in_progress' }).where('id', '=', id).execute()
    const proposed = await must(change(driver, id, { stops: ['BN1 6FE'], items: ONE_MORE }))
    expect(proposed).toMatchObject({ awaits: 'customer', proposedBy: 'mover' })
    await must(call(agreeChange, { params: { id }, body: { changeId: proposed.id, version: proposed.version } }))
    const after = await must(call(getBooking, { params: { id } }))
    expect(after.routePoints.map(({ postcode }) => postcode)).toContain('BN1 6FE')
    expect(after.totalPence).toBe(proposed.newTotalPence)
    const less = await must(change(driver, id, { items: [{ movingItem: 102, amount: 1 }] }))
    expect(less.line?.amountPence).toBe(0)
    expect(after.totalPence).toBeGreaterThanOrEqual(booking.totalPence)
  })
})
