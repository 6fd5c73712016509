import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALL_HOURS, toInstant } from '#shared/local-time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { search } from '#test/support/factories/booking.ts'
import { aCompany } from '#test/support/factories/company.ts'
import { aHold } from '#test/support/factories/hold.ts'
import { aMove, type Move, type MoveOptions } from '#test/support/factories/move.ts'
import { aUnit, everyDay, roundTheClock, type TestUnit, type UnitOptions } from '#test/support/factories/unit.ts'
import { aRandomJob, aWorld, dice } from '#test/support/gains-world.ts'
import { countSearches, keptOutcomes, keptPages } from '#test/support/kept-searches.ts'
import { sessionFor } from '#test/support/session.ts'
import { findQuotes } from '../contract.ts'
import { audienceText, type SeenOutcome } from '../insights/rules.ts'
import { tryOutUnit } from './contract.ts'

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
        const quote = offers.find(({ workingUnit }) => workingUnit.id === unit.id)
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
