import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { helpLevelsFor, VAN_CATEGORIES } from '#modules/fleet/rules.ts'
import { addDays, addMinutes, formatTime, localDayOf, startOfDay } from '#shared/local-time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { casesOf } from '#test/support/cases.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aHold } from '#test/support/factories/hold.ts'
import { aMove, type Move } from '#test/support/factories/move.ts'
import { aUnit, everyDay } from '#test/support/factories/unit.ts'
import { countSearches, keptPages } from '#test/support/kept-searches.ts'
import { sessionFor } from '#test/support/session.ts'
import { sentStatementsOf } from '#test/support/statements.ts'
import { findQuotes } from '../contract.ts'
import { findLowestPrice, listDayPrices, tryOutUnit } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

let callers = 0
const caller = () => `10.79.${(callers += 1) >> 8}.${callers & 255}`

const lowest = (move: Move) => app.call(undefined, caller())(findLowestPrice, { body: move })
const quotes = (move: Move) =>
  app.call(undefined, caller())(findQuotes, { body: move, query: { ordering: 'price', pageSize: 1 } })

async function priced(move: Move) {
  const answer = await lowest(move)
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
  return answer.data
}

type Asked = Awaited<ReturnType<typeof lowest>> | Awaited<ReturnType<typeof quotes>>

/**
 * A move that no van can do at any time is refused by the quotes once no driver was found; the light price reports
 * none.
 */
function figuresOf(answer: Asked, other: Asked) {
  if (!answer.ok) return !other.ok || otherCount(other) > 0 ? answer.problem.code : [0, null]
  if ('count' in answer.data)
    return [answer.data.count, answer.data.results[0]?.totalPence ?? null, answer.data.order.startAt]
  const { companies, fromPence, startAt } = answer.data
  return other.ok ? [companies, fromPence, startAt] : [companies, fromPence]
}

const otherCount = (answer: Extract<Asked, { ok: true }>) =>
  'count' in answer.data ? answer.data.count : answer.data.companies

const AREAS = ['E', 'E17', 'BN', 'M', 'SW', 'CR'] as const
const POSTCODES = ['E17 4QH', 'BN1 4QL', 'M1 1AA', 'SW1A 1AA', 'CR0 2AA', 'E10 5AA'] as const

/** Companies with different vans, hours, prices and jobs already taken; some have two vans. */
async function fillWorld() {
  const hours = Array.from({ length: 7 }, (_, day) => (day < 5 ? ([480, 1080] as const) : null))
  for (let made = 0; made < 24; made += 1) {
    const options = {
      districts: AREAS.filter((_, index) => (made + index) % 5 !== 0),
      van: {
        category: VAN_CATEGORIES[made % 4],
        hasTailLift: made % 4 === 3,
        fuel: (['electric', 'diesel', 'petrol'] as const)[made % 3],
        euroClass: made % 3 === 0 ? null : 3 + (made % 4),
        payloadKg: made % 5 === 0 ? 1500 : null,
      },
      week: everyDay(360 + (made % 3) * 60, 1200 + (made % 3) * 120),
    }
    const unit = await aUnit(app, {
      ...options,
      company: {
        pencePerHour: 3000 + made * 137,
        tariff: { outOfHoursPercent: made % 3 === 0 ? 35 : 0, standardHours: hours, pencePerMile: 20 + made },
      },
    })
    if (made % 4 === 0) await aUnit(app, { ...options, company: unit.company })
    for (const day of [1, 3, 4, 8]) {
      const start = addMinutes(startOfDay(addDays('2026-11-20', day)), 480 + (made % 6) * 60)
      await aHold(app, unit, { start, end: addMinutes(start, 240), from: POSTCODES[made % 6] })
    }
  }
}

const anyMove: fc.Arbitrary<Move> = fc
  .record({
    from: fc.constantFrom(...POSTCODES),
    onwards: fc.integer({ min: 1, max: 5 }),
    stops: fc.array(fc.constantFrom('SE1 9SG', 'N1 9GU'), { maxLength: 1 }),
    stairs: fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 })),
    date: fc.integer({ min: 0, max: 12 }).map((days) => addDays('2026-11-20', days)),
    time: fc.integer({ min: 13, max: 38 }).map((half) => formatTime(half * 30)),
    vanCategory: fc.constantFrom(...VAN_CATEGORIES),
    help: fc.nat(3),
    items: fc.uniqueArray(fc.constantFrom(102, 112, 207, 911, 903, 506, 802), { maxLength: 3 }),
    amount: fc.integer({ min: 1, max: 3 }),
    declaredWaiting: fc.constantFrom(null, '01:00:00'),
  })
  .map(({ help, items, amount, onwards, ...move }) => {
    const levels = helpLevelsFor(move.vanCategory)
    return aMove({
      ...move,
      to: POSTCODES[(POSTCODES.indexOf(move.from) + onwards) % POSTCODES.length],
      manPower: levels[help % levels.length],
      items: items.map((movingItem) => ({ movingItem, amount })),
    })
  })

const MOVES = casesOf(50, 200)

describe('the lowest price of a move', () => {
  it(`is to the penny that of the full quotes, and so is the number of companies, for ${MOVES} random moves`, async () => {
    await fillWorld()
    const met = { priced: 0, free: 0, refused: 0 }
    const different: unknown[] = []
    for (const move of fc.sample(anyMove, { numRuns: MOVES, seed: 53 })) {
      const [light, full] = [await lowest(move), await quotes(move)]
      const [found, expected] = [figuresOf(light, full), figuresOf(full, light)]
      if (JSON.stringify(found) !== JSON.stringify(expected)) different.push({ move, found, expected })
      met[!light.ok ? 'refused' : light.data.companies > 0 ? 'priced' : 'free'] += 1
    }
    expect(different).toEqual([])
    // Enough of each kind, or the comparison says little.
    expect(met.priced).toBeGreaterThan(0.4 * MOVES)
    expect(met.free).toBeGreaterThan(0.025 * MOVES)
    await removeCompanies(app)
  }, 120_000)

  it('stores nothing, and costs as many statements for fifty units as for one', async () => {
    await aUnit(app)
    await priced(aMove())
    const before = [await countSearches(app), (await keptPages(app)).length]
    const one = await sentStatementsOf(app, () => priced(aMove()))
    for (let more = 0; more < 49; more += 1) await aUnit(app)
    const many = await sentStatementsOf(app, () => priced(aMove()))
    expect(many).toHaveLength(one.length)
    expect(many.map(({ text }) => text).filter((text) => /insert|update|delete/i.test(text))).toEqual([])
    expect([await countSearches(app), (await keptPages(app)).length]).toEqual(before)
    await removeCompanies(app)
  })

  it('assumes a start where none is chosen, and says so', async () => {
    await aUnit(app)
    const open = aMove({ points: [{ date: null, time: null }] })
    const found = await priced(open)
    expect(found).toMatchObject({ isDayAssumed: true, isTimeAssumed: true, companies: 1 })
    const date = localDayOf(new Date(found.startAt))
    const full = await quotes(aMove({ date, time: '10:00' }))
    expect(full.ok && full.data.results[0]?.totalPence).toBe(found.fromPence)
    await removeCompanies(app)
  })

  it('is that of the quotes within one postcode too, before the houses are entered', async () => {
    const unit = await aUnit(app)
    const within = { from: 'E17 4QH', to: 'E17 4QH' }
    const open = await priced(aMove(within))
    expect(open).toMatchObject({ companies: 1, fromPence: expect.any(Number) })
    expect(await quotes(aMove(within))).toMatchObject({ ok: false, status: 422 })
    const full = await quotes(aMove({ ...within, points: [{ flatAndHouse: '1' }, { flatAndHouse: '2' }] }))
    expect(full.ok && full.data.results[0]?.totalPence).toBe(open.fromPence)
    const days = await app.call(undefined, caller())(listDayPrices, { body: aMove(within) })
    expect(days.ok && days.data.days.some(({ fromPence }) => fromPence !== null)).toBe(true)
    const { bearer } = await sessionFor(app, unit.company.owner.id)
    const tried = await app.call(bearer)(tryOutUnit, { params: { id: unit.id }, body: aMove(within) })
    expect(tried.ok && tried.data.outcome).toBe('shown')
    await removeCompanies(app)
  })

  it('says nobody where nobody is free, and refuses what the quotes refuse', async () => {
    await aUnit(app, { vacations: [{ startDay: '2026-11-28', endDay: '2026-11-28' }] })
    expect(await priced(aMove())).toMatchObject({ companies: 0, fromPence: null })
    expect(await lowest(aMove({ to: 'KW15 1AA' }))).toMatchObject({ ok: false, problem: { code: 'sea_crossing' } })
    expect(await lowest(aMove({ date: '2026-11-19' }))).toMatchObject({ ok: false, status: 422 })
    await removeCompanies(app)
  })
})
