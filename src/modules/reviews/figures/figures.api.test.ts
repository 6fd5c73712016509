import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toJson } from '#platform/json-columns.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aBooking, aQuoteFor, storedBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { finishBooking } from '#test/support/factories/finished.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { must } from '#test/support/driver.ts'
import { getCompanyPage } from '../contract.ts'
import { countFigures } from '../commands.ts'
import { findFigures } from './queries.ts'
import { areShown, ON_TIME_MINUTES, reliabilityOf, type Counted } from './rules.ts'

let app: TestApp
let units: TestUnit[]
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
  const first = await aUnit(app, { company: { name: 'Two vans' } })
  units = [first, await aUnit(app, { company: first.company }), await aUnit(app, { company: { name: 'Other' } })]
})
afterAll(() => app.close())

/** The same numbers every time, from a seed. */
function chances(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

interface Event {
  kind: string
  unitId: string
  at: Date
  data: { byMover?: boolean }
}

interface Story {
  id: string
  startAt: Date
  /** Above what was booked or agreed. */
  overPence: number
  /** When it happened, where a phone said so later. */
  reallyAt: Date | null
  events: Event[]
}

const MINUTE = 60_000
const later = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE)

/** Booked, answered or not, given up, passed to another unit, started late or early, finished dearer or not: whatever may happen. */
function aStory(id: string, startAt: Date, chance: (below: number) => number): Story {
  const events: Event[] = []
  const overPence = chance(4) === 0 ? 500 : 0
  const storySoFar = () => ({ id, startAt, events, overPence, reallyAt: null })
  let unit = units[chance(3)]!
  let at = later(startAt, -4000 + chance(1000))
  const happens = (kind: string, minutes: number, data: Event['data'] = {}) => {
    at = later(at, minutes)
    events.push({ kind, unitId: unit.id, at, data })
  }
  happens('created', 0)
  if (chance(4) === 0) happens('verified', 1 + chance(30))
  const answer = chance(5)
  if (answer === 0) happens('rejected', 1 + chance(300))
  else if (answer === 1) happens('not_taken', 720)
  if (answer < 2) {
    if (chance(2) === 0) return storySoFar()
    unit = units[chance(3)]!
  }
  happens('confirmed', 1 + chance(400))
  if (chance(5) === 0) {
    happens(chance(2) === 0 ? 'given_up' : 'not_reconfirmed', 10)
    if (chance(2) === 0) return storySoFar()
    unit = units[chance(3)]!
    happens('confirmed', 5)
  }
  if (chance(8) === 0) {
    happens('cancelled', 30, { byMover: chance(2) === 0 })
    return storySoFar()
  }
  if (chance(10) > 0) {
    at = later(startAt, -10 + chance(40))
    happens('started', 0)
  }
  at = later(startAt, 200)
  happens('finished', 0)
  const isLater = events.some(({ kind }) => kind === 'started') && chance(5) === 0
  return { ...storySoFar(), reallyAt: isLater ? later(startAt, -5 + chance(40)) : null }
}

/** Counts by hand, one story after another. */
function counted(stories: readonly Story[], companyUnits: readonly string[]): Counted {
  const figures: Counted = {
    finished: 0,
    started: 0,
    onTime: 0,
    priceKept: 0,
    cancelled: 0,
    lastCancelledAt: null,
    replies: 0,
    replyMinutes: null,
  }
  const minutes: number[] = []
  for (const { startAt, events, overPence, reallyAt } of stories) {
    const own = events.filter(({ unitId }) => companyUnits.includes(unitId))
    for (const { kind, at, data, unitId } of own) {
      if (kind === 'finished') {
        figures.finished += 1
        if (overPence === 0) figures.priceKept += 1
        const began = reallyAt ?? events.find((event) => event.kind === 'started')?.at
        if (began) figures.started += 1
        if (began && began <= later(startAt, ON_TIME_MINUTES)) figures.onTime += 1
      }
      if (kind === 'given_up' || kind === 'not_reconfirmed' || (kind === 'cancelled' && data.byMover)) {
        figures.cancelled += 1
        if (!figures.lastCancelledAt || at > figures.lastCancelledAt) figures.lastCancelledAt = at
      }
      if (kind === 'confirmed' || kind === 'rejected' || kind === 'not_taken') {
        const requestEvent = events
          .filter((e) => e.unitId === unitId && (e.kind === 'created' || e.kind === 'verified'))
          .at(-1)
        if (requestEvent && requestEvent.at < at) minutes.push((at.getTime() - requestEvent.at.getTime()) / MINUTE)
      }
    }
  }
  minutes.sort((a, b) => a - b)
  const middle = (minutes.length - 1) / 2
  figures.replies = minutes.length
  if (minutes.length > 0)
    figures.replyMinutes = Math.round(((minutes[Math.floor(middle)] ?? 0) + (minutes[Math.ceil(middle)] ?? 0)) / 2)
  return figures
}

describe('figures', () => {
  it.each([1, 2, 3, 4])('are what somebody would count by hand, from whatever happened (seed %d)', async (seed) => {
    const chance = chances(seed)
    const booking = await storedBooking(app, (await aBooking(app)).id)
    await app.ctx.db.deleteFrom('bookings.event').execute()
    const stories: Story[] = []
    for (let index = 0; index < 150; index += 1) {
      const id = crypto.randomUUID()
      const startAt = later(new Date('2026-06-01T09:00:00Z'), index * 1440)
      await app.app.pool.query(
        `insert into bookings.booking select (jsonb_populate_record(b, jsonb_build_object('id', $2::uuid, 'quote_id', $2::text, 'start_at', $3::timestamptz, 'end_at', $3::timestamptz + interval '3 hours'))).* from bookings.booking b where id = $1`,
        [booking.id, id, startAt],
      )
      const story = aStory(id, startAt, chance)
      stories.push(story)
      await app.app.pool.query(`update bookings.booking set final_pence = total_pence + $2 where id = $1`, [
        id,
        story.overPence,
      ])
      if (story.reallyAt)
        await app.ctx.db.insertInto('bookings.day').values({ bookingId: id, startedAt: story.reallyAt }).execute()
    }
    const rows = stories.flatMap(({ id, events }) =>
      events.map(({ data, ...event }) => ({
        ...event,
        bookingId: id,
        actorKind: 'system' as const,
        data: toJson<Record<string, unknown>>({ ...data }),
      })),
    )
    await app.ctx.db.insertInto('bookings.event').values(rows).execute()
    for (const unit of [units[1]!, units[2]!]) {
      await app.ctx.tx((tx) => countFigures(tx, { unitId: unit.id }))
      const own = units.filter(({ company }) => company.id === unit.company.id).map(({ id }) => id)
      const expected = counted(stories, own)
      expect(await findFigures(app.ctx, unit.company.id)).toEqual(expected)
      expect(expected.finished).toBeGreaterThan(5)
      const { reliability } = await reliabilityIn(unit)
      expect(reliability).toBeCloseTo(reliabilityOf(expected) ?? 0, 4)
    }
  })

  const reliabilityIn = async ({ company: { id } }: TestUnit) =>
    app.ctx.db
      .selectFrom('companies.reliability')
      .select('reliability')
      .where('companyId', '=', id)
      .executeTakeFirstOrThrow()

  it('count no reply to a booking that confirmed itself', async () => {
    const [, , unit] = units
    await app.ctx.db.deleteFrom('fleet.working_unit').where('id', 'in', [units[0]!.id, units[1]!.id]).execute()
    app.clock.set('2026-11-20T09:00:00Z')
    await app.ctx.db.updateTable('fleet.working_unit').set({ confirmsFromHours: 24 }).execute()
    await aBooking(app)
    await app.ctx.db
      .updateTable('bookings.event')
      .set({ at: app.clock.now() })
      .where('kind', '=', 'confirmed')
      .execute()
    await app.ctx.db
      .updateTable('bookings.event')
      .set({ at: later(app.clock.now(), -9) })
      .where('kind', '=', 'created')
      .execute()
    await app.ctx.tx((tx) => countFigures(tx, { unitId: unit!.id }))
    expect(await findFigures(app.ctx, unit!.company.id)).toMatchObject({ replies: 0, replyMinutes: null })
  })

  it('follow what happens, and are on a quote from five finished jobs on', async () => {
    const [, , unit] = units
    await app.ctx.db.deleteFrom('fleet.working_unit').where('id', 'in', [units[0]!.id, units[1]!.id]).execute()
    const quote = () => {
      app.clock.set('2026-11-20T09:00:00Z')
      return aQuoteFor(app, aMove({ date: '2027-01-15' }))
    }
    for (let day = 1; day <= 5; day += 1) {
      expect((await quote()).company.reliability).toBeNull()
      const booking = await aBooking(app, { move: aMove({ date: `2026-12-0${day}` }) })
      await finishBooking(app, booking)
      await app.runJobs()
    }
    expect((await quote()).company.reliability).toBe(1)
    const page = await must(app.call()(getCompanyPage, { params: { id: unit!.company.id } }))
    expect(page.figures).toMatchObject({ finished: 5, started: 5, onTime: 5, priceKept: 5, cancelled: 0 })
    expect(areShown({ finished: 5 })).toBe(true)
  })
})
