import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listHeld } from '#modules/fleet/queries.ts'
import { addDays, addMinutes, toInstant } from '#shared/local-time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aBooking, aCustomer, aQuoteFor, search } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aHold, placeOf } from '#test/support/factories/hold.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { createBooking } from '#modules/bookings/contract.ts'
import { createCtx, type Ctx } from '#platform/ctx.ts'
import { holdTime, releaseHold, releaseLapsed, type HeldFor, calendarJobs } from './commands.ts'
import type { HoldPlace } from './queries.ts'

/** Holds that do not belong to one booking: an offer not decided on, several units, several days. */

let app: TestApp
let place: HoldPlace
let unit: { id: string }
beforeAll(async () => {
  app = await createTestApp()
  place = await placeOf(app, 'E17 4QH')
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
  await app.app.pool.query(`delete from pgboss.job where name = 'calendar.hold-lapses'`)
  unit = await aUnit(app)
})
afterAll(() => app.close())

/** When the moves of these tests are: 28 November, from nine to half past twelve. */
const nine = toInstant('2026-11-28', 540)
const hours = { drivingMinutes: 20, dutyMinutes: 60 }

interface Wanted {
  unitId?: string
  start?: Date
  minutes?: number
  decideBy?: Date
}

const hold = (heldFor: HeldFor, { unitId = unit.id, start = nine, minutes = 210, decideBy }: Wanted = {}) =>
  app.ctx.tx((tx) =>
    holdTime(tx, {
      unitId,
      heldFor,
      decideBy,
      start,
      end: addMinutes(start, minutes),
      startPlace: place,
      endPlace: place,
      ...hours,
    }),
  )

const inTenMinutes = () => addMinutes(app.clock.now(), 10)
const anOffer = () => ({ offerId: randomUUID() })
const offer = (options: Wanted = {}) => hold(anOffer(), { decideBy: inTenMinutes(), ...options })

const held = async () =>
  (await app.ctx.db.selectFrom('calendar.hold').select('heldFor').orderBy('id').execute()).map(({ heldFor }) => heldFor)

describe('a provisional hold', () => {
  it('keeps its time from bookings and from other offers until it is decided about', async () => {
    const customer = await aCustomer(app)
    const { quoteId } = await aQuoteFor(app)
    expect(await offer()).toBe(true)
    expect(await offer({ start: addMinutes(nine, 30) })).toBe(false)
    expect((await search(app)).count).toBe(0)
    const body = { quoteId, paymentMethod: 'cash' as const }
    expect(await app.call(customer.bearer)(createBooking, { body })).toMatchObject({ problem: { code: 'slot_taken' } })
  })

  it('gives way to a booking', async () => {
    await aBooking(app)
    expect(await offer()).toBe(false)
    expect(await offer({ start: addMinutes(nine, 210) })).toBe(true)
  })

  it('is over when its time to decide is, whether or not the job has run: it is offered, and booked', async () => {
    await offer()
    app.clock.advance({ minutes: 9 })
    expect((await search(app)).count).toBe(0)
    app.clock.advance({ minutes: 1 })
    expect((await search(app)).count).toBe(1)
    await aBooking(app)
    expect(await held()).toEqual(['booking'])
  })

  it('is released by its job, and by an early one not: that comes again', async () => {
    const decideBy = inTenMinutes()
    const heldFor = anOffer()
    await hold(heldFor, { decideBy })
    await calendarJobs[0]?.handle(app.ctx, { heldFor })
    expect(await held()).toEqual(['offer'])
    await app.app.pool.query(`delete from pgboss.job where name = 'calendar.hold-lapses' and start_after = $1`, [
      decideBy,
    ])
    app.clock.set(decideBy)
    await app.runJobs(...calendarJobs)
    expect(await held()).toEqual([])
  })

  it('says that it lapsed, once, whoever found it so', async () => {
    const lapsed: unknown[] = []
    const watch = async (_: unknown, { heldFor }: { heldFor: HeldFor }) => void lapsed.push(heldFor)
    const ctx: Ctx = createCtx({
      ...app.ctx,
      subscribers: { ...app.ctx.subscribers, 'calendar.hold-lapsed': { within: [watch] } },
    })
    const [one, two] = [anOffer(), anOffer()]
    for (const heldFor of [one, two]) {
      await hold(heldFor, { decideBy: inTenMinutes() })
      app.clock.advance({ minutes: 10 })
      if (heldFor === one) await ctx.tx((tx) => releaseLapsed(tx, heldFor))
      const next = { unitId: unit.id, heldFor: anOffer(), decideBy: inTenMinutes() }
      await ctx.tx(async (tx) => {
        const stay = { start: nine, end: addMinutes(nine, 60), startPlace: place, endPlace: place, ...hours }
        expect(await holdTime(tx, { ...next, ...stay })).toBe(true)
      })
      await ctx.tx((tx) => releaseLapsed(tx, heldFor))
      await app.ctx.tx((tx) => releaseHold(tx, next.heldFor))
    }
    expect(lapsed).toEqual([one, two])
  })

  it('is no booking of the unit’s', async () => {
    await offer()
    const upcoming = await listHeld(app.ctx, unit.id, app.clock.now(), addMinutes(nine, 1000))
    expect(upcoming).toEqual([])
  })
})

describe('a booking that needs more than one unit, or day', () => {
  it('holds each of them, is one booking in every list, and gives all back together', async () => {
    const second = await aUnit(app)
    const bookingId = await aHold(app, unit, { start: nine, end: addMinutes(nine, 480) })
    const nextDay = toInstant(addDays('2026-11-28', 1), 540)
    expect(await hold({ bookingId }, { start: nextDay })).toBe(true)
    expect(await hold({ bookingId }, { unitId: second.id })).toBe(true)
    expect(await hold({ bookingId }, { start: addMinutes(nine, 60) })).toBe(false)
    expect(await held()).toEqual(['booking', 'booking', 'booking'])
    const upcoming = await listHeld(app.ctx, unit.id, app.clock.now(), addMinutes(nextDay, 1000))
    expect(upcoming.map(({ id }) => id)).toEqual([bookingId])
    await app.ctx.tx((tx) => releaseHold(tx, { bookingId }))
    expect(await held()).toEqual([])
  })
})

describe('who wants one unit’s time at once', () => {
  const rounds = 12

  it('an offer or a booking: one of them has it', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const customer = await aCustomer(app)
      const { quoteId } = await aQuoteFor(app)
      const body = { quoteId, paymentMethod: 'cash' as const }
      const offers = Array.from({ length: 3 }, () => offer())
      const [booked, ...offered] = await Promise.all([app.call(customer.bearer)(createBooking, { body }), ...offers])
      const won = [booked.ok, ...offered].filter(Boolean)
      expect(won).toHaveLength(1)
      expect(await held()).toEqual([booked.ok ? 'booking' : 'offer'])
      await app.ctx.db.deleteFrom('calendar.hold').execute()
      await app.ctx.db.deleteFrom('bookings.booking').execute()
    }
  })

  it('whoever comes when an offer has lapsed, and its job: one has it, and the offer is gone', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const lapsed = anOffer()
      await hold(lapsed, { decideBy: inTenMinutes() })
      app.clock.advance({ minutes: 10 })
      const release = app.ctx.tx((tx) => releaseLapsed(tx, lapsed))
      const [, ...offered] = await Promise.all([release, offer(), offer(), offer()])
      expect(offered.filter(Boolean)).toHaveLength(1)
      expect(await held()).toEqual(['offer'])
      await app.ctx.db.deleteFrom('calendar.hold').execute()
    }
  })

  it('the control: without the constraint both have it', async () => {
    const other = await createTestApp()
    try {
      await other.database.asOwner(`
        alter table calendar.hold drop constraint no_double_booking;
        alter table calendar.hold add constraint no_double_booking exclude using gist (id with =)`)
      const careless = await aUnit(other)
      const stay = { start: nine, end: addMinutes(nine, 60), startPlace: place, endPlace: place, ...hours }
      const take = (heldFor: HeldFor) =>
        other.ctx.tx((tx) =>
          holdTime(tx, { unitId: careless.id, heldFor, decideBy: new Date('2026-11-20T12:00:00Z'), ...stay }),
        )
      expect(await Promise.all([take(anOffer()), take(anOffer())])).toEqual([true, true])
    } finally {
      await other.close()
    }
  })
})

describe('the table refuses', () => {
  const insert = (columns: string, values: string, minutes: number[]) =>
    sql.raw(`insert into calendar.hold (unit_id, during, start_lat, start_lng, start_outcode, end_lat, end_lng, end_outcode, driving_minutes, duty_minutes, ${columns})
      values ('${unit.id}', '[2026-11-28 09:00Z,2026-11-28 10:00Z)', 0, 0, 'E17', 0, 0, 'E17', ${minutes.join()}, ${values})`)
  it.each([
    ['a hold for nothing', 'held_for', `'booking'`],
    ['an offer without its id', 'held_for, decide_by', `'offer', '2026-11-28'`],
    ['an offer that nobody need decide about', 'held_for, offer_id', `'offer', gen_random_uuid()`],
    ['more driving than work', 'held_for, offer_id, decide_by', `'offer', gen_random_uuid(), '2026-11-28'`, [61, 60]],
    ['a hold for something unknown', 'held_for, offer_id, decide_by', `'whim', gen_random_uuid(), '2026-11-28'`],
  ])('%s', async (_, columns, values, minutes = [20, 60]) => {
    await expect(insert(columns, values, minutes).execute(app.ctx.db)).rejects.toMatchObject({ code: '23514' })
  })
})
