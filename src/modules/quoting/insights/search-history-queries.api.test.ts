import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Call } from '#shared/call.ts'
import { commonRefusals, refuse, Refusal } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aDriver } from '#test/support/driver.ts'
import { search } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aMove, type MoveOptions } from '#test/support/factories/move.ts'
import { aUnit, everyDay, type TestUnit, type UnitOptions } from '#test/support/factories/unit.ts'
import { sessionFor } from '#test/support/session.ts'
import { sentStatementsOf, statementsOf } from '#test/support/statements.ts'
import { listUnitSearches } from './contract.ts'
import { listSearches } from './search-history-queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
  await app.ctx.db.deleteFrom('quoting.search').execute()
})
afterAll(() => app.close())

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
    const outcodes = async (of: TestUnit) => (await seenBy(of)).results.map(({ places }) => String(places[0]?.outcode))
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
