import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getSchedule } from '#modules/calendar/contract.ts'
import { lockBooking } from '#modules/bookings/queries.ts'
import { transition } from '#modules/bookings/lifecycle/commands.ts'
import { createBooking } from '#modules/bookings/contract.ts'
import { requiredDocuments, type DocumentKind, isCompanyDocument } from '#modules/fleet/documents/rules.ts'
import { countPeople } from '#modules/fleet/people/commands.ts'
import { CREW_SIZE, HELP_LEVELS, type HelpLevel } from '#modules/fleet/rules.ts'
import { reviewStatuses } from '#modules/onboarding/commands.ts'
import { checkExpiry } from '#modules/onboarding/expiry/commands.ts'
import { createCall } from '#app/call.ts'
import { withActor } from '#platform/ctx.ts'
import { addDays, localPieces, type LocalDay } from '#shared/local-time.ts'
import { createTestApp, withoutGuards, type TestApp } from '#test/support/app.ts'
import { aBooking, aCustomer, aQuoteFor, search } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { keptOutcomes } from '#test/support/kept-searches.ts'
import { mailboxOf } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'

/** Papers and people cover every day of a job, or its unit is not offered for it, nor booked, nor may it confirm (ADR 0028). */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

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
