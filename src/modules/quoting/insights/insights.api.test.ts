import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { App } from '#app/build-app.ts'
import { createCall } from '#app/call.ts'
import type { Call } from '#shared/call.ts'
import { commonRefusals, refuse, Refusal, type CallInput } from '#shared/endpoint.ts'
import { createTestApp, withoutGuards, type TestApp } from '#test/support/app.ts'
import { aDriver } from '#test/support/driver.ts'
import { search } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aMove, type Move, type MoveOptions } from '#test/support/factories/move.ts'
import { aUnit, everyDay, type TestUnit, type UnitOptions } from '#test/support/factories/unit.ts'
import { countSearches, keptPages } from '#test/support/kept-searches.ts'
import { sessionFor } from '#test/support/session.ts'
import { statementsOf, sentStatementsOf } from '#test/support/statements.ts'
import { findQuotes } from '../contract.ts'
import { simulatePrice } from '../replay/contract.ts'
import { getUnitGains, listUnitSearches } from './contract.ts'
import { rememberedGains } from './queries.ts'
import { listSearches } from './search-history-queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Begins a test without companies, on a Friday morning. */
async function clearRoads(): Promise<void> {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
}

describe('searches', () => {
  beforeEach(async () => {
    // The night on which the clocks go back: 00:30 UTC is 01:30, which comes again an hour later.
    app.clock.set('2026-10-24T23:30:00Z')
    await removeCompanies(app)
    await app.ctx.db.deleteFrom('quoting.search_hour').execute()
    await app.ctx.db.deleteFrom('quoting.unmet_search').execute()
  })
  afterEach(() => void vi.useRealTimers())

  const ask = async ({ fastify }: App, move: Move, page = 1) => {
    const answer = await createCall(fastify, { address: '10.8.0.1' })(findQuotes, { body: move, query: { page } })
    if (!answer.ok) throw new Error(`The search was refused: ${JSON.stringify(answer.problem)}`)
  }

  const stored = async () => ({
    hours: await app.ctx.db.selectFrom('quoting.search_hour').selectAll().orderBy('day').orderBy('hour').execute(),
    unmet: await app.ctx.db.selectFrom('quoting.unmet_search').selectAll().orderBy('day').orderBy('hour').execute(),
  })

  it('are counted by the day of the search and the hour wanted, those without an offer by district, and stored at the end', async () => {
    for (let process = 0; process < 2; process += 1) {
      const one = await withoutGuards(app)
      await ask(one, aMove({ date: '2026-11-05', time: '18:00' }))
      await ask(one, aMove({ date: '2026-11-05', time: '18:30' }))
      await ask(one, aMove({ date: '2026-11-05', time: '18:00' }), 2)
      await one.close()
    }
    const day = '2026-10-25'
    const [district] = aMove().routePoints.map(({ postcode }) => postcode.split(' ')[0])
    expect(await stored()).toEqual({
      hours: [{ day, hour: 18, searches: 4, withoutOffer: 4 }],
      unmet: [{ day, hour: 18, district, searches: 4 }],
    })
  })

  it('that found somebody are in no district, and are stored within a minute', async () => {
    await aUnit(app)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const one = await withoutGuards(app)
    await ask(one, aMove({ date: '2026-11-06', time: '10:00' }))
    expect((await stored()).hours).toEqual([])
    vi.advanceTimersByTime(60_000)
    await expect.poll(stored).toEqual({
      hours: [{ day: '2026-10-25', hour: 10, searches: 1, withoutOffer: 0 }],
      unmet: [],
    })
    vi.useRealTimers()
    await one.close()
  })

  it('wait for no statement to be counted', async () => {
    const sent = await statementsOf(app, () => ask(app.app, aMove({ date: '2026-11-05', time: '18:00' })))
    expect(sent.filter((text) => /search_hour|unmet_search/.test(text))).toEqual([])
  })
})

describe('insights', () => {
  beforeEach(async () => {
    await clearRoads()
    await app.ctx.db.deleteFrom('quoting.search').execute()
  })

  async function gainsOf({ id, company }: TestUnit) {
    const answer = await app.call((await sessionFor(app, company.owner.id)).bearer)(getUnitGains, { params: { id } })
    if (!answer.ok) throw new Error(answer.problem.code)
    return answer.data
  }

  const noSaturdays = everyDay(480, 1080).map((day) => ({ ...day, dayOff: day.dayOfWeek === 6 }))
  const searchFor = (move: MoveOptions = {}) => search(app, aMove(move))

  describe('what would show a unit more often', () => {
    it('is nothing while nobody has searched', async () => {
      expect(await gainsOf(await aUnit(app))).toEqual({
        since: '2026-10-20T23:00:00.000Z',
        searches: 0,
        shown: 0,
        cheapest: 0,
        gains: [],
      })
    })

    it('is a Saturday, a district beside the area and £3 less an hour, best first', async () => {
      const unit = await aUnit(app, { week: noSaturdays })
      await aUnit(app, { districts: ['E'], company: { pencePerHour: 5750 } })
      await searchFor()
      await searchFor({ time: '10:00' })
      await searchFor({ date: '2026-11-27' })
      await searchFor({ from: 'E10 5AA', date: '2026-11-27' })
      await searchFor({ from: 'SW1A 1AA', date: '2026-11-27' })
      expect(await gainsOf(unit)).toEqual({
        since: '2026-10-20T23:00:00.000Z',
        searches: 3,
        shown: 1,
        cheapest: 0,
        gains: [
          {
            change: { kind: 'open_day', dayOfWeek: '6', startTime: '08:00:00', endTime: '18:00:00' },
            moreShown: 2,
            moreCheapest: 0,
          },
          { change: { kind: 'add_district', district: 'E10', town: 'Leyton' }, moreShown: 1, moreCheapest: 0 },
          { change: { kind: 'charge_less', pence: 300 }, moreShown: 0, moreCheapest: 1 },
        ],
      })
    })

    it('counts a search for a day that is past by the calendar of that day', async () => {
      const unit = await aUnit(app, {
        week: noSaturdays,
        vacations: [{ startDay: '2026-11-07', endDay: '2026-11-07' }],
      })
      app.clock.set('2026-11-02T09:00:00Z')
      await searchFor({ date: '2026-11-07' })
      await searchFor({ date: '2026-11-14' })
      app.clock.set('2026-11-20T09:00:00Z')
      expect(await gainsOf(unit)).toMatchObject({
        searches: 2,
        gains: [{ change: { kind: 'open_day' }, moreShown: 1, moreCheapest: 1 }],
      })
    })

    it('leaves out searches that were stored with nothing to replay, and says from when it counts', async () => {
      const unit = await aUnit(app)
      app.clock.set('2026-11-10T09:00:00Z')
      await searchFor()
      await app.ctx.db.updateTable('quoting.search').set({ replay: null }).execute()
      app.clock.set('2026-11-20T09:00:00Z')
      await searchFor()
      expect(await gainsOf(unit)).toMatchObject({ since: '2026-11-10T09:00:00.000Z', searches: 1, shown: 1 })
    })

    it('remembers many searches for ten minutes, but not what has changed since', async () => {
      const unit = await aUnit(app, { week: noSaturdays })
      const gains = rememberedGains(2)
      const counted = async () => (await gains(app.ctx, { unitId: unit.id, companyId: unit.company.id })).searches
      await searchFor()
      expect(await counted()).toBe(1)
      await searchFor()
      expect(await counted()).toBe(2)
      await searchFor()
      expect(await counted()).toBe(2)
      await app.ctx.db.updateTable('calendar.business_day').set({ dayOff: false }).execute()
      expect(await counted()).toBe(3)
    })

    it('takes as many statements for many searches and units as for one', async () => {
      const unit = await aUnit(app)
      const read = () => statementsOf(app, () => gainsOf(unit))
      await searchFor()
      const one = await read()
      for (let more = 0; more < 3; more++) await aUnit(app, { company: unit.company })
      for (let more = 0; more < 3; more++) await searchFor()
      expect(await read()).toHaveLength(one.length)
      expect(one.filter((text) => text.includes('gains-'))).toHaveLength(2)
    })
  })

  it('T-103: a stored search says nothing of who asked, and takes some 200 bytes more', async () => {
    await aUnit(app)
    const contact = { flatAndHouse: 'Flat 9', contactName: 'Ada Quill', contactNumber: '+447700900123' }
    await searchFor({
      stops: ['BN3 1AA'],
      points: [contact],
      customerNote: 'Key under the mat',
      declaredWaiting: '01:30:00',
    })
    const rows = await app.ctx.db.selectFrom('quoting.search').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(/4QH|4QL|1AA|Quill|Flat 9|447700|mat"/)
    const bytes = JSON.stringify(rows[0]?.replay).length
    expect(bytes).toBeLessThan(300)
  })
})

describe('search history', () => {
  beforeEach(async () => {
    await clearRoads()
    await app.ctx.db.deleteFrom('quoting.search').execute()
  })

  const ownerOf = async ({ company }: TestUnit): Promise<Call> =>
    app.call((await sessionFor(app, company.owner.id)).bearer)

  async function seenBy(unit: TestUnit, query: { page?: number; pageSize?: number } = {}) {
    const answer = await (await ownerOf(unit))(listUnitSearches, { params: { id: unit.id }, query })
    if (!answer.ok) throw new Error(answer.problem.code)
    return answer.data
  }

  describe('why a unit was not shown', () => {
    it.each<[string, UnitOptions, MoveOptions, string, string]>([
      ['it was', {}, {}, 'shown', 'This unit was shown.'],
      ['its week', { week: everyDay(480, 600) }, {}, 'hours', 'The job ran outside your hours.'],
      ['its van', {}, { vanCategory: 'luton_van' }, 'van', 'The customer asked for another kind of van.'],
      ['its crew', { helpLevels: ['no_help'] }, {}, 'help', 'This unit doesn’t offer that many people to help.'],
      [
        'its rates',
        { company: { pencePerHour: { large_van: { one_porter: null } } } },
        {},
        'rate',
        'There is no hourly rate for this van with that much help.',
      ],
      [
        'its documents',
        { status: 'not_ready_for_a_job' },
        {},
        'not_operating',
        'This unit wasn’t operating: its documents or setup weren’t complete, or it was switched off.',
      ],
    ])('%s', async (_name, options, move, outcome, reason) => {
      const unit = await aUnit(app, options)
      await search(app, aMove(move))
      const { count, results } = await seenBy(unit)
      expect(count).toBe(1)
      expect(results[0]).toMatchObject({ outcome, reason, wasShown: outcome === 'shown' })
    })

    it('tells day, places, van, crew and time, and nothing of who asked', async () => {
      const unit = await aUnit(app)
      const contact = { flatAndHouse: 'Flat 9', contactName: 'Ada Quill', contactNumber: '+447700900123' }
      await search(app, aMove({ stops: ['BN3 1AA'], points: [contact], customerNote: 'Key under the mat' }))
      const { results } = await seenBy(unit)
      expect(results).toEqual([
        {
          id: expect.any(String),
          searchedAt: '2026-11-20T09:00:00.000Z',
          startAt: '2026-11-28T09:00:00.000Z',
          endAt: expect.any(String),
          vanCategory: 'large_van',
          helpLevel: 'one_porter',
          places: [
            { outcode: 'E17', town: 'Walthamstow' },
            { outcode: 'BN3', town: expect.any(String) },
            { outcode: 'BN1', town: expect.any(String) },
          ],
          wasShown: true,
          outcome: 'shown',
          reason: 'This unit was shown.',
        },
      ])
      expect(JSON.stringify(results)).not.toMatch(/4QH|4QL|1AA|Quill|Flat 9|447700|mat/)
    })

    it('lists the searches of its districts and whole areas, and says where it did not work yet', async () => {
      const unit = await aUnit(app, { districts: ['E17', 'BN'] })
      const elsewhere = await aUnit(app, { districts: ['E10'] })
      await search(app, aMove())
      await search(app, aMove({ from: 'BN1 4QL', to: 'E17 4QH' }))
      await search(app, aMove({ from: 'E10 5AA' }))
      await search(app, aMove({ from: 'SW1A 1AA' }))
      const outcodes = async (of: TestUnit) =>
        (await seenBy(of)).results.map(({ places }) => String(places[0]?.outcode))
      expect((await outcodes(unit)).toSorted()).toEqual(['BN1', 'E17'])
      expect(await outcodes(elsewhere)).toEqual(['E10'])
      await app.ctx.db.insertInto('fleet.operating_district').values({ unitId: elsewhere.id, district: 'E' }).execute()
      const { results } = await seenBy(elsewhere)
      expect(results.map(({ places, outcome }) => `${places[0]?.outcode} ${outcome}`).toSorted()).toEqual([
        'E10 shown',
        'E17 area',
      ])
      await app.ctx.db.deleteFrom('fleet.operating_district').where('unitId', '=', elsewhere.id).execute()
      expect(await seenBy(elsewhere)).toMatchObject({ count: 0, results: [] })
    })

    it('goes back 30 days, newest first, page by page', async () => {
      const unit = await aUnit(app)
      app.clock.set('2026-10-20T22:59:00Z')
      await search(app, aMove())
      app.clock.set('2026-10-21T08:00:00Z')
      await search(app, aMove())
      for (const day of ['2026-11-01', '2026-11-02', '2026-11-03']) {
        app.clock.set(`${day}T08:00:00Z`)
        await search(app, aMove())
      }
      app.clock.set('2026-11-20T09:00:00Z')
      const days = ({ results }: Awaited<ReturnType<typeof seenBy>>) =>
        results.map(({ searchedAt }) => searchedAt.slice(0, 10))
      const first = await seenBy(unit, { pageSize: 3 })
      expect(days(first)).toEqual(['2026-11-03', '2026-11-02', '2026-11-01'])
      expect(first).toMatchObject({
        count: 4,
        previous: null,
        next: `/api/company/working-unit/${unit.id}/searches/?page=2&page_size=3`,
      })
      const second = await seenBy(unit, { page: 2, pageSize: 3 })
      expect(days(second)).toEqual(['2026-10-21'])
      expect(second.next).toBeNull()
      expect(await seenBy(unit, { page: 9, pageSize: 3 })).toMatchObject({ count: 4, results: [] })
    })

    it('T-103: is told to its owner only', async () => {
      const unit = await aUnit(app)
      await search(app)
      const stranger = await aDriver(app)
      for (const id of [unit.id, crypto.randomUUID()])
        expect(await stranger.call(listUnitSearches, { params: { id } })).toMatchObject({ status: 404 })
    })

    it('takes as many statements for many searches as for one', async () => {
      const unit = await aUnit(app)
      const owner = await ownerOf(unit)
      const read = () => statementsOf(app, () => owner(listUnitSearches, { params: { id: unit.id } }))
      await search(app)
      const one = await read()
      for (let more = 0; more < 5; more++) await search(app)
      expect(await read()).toEqual(one)
      expect(one.filter((text) => text.includes('unit-searches'))).toHaveLength(1)
    })
  })

  describe('a hundred thousand searches', () => {
    const total = 100_000

    /** In two areas of the unit and in one that is not, a search every twenty-five seconds. */
    async function manySearches(): Promise<TestUnit> {
      const unit = await aUnit(app, { districts: ['E10', 'E17', 'N1'] })
      const client = new pg.Client(app.database.connection)
      await client.connect()
      await client.query(`
      insert into quoting.search (created_at, pick_up_district, pick_up_area, start_at, end_at, van_category, help_level, job_kind, need_tail_lift, metres, places, offers, asked, outcomes)
      select timestamptz '2026-11-20 08:59' - n * interval '25 seconds', d.district, substring(d.district from '^[A-Z]+'), now(), now(), 'large_van', 'no_help', 'home_or_office', false, 1, '[]', 0, '\\x00', '\\x00'
      from generate_series(1, ${total}) n, lateral (select (array['E10', 'E17', 'N1', 'N2', 'SW1A'])[n % 5 + 1] as district) d`)
      await client.end()
      await app.database.asOwner('vacuum analyze quoting.search')
      return unit
    }

    it('cost as much at their end as at their beginning, and a cursor is not counted again', async () => {
      const unit = await manySearches()
      const owner = await ownerOf(unit)
      const first = await seenBy(unit)
      expect([first.count, first.countIsMinimum, first.results.length]).toEqual([10_000, true, 20])
      const nearTheEnd = await cursorBehind(unit, '2026-10-22T12:00:00Z')
      const read = (query: Asked) => readFor(() => owner(listUnitSearches, { params: { id: unit.id }, query }))
      const [beginning, end, half] = [
        await read({ after: first.nextCursor ?? '' }),
        await read({ after: nearTheEnd }),
        await read({ page: 250 }),
      ]
      expect([beginning.rows, end.rows, half.rows]).toEqual([21, 21, 21])
      expect(end.buffers).toBeLessThan(beginning.buffers + 30)
      expect(half.buffers).toBeGreaterThan(end.buffers * 3)
    }, 120_000)

    /** A cursor knows a row, not a number: it is the same where nothing newer is there yet. */
    async function cursorBehind(unit: TestUnit, moment: string): Promise<string> {
      const later = app.ctx.db.deleteFrom('quoting.search').where('createdAt', '>', new Date(moment))
      let cursor = ''
      // The refusal rolls back.
      await app.ctx.tx(async (tx) => {
        await tx.db.executeQuery(later.compile())
        const page = await listSearches(tx, unit.id, { page: 1, pageSize: 20 })
        if (!(page instanceof Refusal)) cursor = page.nextCursor ?? ''
        return refuse(commonRefusals.conflict)
      })
      return cursor
    }

    type Asked = { page?: number; after?: string }

    /** Rows of its page, and pages of tables and indexes that its statement touches. */
    async function readFor(work: () => Promise<unknown>) {
      const statement = (await sentStatementsOf(app, work)).find(({ text }) => text.includes('unit-searches'))
      if (!statement) throw new Error('There is no statement of the searches')
      interface Plan {
        'Subplan Name'?: string
        'Actual Rows': number
        'Shared Hit Blocks': number
        'Shared Read Blocks': number
        Plans?: Plan[]
      }
      const { rows } = await app.app.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (analyze, buffers, format json) ${statement.text}`,
        statement.values,
      )
      const find = (plan: Plan): Plan | undefined =>
        plan['Subplan Name'] === 'CTE shown' ? plan : plan.Plans?.map(find).find(Boolean)
      const shown = rows[0] && find(rows[0]['QUERY PLAN'][0].Plan)
      if (!shown) throw new Error('There is no plan of the page')
      return { rows: shown['Actual Rows'], buffers: shown['Shared Hit Blocks'] + shown['Shared Read Blocks'] }
    }
  })
})

describe('what a job would cost', () => {
  let unit: TestUnit
  let call: Call

  beforeAll(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
  })
  beforeAll(async () => {
    unit = await aUnit(app, {
      van: { fuel: 'diesel', euroClass: 5, registration: 'LM12 OLD' },
      company: {
        tariff: { includedMiles: 10, pencePerMile: 83, outOfHoursPercent: 33, minimumMinutes: 150 },
        vatRegisteredFrom: '2024-04-01',
      },
    })
    call = app.call((await sessionFor(app, unit.company.owner.id)).bearer)
  })

  type Body = CallInput<typeof simulatePrice>['body']

  const ask = (more: Partial<Body> = {}, move: MoveOptions = {}) =>
    call(simulatePrice, { params: { id: unit.company.id }, body: { ...aMove(move), ...more } })

  const simulated = async (more?: Partial<Body>, move?: MoveOptions) => {
    const answer = await ask(more, move)
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return answer.data
  }

  const countStored = async () => (await countSearches(app)) + (await keptPages(app)).length

  it.each<[string, MoveOptions]>([
    ['in standard hours', {}],
    ['across the edge of the day', { time: '07:00' }],
    ['on a bank holiday', { date: '2026-12-25' }],
    ['through the congestion zone', { date: '2026-11-24', to: 'EC1A 1BB' }],
    ['with three people', { manPower: 'two_porters' }],
    ['at the minimum time', { to: 'E10 5AA', manPower: 'no_help' }],
  ])('is what the company quotes for it: %s', async (_name, move) => {
    const { results, order } = await search(app, aMove(move))
    const quote = results[0]
    if (!quote) throw new Error('Nobody can do this move')
    const { lines, totalPence, ceilingPence, vatPence, hourlyPence } = quote
    const answer = await simulated({}, move)
    expect(answer.price).toMatchObject({ lines, totalPence, ceilingPence, vatPence, hourlyPence })
    expect(answer.order).toEqual(order)
    expect(answer.van).toEqual({ registration: 'LM12 OLD', fuel: 'diesel', euroClass: 5 })
  })

  it('is reckoned with prices that are not saved, and saves nothing', async () => {
    const before = await countStored()
    const now = await simulated()
    const rates = [{ vanCategory: 'large_van', helpLevel: 'one_porter', pencePerHour: 7000 }] as const
    const other = await simulated({ prices: { rates: [...rates], pencePerMile: 0 } })
    // 15 % of £245, and 20 % of that; the zone's £12.50 bears neither.
    const left = { commissionPence: 3675, commissionVatPence: 735, keptPence: 24_500 + 1250 - 3675 - 735 }
    expect(other.price).toMatchObject({ hourlyPence: 7000, ...left })
    expect(other.price?.lines.map(({ code, unitPence }) => [code, unitPence])).toEqual([
      ['labour', 7000],
      ['mileage', 0],
      ['ulez', 1250],
    ])
    const closed = { standardHours: Array<null>(7).fill(null), outOfHoursPercent: 50, minimumMinutes: 600 }
    expect((await simulated({ prices: closed })).price).toMatchObject({
      chargedMinutes: 600,
      isMinimumTime: true,
      lines: expect.arrayContaining([expect.objectContaining({ code: 'labour_out_of_hours', unitPence: 9000 })]),
    })
    expect(await simulated()).toEqual(now)
    expect(await countStored()).toBe(before)
  })

  it('has no price where there is no rate for it', async () => {
    expect((await simulated({ prices: { rates: [] } })).price).toBeNull()
  })

  it('goes by the van of a unit, or by a clean diesel where there is none', async () => {
    const electric = await aUnit(app, { company: unit.company, districts: ['M1'], van: { registration: 'EV24 VAN' } })
    const quiet = await simulated({ unitId: electric.id })
    expect(quiet.van).toMatchObject({ registration: 'EV24 VAN', fuel: 'electric' })
    expect(quiet.price?.lines.map(({ code }) => code)).toEqual(['labour', 'mileage'])
    const luton = await simulated({}, { vanCategory: 'luton_van' })
    expect(luton.van).toBeNull()
    expect(luton.price?.lines.map(({ code }) => code)).toEqual(['labour', 'mileage'])
    expect(await ask({ unitId: electric.id }, { vanCategory: 'luton_van' })).toMatchObject({
      status: 422,
      problem: { errors: { unit_id: ['This unit drives a Large Van.'] } },
    })
  })

  it('goes in as many trips as the van of the unit needs', async () => {
    // 1,800 kg: two trips of a Luton with 1,140 kg for things and two people, three of one with 640 kg.
    const van = { category: 'luton_van', hasTailLift: true } as const
    const [usual, weak] = [
      await aUnit(app, { company: unit.company, districts: ['M1'], van: { ...van, payloadKg: 1300 } }),
      await aUnit(app, { company: unit.company, districts: ['M1'], van: { ...van, payloadKg: 800 } }),
    ]
    const more = (unitId: string) => ({
      unitId,
      vanCategory: 'luton_van' as const,
      items: [{ movingItem: 506, amount: 25 }],
    })
    const [two, three] = [
      await simulated(more(usual.id), { to: 'E10 5AA' }),
      await simulated(more(weak.id), { to: 'E10 5AA' }),
    ]
    expect([two.order.trips, three.order.trips]).toEqual([2, 3])
    expect((three.price?.chargedMinutes ?? 0) - (two.price?.chargedMinutes ?? 0)).toBeGreaterThanOrEqual(120)
    const refused = await ask({ ...more(weak.id), items: [{ movingItem: 506, amount: 30 }] }, { to: 'E10 5AA' })
    expect(!refused.ok && refused.problem.code).toBe('too_much_for_one_van')
  })

  it.each<[string, Partial<Body>, MoveOptions, number, string]>([
    ['no day', {}, { points: [{ date: null }] }, 422, 'route_points.0.date'],
    ['a place of nowhere', {}, { to: 'ZZ9 9ZZ' }, 422, 'route_points.1.postcode'],
    ['a rate out of bounds', { prices: { minimumMinutes: 0 } }, {}, 422, 'prices.minimum_minutes'],
    [
      'three people in a small van',
      { prices: { rates: [{ vanCategory: 'small_van', helpLevel: 'two_porters', pencePerHour: 7000 }] } },
      {},
      422,
      'prices.rates.0.pence_per_hour',
    ],
    [
      'hours that end before they begin',
      { prices: { standardHours: [{ startTime: '09:00', endTime: '08:00' }, null, null, null, null, null, null] } },
      {},
      422,
      'prices.standard_hours.0.end_time',
    ],
  ])('says what is wrong: %s', async (_name, more, move, status, field) => {
    const answer = await ask(more, move)
    expect(answer).toMatchObject({ status, problem: { errors: { [field]: [expect.any(String)] } } })
  })

  it('T-103: is nobody else’s to ask, and names no van of another company', async () => {
    const stranger = await aDriver(app)
    const body = aMove()
    expect(await stranger.call(simulatePrice, { params: { id: unit.company.id }, body })).toMatchObject({ status: 404 })
    const own = { params: { id: stranger.companyId } }
    const prying = await stranger.call(simulatePrice, { ...own, body: { ...body, unitId: unit.id } })
    expect(prying).toMatchObject({ status: 404 })
    expect(await stranger.call(simulatePrice, { ...own, body })).toMatchObject({
      ok: true,
      data: { price: null, van: null },
    })
  })

  it('takes the same statements, however many units there are', async () => {
    const read = () => statementsOf(app, () => simulated())
    const before = await read()
    for (let more = 0; more < 3; more++) await aUnit(app, { company: unit.company, districts: ['M1'] })
    expect(await read()).toEqual(before)
  })
})
