import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Call } from '#shared/call.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { download, must } from '#test/support/driver.ts'
import { anOffice } from '#test/support/factories/day.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { sessionFor } from '#test/support/session.ts'
import { statementsOf } from '#test/support/statements.ts'
import { addCorrection, deleteCorrection, invoices, statements } from '../documents/contract.ts'
import { post } from '../ledger/commands.ts'
import { NO_CUT, postingsOfCompensation, postingsOfCorrection, postingsOfFee, type PaidBy } from '../ledger/rules.ts'
import { aCustomer } from '#test/support/factories/booking.ts'
import { getIncome } from './contract.ts'

/** Two companies, one of them registered for VAT. Every figure below was worked out by hand. */
let app: TestApp
let office: Call
let plain: TestUnit
let registered: TestUnit
let customerId: string
beforeAll(async () => {
  app = await createTestApp()
  app.clock.set('2027-04-20T09:00:00Z')
  office = await anOffice(app)
  plain = await aUnit(app)
  registered = await aUnit(app)
  ;({ id: customerId } = await aCustomer(app))
  await app.ctx.db
    .updateTable('companies.company')
    .set({ vatRegisteredFrom: '2020-01-01', vatNumber: 'GB123456789' })
    .where('id', '=', registered.company.id)
    .execute()
  for (const unit of [plain, registered]) {
    // The last day before the tax year, its first day, the last of a quarter, the first of the next.
    await job(unit, '2026-03-31', 99_900)
    await job(unit, '2026-04-05', 88_800)
    await job(unit, '2026-04-06', 12_000, 'cash')
    await job(unit, '2026-06-30', 24_000)
    await job(unit, '2026-07-05', 6_000)
    await job(unit, '2026-07-06', 36_000)
    await job(unit, '2027-01-05', 1_200)
    await job(unit, '2027-04-05', 60_000)
    await job(unit, '2027-04-06', 77_700)
    await owes(unit, '2026-05-10', 5_000)
  }
})
afterAll(() => app.close())

const about = (unit: TestUnit) => ({
  reference: 'VF1',
  from: 'E17',
  to: 'RM1',
  startAt: '2026-05-01T09:00:00.000Z',
  registration: 'LK72 VNF',
  roadChargesPence: 0,
  commissionPercent: 15,
  moverChargesVat: unit === registered,
})

const partiesOf = (unit: TestUnit) => ({
  bookingId: crypto.randomUUID(),
  companyId: unit.company.id,
  unitId: unit.id,
  customerId,
})

const job = (unit: TestUnit, day: string, pricePence: number, paidBy: PaidBy = 'card') =>
  app.ctx.tx((tx) =>
    post(tx, [
      {
        ...partiesOf(unit),
        cause: `booking ${crypto.randomUUID()}`,
        kind: 'booking',
        day,
        about: { ...about(unit), paidBy, pricePence },
        postings: postingsOfFee({ pricePence, commissionablePence: pricePence, commissionPercent: 15, paidBy }),
      },
    ]),
  )

const owes = (unit: TestUnit, day: string, pricePence: number) =>
  app.ctx.tx((tx) =>
    post(tx, [
      {
        ...partiesOf(unit),
        cause: `compensation ${crypto.randomUUID()}`,
        kind: 'compensation',
        day,
        about: { ...about(unit), paidBy: null, pricePence },
        postings: postingsOfCompensation(pricePence),
      },
    ]),
  )

/** Makes a credit of the company’s, like a sales credit that names a booking. */
const credits = (unit: TestUnit, documentId: string, amountPence: number) =>
  app.ctx.tx((tx) =>
    post(tx, [
      {
        ...partiesOf(unit),
        bookingId: null,
        cause: `correction ${crypto.randomUUID()}`,
        kind: 'correction',
        day: '2026-09-30',
        documentId,
        documentKind: 'sales_credit',
        about: { ...about(unit), paidBy: 'card', pricePence: 20_000, reason: 'A scratch' },
        postings: postingsOfCorrection({
          of: 'sales_credit',
          corrects: 'charge',
          borneBy: 'company',
          amountPence,
          cut: NO_CUT,
        }),
      },
    ]),
  )

const bearerOf = async (unit: TestUnit) => (await sessionFor(app, unit.company.owner.id)).bearer
const incomeOf = async (unit: TestUnit, periods: 'standard' | 'calendar' = 'standard') =>
  must(app.call(await bearerOf(unit))(getIncome, { query: { taxYear: 2026, periods } }))

it('a company without VAT: prices are turnover, the commission with its VAT an expense; each update has the year until then', async () => {
  const { quarters, taxYear } = await incomeOf(plain)
  expect(taxYear).toBe(2026)
  // £120 + £240 + £60 = £420; commission 15 % £63 and £12.60 VAT on it; £50 owed to a customer.
  expect(quarters[0]).toMatchObject({
    from: '2026-04-06',
    to: '2026-07-05',
    due: '2026-08-07',
    income: {
      jobs: 3,
      turnoverPence: 42_000,
      otherIncomePence: 0,
      commissionPence: 7_560,
      otherExpensesPence: 5_000,
      salesVatPence: 0,
      commissionVatPence: 0,
    },
  })
  // £360, commission £54 and £10.80.
  expect(quarters[1]?.income).toMatchObject({ jobs: 1, turnoverPence: 36_000, commissionPence: 6_480 })
  expect(quarters[1]?.untilThen).toMatchObject({
    jobs: 4,
    turnoverPence: 78_000,
    commissionPence: 14_040,
    otherExpensesPence: 5_000,
  })
  // £12, commission £1.80 and 36p. Then £600, commission £90 and £18.
  expect(quarters[2]?.income).toMatchObject({ turnoverPence: 1_200, commissionPence: 216 })
  expect(quarters[3]?.untilThen).toMatchObject({ jobs: 6, turnoverPence: 139_200, commissionPence: 25_056 })
})

it('a company with VAT: both without it, and it stands beside them', async () => {
  const { quarters } = await incomeOf(registered)
  // The VAT included in £120, £240 and £60 is £20, £40 and £10.
  expect(quarters[0]?.income).toEqual({
    jobs: 3,
    turnoverPence: 35_000,
    otherIncomePence: 0,
    commissionPence: 6_300,
    otherExpensesPence: 5_000,
    salesVatPence: 7_000,
    commissionVatPence: 1_260,
  })
})

it('who elects calendar quarters has the days from 1 April in the new year', async () => {
  const { quarters } = await incomeOf(plain, 'calendar')
  // 5 and 6 April and 30 June: £888 + £120 + £240; then 5 and 6 July.
  expect(quarters.map(({ income }) => income.turnoverPence)).toEqual([124_800, 42_000, 0, 1_200])
  expect(quarters[3]?.untilThen.turnoverPence).toBe(168_000)
})

it('corrections count once their document is saved, each as what it is; one taken back never does', async () => {
  const unit = await aUnit(app)
  await job(unit, '2026-09-10', 20_000)
  const body = { startDate: '2026-09-01', endDate: '2026-09-30', needValidation: false }
  const { id } = await must(office(statements.create, { params: { id: unit.id }, body }))
  await must(office(addCorrection, { body: { statement: id, amountPence: 1_200, reason: 'Parking' } }))
  await must(office(addCorrection, { body: { statement: id, amountPence: -2_000, reason: 'Late' } }))
  const wrong = await must(office(addCorrection, { body: { statement: id, amountPence: -5_900, reason: 'A slip' } }))
  await must(office(deleteCorrection, { params: { id: wrong.id } }))
  await credits(unit, id, 600)
  const run = await must(office(invoices.create, { body }))
  const less = {
    invoice: run.id,
    company: unit.company.id,
    amountPence: -1_000,
    about: 'commission' as const,
    reason: 'Agreed rate',
  }
  await must(office(addCorrection, { body: less }))
  // £200, commission £30 and £6.
  expect((await incomeOf(unit)).quarters[1]?.income).toMatchObject({
    turnoverPence: 20_000,
    otherIncomePence: 0,
    commissionPence: 3_600,
    otherExpensesPence: 0,
  })
  await must(office(statements.save, { params: { id } }))
  await must(office(invoices.save, { params: { id: run.id } }))
  // £12 in their favour, £20 against them, £10 and its £2 less commission, £6 credited to a customer.
  expect((await incomeOf(unit)).quarters[1]?.income).toMatchObject({
    turnoverPence: 19_400,
    otherIncomePence: 1_200,
    commissionPence: 2_400,
    otherExpensesPence: 2_000,
  })
  expect((await incomeOf(unit)).quarters[0]?.income).toMatchObject({ turnoverPence: 0 })
})

it('the update and the records behind it are files, whose sums are the page’s', async () => {
  const bearer = await bearerOf(plain)
  const file = (path: string) => download(app, bearer, `/api/billing/income/${path}`)
  const update = await file('download-csv/?tax_year=2026&quarter=2')
  expect(update.headers['content-disposition']).toBe('attachment; filename="income-2026-27-quarter-2.csv"')
  expect(update.body).toBe(
    [
      '\uFEFFTax year,Quarter,From,To,Due,Category,Of,In the quarter (GBP),In the year until then (GBP)',
      '2026/27,2,2026-07-06,2026-10-05,2026-11-07,Turnover,Jobs and cancellation fees,360.00,780.00',
      '2026/27,2,2026-07-06,2026-10-05,2026-11-07,Any other business income,Corrections in your favour,0.00,0.00',
      '2026/27,2,2026-07-06,2026-10-05,2026-11-07,Other business expenses,Vanfare’s commission,64.80,140.40',
      '2026/27,2,2026-07-06,2026-10-05,2026-11-07,Other business expenses,Compensation and corrections against you,0.00,50.00',
      '',
    ].join('\r\n'),
  )
  const records = (await file('records-csv/?tax_year=2026&quarter=2')).body.trimEnd().split('\r\n').slice(1)
  expect(records[0]).toBe('2026-04-06,Turnover,Jobs and cancellation fees,VF1,,120.00,0.00')
  const sumOf = (of: string) =>
    records.map((line) => line.split(',')).reduce((sum, cells) => sum + (cells[2] === of ? Number(cells[5]) : 0), 0)
  expect([sumOf('Jobs and cancellation fees'), sumOf('Vanfare’s commission')]).toEqual([780, 140.4])
  expect((await file('download-csv/?tax_year=1999')).statusCode).toBe(422)
})

it('is one statement besides who asks', async () => {
  const bearer = await bearerOf(plain)
  const sent = await statementsOf(app, () => app.call(bearer)(getIncome, { query: { taxYear: 2026 } }))
  expect(sent.length).toBeLessThan(4)
})
