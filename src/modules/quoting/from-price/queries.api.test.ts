import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '#app/build-app.ts'
import type { CallInput } from '#shared/endpoint.ts'
import {
  ALL_HOURS,
  toInstant,
  localDayOf,
  addDays,
  addMinutes,
  daysFromTo,
  formatTime,
  startOfDay,
  toLocal,
} from '#shared/local-time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { search } from '#test/support/factories/booking.ts'
import { aCompany, removeCompanies } from '#test/support/factories/company.ts'
import { aHold } from '#test/support/factories/hold.ts'
import { aMove, type Move, type MoveOptions } from '#test/support/factories/move.ts'
import { aUnit, everyDay, roundTheClock, type TestUnit, type UnitOptions } from '#test/support/factories/unit.ts'
import { aRandomJob, aWorld, dice } from '#test/support/gains-world.ts'
import { countSearches, keptOutcomes, keptPages } from '#test/support/kept-searches.ts'
import { sessionFor } from '#test/support/session.ts'
import { sentStatementsOf } from '#test/support/statements.ts'
import { findQuotes } from '../contract.ts'
import { audienceText, type SeenOutcome } from '../insights/rules.ts'
import { tryOutUnit, getFromPrice, listDayPrices, MOST_DAYS } from './contract.ts'
import { NAMED_LOADS } from './data.ts'
import { FROM_PRICE_TIME } from './rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const saturday = '2026-11-28'

async function ask(ownerId: string, unitId: string, body: Move) {
  const { bearer } = await sessionFor(app, ownerId)
  return app.call(bearer)(tryOutUnit, { params: { id: unitId }, body })
}

async function tried({ id, company }: TestUnit, options: MoveOptions = {}) {
  const answer = await ask(company.owner.id, id, aMove(options))
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
  return answer.data
}

const countStored = async () => [await countSearches(app), (await keptPages(app)).length]

describe('a search tried out on one unit', () => {
  it('answers what a customer is shown of it, and keeps nothing', async () => {
    const unit = await aUnit(app, { van: { fuel: 'diesel', euroClass: 5, registration: 'LM12 OLD' } })
    const { results, order } = await search(app)
    const quote = results.find(({ workingUnit }) => workingUnit.id === unit.id)
    if (!quote) throw new Error('It is not shown')
    const before = await countStored()
    const { offer, ...result } = await tried({ ...unit, id: unit.id.toUpperCase() })
    expect({ ...offer, quoteId: quote.quoteId, validUntil: quote.validUntil }).toEqual(quote)
    const shown = { outcome: 'shown', reason: audienceText('shown') }
    expect(result).toEqual({ order, ...shown, otherwise: shown })
    expect(await countStored()).toEqual(before)
  })

  const cases: [SeenOutcome, UnitOptions, MoveOptions?][] = [
    ['area', { districts: ['E1', 'BN'] }],
    ['van', { van: { category: 'medium_van' } }],
    ['van', { van: null }],
    ['tail_lift', { van: { category: 'luton_van' } }, { vanCategory: 'luton_van', needTailLift: true }],
    ['job_kind', { jobKinds: ['furniture'] }],
    ['help', { helpLevels: ['no_help'] }],
    ['rate', { company: { pencePerHour: { large_van: { one_porter: null } } } }],
    ['vacation', { vacations: [{ startDay: '2026-11-20', endDay: saturday }] }],
    ['day_off', { week: roundTheClock.filter((day) => day.dayOfWeek !== 6) }],
    ['hours', { week: everyDay(570, 1440) }],
    ['papers', { papersUntil: saturday }],
    ['unavailable', { availability: [{ day: saturday, freeHours: ALL_HOURS & ~(1 << 12) }] }],
  ]

  it('says the first reason against it, and keeps nothing', async () => {
    const before = await countStored()
    for (const [outcome, options, move] of cases) {
      const { offer, ...result } = await tried(await aUnit(app, options), move)
      const verdict = { outcome, reason: audienceText(outcome) }
      expect(result, outcome).toMatchObject({ ...verdict, otherwise: verdict })
      expect(offer, outcome).toBeNull()
    }
    const unit = await aUnit(app)
    await aHold(app, unit, { start: toInstant(saturday, 600), end: toInstant(saturday, 660), from: 'E17 4QH' })
    expect(await tried(unit)).toMatchObject({ outcome: 'busy', offer: null })
    expect(await countStored()).toEqual(before)
  })

  it.each<[SeenOutcome, UnitOptions]>([
    ['not_operating', { status: 'pending_verification', people: 0 }],
    ['not_operating', { status: 'pending_verification', papersUntil: '-infinity' }],
    ['people', { people: 1 }],
  ])('says what would be without what the office has still to check: %s', async (outcome, options) => {
    const { otherwise: ifChecked, offer, ...result } = await tried(await aUnit(app, options))
    expect(result).toMatchObject({ outcome, reason: audienceText(outcome) })
    expect(ifChecked.outcome).toBe('shown')
    expect(offer).toMatchObject({ totalPence: 21_000, hourlyPence: 6000 })
    const closed = await tried(await aUnit(app, { ...options, week: [] }))
    expect(closed).toMatchObject({ outcome, otherwise: { outcome: 'day_off' }, offer: null })
  })

  it('knows that a cheaper unit of the company is shown instead', async () => {
    const company = await aCompany(app)
    const dear = await aUnit(app, { company, van: { fuel: 'diesel', euroClass: 4 } })
    const cheap = await aUnit(app, { company, van: { fuel: 'diesel', euroClass: 6 } })
    const found = await tried(dear)
    expect(found).toMatchObject({ outcome: 'cheaper_colleague', otherwise: { outcome: 'shown' } })
    expect(found.offer?.workingUnit.id).toBe(dear.id)
    expect((await tried(cheap)).outcome).toBe('shown')
  })

  it('is the owner’s alone, and refuses what a search refuses', async () => {
    const [unit, other] = [await aUnit(app), await aUnit(app)]
    const stranger = await ask(other.company.owner.id, unit.id, aMove())
    expect(stranger).toMatchObject({ ok: false, problem: { status: 404 } })
    const nowhere = await ask(unit.company.owner.id, unit.id, aMove({ date: '2020-01-01' }))
    expect(nowhere).toMatchObject({ ok: false, problem: { status: 422 } })
  })
})

const JOBS = 20

describe('a random job', () => {
  it('has the price or the reason that the customer’s search has', async () => {
    const units = await aWorld(app, 40, 10)
    const owners = await app.ctx.db.selectFrom('companies.company').select(['id', 'ownerUserId']).execute()
    const ownerOf = new Map(owners.map(({ id, ownerUserId }) => [id, ownerUserId]))
    const at = dice(2026)
    const reportedOutcomes: SeenOutcome[] = []
    for (let job = 0; job < JOBS; job++) {
      const { asked: randomMove, now } = aRandomJob(at)
      app.clock.set(now)
      // The clock goes to and fro: this search is the only one.
      await app.ctx.db.deleteFrom('quoting.search').execute()
      const real = await app.call(undefined, `10.8.0.${job}`)(findQuotes, {
        body: randomMove,
        query: { pageSize: 100 },
      })
      const isKept = (await countSearches(app)) > 0
      const outcomes = isKept ? await keptOutcomes(app) : null
      const offers = real.ok ? real.data.results : []
      // Any unit, one of those that are shown, and one that was looked at.
      const among = [
        units,
        units.filter(({ id }) => offers.some(({ workingUnit }) => workingUnit.id === id)),
        units.filter(({ id }) => outcomes?.has(id)),
      ]
      for (const some of among) {
        const [first = units[0], ...others] = some.length === 0 ? units : some
        if (!first) throw new Error('There are no units')
        const unit = at.oneOf([first, ...others])
        const answer = await ask(ownerOf.get(unit.companyId) ?? '', unit.id, randomMove)
        const [searched, tried] = [real, answer].map((one) => (one.ok ? 'ok' : one.problem.code))
        expect(tried).toBe(answer.ok && outcomes ? 'ok' : searched)
        if (!answer.ok || !outcomes) continue
        const quote = offers.find(({ workingUnit, workingUnits }) =>
          (workingUnits ?? [workingUnit]).some(({ id }) => id === unit.id),
        )
        const { outcome, offer } = answer.data
        expect(outcome).toBe(outcomes.get(unit.id) ?? 'area')
        expect(quote !== undefined).toBe(outcome === 'shown')
        expect(offer ?? {}).toMatchObject(quote ? { totalPence: quote.totalPence, lines: quote.lines } : {})
        reportedOutcomes.push(outcome)
      }
    }
    expect(reportedOutcomes.filter((outcome) => outcome === 'shown').length).toBeGreaterThan(2)
    expect(new Set(reportedOutcomes).size).toBeGreaterThan(5)
  })
})

describe('the from-price between two districts', () => {
  beforeAll(() => app.clock.set('2026-11-20T09:00:00Z'))
  beforeEach(() => removeCompanies(app))

  let callers = 0
  const ask = (from: string, to: string, size?: 'room' | 'flat' | 'house') =>
    app.call(undefined, `10.77.0.${(callers += 1)}`)(getFromPrice, { query: { from, to, size } })

  async function fromPriceOf(from: string, to: string) {
    const answer = await ask(from, to)
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return answer.data
  }

  it('is the cheapest price that a search for the same load finds on that day, and nothing is kept', async () => {
    await aUnit(app, { company: { pencePerHour: { large_van: { one_porter: 9000 } } } })
    await aUnit(app, { company: { pencePerHour: { large_van: { one_porter: 5500 } } } })
    const before = [await countSearches(app), (await keptPages(app)).length]
    const found = await fromPriceOf('e17', 'BN1')
    expect([await countSearches(app), (await keptPages(app)).length]).toEqual(before)
    const { items, vanCategory, manPower } = NAMED_LOADS.flat
    const date = localDayOf(new Date(found.startAt))
    const move = aMove({ date, time: FROM_PRICE_TIME, items: [...items], vanCategory, manPower })
    const { results, order } = await search(app, move)
    expect(results).toHaveLength(2)
    expect(found).toMatchObject({
      from: { district: 'E17', place: 'Walthamstow' },
      to: { district: 'BN1', place: 'Brighton' },
      load: { size: 'flat', vanCategory: 'large_van', manPower: 'one_porter' },
      startAt: order.startAt,
      distance: order.distance,
      totalTime: order.totalTime,
      fromPence: Math.min(...results.map(({ totalPence }) => totalPence)),
      companies: 2,
    })
    expect(new URL(found.compareUrl)).toMatchObject({ pathname: '/additional-services', search: '?from=E17&to=BN1' })
  })

  it('takes the day a week later where nobody is free, and says that there is no price where nobody works', async () => {
    await aUnit(app)
    const soon = (await fromPriceOf('E17', 'BN2')).startAt
    await removeCompanies(app)
    await aUnit(app, { vacations: [{ startDay: '2026-11-20', endDay: localDayOf(new Date(soon)) }] })
    const found = await fromPriceOf('E17', 'BN3')
    expect(found.fromPence).toBeGreaterThan(0)
    expect(Date.parse(found.startAt) - Date.parse(soon)).toBe(7 * 86_400_000)
    expect(await fromPriceOf('SW1A', 'BN3')).toMatchObject({ fromPence: null, companies: 0 })
  })

  it('costs as many statements for a hundred units as for one, and none at all the second time', async () => {
    await aUnit(app)
    await fromPriceOf('E17', 'RH10')
    const one = await sentStatementsOf(app, () => fromPriceOf('E17', 'RH11'))
    for (let more = 0; more < 99; more += 1) await aUnit(app)
    const many = await sentStatementsOf(app, () => fromPriceOf('E17', 'RH12'))
    expect(many).toHaveLength(one.length)
    expect(await sentStatementsOf(app, () => fromPriceOf('E17', 'RH12'))).toEqual([])
  })

  it('is worked out once for all who ask in the same moment', async () => {
    await aUnit(app)
    await fromPriceOf('E17', 'BN7')
    const statementsOfOne = await sentStatementsOf(app, () => fromPriceOf('E17', 'BN8'))
    const all = await sentStatementsOf(app, () =>
      Promise.all(Array.from({ length: 8 }, () => fromPriceOf('E17', 'BN9'))),
    )
    expect(all).toHaveLength(statementsOfOne.length)
  })

  it.each([
    ['XX1', 'BN1', ['from']],
    ['E17', '<script>', ['to']],
    ['E17 4QH', 'ZZ1', ['from', 'to']],
    ['E17', 'e17', ['to']],
  ])('refuses what is no district, and the same one twice: %s to %s', async (from, to, fields) => {
    const answer = await ask(from, to)
    const errors = answer.ok ? {} : answer.problem.errors
    expect([answer.status, Object.keys(errors ?? {})]).toEqual([422, fields])
  })

  it('says why there is no road', async () => {
    expect(await ask('E17', 'KW15')).toMatchObject({ ok: false, problem: { code: 'sea_crossing' } })
  })

  it('may be read by scripts of other sites, kept for ten minutes, sixty times a minute; a search may not', async () => {
    const headers = { origin: 'https://agent.example' }
    const get = (url: string) => app.app.fastify.inject({ url, headers, remoteAddress: '10.78.0.1' })
    const url = '/api/booking/from-price/?from=E17&to=BN1'
    const answer = await get(url)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=600',
    })
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
    expect(answer.headers).not.toHaveProperty('set-cookie')
    expect((await get('/api/van-categories/')).headers).not.toHaveProperty('access-control-allow-origin')
    const { clock, log, config } = app.ctx
    const parts = { clock, log, connection: app.database.connection, work: false }
    const strict = await buildApp({ ...parts, config: { ...config, rateLimitFactor: 1 } })
    const statuses: number[] = []
    for (let more = 0; more < 61; more += 1) statuses.push((await strict.fastify.inject({ url, headers })).statusCode)
    await strict.close()
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429])
  })
})

describe('the prices of days', () => {
  beforeAll(() => app.clock.set('2026-11-20T09:00:00Z'))
  beforeEach(() => removeCompanies(app))

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
