import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { confirmBooking, rejectBooking } from '#modules/bookings/answers/contract.ts'
import { settleHours } from '#modules/bookings/day/hours/commands.ts'
import { newId } from '#platform/new-id.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { callAs } from '#test/support/session.ts'
import { aBooking } from '#test/support/factories/booking.ts'
import { aFinishedBooking } from '#test/support/factories/finished.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { catchUp, catchUpOn, enterBooking, post } from './commands.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

const entriesOf = (bookingId: string) =>
  app.ctx.db.selectFrom('billing.entry').select(['id', 'cause']).where('bookingId', '=', bookingId).execute()

describe('an entry', () => {
  it('is made in the transaction that settles the hours, and once, however often it is tried', async () => {
    const { id: unitId } = await aUnit(app)
    const { id } = await aFinishedBooking(app)
    const undone = app.ctx.tx(async (tx) => {
      await settleHours(tx, id, 'silence')
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await entriesOf(id)).toEqual([])
    await app.ctx.tx((tx) => settleHours(tx, id, 'silence'))
    await Promise.all(Array.from({ length: 20 }, () => app.ctx.tx((tx) => enterBooking(tx, { bookingId: id, unitId }))))
    await catchUp(app.ctx, new Date(0))
    expect(await entriesOf(id)).toMatchObject([{ cause: `booking ${id}` }])
  })

  it('that does not balance, or comes without postings, is not committed; nor is a posting without its entry', async () => {
    const entry = () => ({
      id: newId(app.ctx.clock),
      cause: crypto.randomUUID(),
      kind: 'charge' as const,
      at: app.clock.now(),
      day: '2026-11-20',
      about: '{}' as never,
    })
    const alone = app.ctx.tx((tx) => tx.db.insertInto('billing.entry').values(entry()).execute())
    await expect(alone).rejects.toThrow(/does not balance/)
    const lopsided = app.ctx.tx(async (tx) => {
      const row = entry()
      await tx.db.insertInto('billing.entry').values(row).execute()
      await tx.db
        .insertInto('billing.posting')
        .values([
          { entryId: row.id, position: 1, account: 'money', what: 'charge', amountPence: 100 },
          { entryId: row.id, position: 2, account: 'customer', what: 'charge', amountPence: -99 },
        ])
        .execute()
    })
    await expect(lopsided).rejects.toThrow(/does not balance/)
    await aUnit(app)
    const { id } = await aFinishedBooking(app)
    await app.ctx.tx((tx) => settleHours(tx, id, 'silence'))
    const [storedEntry] = await entriesOf(id)
    const later = app.ctx.tx((tx) =>
      tx.db
        .insertInto('billing.posting')
        .values(
          [8, 9].map((position) => ({
            entryId: storedEntry?.id ?? '',
            position,
            account: 'money',
            what: 'charge',
            amountPence: position === 8 ? 5 : -5,
          })),
        )
        .execute(),
    )
    await expect(later).rejects.toThrow(/in the transaction of its entry/)
  })

  it('that moves nothing is left out', async () => {
    const { id: unitId } = await aUnit(app)
    const { id } = await aFinishedBooking(app)
    await app.ctx.db
      .updateTable('bookings.booking')
      .set({ totalPence: 0, commissionablePence: 0, vatPence: 0, lines: '[]' as never })
      .where('id', '=', id)
      .execute()
    await app.ctx.tx((tx) => enterBooking(tx, { bookingId: id, unitId }))
    expect(await entriesOf(id)).toEqual([])
    expect(await app.ctx.tx((tx) => post(tx, []))).toEqual([])
  })
})

it('catching up posts what was settled without a ledger, and nothing twice', async () => {
  await aUnit(app)
  const { id } = await aFinishedBooking(app)
  // Before there was a clock of the day, a booking that was completed was settled.
  await sql`delete from bookings.day where booking_id = ${id}`.execute(app.ctx.db)
  expect(await entriesOf(id)).toEqual([])
  expect(await catchUp(app.ctx, new Date(0))).toBeGreaterThanOrEqual(1)
  expect(await entriesOf(id)).toMatchObject([{ cause: `booking ${id}` }])
  expect(await catchUp(app.ctx, new Date(0))).toBe(0)
})

it('catching up posts what a company owes by the trail, on its day, for the unit that left, and once', async () => {
  const unit = await aUnit(app, { company: { pencePerHour: 5000 } })
  const { id } = await aBooking(app)
  const call = callAs(app, unit.company.owner.id)
  await must(call(confirmBooking, { params: { id } }))
  // Ten hours before its start: the minimum time is owed.
  app.clock.set('2026-11-27T23:30:00Z')
  await must(call(rejectBooking, { params: { id }, body: { reason: 'broken_van' } }))
  const cause = `compensation ${id} ${unit.id}`
  const posted = () =>
    app.ctx.db
      .selectFrom('billing.entry as e')
      .innerJoin('billing.posting as p', 'p.entryId', 'e.id')
      .select(['e.cause', 'e.kind', 'e.day', 'e.unitId', 'p.account', 'p.amountPence'])
      .where('e.bookingId', '=', id)
      .orderBy('p.position')
      .execute()
  const asItWas = await posted()
  expect(asItWas).toMatchObject([
    { cause, kind: 'compensation', day: '2026-11-27', unitId: unit.id, amountPence: 10_000 },
    { cause, amountPence: -10_000 },
  ])
  // The entry was written by a version without this column.
  const tables = ['billing.posting', 'billing.entry']
  await app.database.asOwner(
    [
      ...tables.map((table) => `alter table ${table} disable trigger user`),
      `delete from billing.unbilled where entry_id in (select id from billing.entry where booking_id = '${id}')`,
      `delete from billing.posting where entry_id in (select id from billing.entry where booking_id = '${id}')`,
      `delete from billing.entry where booking_id = '${id}'`,
      ...tables.map((table) => `alter table ${table} enable trigger user`),
    ].join(';'),
  )
  expect(await posted()).toEqual([])
  app.clock.set('2026-11-29T03:25:00Z')
  expect(await catchUpOn(app.ctx, {})).toBe(1)
  expect(await posted()).toEqual(asItWas)
  expect(await catchUpOn(app.ctx, {})).toBe(0)
})
