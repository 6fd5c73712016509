import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, addMinutes, daysFromTo, formatTime, startOfDay, toLocal } from '#shared/local-time.ts'
import type { CallInput } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { search } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aHold } from '#test/support/factories/hold.ts'
import { aMove, type Move } from '#test/support/factories/move.ts'
import { aUnit, everyDay } from '#test/support/factories/unit.ts'
import { countSearches, keptPages } from '#test/support/kept-searches.ts'
import { sentStatementsOf } from '#test/support/statements.ts'
import { listDayPrices, MOST_DAYS } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => removeCompanies(app))
afterAll(() => app.close())

let callers = 0
const ask = (move: Move, query: CallInput<typeof listDayPrices>['query'] = {}) =>
  app.call(undefined, `10.80.0.${(callers += 1)}`)(listDayPrices, { body: move, query })

async function dayPricesOf(move: Move, query?: CallInput<typeof listDayPrices>['query']) {
  const answer = await ask(move, query)
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
  return answer.data
}

const startOf = (instant: string) => {
  const { day, minute } = toLocal(new Date(instant))
  return { date: day, time: formatTime(minute) }
}

describe('the prices of days', () => {
  it('are what the quotes of their starts say, and no half hour of a day is cheaper', async () => {
    const hours = Array.from({ length: 7 }, (_, day) => (day < 5 ? ([540, 1020] as const) : null))
    const dear = { pencePerHour: 4000, tariff: { outOfHoursPercent: 60, standardHours: hours } }
    const first = await aUnit(app, { company: dear, week: everyDay(420, 1320) })
    await aUnit(app, { company: { pencePerHour: 5000 }, week: everyDay(480, 1080) })
    // The cheaper of the two is on another job until the evening.
    const start = addMinutes(startOfDay('2026-11-26'), 480)
    await aHold(app, first, { start, end: addMinutes(start, 600), from: 'E17 4QH', to: 'E17 4QH' })
    const move = aMove({ date: '2026-11-27', time: '10:00', to: 'E10 5AA' })
    const { days } = await dayPricesOf(move, { from: '2026-11-25', to: '2026-11-28' })
    expect(days.map(({ date }) => date)).toEqual(daysFromTo('2026-11-25', '2026-11-28'))
    for (const { date, startAt, fromPence } of days) {
      const totals = new Map<string, number>()
      for (const time of Array.from({ length: 48 }, (_, half) => formatTime(half * 30))) {
        const { results } = await search(app, { ...move, ...aMove({ date, time, to: 'E10 5AA' }) })
        if (results.length > 0) totals.set(time, Math.min(...results.map(({ totalPence }) => totalPence)))
      }
      const { date: day, time } = startOf(startAt ?? '')
      expect([day, fromPence]).toEqual([date, Math.min(...totals.values())])
      expect(totals.get(time)).toBe(fromPence)
    }
  }, 60_000)

  it('keep the hour asked for where it costs no more', async () => {
    await aUnit(app, { week: everyDay(480, 1080) })
    const { days } = await dayPricesOf(aMove({ time: '13:00' }))
    expect(new Set(days.map(({ startAt }) => startOf(startAt ?? '').time))).toEqual(new Set(['13:00']))
    expect(days).toHaveLength(15)
  })

  it('say that nobody is free on a day, and leave out days that cannot be booked', async () => {
    await aUnit(app, { vacations: [{ startDay: '2026-11-23', endDay: '2026-11-24' }] })
    const { days } = await dayPricesOf(aMove({ date: '2026-11-23', time: '12:00' }), {
      from: '2026-11-01',
      to: '2026-11-25',
    })
    expect(days.map(({ date, fromPence }) => [date, fromPence !== null])).toEqual([
      ['2026-11-20', true],
      ['2026-11-21', true],
      ['2026-11-22', true],
      ['2026-11-23', false],
      ['2026-11-24', false],
      ['2026-11-25', true],
    ])
  })

  it('are those around the day that is assumed where none is chosen', async () => {
    await aUnit(app)
    const found = await dayPricesOf(aMove({ points: [{ date: null, time: null }] }))
    expect(found).toMatchObject({ isDayAssumed: true, isTimeAssumed: true })
    expect(found.days.map(({ date }) => date)).toContain(startOf(found.startAt).date)
  })

  it.each([
    [{ from: '2026-12-02', to: '2026-12-01' }, ['to']],
    [{ from: '2026-12-01', to: addDays('2026-12-01', MOST_DAYS) }, ['to']],
    [{ from: '2026-11-31' }, ['from']],
    [{ to: 'soon' }, ['to']],
  ])('refuse the days %j', async (query, fields) => {
    const answer = await ask(aMove(), query)
    expect([answer.status, answer.ok ? [] : Object.keys(answer.problem.errors ?? {})]).toEqual([422, fields])
  })

  it('take as many statements for a month and forty units as for a day and one, and store nothing', async () => {
    await aUnit(app)
    const oneDay = { from: '2026-11-28', to: '2026-11-28' }
    await dayPricesOf(aMove(), oneDay)
    const before = [await countSearches(app), (await keptPages(app)).length]
    const few = await sentStatementsOf(app, () => dayPricesOf(aMove(), oneDay))
    for (let more = 0; more < 39; more += 1) await aUnit(app)
    const many = await sentStatementsOf(app, () => dayPricesOf(aMove(), { from: '2026-11-28', to: '2027-01-10' }))
    expect(many).toHaveLength(few.length)
    expect(many.map(({ text }) => text).filter((text) => /insert|update|delete/i.test(text))).toEqual([])
    expect([await countSearches(app), (await keptPages(app)).length]).toEqual(before)
  })
})
