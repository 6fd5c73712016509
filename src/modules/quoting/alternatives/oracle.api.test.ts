import { afterAll, beforeAll, expect, it } from 'vitest'
import { listUnitCalendars } from '#modules/calendar/queries.ts'
import { startsOfDay, reasonNotFree } from '#modules/calendar/rules.ts'
import { listRoadCharges } from '#modules/pricing/queries.ts'
import { Refusal } from '#shared/endpoint.ts'
import { addDays, addMinutes, daysFromTo, localDayOf, startOfDay } from '#shared/local-time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aHold } from '#test/support/factories/hold.ts'
import { aMove, type MoveOptions } from '#test/support/factories/move.ts'
import { aUnit, everyDay } from '#test/support/factories/unit.ts'
import { quotePayload } from '../contract.ts'
import { fromWire, toWire } from '#shared/wire.ts'
import { driversHoursOf } from '../load/queries.ts'
import { inTrips, moveAt, prepareMove, timed, type TimedMove } from '../move/queries.ts'
import { driveBetweenJobs, pricedJobOf, priceUnit, searchFor } from '../queries.ts'
import { searchUnits } from '../search/queries.ts'
import { findDayPrices, findAlternatives } from './queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  const hours = Array.from({ length: 7 }, () => [480, 1080] as const)
  for (let made = 0; made < 12; made += 1) {
    const unit = await aUnit(app, {
      company: {
        pencePerHour: 3000 + made * 137,
        tariff: { outOfHoursPercent: made % 3 === 0 ? 50 : 0, standardHours: hours },
      },
      week: everyDay(360 + (made % 4) * 90, 1080 + (made % 3) * 120),
      vacations: made % 5 === 1 ? [{ startDay: '2026-10-22', endDay: '2026-10-25' }] : [],
      availability: [{ day: addDays('2026-10-23', made % 6), freeHours: 0xfff0ff }],
    })
    for (const day of [0, 1, 4]) {
      const start = addMinutes(startOfDay(addDays('2026-10-23', day)), 540 + (made % 5) * 60)
      await aHold(app, unit, { start, end: addMinutes(start, 150), from: made % 2 === 0 ? 'CR0 2AA' : 'M1 1AA' })
    }
  }
})
afterAll(() => app.close())

/** The exhaustive version: each unit at each half hour of each day, by the rules for one unit and one time. */
async function plainly(move: TimedMove) {
  const { ctx } = app
  const charges = await listRoadCharges(ctx)
  const [startPlace, endPlace] = [move.places[0], move.places.at(-1)]
  if (!startPlace || !endPlace) throw new Error('A move has two places')
  const asAsked = searchFor(move)
  const spans = asAsked.spans.map((span) => ({ ...span, until: move.start }))
  const { free: units } = await searchUnits(ctx, { ...asAsked, spans })
  const requestedDay = localDayOf(move.start)
  const days = daysFromTo(addDays(requestedDay, -7), addDays(requestedDay, 7)).filter(
    (day) => day >= localDayOf(ctx.clock.now()),
  )
  const ids = units.map(({ id }) => id)
  const calendars = await listUnitCalendars(
    ctx,
    ids,
    startOfDay(addDays(requestedDay, -9)),
    startOfDay(addDays(requestedDay, 10)),
  )
  const starts = units.flatMap((unit) =>
    days.flatMap((day) =>
      startsOfDay(day).flatMap((at) => {
        const calendar = calendars.get(unit.id)
        const moved = moveAt(inTrips(move, unit.trips), at)
        const hours = driversHoursOf(moved.request, moved.work)
        const job = { start: at, end: moved.heldUntil, startPlace, endPlace, ...hours }
        if (at < addMinutes(ctx.clock.now(), 120) || !calendar || reasonNotFree(calendar, job, driveBetweenJobs))
          return []
        return [
          {
            day,
            at: at.getTime(),
            unit,
            pence: priceUnit(unit, moved, pricedJobOf(moved), charges)?.price.totalPence ?? NaN,
          },
        ]
      }),
    ),
  )
  const cheapestAt = (at: number) => Math.min(...starts.filter((one) => one.at === at).map(({ pence }) => pence))
  const companiesAt = (at: number) =>
    new Set(starts.filter((one) => one.at === at).map(({ unit }) => unit.company.id)).size
  const times = [...new Set(starts.map(({ at }) => at))].sort((a, b) => a - b)
  const far = (at: number) => Math.abs(at - move.start.getTime())
  const nearest = times.toSorted((a, b) => far(a) - far(b))
  const ofDay = new Map<string, number>()
  const nearestTimes = nearest
    .filter((at) => {
      const day = localDayOf(new Date(at))
      ofDay.set(day, (ofDay.get(day) ?? 0) + 1)
      return (ofDay.get(day) ?? 0) <= 2
    })
    .slice(0, 4)
    .map((at) => ({ startAt: new Date(at).toISOString(), companies: companiesAt(at), fromPence: cheapestAt(at) }))
  const leastOn = (day: string) => Math.min(...starts.filter((one) => one.day === day).map(({ pence }) => pence))
  const freeDays = [...new Set(starts.map(({ day }) => day))]
  const distanceFrom = (day: string) => Math.abs(Date.parse(day) - Date.parse(requestedDay))
  const cheapestDays = freeDays
    .map((date) => ({ date, fromPence: leastOn(date) }))
    .sort(
      (a, b) => a.fromPence - b.fromPence || distanceFrom(a.date) - distanceFrom(b.date) || (a.date < b.date ? -1 : 1),
    )
  return { nearestTimes, cheapestAt, cheapestDays, days }
}

const moves: MoveOptions[] = ['03:00', '05:30', '21:00', '22:30'].flatMap((time) =>
  ['2026-10-23', '2026-10-25', '2026-10-27'].map((date) => ({
    date,
    time,
    to: time === '05:30' ? 'E10 5AA' : 'SW1A 1AA',
  })),
)

it.each(moves)(
  'the alternatives to $date at $time are what trying every unit at every half hour finds',
  async (moveOptions) => {
    app.clock.set('2026-10-19T09:00:00Z')
    const prepared = await prepareMove(app.ctx, fromWire(quotePayload.parse(toWire(aMove(moveOptions)))))
    const move = prepared instanceof Refusal ? undefined : timed(prepared)
    if (!move) throw new Error('refused')
    const charges = await listRoadCharges(app.ctx)
    const { nearestTimes, cheapestDays } = await findAlternatives(app.ctx, move, charges)
    const expected = await plainly(move)
    expect(nearestTimes).toEqual(expected.nearestTimes)
    expect(nearestTimes).toHaveLength(4)
    expect(cheapestDays.length).toBeGreaterThan(7)
    expect(cheapestDays.map(({ date, fromPence }) => ({ date, fromPence }))).toEqual(expected.cheapestDays)
    for (const { startAt, fromPence } of cheapestDays)
      expect(fromPence).toBe(expected.cheapestAt(new Date(startAt).getTime()))
    // The day prices match for every day of the window, including days without a free driver.
    const priced = await findDayPrices(app.ctx, move, charges, expected.days)
    expect(priced).toHaveLength(expected.days.length)
    for (const { date, startAt, fromPence } of priced) {
      const offered = cheapestDays.find((day) => day.date === date)
      expect([startAt, fromPence]).toEqual([offered?.startAt ?? null, offered?.fromPence ?? null])
    }
  },
)
