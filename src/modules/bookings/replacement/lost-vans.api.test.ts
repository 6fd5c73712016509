import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ITEMS } from '#modules/items/data.ts'
import { blockUnit } from '#modules/onboarding/decisions/contract.ts'
import { createTestApp, withoutGuards, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aBooking, heldTimes, messagesAbout, search, storedBooking } from '#test/support/factories/booking.ts'
import { aCompany, removeCompanies } from '#test/support/factories/company.ts'
import { anOffice } from '#test/support/factories/day.ts'
import { threeBedHouse } from '#test/support/factories/house.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit, type TestUnit, type UnitOptions } from '#test/support/factories/unit.ts'
import { callAs, sessionFor } from '#test/support/session.ts'
import { confirmBooking, rejectBooking, takeBooking } from '../answers/contract.ts'
import { getBooking } from '../contract.ts'
import { listHotJobs } from '../lists/contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})

const piano = ITEMS.find(({ name }) => name === 'Upright piano')
const house = (change: Parameters<typeof aMove>[0] = {}) =>
  aMove({
    items: [...threeBedHouse, { movingItem: piano?.id ?? 0, amount: 1 }],
    vanCategory: 'luton_van',
    manPower: 'two_porters',
    to: 'CB1 1PT',
    ...change,
  })

/** A company with as many Lutons, and those. */
async function lutons(count: number, options: UnitOptions = {}): Promise<TestUnit[]> {
  const company = await aCompany(app)
  const units: TestUnit[] = []
  for (let made = 0; made < count; made += 1)
    units.push(await aUnit(app, { company, van: { category: 'luton_van', payloadKg: 1300 }, ...options }))
  return units
}

const ownerOf = async ([unit]: readonly TestUnit[]) =>
  app.call((await sessionFor(app, unit?.company.owner.id ?? '')).bearer)

async function aPlan(allowHotJob = true) {
  const { results } = await search(app, house())
  const quote = results[0]
  if (!quote?.workingUnits) throw new Error('There is no plan')
  const booking = await aBooking(app, { quoteId: quote.quoteId, allowHotJob })
  const ofVan = (van: number) => quote.workingUnits?.find(({ number }) => number === van)?.id ?? ''
  return { ...booking, quote, ofVan }
}

const vansOf = (id: string) =>
  app.ctx.db
    .selectFrom('bookings.booking_van')
    .select(['van', 'unitId', 'totalPence', 'state', 'trips'])
    .where('bookingId', '=', id)
    .orderBy('van')
    .execute()

const heldFor = async (id: string) =>
  (await heldTimes(app))
    .filter(({ bookingId }) => bookingId === id)
    .map(({ unitId }) => unitId)
    .toSorted()

const kinds = async (id: string) => (await messagesAbout(app, id)).map(({ kind }) => kind)

/** The unit of these that the booking does not use. */
const spareOf = async (id: string, units: readonly TestUnit[]) => {
  const used = (await vansOf(id)).map(({ unitId }) => unitId)
  const spare = units.find((unit) => !used.includes(unit.id))
  if (!spare) throw new Error('There is no spare van')
  return spare
}

describe('a van that a plan has lost', () => {
  test.each([
    ['the lead', 1],
    ['another', 2],
  ])('is replaced by a free one of the same company at the same price: %s', async (_, van) => {
    const units = await lutons(4)
    const { id, ofVan, totalPence, customer } = await aPlan()
    const owner = await ownerOf(units)
    await must(owner(confirmBooking, { params: { id } }))
    const [spare, lost, before] = [await spareOf(id, units), ofVan(van), await vansOf(id)]
    const body = { reason: 'broken_van' as const, workingUnitId: lost }
    const answer = await must(owner(rejectBooking, { params: { id }, body }))
    expect(answer.status).toBe('confirmed')
    expect(await vansOf(id)).toEqual(before.map((row) => (row.van === van ? { ...row, unitId: spare.id } : row)))
    expect(await heldFor(id)).toEqual((await vansOf(id)).map(({ unitId }) => unitId).toSorted())
    const view = await must(app.call(customer.bearer)(getBooking, { params: { id } }))
    expect(view).toMatchObject({ status: 'confirmed', totalPence, isHot: false })
    expect(view.workingUnit?.id === spare.id).toBe(van === 1)
    expect((await kinds(id)).slice(-2)).toEqual(['booking_van_replaced', 'job_van_replaced'])
    // Sent again, it is the same answer.
    expect((await must(owner(rejectBooking, { params: { id }, body }))).status).toBe('confirmed')
    expect(await spareOf(id, units)).toMatchObject({ id: lost })
    // The van has a crew again.
    const crew = await app.ctx.db.selectFrom('bookings.crew_member').select('van').where('bookingId', '=', id).execute()
    expect(crew.some((member) => member.van === van)).toBe(true)
  })

  test('is replaced when the office stops its unit, and not by one that is busy, stopped or too small', async () => {
    const units = await lutons(3)
    const { company } = units[0] ?? {}
    const small = await aUnit(app, { company, van: { category: 'small_van' } })
    const { id, ofVan } = await aPlan()
    const stopped = await aUnit(app, { company, status: 'blocked', van: { category: 'luton_van', payloadKg: 1300 } })
    const office = await anOffice(app)
    const lost = ofVan(2)
    const stop = { params: { id: lost }, body: { reason: 'The van failed its check.' } }
    const spare = await aUnit(app, { company, van: { category: 'luton_van', payloadKg: 1300 } })
    await must(office(blockUnit, stop))
    app.clock.advance({ minutes: 1 })
    await app.runJobs()
    const used = (await vansOf(id)).map(({ unitId }) => unitId)
    expect(used).toContain(spare.id)
    for (const other of [lost, small.id, stopped.id]) expect(used).not.toContain(other)
    expect(await storedBooking(app, id)).toMatchObject({ isHot: false, status: 'new_booking' })
  })

  describe('if all people of the only spare van are in another van of the plan', () => {
    const loseOne = async (at = app.app) => {
      const units = await lutons(4)
      const { id, ofVan } = await aPlan()
      const spare = await spareOf(id, units)
      await app.ctx.db.deleteFrom('fleet.unit_person').where('unitId', '=', spare.id).execute()
      await app.ctx.db
        .insertInto('fleet.unit_person')
        .columns(['unitId', 'personId'])
        .expression((eb) =>
          eb
            .selectFrom('bookings.crew_member')
            .select([eb.val(spare.id).as('unitId'), 'personId'])
            .where('bookingId', '=', id)
            .where('van', '=', 1),
        )
        .execute()
      const owner = callAs(app, units[0]?.company.owner.id ?? '', at)
      const body = { reason: 'broken_van' as const, workingUnitId: ofVan(2) }
      await must(owner(rejectBooking, { params: { id }, body }))
      return { id, spare }
    }

    test('is not replaced by it: the plan goes whole to another company', async () => {
      const { id } = await loseOne()
      expect(await storedBooking(app, id)).toMatchObject({ isHot: true, unitId: null })
      expect([await heldFor(id), await kinds(id)]).toEqual([[], expect.not.arrayContaining(['job_van_replaced'])])
    })

    test('is replaced by a van without people if nobody looks', async () => {
      const careless = await withoutGuards(app, 'held_people')
      const { id, spare } = await loseOne(careless)
      await careless.close()
      expect((await vansOf(id)).find(({ van }) => van === 2)?.unitId).toBe(spare.id)
    })
  })

  test('is not to be named by another company', async () => {
    await lutons(4)
    const { id } = await aPlan()
    const [stranger] = await lutons(1)
    const owner = await ownerOf(await lutons(1))
    const body = { reason: 'broken_van' as const, workingUnitId: stranger?.id ?? '' }
    expect(await owner(rejectBooking, { params: { id }, body })).toMatchObject({ status: 404 })
  })
})

describe('a plan whose company is lost', () => {
  const giveBack = async (id: string, units: readonly TestUnit[]) =>
    must((await ownerOf(units))(rejectBooking, { params: { id }, body: { reason: 'personal' } }))

  test('is rescued whole by another company for the agreed price, each van with its part of it', async () => {
    const first = await lutons(3)
    const { id, totalPence, commissionablePence, minimumTimePence } = await aPlan().then(async (plan) => ({
      ...plan,
      ...(await app.ctx.db
        .selectFrom('bookings.booking')
        .select(['commissionablePence', 'minimumTimePence'])
        .where('id', '=', plan.id)
        .executeTakeFirstOrThrow()),
    }))
    const second = await lutons(3)
    await giveBack(id, first)
    expect([await vansOf(id), await heldFor(id)]).toEqual([[], []])
    await app.runJobs()
    const owner = await ownerOf(second)
    const listed = await Promise.all(
      second.map(async (unit) => (await must(owner(listHotJobs, { params: { id: unit.id }, query: {} }))).results),
    )
    const lead = second.find((_, index) => listed[index]?.length === 1)
    expect(listed.flat()).toMatchObject([{ id, totalPence, allowedActions: ['take'] }])
    const taken = await must(owner(takeBooking, { params: { id }, body: { workingUnitId: lead?.id ?? '' } }))
    expect(taken).toMatchObject({ id, status: 'confirmed' })
    const rows = await app.ctx.db
      .selectFrom('bookings.booking_van')
      .select(['unitId', 'totalPence', 'commissionablePence', 'minimumTimePence'])
      .where('bookingId', '=', id)
      .execute()
    const sum = (of: (row: (typeof rows)[number]) => number | null) =>
      rows.reduce((all, row) => all + (of(row) ?? 0), 0)
    expect(rows.length).toBeGreaterThan(1)
    expect(sum((row) => row.totalPence)).toBe(totalPence)
    expect(sum((row) => row.commissionablePence)).toBe(commissionablePence)
    expect(sum((row) => row.minimumTimePence)).toBe(minimumTimePence)
    expect(rows.every(({ unitId }) => second.some((unit) => unit.id === unitId))).toBe(true)
    expect(await heldFor(id)).toEqual(rows.map(({ unitId }) => unitId).toSorted())
  })

  test('goes to exactly one of two companies that take it at the same moment, and nothing is half held', async () => {
    const first = await lutons(3)
    const { id } = await aPlan()
    const rivals = [await lutons(3), await lutons(3)]
    await giveBack(id, first)
    await app.runJobs()
    const offers = await app.ctx.db
      .selectFrom('bookings.hot_offer')
      .select('unitId')
      .where('bookingId', '=', id)
      .execute()
    const answers = await Promise.all(
      offers.map(async ({ unitId }) => {
        const units = rivals.find((own) => own.some((unit) => unit.id === unitId)) ?? []
        return (await ownerOf(units))(takeBooking, { params: { id }, body: { workingUnitId: unitId } })
      }),
    )
    expect(answers.map((answer) => (answer.ok ? 'taken' : answer.problem.code)).toSorted()).toEqual([
      'already_taken',
      'taken',
    ])
    const used = (await vansOf(id)).map(({ unitId }) => unitId)
    expect(await heldFor(id)).toEqual(used.toSorted())
    expect(rivals.filter((own) => own.some((unit) => used.includes(unit.id)))).toHaveLength(1)
  })

  test('is refused whole to a company whose other vans are no longer free', async () => {
    const first = await lutons(3)
    const { id } = await aPlan()
    const second = await lutons(3)
    await giveBack(id, first)
    await app.runJobs()
    const [offer] = await app.ctx.db
      .selectFrom('bookings.hot_offer')
      .select('unitId')
      .where('bookingId', '=', id)
      .execute()
    const others = second.filter((unit) => unit.id !== offer?.unitId)
    await app.ctx.db
      .insertInto('calendar.vacation')
      .values(others.map((unit) => ({ unitId: unit.id, startDay: '2026-11-28', endDay: '2026-11-28' })))
      .execute()
    const body = { workingUnitId: offer?.unitId ?? '' }
    const refused = await (await ownerOf(second))(takeBooking, { params: { id }, body })
    expect(refused).toMatchObject({ status: 409, problem: { code: 'not_fit' } })
    expect([await heldFor(id), await vansOf(id)]).toEqual([[], []])
    expect(await storedBooking(app, id)).toMatchObject({ isHot: true, unitId: null })
  })

  test('is offered again every hour until an hour before the start, and its customer hears once that nobody can come yet', async () => {
    const first = await lutons(3)
    const { id } = await aPlan()
    await giveBack(id, first)
    await app.runJobs()
    expect(await kinds(id)).toContain('booking_no_company_yet')
    const second = await lutons(3)
    app.clock.advance({ minutes: 61 })
    await app.runJobs()
    const offers = await app.ctx.db
      .selectFrom('bookings.hot_offer')
      .select('unitId')
      .where('bookingId', '=', id)
      .execute()
    expect(second.map((unit) => unit.id)).toContain(offers[0]?.unitId)
    expect((await kinds(id)).filter((kind) => kind === 'booking_no_company_yet')).toHaveLength(1)
    app.clock.set('2026-11-28T08:00:00Z')
    await app.runJobs()
    expect(await storedBooking(app, id)).toMatchObject({ status: 'no_one_took' })
    expect(await kinds(id)).toContain('booking_no_one_took')
  })

  test('is over at once if its customer wanted no other company', async () => {
    const first = await lutons(3)
    const { id } = await aPlan(false)
    await lutons(3)
    await giveBack(id, first)
    expect(await storedBooking(app, id)).toMatchObject({ status: 'rejected', isHot: false })
  })
})
