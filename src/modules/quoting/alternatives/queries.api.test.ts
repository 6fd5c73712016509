import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ALL_HOURS, addDays, formatTime, hourMask, toInstant, toLocal } from '#shared/local-time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { firstOf } from '#test/support/cases.ts'
import { search } from '#test/support/factories/booking.ts'
import { aCompany, removeCompanies } from '#test/support/factories/company.ts'
import { aHold } from '#test/support/factories/hold.ts'
import { aMove, type MoveOptions } from '#test/support/factories/move.ts'
import { aUnit, everyDay } from '#test/support/factories/unit.ts'
import { statementsOf } from '#test/support/statements.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => removeCompanies(app))
afterAll(() => app.close())

/** The date and time by which an instant is asked for. */
const askedAs = (instant: string) => {
  const { day, minute } = toLocal(new Date(instant))
  return { date: day, time: formatTime(minute) }
}
const clock = ({ startAt }: { startAt: string }) => Object.values(askedAs(startAt)).join(' ')

/** Whatever an answer offers must give a quote when it is asked for. */
async function keptPromises(app: TestApp, move: MoveOptions) {
  const { count, nearestTimes, cheapestDays, biggerVan } = await search(app, aMove(move))
  const times = []
  for (const { startAt, companies, fromPence } of nearestTimes) {
    const { results, count: found, order } = await search(app, aMove({ ...move, ...askedAs(startAt) }))
    times.push({ promised: [companies, fromPence, startAt], found: [found, results[0]?.totalPence, order.startAt] })
  }
  const days = []
  for (const { startAt, date, fromPence } of cheapestDays) {
    const { results, order } = await search(app, aMove({ ...move, ...askedAs(startAt) }))
    days.push({ date, promised: fromPence, found: results[0]?.totalPence ?? Infinity, start: order.startAt })
  }
  return { count, times, days, biggerVan }
}

const addDayUnits = async (units: number) => {
  for (let made = 0; made < units; made += 1) await aUnit(app, { week: everyDay(480, 1080) })
}
const statementsAtNight = () => statementsOf(app, () => search(app, aMove({ time: '20:00' })))

describe('when nobody is free', () => {
  it('offers nothing where nobody works at all', async () => {
    const answer = await search(app)
    expect(answer).toMatchObject({ count: 0, nearestTimes: [], cheapestDays: [], biggerVan: null, results: [] })
  })

  it('offers the nearest times, at most two a day, nearest first', async () => {
    await aUnit(app, { week: everyDay(480, 1080) })
    // Three and a half hours, asked for at eight in the evening.
    const { nearestTimes } = await search(app, aMove({ time: '20:00' }))
    expect(nearestTimes.map(clock)).toEqual([
      '2026-11-28 14:30',
      '2026-11-28 14:00',
      '2026-11-29 08:00',
      '2026-11-29 08:30',
    ])
  })

  it('counts the companies that are free at a time, not their vans', async () => {
    const company = await aCompany(app)
    for (const week of [everyDay(480, 1080), everyDay(480, 1080), everyDay(600, 1080)])
      await aUnit(app, { company, week })
    await aUnit(app, { week: everyDay(480, 1080) })
    const { nearestTimes } = await search(app, aMove({ time: '06:00' }))
    expect(nearestTimes.map((one) => [clock(one), one.companies]).slice(0, 2)).toEqual([
      ['2026-11-28 08:00', 2],
      ['2026-11-28 08:30', 2],
    ])
  })

  it('offers every free day around, the cheapest first and then the nearest, at the hour nearest to the one asked for', async () => {
    const hours = [480, 1080] as const
    // Mondays and Tuesdays at the usual rate, everything else half as much again.
    const standardHours = [hours, hours, null, null, null, null, null]
    await aUnit(app, {
      company: { tariff: { outOfHoursPercent: 50, standardHours } },
      week: everyDay(420, 1440),
      vacations: [{ startDay: '2026-11-28', endDay: '2026-11-28' }],
    })
    const { cheapestDays } = await search(app, aMove({ time: '10:00' }))
    expect(cheapestDays.map((one) => [clock(one), one.date, one.fromPence]).slice(0, 6)).toEqual([
      ['2026-11-30 10:00', '2026-11-30', 21_000],
      ['2026-12-01 10:00', '2026-12-01', 21_000],
      ['2026-11-24 10:00', '2026-11-24', 21_000],
      ['2026-11-23 10:00', '2026-11-23', 21_000],
      ['2026-11-27 10:00', '2026-11-27', 31_500],
      ['2026-11-29 10:00', '2026-11-29', 31_500],
    ])
    // A week on both sides, without the days that are over and the one of the vacation.
    expect(cheapestDays).toHaveLength(14)
  })

  it('says the cheapest price of the day, whichever van has it at whichever hour', async () => {
    const standardHours = Array.from({ length: 7 }, () => [480, 1080] as const)
    // The unit is out of its hours at seven; at eight it is the cheaper of the two.
    await aUnit(app, {
      company: { pencePerHour: 3000, tariff: { outOfHoursPercent: 50, standardHours } },
      week: everyDay(420, 1080),
    })
    await aUnit(app, { company: { pencePerHour: 4000, tariff: { standardHours } }, week: everyDay(480, 1080) })
    const { cheapestDays } = await search(app, aMove({ time: '06:00' }))
    for (const { startAt, fromPence } of cheapestDays) {
      const { results } = await search(app, aMove(askedAs(startAt)))
      expect(Math.min(...results.map(({ totalPence }) => totalPence))).toBe(fromPence)
      // In its hours, and as near to six as they are.
      expect([clock({ startAt }).slice(11), fromPence]).toEqual(['08:00', 10_500])
    }
    expect(cheapestDays).toHaveLength(15)
  })

  it('offers the next bigger van that somebody has free then', async () => {
    await aUnit(app, { van: { category: 'luton_van' }, company: { pencePerHour: 2000 } })
    await aUnit(app, { van: { category: 'large_van' }, company: { pencePerHour: 5000 } })
    await aUnit(app, { van: { category: 'large_van' }, company: { pencePerHour: 4000 } })
    const move: MoveOptions = { vanCategory: 'small_van', manPower: 'driver_helps', items: [] }
    const { biggerVan } = await search(app, aMove(move))
    expect(biggerVan).toEqual({ vanCategory: 'large_van', companies: 2, fromPence: 14_000 })
    const [cheapest] = (await search(app, aMove({ ...move, vanCategory: 'large_van' }))).results
    expect(cheapest?.totalPence).toBe(14_000)
  })

  it('offers no bigger van that is as busy', async () => {
    const unit = await aUnit(app, { van: { category: 'luton_van' } })
    await aHold(app, unit, { start: toInstant('2026-11-28', 600), end: toInstant('2026-11-28', 660) })
    expect((await search(app)).biggerVan).toBeNull()
  })

  it('offers no time sooner than two hours from now', async () => {
    await aUnit(app, { availability: [{ day: '2026-11-20', freeHours: ALL_HOURS & ~hourMask(930, 990) }] })
    // It is nine; the van is off from three to five.
    const { nearestTimes, count } = await search(app, aMove({ date: '2026-11-20', time: '12:00' }))
    expect(count).toBe(0)
    expect(nearestTimes.map(clock).slice(0, 2)).toEqual(['2026-11-20 11:30', '2026-11-20 11:00'])
  })

  it('offers no day later than 180 days from now', async () => {
    const last = addDays('2026-11-20', 180)
    await aUnit(app, { vacations: [{ startDay: addDays(last, -3), endDay: last }] })
    const { nearestTimes, cheapestDays } = await search(app, aMove({ date: last }))
    expect(nearestTimes).toHaveLength(4)
    expect([...nearestTimes, ...cheapestDays].map(({ startAt }) => askedAs(startAt).date <= last)).not.toContain(false)
  })

  it('takes no more statements with sixty units than with three', async () => {
    await addDayUnits(3)
    // The first search reads it, and all later ones have it at hand.
    await statementsAtNight()
    const few = await statementsAtNight()
    await addDayUnits(57)
    expect(await statementsAtNight()).toHaveLength(few.length)
    // The search, the units, their calendars, the only bigger van, and what is kept of it.
    expect(few).toHaveLength(5)
  })
})

describe('what is offered', () => {
  // Around a clock change too.
  const days: [day: string, now: string, early: string][] = [
    // The first time after the hour that this day skips.
    ['2027-03-28', '2027-03-23T09:00:00Z', '02:00'],
    ['2026-10-25', '2026-10-20T09:00:00Z', '01:30'],
    ['2026-11-28', '2026-11-20T09:00:00Z', '01:30'],
  ]
  it.each(firstOf(1, days))('really gives a quote when it is asked for, around %s', async (day, now, early) => {
    const app = await createTestApp({ now })
    try {
      for (const [index, calendar] of fc.sample(anyWeek(day), { numRuns: 6, seed: 7 }).entries()) {
        await removeCompanies(app)
        const unit = await aUnit(app, calendar)
        for (const hour of calendar.heldHours)
          await aHold(app, unit, {
            start: toInstant(day, hour * 60),
            end: toInstant(day, hour * 60 + 60),
            from: 'CR0 2AA',
          })
        await aUnit(app, { week: everyDay(600, 1320), vacations: [{ startDay: day, endDay: day }] })
        await aUnit(app, { van: { category: 'luton_van' }, week: everyDay(index * 60, 1440) })
        const time = [early, '04:00', '12:30', '19:30'][index % 4]
        const { count, times, days } = await keptPromises(app, { date: day, time, to: 'E10 5AA' })
        if (count > 0) continue
        expect(times.length).toBeGreaterThan(0)
        for (const { promised, found } of times) expect(found).toEqual(promised)
        for (const { promised, found } of days) expect(found).toBe(promised)
      }
    } finally {
      await app.close()
    }
  })
})

const anyWeek = (day: string) =>
  fc.record({
    week: fc
      .tuple(fc.constantFrom(0, 420, 480), fc.constantFrom(1080, 1200, 1440))
      .map(([from, to]) => everyDay(from, to)),
    availability: fc
      .record({ days: fc.integer({ min: -2, max: 2 }), freeHours: fc.nat(ALL_HOURS) })
      .map(({ days, freeHours }) => [{ day: addDays(day, days), freeHours }]),
    vacations: fc
      .array(fc.integer({ min: -3, max: 3 }), { maxLength: 2 })
      .map((all) => all.map((days) => ({ startDay: addDays(day, days), endDay: addDays(day, days) }))),
    heldHours: fc.uniqueArray(fc.integer({ min: 5, max: 22 }), { maxLength: 3 }),
  })
