import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HoldPlace, UnitCalendar } from '#modules/calendar/queries.ts'
import { NOT_FREE_REASONS, reasonNotFree, type NotFreeReason } from '#modules/calendar/rules.ts'
import { ALL_HOURS, addDays, addMinutes, toInstant } from '#shared/local-time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { search } from '#test/support/factories/booking.ts'
import { aCompany } from '#test/support/factories/company.ts'
import { aHold, holdRow, placeOf } from '#test/support/factories/hold.ts'
import { aMove, type MoveOptions } from '#test/support/factories/move.ts'
import { aUnit, everyDay, roundTheClock, type UnitOptions } from '#test/support/factories/unit.ts'
import { keptOutcomes } from '#test/support/kept-searches.ts'
import { statementsOf } from '#test/support/statements.ts'
import { hoursOfOrder } from '../load/rules.ts'
import { driveBetweenJobs } from '../queries.ts'
import { OUTCOMES, type Outcome } from '../rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const saturday = '2026-11-28'
const at = (minute: number, day = saturday) => toInstant(day, minute)

describe('a unit that cannot do the job is not shown, and the search says why', () => {
  const cases: [Outcome, string, UnitOptions, MoveOptions?][] = [
    ['not_operating', 'switched off', { status: 'deactivated_by_you' }],
    ['not_operating', 'never finished its documents', { status: 'ready_to_start' }],
    ['not_operating', 'blocked by the office', { status: 'blocked' }],
    ['van', 'a smaller van', { van: { category: 'medium_van' } }],
    ['van', 'a bigger van', { van: { category: 'luton_van' } }],
    ['van', 'no van at all', { van: null }],
    ['tail_lift', 'no tail-lift', { van: { category: 'luton_van' } }, { vanCategory: 'luton_van', needTailLift: true }],
    ['job_kind', 'furniture only', { jobKinds: ['furniture'] }],
    ['help', 'no porter', { helpLevels: ['no_help', 'driver_helps'] }],
    ['rate', 'no rate for a porter', { company: { pencePerHour: { large_van: { one_porter: null } } } }],
    ['vacation', 'away', { vacations: [{ startDay: '2026-11-20', endDay: saturday }] }],
    ['day_off', 'Saturdays off', { week: roundTheClock.map((day) => ({ ...day, dayOff: day.dayOfWeek === 6 })) }],
    ['day_off', 'no Saturday in its week', { week: roundTheClock.filter((day) => day.dayOfWeek !== 6) }],
    ['hours', 'starts at half past nine', { week: everyDay(570, 1440) }],
    ['hours', 'is home a minute before the end', { week: everyDay(0, 749) }],
    ['papers', 'a document that expires on the day', { papersUntil: saturday }],
    ['unavailable', 'an hour taken off', { availability: [{ day: saturday, freeHours: ALL_HOURS & ~(1 << 12) }] }],
  ]

  it.each(cases)('%s: %s', async (reason, _, options, more) => {
    const unit = await aUnit(app, options)
    const { results } = await search(app, aMove(more))
    expect(results.map(({ workingUnit }) => workingUnit.id)).not.toContain(unit.id)
    expect((await keptOutcomes(app)).get(unit.id)).toBe(reason)
  })

  // The move takes from nine to half past twelve; E17 to Brighton is over an hour.
  const held: [Outcome | 'shown', string, { from: number; to: number; place: string }][] = [
    ['busy', 'booked in the middle', { from: 600, to: 660, place: 'E17 4QH' }],
    ['busy', 'booked throughout', { from: 480, to: 900, place: 'E17 4QH' }],
    ['busy', 'booked to a minute after the start', { from: 480, to: 541, place: 'E17 4QH' }],
    ['drive', 'still in Brighton at half past eight', { from: 420, to: 510, place: 'BN1 4QL' }],
    ['drive', 'due back in E17 at one', { from: 780, to: 840, place: 'E17 4QH' }],
    ['shown', 'in Brighton until half past six', { from: 300, to: 390, place: 'BN1 4QL' }],
    ['shown', 'due in Brighton at one', { from: 780, to: 840, place: 'BN1 4QL' }],
  ]

  it.each(held)('%s: %s', async (reason, _, { from, to, place }) => {
    const unit = await aUnit(app)
    await aHold(app, unit, { start: at(from), end: at(to), from: place })
    const { results } = await search(app)
    expect((await keptOutcomes(app)).get(unit.id)).toBe(reason)
    expect(results.some(({ workingUnit }) => workingUnit.id === unit.id)).toBe(reason === 'shown')
  })

  it('cheaper_colleague: a company is shown once, by its cheapest unit', async () => {
    const company = await aCompany(app)
    const dear = await aUnit(app, { company, van: { fuel: 'diesel', euroClass: 4 } })
    const cheap = await aUnit(app, { company, van: { fuel: 'diesel', euroClass: 6 } })
    const { results } = await search(app)
    const shown = results.filter((result) => result.company.id === company.id)
    expect(shown.map(({ workingUnit }) => workingUnit.id)).toEqual([cheap.id])
    const outcomes = await keptOutcomes(app)
    expect([outcomes.get(cheap.id), outcomes.get(dear.id)]).toEqual(['shown', 'cheaper_colleague'])
  })

  it('says nothing of units that do not pick up there', async () => {
    const [area, district, elsewhere] = [
      await aUnit(app, { districts: ['E'] }),
      await aUnit(app, { districts: ['E17'] }),
      await aUnit(app, { districts: ['E1', 'E18', 'BN', 'EN'] }),
    ]
    await search(app)
    const outcomes = await keptOutcomes(app)
    expect([area, district, elsewhere].map(({ id }) => outcomes.get(id))).toEqual(['shown', 'shown', undefined])
  })

  it('counts a unit once that works in the district and in its area', async () => {
    const unit = await aUnit(app, { districts: ['E', 'E17'] })
    const { results } = await search(app)
    expect(results.filter(({ workingUnit }) => workingUnit.id === unit.id)).toHaveLength(1)
  })

  it('takes a unit whose insurance expires soon', async () => {
    const unit = await aUnit(app, { status: 'insurance_expires_soon' })
    await search(app)
    expect((await keptOutcomes(app)).get(unit.id)).toBe('shown')
  })
})

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
const postcodes = ['E17 4QH', 'E10 5AA', 'SE1 7PB', 'CR0 2AA', 'BN1 4QL', 'OX1 1AA', 'M1 1AA', 'EH1 1YZ', 'TR18 2AA']

describe('the statement and the rule', () => {
  // Around both clock changes, and over New Year.
  it.each([
    ['2026-10-25', '2026-10-16T09:00:00Z'],
    ['2027-03-28', '2027-03-19T09:00:00Z'],
    ['2026-12-31', '2026-12-22T09:00:00Z'],
  ])('give the same verdict on 120 random calendars at five times around %s', async (day, now) => {
    const app = await createTestApp({ now })
    try {
      const { disagreements, told: verdictCounts } = await compareVerdicts(app, day)
      expect(disagreements).toEqual([])
      // The agreement would prove little if any answer were rare.
      expect([...verdictCounts].filter(([, times]) => times > 9).map(([reason]) => reason)).toEqual(
        expect.arrayContaining([null, ...NOT_FREE_REASONS]),
      )
    } finally {
      await app.close()
    }
  })
})

/** Asks for the same random calendars at five times, of the statement and of the rule. */
async function compareVerdicts(app: TestApp, day: string) {
  // Holds here belong to no booking: only their times and places matter.
  await app.database.asOwner('alter table calendar.hold drop constraint hold_booking')
  const places = await Promise.all(postcodes.map((postcode) => placeOf(app, postcode)))
  const calendars = fc.sample(anyCalendar(day, places), { numRuns: 120, seed: 20_261_120 })
  const company = await aCompany(app)
  const units = new Map<string, UnitCalendar>()
  await Promise.all(
    calendars.map(async (calendar) => {
      const { businessDays: week, availability, vacations } = calendar
      const { id } = await aUnit(app, { company, week, availability, vacations })
      units.set(id, calendar)
      const holds = calendar.holds.map((hold) => holdRow(id, crypto.randomUUID(), hold))
      if (holds.length > 0) await app.ctx.db.insertInto('calendar.hold').values(holds).execute()
    }),
  )
  const verdictCounts = new Map<NotFreeReason | null, number>()
  const disagreements: object[] = []
  const times: [number, string][] = [
    [-1, '22:30'],
    [0, '00:00'],
    // The hour that spring leaves out cannot be asked for.
    [0, day === '2027-03-28' ? '02:30' : '01:30'],
    [0, '09:00'],
    [1, '12:30'],
  ]
  for (const [days, time] of times) {
    const answer = await search(app, aMove({ date: addDays(day, days), time, to: 'E10 5AA' }))
    const [start, end] = [new Date(answer.order.startAt ?? ''), new Date(answer.order.endAt ?? '')]
    const [startPlace, endPlace] = [await placeOf(app, 'E17 4QH'), await placeOf(app, 'E10 5AA')]
    const outcomes = await keptOutcomes(app)
    for (const [id, calendar] of units) {
      const expected = reasonNotFree(
        calendar,
        { start, end, startPlace, endPlace, ...hoursOfOrder(answer.order) },
        driveBetweenJobs,
      )
      const outcome = outcomes.get(id)
      const verdict = outcome === 'shown' || outcome === 'cheaper_colleague' ? null : outcome
      verdictCounts.set(expected, (verdictCounts.get(expected) ?? 0) + 1)
      if (verdict !== expected) disagreements.push({ verdict, expected, start, end, calendar })
    }
  }
  return { disagreements, told: verdictCounts }
}

function anyCalendar(day: string, places: HoldPlace[]): fc.Arbitrary<UnitCalendar> {
  const place = fc.constantFrom(...places)
  // Longer than the time that is held, so that days get too long often enough.
  const hours = fc.record({ drivingMinutes: fc.constantFrom(0, 120, 480), dutyMinutes: fc.constantFrom(480, 540, 600) })
  const hold = fc
    .record({
      half: fc.integer({ min: -60, max: 96 }),
      halves: fc.integer({ min: 1, max: 8 }),
      from: place,
      to: place,
      hours,
    })
    .map(({ half, halves, from, to, hours }) => {
      const start = addMinutes(toInstant(day, 0), half * 30)
      return { start, end: addMinutes(start, halves * 30), startPlace: from, endPlace: to, ...hours }
    })
  return fc.record({
    businessDays: fc.uniqueArray(
      fc.record({
        dayOfWeek: fc.constantFrom(...weekdays),
        startMinute: fc.constantFrom(0, 0, 0, 90, 480),
        endMinute: fc.constantFrom(1080, 1440, 1440, 1440),
        dayOff: fc.integer({ min: 0, max: 9 }).map((die) => die === 0),
      }),
      { selector: ({ dayOfWeek }) => dayOfWeek, minLength: 6, maxLength: 7 },
    ),
    availability: fc.uniqueArray(
      fc.record({
        day: fc.integer({ min: -1, max: 2 }).map((days) => addDays(day, days)),
        freeHours: fc.oneof(
          fc.nat(ALL_HOURS),
          fc.nat(23).map((hour) => ALL_HOURS & ~(1 << hour)),
        ),
      }),
      { selector: (entry) => entry.day, maxLength: 2 },
    ),
    vacations: fc.array(
      fc
        .tuple(fc.integer({ min: -12, max: 12 }), fc.nat(2))
        .map(([days, more]) => ({ startDay: addDays(day, days), endDay: addDays(day, days + more) })),
      { maxLength: 2 },
    ),
    holds: fc
      .array(hold, { maxLength: 5 })
      .map((all) =>
        all.filter((one, index) =>
          all.slice(0, index).every((other) => other.end <= one.start || one.end <= other.start),
        ),
      ),
  })
}

async function statementsWith(units: number) {
  const app = await createTestApp()
  try {
    for (let made = 0; made < units; made += 1) await aUnit(app)
    await search(app)
    const statements = await statementsOf(app, () => search(app))
    expect((await search(app)).count).toBe(units)
    return statements
  } finally {
    await app.close()
  }
}

describe('the budget of a search', () => {
  it('is two statements, for three units and for sixty', async () => {
    const few = await statementsWith(3)
    expect(few.map(nameOf)).toEqual(['quote-search', 'quote-keep'])
    expect((await statementsWith(60)).map(nameOf)).toEqual(few.map(nameOf))
  })
})

const nameOf = (statement: string) => /^\/\* ([a-z-]+) \*\//.exec(statement)?.[1] ?? statement.slice(0, 40)

it('numbers every outcome once', () => {
  expect(new Set(Object.values(OUTCOMES)).size).toBe(Object.keys(OUTCOMES).length)
})
