import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createBooking } from '#modules/bookings/contract.ts'
import { addDays } from '#shared/local-time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aBooking, aCustomer, aQuoteFor, search } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { countSearches, keptOutcomes, keptPages } from '#test/support/kept-searches.ts'
import { statementsOf } from '#test/support/statements.ts'
import { eraseSearches } from './commands.ts'
import { findQuotes } from './contract.ts'
import { KEPT_PER_ADDRESS } from './rules.ts'

const TABLES = ['quoting.search', 'quoting.offer_page', 'quoting.unit_list'] as const
const NOW = '2026-11-20T09:00:00Z'
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ ownTimeouts: true })
})
beforeEach(async () => {
  app.clock.set(NOW)
  await removeCompanies(app)
  for (const table of TABLES) await app.ctx.db.deleteFrom(table).execute()
})
afterAll(() => app.close())

async function bytesOf(tables: readonly string[]): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(name::regclass)) as bytes from unnest(${[...tables]}::text[]) name`.execute(
    app.ctx.db,
  )
  return rows[0]?.bytes ?? 0
}

const searchFrom = async (address: string) => {
  const answer = await app.call(undefined, address)(findQuotes, { body: aMove() })
  if (!answer.ok) throw new Error(answer.problem.code)
  return answer.data
}

describe('what a search keeps', () => {
  it('is two small rows, in one statement, whatever the number of units', async () => {
    for (let made = 0; made < 25; made += 1) await aUnit(app)
    const statements = await statementsOf(app, () => search(app))
    expect(statements.filter((text) => text.includes('quoting.'))).toHaveLength(1)
    await sql`vacuum full quoting.search, quoting.offer_page, quoting.unit_list`.execute(app.ctx.db)
    const [empty, emptySearch] = [await bytesOf(TABLES), await bytesOf(['quoting.search'])]
    const count = 60
    for (let made = 0; made < count; made += 1) await search(app)
    expect(await countSearches(app)).toBe(count + 1)
    // The row holds twenty offers for half an hour, and the outcomes of 25 units for thirty days; it was 14 kB for
    // thirty days.
    expect(((await bytesOf(TABLES)) - empty) / count).toBeLessThan(5 * 1024)
    expect(((await bytesOf(['quoting.search'])) - emptySearch) / count).toBeLessThan(1024)
  })

  it('shares one list of units with every search that asks the same', async () => {
    const units = [await aUnit(app), await aUnit(app, { van: { category: 'luton_van' } })]
    for (let made = 0; made < 3; made += 1) await search(app)
    await search(app, aMove({ vanCategory: 'luton_van' }))
    const lists = await app.ctx.db.selectFrom('quoting.unit_list').selectAll().execute()
    expect(lists.map(({ unitIds: ids }) => ids)).toEqual([units.map(({ id }) => id).toSorted()])
    expect(await keptOutcomes(app)).toEqual(
      new Map([
        [units[0]?.id, 'van'],
        [units[1]?.id, 'shown'],
      ]),
    )
  })

  it('says what was asked, how many could and from what price, and not a word of who asked', async () => {
    await aUnit(app, { company: { pencePerHour: 4000 } })
    await aUnit(app)
    const contact = { flatAndHouse: 'Flat 9', contactName: 'Ada Quill', contactNumber: '+447700900123' }
    const found = await search(app, aMove({ points: [contact], customerNote: 'Key under the mat' }))
    const [savedSearch] = await app.ctx.db.selectFrom('quoting.search').selectAll().execute()
    expect(savedSearch).toMatchObject({
      pickUpDistrict: 'E17',
      pickUpArea: 'E',
      vanCategory: 'large_van',
      helpLevel: 'one_porter',
      jobKind: 'home_or_office',
      needTailLift: false,
      metres: Math.round(found.order.distance),
      offers: 2,
      cheapestPence: found.results[0]?.totalPence,
      createdAt: app.clock.now(),
    })
    expect(JSON.stringify(savedSearch)).not.toMatch(/4QH|4QL|Quill|Flat 9|447700|mat"/)
  })

  it('is nothing to book where nobody was free', async () => {
    await aUnit(app, { van: { category: 'small_van' } })
    expect((await search(app)).count).toBe(0)
    expect(await keptPages(app)).toEqual([])
    expect(await app.ctx.db.selectFrom('quoting.search').select(['offers', 'cheapestPence']).execute()).toEqual([
      { offers: 0, cheapestPence: null },
    ])
  })
})

describe('above the number that is kept', () => {
  it('a search of that address is answered and can be booked, and only its offers are kept; others are not touched', async () => {
    await aUnit(app)
    for (let made = 0; made < KEPT_PER_ADDRESS.count; made += 1) await searchFrom('203.0.113.9')
    expect(await countSearches(app)).toBe(KEPT_PER_ADDRESS.count)
    const { results } = await searchFrom('203.0.113.9')
    expect(await countSearches(app)).toBe(KEPT_PER_ADDRESS.count)
    expect((await aBooking(app, { quoteId: results[0]?.quoteId ?? '' })).status).toBe('new_booking')
    await searchFrom('203.0.113.10')
    expect(await countSearches(app)).toBe(KEPT_PER_ADDRESS.count + 1)
    app.clock.advance({ minutes: 61 })
    await searchFrom('203.0.113.9')
    expect(await countSearches(app)).toBe(KEPT_PER_ADDRESS.count + 2)
  })
})

describe('forgetting', () => {
  it('drops offers when they can no longer be booked, and searches after thirty days', async () => {
    await aUnit(app)
    const quote = await aQuoteFor(app)
    app.clock.advance({ minutes: 29 })
    await eraseSearches(app.ctx)
    expect(await keptPages(app)).toHaveLength(1)
    app.clock.advance({ minutes: 2 })
    await eraseSearches(app.ctx)
    expect([(await keptPages(app)).length, await countSearches(app)]).toEqual([0, 1])
    const { bearer } = await aCustomer(app)
    const late = await app.call(bearer)(createBooking, { body: { quoteId: quote.quoteId, paymentMethod: 'cash' } })
    expect(late).toMatchObject({ ok: false, problem: { code: 'requote' } })
    app.clock.set('2026-12-20T09:00:00Z')
    await eraseSearches(app.ctx)
    expect(await countSearches(app)).toBe(1)
    app.clock.set('2026-12-21T01:00:00Z')
    await eraseSearches(app.ctx)
    expect(await countSearches(app)).toBe(0)
    expect(await app.ctx.db.selectFrom('quoting.unit_list').select('lastDay').execute()).toEqual([])
  })

  it('keeps a list of units as long as a search points at it, however often it is asked', async () => {
    await aUnit(app)
    for (const day of [0, 20, 45]) {
      app.clock.set(`${addDays('2026-11-20', day)}T09:00:00Z`)
      await eraseSearches(app.ctx)
      await search(app, aMove({ date: addDays('2026-11-28', day) }))
      expect((await keptOutcomes(app)).size).toBe(1)
    }
  })

  it(
    'works off what one DELETE could not, in transactions that are each far below the limit',
    { timeout: 120_000 },
    async () => {
      for (let round = 0; round < 12; round += 1) await addOldSearches(5000)
      await makeDisksSlow()
      // The control: one DELETE meets the limit of three seconds that every statement of the product has.
      await expect(app.ctx.db.deleteFrom('quoting.search').execute()).rejects.toThrow(/statement timeout/)
      expect(await countSearches(app)).toBe(60_000)
      await eraseSearches(app.ctx)
      expect(await countSearches(app)).toBe(0)
    },
  )
})

/** Each twentieth row takes two milliseconds to delete: 60,000 take six seconds at least, on any machine. */
const makeDisksSlow = () =>
  app.database.asOwner(`
    create function quoting.wait() returns trigger language plpgsql as $$
    begin
      if get_byte(old.asked, 0) % 20 = 0 then perform pg_sleep(0.002); end if;
      return old;
    end $$;
    create trigger slow before delete on quoting.search for each row execute function quoting.wait()`)

const addOldSearches = (count: number) =>
  sql`insert into quoting.search (created_at, pick_up_district, pick_up_area, start_at, end_at, van_category, help_level, job_kind,
      need_tail_lift, metres, places, offers, asked, outcomes)
    select ${app.clock.now()}::timestamptz - interval '40 days' - n * interval '1 second', 'E17', 'E', now(), now(), 'large_van', 'no_help',
      'home_or_office', false, 1000, '[["E17","Walthamstow"],["BN1","Brighton"]]', 0, decode(lpad(to_hex(n % 20), 2, '0'), 'hex'), '\\x00'
    from generate_series(1, ${count}) n`.execute(app.ctx.db)
