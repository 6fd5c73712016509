import { afterAll, beforeAll, expect, it } from 'vitest'
import { cancelBooking, confirmBooking, rejectBooking } from '#modules/bookings/answers/contract.ts'
import { settleHours } from '#modules/bookings/day/hours/commands.ts'
import type { Call } from '#shared/call.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { callAs } from '#test/support/session.ts'
import { aBooking, aCustomer, type Customer } from '#test/support/factories/booking.ts'
import { anOffice } from '#test/support/factories/day.ts'
import { finishBooking } from '#test/support/factories/finished.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { markCharged } from './cards/contract.ts'
import { addCorrection, invoices, salesCredits, statements } from './documents/contract.ts'

/**
 * March 2027, in which the clocks go forward on the 28th, for three companies: one with VAT, one without, one that
 * registers on the 15th. Forty jobs, a cancellation, a company that gives a job back, corrections and credits. Every
 * figure below was worked out by hand.
 */
let app: TestApp
let office: Call
beforeAll(async () => {
  app = await createTestApp()
  app.clock.set('2027-02-20T09:00:00Z')
  office = await anOffice(app)
})
afterAll(() => app.close())

type Paid = 'cash' | 'card' | 'bank_transfer'
/** Day of March, price, road charges within it, commission of 15 % of the rest, 20 % VAT on that; pence. */
type Job = [day: number, price: number, road: number, commission: number, vat: number, paid: Paid]

const first: Job[] = [
  [1, 19_932, 0, 2990, 598, 'card'],
  [3, 33_501, 0, 5025, 1005, 'card'],
  [5, 41_250, 0, 6188, 1238, 'cash'],
  [7, 22_380, 0, 3357, 671, 'cash'],
  [9, 48_625, 0, 7294, 1459, 'card'],
  [11, 14_260, 0, 2139, 428, 'card'],
  [13, 25_110, 0, 3767, 753, 'card'],
  [15, 31_844, 0, 4777, 955, 'card'],
]
const second: Job[] = [
  [2, 21_600, 0, 3240, 648, 'card'],
  [4, 25_200, 0, 3780, 756, 'card'],
  [6, 16_380, 0, 2457, 491, 'card'],
  [8, 22_810, 0, 3422, 684, 'card'],
  [10, 18_000, 0, 2700, 540, 'card'],
  [12, 14_400, 0, 2160, 432, 'card'],
  [14, 29_515, 0, 4427, 885, 'card'],
  [16, 25_915, 0, 3887, 777, 'card'],
]
const third: Job[] = [
  [18, 37_210, 0, 5582, 1116, 'card'],
  [20, 29_185, 0, 4378, 876, 'card'],
  [22, 15_115, 0, 2267, 453, 'card'],
  [24, 17_880, 1500, 2457, 491, 'card'],
  [26, 30_780, 0, 4617, 923, 'card'],
  [28, 36_000, 0, 5400, 1080, 'card'],
  [30, 23_580, 0, 3537, 707, 'cash'],
  [31, 21_985, 0, 3298, 660, 'bank_transfer'],
]
const later = (jobs: Job[], days: number): Job[] => jobs.map(([day, ...rest]) => [day + days, ...rest])

const day = (of: number) => `2027-03-${String(of).padStart(2, '0')}`
const march = { startDate: '01/03/2027', endDate: '31/03/2027' }

async function booked(on: number, customer?: Customer) {
  app.clock.set('2027-02-20T09:00:00Z')
  const move = aMove({ to: 'E10 5AA', date: day(on) })
  return aBooking(app, {
    customer: customer ?? (await aCustomer(app)),
    move,
    paymentMethod: 'card',
    allowHotJob: false,
  })
}

/** Done, at the price of the table, and its hours confirmed a day later, when the next day has begun. */
async function done([on, totalPence, road, , , paid]: Job, chargesVat: boolean, customer?: Customer): Promise<string> {
  const booking = await booked(on, customer)
  await finishBooking(app, booking)
  const office = (await aCustomer(app)).id
  await app.ctx.db
    .updateTable('bookings.booking')
    .set({
      totalPence,
      ceilingPence: totalPence,
      commissionablePence: totalPence - road,
      vatPence: chargesVat ? 1 : 0,
      paymentMethod: paid === 'card' ? 'card' : 'cash',
      ...(paid === 'bank_transfer' ? { specialPayMethod: paid, madeBy: office } : {}),
    })
    .where('id', '=', booking.id)
    .execute()
  app.clock.advance({ hours: 25 })
  await app.ctx.tx((tx) => settleHours(tx, booking.id, 'silence'))
  if (paid === 'card') await charge(booking.id)
  return booking.id
}

async function charge(id: string): Promise<void> {
  const admin = await anOffice(app)
  await must(admin(markCharged, { params: { id }, body: { reference: 'ch_1' } }))
}

/** A company whose one unit is the only one to be found, until the next. */
async function aCompanyOf(vatRegisteredFrom: string | null, name: string): Promise<TestUnit> {
  await app.ctx.db.updateTable('fleet.working_unit').set({ status: 'deactivated_by_you' }).execute()
  app.clock.set('2027-02-20T09:00:00Z')
  const unit = await aUnit(app, {
    company: { pencePerHour: 6200, paymentMethods: ['cash', 'card'], vatRegisteredFrom },
  })
  await app.ctx.db.updateTable('companies.company').set({ name }).where('id', '=', unit.company.id).execute()
  return unit
}

const minimumOf = async (id: string) =>
  (
    await app.ctx.db
      .selectFrom('bookings.booking')
      .select('minimumTimePence')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).minimumTimePence

it('a month of three companies, to the penny', { timeout: 180_000 }, async () => {
  const statementOf = (unit: TestUnit) => office(statements.create, { params: { id: unit.id }, body: march })
  const correct = (body: Parameters<typeof bodyOf>[0]) => must(office(addCorrection, { body: bodyOf(body) }))
  const bodyOf = (body: {
    amountPence: number
    reason: string
    statement?: string
    salesCreditInvoice?: string
    booking?: string
    about?: 'price'
  }) => body

  // The company with VAT: sixteen jobs, and a customer who cancels six hours before, which costs the minimum of two
  // hours at £62.
  const withVat = await aCompanyOf('2020-01-01', 'Ash')
  for (const job of [...first, ...second]) await done(job, true)
  const cancelled = await booked(29)
  await must(callAs(app, withVat.company.owner.id)(confirmBooking, { params: { id: cancelled.id } }))
  app.clock.set('2027-03-29T02:00:00Z')
  expect(await minimumOf(cancelled.id)).toBe(12_400)
  await must(
    callAs(app, cancelled.customer.id)(cancelBooking, { params: { id: cancelled.id }, body: { feePence: 12_400 } }),
  )
  await charge(cancelled.id)

  // The company without VAT: sixteen jobs, and one given back six hours before, for which it owes the customer the
  // same.
  const without = await aCompanyOf(null, 'Birch')
  for (const job of [...second, ...third]) await done(job, false)
  const given = await booked(29)
  await must(callAs(app, without.company.owner.id)(confirmBooking, { params: { id: given.id } }))
  app.clock.set('2027-03-29T02:00:00Z')
  await must(
    callAs(app, without.company.owner.id)(rejectBooking, { params: { id: given.id }, body: { reason: 'broken_van' } }),
  )

  // Registered on the 15th: four jobs before and four after, two of them one customer's. By transfer the first.
  const registering = await aCompanyOf('2027-03-15', 'Cedar')
  const customer = await aCustomer(app)
  const ids: string[] = []
  for (const [index, job] of later(first, 0).entries()) {
    const on = [1, 5, 9, 13, 17, 21, 25, 28][index] ?? 1
    const row: Job = [on, job[1], job[2], job[3], job[4], index === 0 ? 'bank_transfer' : 'card']
    ids.push(await done(row, on >= 15, index === 3 || index === 4 ? customer : undefined))
  }

  app.clock.set('2027-04-02T09:00:00Z')
  office = await anOffice(app)

  const ash = await must(statementOf(withVat))
  await correct({ statement: ash.id, amountPence: -2000, reason: 'One hour late' })
  await correct({ statement: ash.id, amountPence: 1200, reason: 'Parking refunded' })
  const ashNow = await must(office(statements.get, { params: { id: ash.id } }))
  expect(
    ashNow.lines
      .map(({ pricePence, commissionPence, vatPence }) => [pricePence, commissionPence, vatPence])
      .toSorted(byFirst),
  ).toEqual(
    [
      ...[...first, ...second].map(([, price, , commission, vat]) => [price, commission, vat]),
      [12_400, 1860, 372],
    ].toSorted(byFirst),
  )
  expect(ashNow.totals).toEqual({
    // £2,369.02 + £1,738.20 + £124.00
    grossPence: 423_122,
    // £412.50 + £223.80
    heldByMoverPence: 63_630,
    // £355.37 + £260.73 + £18.60
    commissionPence: 63_470,
    // £71.07 + £52.13 + £3.72
    vatPence: 12_692,
    correctionsPence: -800,
    balancePence: 282_530,
  })

  const birch = await must(statementOf(without))
  expect(birch.totals).toEqual({
    // £1,738.20 + £2,117.35
    grossPence: 385_555,
    // £235.80 + £219.85
    heldByMoverPence: 45_565,
    // £260.73 + £315.36
    commissionPence: 57_609,
    // £52.13 + £63.06
    vatPence: 11_519,
    correctionsPence: -12_400,
    balancePence: 258_462,
  })

  // The customer of the job that was given back is credited £124.00, outside the scope of VAT.
  const owed = await must(office(salesCredits.create, { params: { id: given.customer.id }, body: march }))
  expect(owed.totals).toMatchObject({ grossPence: 12_400, vatPence: 0, correctionsPence: 0, balancePence: 12_400 })

  // The credit of the customer with two jobs: £6.60 of the one before the registration, £24.00 of the one after,
  // including £4.00 VAT.
  const credit = await must(office(salesCredits.create, { params: { id: customer.id }, body: march }))
  expect(credit).toMatchObject({ lines: [], totals: { balancePence: 0 } })
  const [before = '', after = ''] = ids.slice(3, 5)
  await correct({
    salesCreditInvoice: credit.id,
    booking: before,
    about: 'price',
    amountPence: 660,
    reason: 'The tunnel was billed twice',
  })
  await correct({
    salesCreditInvoice: credit.id,
    booking: after,
    about: 'price',
    amountPence: 2400,
    reason: 'Half an hour too much',
  })
  const credited = await must(office(salesCredits.save, { params: { id: credit.id } }))
  expect(credited).toMatchObject({
    number: 'SCN-2026/27-00001',
    totals: { correctionsPence: 3060, vatPence: 400, balancePence: 3060 },
  })
  const emptyCredit = await office(salesCredits.create, { params: { id: (await aCustomer(app)).id }, body: march })
  expect(emptyCredit).toMatchObject({ status: 409, problem: { detail: 'no data' } })

  const cedar = await must(statementOf(registering))
  expect(cedar.totals).toEqual({
    grossPence: 236_902,
    heldByMoverPence: 19_932,
    // £355.37 and £71.07, less what follows the prices: £217.20 and £462.25 instead of £223.80 and £486.25.
    commissionPence: 35_537 - 99 - 360,
    vatPence: 7107 - 19 - 72,
    // The correction includes the customer's credit.
    correctionsPence: -3060,
    balancePence: 171_816,
  })
  const run = await must(office(invoices.create, { body: march }))
  expect(
    run.documents.map(({ party, totals }) => [
      party.name,
      totals.commissionPence,
      totals.vatPence,
      totals.balancePence,
    ]),
  ).toEqual([
    // VAT is 20% of the net; statements deduct two and three pennies less, booking by booking.
    ['Ash', 63_470, 12_694, 76_164],
    ['Birch', 57_609, 11_522, 69_131],
    ['Cedar', 35_078, 7016, 42_094],
  ])
  expect(run.totals).toMatchObject({ commissionPence: 156_157, vatPence: 31_232, balancePence: 187_389 })

  for (const { id } of [ash, birch, cedar]) await must(office(statements.save, { params: { id } }))
  const saved = await must(office(invoices.save, { params: { id: run.id } }))
  expect(saved.documents.map(({ number }) => number)).toEqual([
    'INV-2026/27-00001',
    'INV-2026/27-00002',
    'INV-2026/27-00003',
  ])
  // The same period again: it says so, and names the one that there is.
  expect(await statementOf(withVat)).toMatchObject({ status: 409, problem: { suggested: { id: ash.id } } })
  app.clock.set('2027-05-02T09:00:00Z')
  office = await anOffice(app)
  const april = { startDate: '01/04/2027', endDate: '30/04/2027' }
  expect(await office(statements.create, { params: { id: withVat.id }, body: april })).toMatchObject({
    problem: { detail: 'no data' },
  })
  expect(await unbilledWrongly()).toEqual([])
})

/** What is kept as unbilled although it is not, or the other way round. */
async function unbilledWrongly(): Promise<unknown[]> {
  const { rows } = await app.app.pool.query(`
    with kept as (select entry_id, kind, day, unit_id, customer_id from billing.unbilled), due as (
      select e.id as entry_id, k.kind, e.day, e.unit_id, e.customer_id
      from billing.entry e, (values ('statement'), ('invoice'), ('sales_credit')) k(kind)
      where not exists (select from billing.sheet_entry s where s.entry_id = e.id and s.kind = k.kind and s.is_saved)
        and not exists (select from billing.entry r where r.reverses = e.id)
        and case k.kind
          when 'statement' then e.unit_id is not null
            and (e.kind in ('booking', 'cancellation', 'share', 'compensation') or (e.kind = 'correction' and e.document_kind = 'sales_credit'))
          when 'invoice' then (e.kind in ('booking', 'cancellation') or (e.kind = 'correction' and e.document_kind <> 'invoice'))
            and exists (select from billing.posting p where p.entry_id = e.id and p.account = 'commission')
          else e.kind = 'compensation' end)
    (select * from kept except select * from due) union all (select * from due except select * from kept)`)
  return rows
}

const byFirst = ([a = 0]: number[], [b = 0]: number[]) => a - b
