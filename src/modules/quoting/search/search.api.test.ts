import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCall } from '#app/call.ts'
import { createBooking } from '#modules/bookings/contract.ts'
import { transition } from '#modules/bookings/lifecycle/commands.ts'
import { lockBooking } from '#modules/bookings/queries.ts'
import { getSchedule } from '#modules/calendar/contract.ts'
import { requiredDocuments, type DocumentKind, isCompanyDocument } from '#modules/fleet/documents/rules.ts'
import { countPeople } from '#modules/fleet/people/commands.ts'
import { CREW_SIZE, HELP_LEVELS, type HelpLevel } from '#modules/fleet/rules.ts'
import { reviewStatuses } from '#modules/onboarding/commands.ts'
import { checkExpiry } from '#modules/onboarding/expiry-commands.ts'
import { withActor } from '#platform/ctx.ts'
import { addDays, localPieces, type LocalDay, toInstant } from '#shared/local-time.ts'
import { createTestApp, withoutGuards, type TestApp } from '#test/support/app.ts'
import { aBooking, aCustomer, aQuoteFor, search, type QuotesAnswer } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aHold } from '#test/support/factories/hold.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit, type TestUnit, everyDay } from '#test/support/factories/unit.ts'
import { keptOutcomes, countSearches, keptPages } from '#test/support/kept-searches.ts'
import { mailboxOf } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import { statementsOf } from '#test/support/statements.ts'
import { eraseSearches } from '../commands.ts'
import { findQuotes } from '../contract.ts'
import { KEPT_PER_ADDRESS } from '../rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('cover', () => {
  beforeEach(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
  })

  const saturday = '2026-11-28'
  const units = () => app.ctx.db.updateTable('fleet.working_unit')
  const setUntil = (unit: TestUnit, documentsUntil: LocalDay) =>
    units().set({ papersUntil: documentsUntil }).where('id', '=', unit.id).execute()

  const shownIn = async (move: ReturnType<typeof aMove>): Promise<Set<string>> => {
    const { results } = await search(app, move, { pageSize: 100 })
    return new Set(results.map(({ workingUnit }) => workingUnit.id))
  }

  describe('a search', () => {
    it('offers a unit to the day before its first document expires, and no job that lasts past midnight then', async () => {
      const unit = await aUnit(app, { papersUntil: saturday })
      const on = async (date: string, time = '09:00') => {
        const shown = (await shownIn(aMove({ date, time }))).has(unit.id)
        return shown ? 'shown' : (await keptOutcomes(app)).get(unit.id)
      }
      expect([await on(addDays(saturday, -1)), await on(saturday), await on(addDays(saturday, 1))]).toEqual([
        'shown',
        'papers',
        'papers',
      ])
      expect(await on(addDays(saturday, -1), '22:30')).toBe('papers')
      // The owner's calendar marks the days from the same one on.
      const { bearer } = await sessionFor(app, unit.company.owner.id)
      const week = await app.call(bearer)(getSchedule, { params: { id: unit.id }, query: { from: saturday } })
      expect(week).toMatchObject({ ok: true, data: { documentsUntil: saturday } })
    })

    it('proposes no other time that the documents do not cover', async () => {
      await aUnit(app, { papersUntil: addDays(saturday, 2), availability: [{ day: saturday, freeHours: 0 }] })
      const { cheapestDays } = await search(app, aMove({ date: saturday }))
      const days = cheapestDays.map(({ date }) => date)
      expect(days.length).toBeGreaterThan(0)
      for (const date of days) expect(date < addDays(saturday, 2)).toBe(true)
    })
  })

  /** Small numbers that look like chance and are the same in every run. */
  function chance(seed: number) {
    let state = seed
    return (below: number) => {
      state = (state * 48_271) % 2_147_483_647
      return state % below
    }
  }

  interface Known {
    unit: TestUnit
    year: number
    documents: { kind: DocumentKind; status: string; expiresOn: LocalDay | null }[]
    people: (LocalDay | null)[]
  }

  describe('random units on random days', () => {
    const kinds = ['v5c', 'mot', 'hire_and_reward', 'goods_in_transit', 'public_liability'] as const
    const next = chance(20_261_122)
    const someDay = () => addDays('2026-11-21', next(60))

    async function aRandomUnit(): Promise<Known> {
      const year = 2022 + next(4)
      const documents = kinds.flatMap((kind) =>
        Array.from({ length: next(8) === 0 ? 0 : 1 + next(2) }, () => ({
          kind,
          status: next(6) === 0 ? 'pending' : 'approved',
          expiresOn: kind === 'v5c' || next(5) === 0 ? null : someDay(),
        })).filter(
          ({ status }, index, all) => all.findIndex((one) => one.status === status) === index || status !== 'pending',
        ),
      )
      const unit = await aUnit(app, { people: 0 })
      const people: (LocalDay | null)[] = []
      for (let count = next(4); count > 0; count--) people.push(next(3) === 0 ? null : someDay())
      await keep({ unit, year, documents, people })
      return { unit, year, documents, people }
    }

    async function keep({ unit: { id, company }, year, documents, people }: Known): Promise<void> {
      const { db } = app.ctx
      await db.updateTable('fleet.van').set({ year }).where('unitId', '=', id).execute()
      await sql`insert into fleet.document (company_id, unit_id, kind, status, expires_on, submitted_at)
      select ${company.id}, case when own then ${id}::uuid end, kind, status, expires_on, ${app.clock.now()}
      from json_to_recordset(${JSON.stringify(documents.map(({ kind, status, expiresOn }) => ({ kind, status, expires_on: expiresOn, own: !isCompanyDocument(kind) })))}::json)
        as p (kind text, status text, expires_on date, own boolean)`.execute(db)
      await sql`with face as (
        insert into files.upload (id, address_digest, created_at, attached_at) values (${crypto.randomUUID()}, '', ${app.clock.now()}, ${app.clock.now()}) returning id
      ), person as (
        insert into fleet.person (company_id, first_name, last_name, photo_upload_id, checked_first_name, checked_last_name, checked_photo_upload_id, created_at)
        select ${company.id}, 'Sam', until, id, 'Sam', until, id, ${app.clock.now()} from face cross join unnest(${people.map((day) => day ?? 'never')}::text[]) until
        returning id, last_name
      ), checked as (
        insert into fleet.person_check (person_id, method, expires_on, status, submitted_at)
        select id, 'other_document', nullif(last_name, 'never')::date, 'approved', ${app.clock.now()} from person
      ) insert into fleet.unit_person (unit_id, person_id) select ${id}::uuid, id from person`.execute(db)
      await app.ctx.tx((tx) => countPeople(tx, { companyId: company.id }))
      // The status is set as after any change of a fact; the rest of the profile belongs to another test.
      await app.ctx.tx((tx) => reviewStatuses(tx, { companyId: company.id }))
      await units().set({ status: 'operating' }).where('id', '=', id).execute()
    }

    /** Every document and person counts on each day of the job. */
    const isCovered = ({ year, documents, people }: Known, days: readonly LocalDay[], help: HelpLevel): boolean =>
      days.every((day) => {
        const isThere = (kind: DocumentKind) =>
          documents.some(
            (document) =>
              document.kind === kind &&
              document.status === 'approved' &&
              (document.expiresOn === null || day < document.expiresOn),
          )
        const checked = people.filter((until) => until === null || day < until)
        return requiredDocuments({ year, grossWeightKg: null }, day).every(isThere) && checked.length >= CREW_SIZE[help]
      })

    it('are offered if every document and enough people cover each day of the job, and otherwise not', async () => {
      const known: Known[] = []
      for (let count = 0; count < 40; count++) known.push(await aRandomUnit())
      let [offered, withheld] = [0, 0]
      for (let round = 0; round < 16; round++) {
        const manPower = HELP_LEVELS[next(HELP_LEVELS.length)] ?? 'no_help'
        const move = aMove({ date: someDay(), time: round % 3 === 0 ? '22:30' : '09:00', manPower })
        const found = await search(app, move, { pageSize: 100 })
        const shown = new Set(found.results.map(({ workingUnit }) => workingUnit.id))
        const { startAt, endAt } = found.order
        if (!startAt || !endAt) throw new Error('A search of a day has both')
        const days = localPieces(new Date(startAt), new Date(endAt)).map(({ day }) => day)
        const wrong = known.filter((one) => shown.has(one.unit.id) !== isCovered(one, days, manPower))
        expect({ days, manPower, wrong }).toEqual({ days, manPower, wrong: [] })
        offered += shown.size
        withheld += known.length - shown.size
      }
      expect([offered > 20, withheld > 20]).toEqual([true, true])
    })
  })

  describe('a quote that is held', () => {
    const expire: [string, (unit: TestUnit) => Promise<unknown>][] = [
      ['a document that expires before', (unit) => setUntil(unit, saturday)],
      [
        'the check of somebody that it needs',
        (unit) =>
          units()
            .set({ peopleUntil: ['infinity', saturday] })
            .where('id', '=', unit.id)
            .execute(),
      ],
    ]
    it.each(expire)('is not booked past %s; with the guard off it would be', async (_name, change) => {
      const unit = await aUnit(app)
      const customer = await aCustomer(app)
      const { quoteId } = await aQuoteFor(app, aMove({ date: saturday, manPower: 'one_porter' }))
      await change(unit)
      const body = { quoteId, paymentMethod: 'cash' as const }
      expect(await app.call(customer.bearer)(createBooking, { body })).toMatchObject({
        status: 409,
        problem: { code: 'slot_taken', detail: expect.stringContaining('is no longer available that day') as string },
      })
      const careless = await withoutGuards(app, 'recheck')
      const answer = await createCall(careless.fastify, { bearer: customer.bearer })(createBooking, { body })
      expect(answer.ok).toBe(true)
      await careless.close()
    })

    it('is confirmed only while the documents cover it', async () => {
      const unit = await aUnit(app)
      const { id } = await aBooking(app, { move: aMove({ date: saturday }) })
      const { id: userId } = unit.company.owner
      const company = { id: unit.company.id, unitIds: [unit.id] }
      const confirm = () =>
        withActor(app.ctx, { kind: 'driver', userId, sessionId: userId, company }).tx(async (tx) => {
          const booking = await lockBooking(tx, id)
          return booking && transition(tx, booking, 'confirm')
        })
      await setUntil(unit, saturday)
      expect(await confirm()).toMatchObject({ kind: { code: 'not_covered' } })
      await setUntil(unit, addDays(saturday, 1))
      expect(await confirm()).toBeUndefined()
    })
  })

  it('tells the owner once which bookings from before lie past the documents; they stand', async () => {
    const unit = await aUnit(app, { papersUntil: '2027-03-01' })
    const { id } = await aBooking(app, { move: aMove({ date: saturday }) })
    const other = await aUnit(app)
    // The rows are those left by the migration, which computes until when documents cover and changes no calendar.
    await units().set({ papersUntil: saturday, isCoverUntold: true }).where('id', 'in', [unit.id, other.id]).execute()
    for (let round = 0; round < 2; round++) await checkExpiry(app.ctx)
    const noticesTo = async ({ company }: TestUnit) => {
      const mails = await mailboxOf(app, company.owner.email)
      return mails.filter(({ subject, channel }) => channel === 'email' && subject.includes('no longer cover'))
    }
    expect((await noticesTo(unit)).map(({ text }) => /28 Nov.*Walthamstow to Brighton/.test(text))).toEqual([true])
    expect(await noticesTo(other)).toEqual([])
    const booking = app.ctx.db.selectFrom('bookings.booking').select('status').where('id', '=', id)
    expect(await booking.executeTakeFirstOrThrow()).toEqual({ status: 'new_booking' })
  })

  it('tells the owner once which bookings a shorter document leaves uncovered; they stand', async () => {
    const unit = await aUnit(app, { papersUntil: '2027-03-01' })
    const { id } = await aBooking(app, { move: aMove({ date: saturday }) })
    // The unit has no documents on record, so its cover has ended.
    for (let round = 0; round < 2; round++) await app.ctx.tx((tx) => reviewStatuses(tx, { unitId: unit.id }))
    const mails = (await mailboxOf(app, unit.company.owner.email)).filter(({ subject }) =>
      subject.includes('no longer cover'),
    )
    expect(mails.map(({ text }) => /28 Nov.*Walthamstow to Brighton/.test(text))).toEqual([true])
    const booking = app.ctx.db.selectFrom('bookings.booking').select('status').where('id', '=', id)
    expect(await booking.executeTakeFirstOrThrow()).toEqual({ status: 'new_booking' })
  })
})

describe('the order of quotes', () => {
  beforeAll(() => app.clock.set('2026-11-20T09:00:00Z'))
  beforeEach(() => removeCompanies(app))

  const names = ({ results }: QuotesAnswer) => results.map(({ company }) => company.name)

  beforeEach(async () => {
    await aUnit(app, { company: { name: 'Dear', pencePerHour: 8000, rating: 4.9, reviewsCount: 10 } })
    await aUnit(app, {
      company: { name: 'Cheap', pencePerHour: 4000, rating: 4.1, reviewsCount: 900 },
      week: everyDay(420, 1440),
    })
    await aUnit(app, {
      company: { name: 'Known', pencePerHour: 6000, rating: 4.5, reviewsCount: 80 },
      week: everyDay(480, 1440),
    })
    await aUnit(app, { company: { name: 'New', pencePerHour: 6000 }, week: everyDay(360, 1440) })
    const late = await aUnit(app, { company: { name: 'Night', pencePerHour: 9000, rating: 4.9, reviewsCount: 9 } })
    await aHold(app, late, { start: toInstant('2026-11-27', 1200), end: toInstant('2026-11-27', 1320) })
    const early = await aUnit(app, { company: { name: 'Early', pencePerHour: 9500, rating: 1, reviewsCount: 1 } })
    await aHold(app, early, { start: toInstant('2026-11-28', 300), end: toInstant('2026-11-28', 450) })
  })

  it.each([
    [undefined, ['Cheap', 'Known', 'New', 'Dear', 'Night', 'Early']],
    ['best', ['Cheap', 'Known', 'New', 'Dear', 'Night', 'Early']],
    // 4.9 from ten or nine reviews is 4.7; without any it is 4.5; 1.0 from one is 4.2, above 4.1 from nine hundred.
    ['rating', ['Dear', 'Night', 'Known', 'New', 'Early', 'Cheap']],
    // All are free at the time asked for.
    ['earliest', ['Cheap', 'Known', 'New', 'Dear', 'Night', 'Early']],
  ] as const)('%s', async (ordering, expected) => {
    expect(names(await search(app, aMove(), { ordering }))).toEqual(expected)
  })

  it('price, and the better rated of two that cost the same', async () => {
    const order = names(await search(app, aMove(), { ordering: 'price' }))
    expect(order.toSorted()).toEqual(['Cheap', 'Dear', 'Early', 'Known', 'New', 'Night'])
    expect([order[0], ...order.slice(3)]).toEqual(['Cheap', 'Dear', 'Night', 'Early'])
  })

  it('best is not price where a company is badly rated', async () => {
    await aUnit(app, { company: { name: 'Bad', pencePerHour: 5900, rating: 2, reviewsCount: 400 } })
    const placeIn = async (ordering: 'price' | 'best') => names(await search(app, aMove(), { ordering })).indexOf('Bad')
    expect([await placeIn('price'), await placeIn('best')]).toEqual([1, 4])
  })

  it.each([
    [{ minRating: 4.5 }, ['Known', 'Dear', 'Night']],
    [{ minReviews: 80 }, ['Cheap', 'Known']],
    [{ minRating: 4.5, minReviews: 10 }, ['Known', 'Dear']],
    [{ minRating: 5 }, []],
  ])('keeps to the filter %o', async (filter, expected) => {
    const answer = await search(app, aMove(), filter)
    expect([names(answer), answer.count]).toEqual([expected, expected.length])
    // A driver is free, so there are no alternatives to offer.
    expect([answer.nearestTimes, answer.cheapestDays, answer.biggerVan]).toEqual([[], [], null])
  })

  it('counts what each filter would leave, so that one that changes nothing is not offered', async () => {
    const all = await search(app, aMove())
    const { filterCounts } = all
    const left = async (filter: Parameters<typeof search>[2]) => (await search(app, aMove(), filter)).count
    expect(filterCounts).toEqual({
      cash: await left({ paymentMethod: 'cash' }),
      card: await left({ paymentMethod: 'card' }),
      topRated: await left({ minRating: 4.8 }),
      wellReviewed: await left({ minReviews: 50 }),
    })
    expect(filterCounts.wellReviewed).toBeGreaterThan(0)
    expect(filterCounts.wellReviewed).toBeLessThan(all.count)
  })

  it('keeps to the way of paying', async () => {
    await aUnit(app, { company: { name: 'Cash only', paymentMethods: ['cash'], pencePerHour: 3000 } })
    await aUnit(app, { company: { name: 'Card only', paymentMethods: ['card'], pencePerHour: 2000 } })
    expect(names(await search(app, aMove(), { paymentMethod: 'cash' }))).not.toContain('Card only')
    expect(names(await search(app, aMove(), { paymentMethod: 'card' }))[0]).toBe('Card only')
    expect(names(await search(app, aMove(), { paymentMethod: 'card' }))).not.toContain('Cash only')
  })
})

describe('searching', () => {
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
      'deletes what one statement could not, in transactions that are each far below the limit',
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
})
