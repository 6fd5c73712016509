import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { settleHours } from '#modules/bookings/day/hours/commands.ts'
import type { Call } from '#shared/call.ts'
import { plainPounds } from '#shared/money.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { rowsOfCsv } from '#test/support/csv.ts'
import { download, must } from '#test/support/driver.ts'
import { aCustomer } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { anOffice } from '#test/support/factories/day.ts'
import { aFinishedBooking } from '#test/support/factories/finished.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { createPerson } from '#test/support/people.ts'
import { sessionFor, callAs } from '#test/support/session.ts'
import { statementsOf } from '#test/support/statements.ts'
import { markCharged, markRefunded } from '../cards/contract.ts'
import { addCorrection, invoices, statements, deleteCorrection } from '../documents/contract.ts'
import { getIncome } from '../income/contract.ts'
import { post } from '../ledger/commands.ts'
import { NO_CUT, postingsOfCompensation, postingsOfCorrection, postingsOfFee, type PaidBy } from '../ledger/rules.ts'
import { answerQuery, getOwnStatement, listOwnStatements, queryLine } from '../line-queries/contract.ts'

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

describe('tables', () => {
  let office: Call
  let bearer: string
  beforeEach(async () => {
    await clearRoads()
    await signIn()
  })

  async function signIn() {
    const { id } = await createPerson(app, { role: 'admin' })
    ;({ bearer } = await sessionFor(app, id))
    office = app.call(bearer)
  }

  const november = { startDate: '01/11/2026', endDate: '30/11/2026', needValidation: false }

  async function aStatement(name: string, pencePerHour = 5000) {
    app.clock.set('2026-11-20T09:00:00Z')
    const unit = await aUnit(app, { company: { pencePerHour, paymentMethods: ['cash', 'card'] } })
    await app.ctx.db.updateTable('companies.company').set({ name }).where('id', '=', unit.company.id).execute()
    const booking = await aFinishedBooking(app, { paymentMethod: 'card' })
    await app.ctx.tx((tx) => settleHours(tx, booking.id, 'silence'))
    app.clock.set('2026-12-01T09:00:00Z')
    await signIn()
    await must(office(markCharged, { params: { id: booking.id }, body: { reference: 'ch_1' } }))
    const made = await must(office(statements.create, { params: { id: unit.id }, body: november }))
    return { unit, ...made }
  }

  const file = (path: string, who = bearer) => download(app, who, `/api${path}`)

  it('a list is what the filters show, with its sums, and a name never runs as a formula', async () => {
    const { id, unit, totals } = await aStatement('=HYPERLINK("http://evil","Smith, Sons")')
    const answer = await file(`/admin/statements/download-csv/?working_unit=${unit.id}&start_date=01/11/2026`)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="statements-2026-11-01-2026-12-01.csv"',
    })
    expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    const [row, ...more] = rowsOfCsv(answer.body)
    expect(more).toEqual([])
    expect(row).toMatchObject({
      Kind: 'Statement',
      Number: '',
      State: 'draft',
      From: '2026-11-01',
      To: '2026-11-30',
      Company: `'=HYPERLINK("http://evil","Smith, Sons")`,
      Lines: '1',
      'Prices and fees (GBP)': plainPounds(totals.grossPence),
      'Balance (GBP)': plainPounds(totals.balancePence),
      Id: id,
    })
    expect(
      rowsOfCsv((await file(`/admin/statements/download-csv/?working_unit=${unit.id}&status=saved`)).body),
    ).toEqual([])
    expect((await file('/admin/invoices/download-csv/?start_date=31/02/2026')).statusCode).toBe(422)
  })

  it('a document’s lines add up to its balance, corrections and questions included', async () => {
    const { id, lines } = await aStatement('Smith & Sons')
    await must(office(addCorrection, { body: { statement: id, amountPence: -1250, reason: '+1 hour late' } }))
    const { totals, number } = await must(office(statements.save, { params: { id } }))
    const answer = await file(`/admin/statements/${id}/download-csv/`)
    const rows = rowsOfCsv(answer.body)
    expect(answer.headers['content-disposition']).toContain(`statement-${number?.toLowerCase().replace('/', '-')}.csv`)
    expect(rows).toMatchObject([
      {
        Document: number,
        Party: 'Smith & Sons',
        Line: 'booking',
        Booking: lines[0]?.reference,
        'Paid by': 'card',
        Card: 'charged',
      },
      { Line: 'correction', 'Price (GBP)': '', 'Balance (GBP)': '-12.50', Reason: "'+1 hour late" },
    ])
    const sum = rows.reduce((total, row) => total + Math.round(Number(row['Balance (GBP)']) * 100), 0)
    expect(sum).toBe(totals.balancePence)
  })

  it('an invoice run has the lines of every company, in a constant number of statements', async () => {
    await aStatement('A Move')
    const first = await must(office(invoices.create, { body: november }))
    const one = await statementsOf(app, () => file(`/admin/invoices/${first.id}/download-csv/`))
    // The cheaper one gets the job.
    await aStatement('B Move', 4000)
    const second = await must(office(invoices.create, { body: november }))
    let body = ''
    const two = await statementsOf(app, async () => {
      ;({ body } = await file(`/admin/invoices/${second.id}/download-csv/`))
    })
    const rows = rowsOfCsv(body)
    expect(rows).toHaveLength(second.documents.reduce((sum, { entries }) => sum + entries, 0))
    expect(new Set(rows.map(({ Party }) => Party))).toEqual(new Set(second.documents.map(({ party }) => party.name)))
    expect(second.documents.length).toBeGreaterThan(first.documents.length)
    expect(two.length).toBe(one.length)
  })

  it('an owner has their own statements and their lines, and nobody else’s', async () => {
    const { id, unit } = await aStatement('Smith & Sons')
    const other = await aStatement('Somebody Else', 4000)
    const { bearer: owner } = await sessionFor(app, unit.company.owner.id)
    expect(rowsOfCsv((await file('/billing/statements/download-csv/', owner)).body).map(({ Id }) => Id)).toEqual([id])
    expect(rowsOfCsv((await file(`/billing/statements/${id}/download-csv/`, owner)).body)).toHaveLength(1)
    expect((await file(`/billing/statements/${other.id}/download-csv/`, owner)).statusCode).toBe(404)
    expect((await file(`/admin/statements/${id}/download-csv/`, owner)).statusCode).toBe(403)
  })
})

describe('lines', () => {
  let office: Call
  beforeEach(async () => {
    await clearRoads()
    office = await anOffice(app)
  })

  /** The statement has one job by card, whose money has been collected by default. */
  async function aStatement({ isCharged = true } = {}) {
    const unit = await aUnit(app, { company: { pencePerHour: 5000, paymentMethods: ['cash', 'card'] } })
    const booking = await aFinishedBooking(app, { paymentMethod: 'card' })
    await app.ctx.tx((tx) => settleHours(tx, booking.id, 'silence'))
    app.clock.set('2026-12-01T09:00:00Z')
    office = await anOffice(app)
    if (isCharged) await must(office(markCharged, { params: { id: booking.id }, body: { reference: 'ch_1' } }))
    const body = { startDate: '2026-11-01', endDate: '2026-11-30', needValidation: false }
    const statement = await must(office(statements.create, { params: { id: unit.id }, body }))
    return { unit, booking, statement, owner: callAs(app, unit.company.owner.id) }
  }

  it('an owner sees the statements of their units, asks about a line of a draft, and the answer stays with it', async () => {
    const { statement, owner, unit } = await aStatement()
    const params = { id: statement.id }
    expect((await must(owner(listOwnStatements, {}))).results).toMatchObject([{ id: statement.id, status: 'draft' }])
    const entryId = statement.lines[0]?.entryId ?? ''
    const body = { entryId, text: 'The customer paid £20 more for the piano.' }
    const lineQuery = await must(owner(queryLine, { params, body }))
    expect(await must(owner(queryLine, { params, body }))).toEqual(lineQuery)
    expect(await owner(queryLine, { params, body: { ...body, text: 'And more.' } })).toMatchObject({
      problem: { code: 'queried_already' },
    })
    expect(await owner(queryLine, { params, body: { ...body, entryId: crypto.randomUUID() } })).toMatchObject({
      status: 422,
    })
    expect((await must(office(statements.list, { query: { status: 'queried' } }))).results).toMatchObject([
      { id: statement.id, openQueries: 1 },
    ])
    const answer = { params: { id: lineQuery.id }, body: { text: 'We have added it.' } }
    await must(office(answerQuery, answer))
    expect((await must(office(answerQuery, answer))).answer).toBe('We have added it.')
    expect(await office(answerQuery, { ...answer, body: { text: 'No.' } })).toMatchObject({
      problem: { code: 'query_answered' },
    })
    await must(office(statements.save, { params }))
    const { lines } = await must(owner(getOwnStatement, { params }))
    expect(lines[0]?.query).toMatchObject({ text: body.text, answer: 'We have added it.' })
    expect(await owner(queryLine, { params, body: { ...body, entryId: crypto.randomUUID() } })).toMatchObject({
      problem: { code: 'not_a_draft' },
    })
    const sentEmails = await app.ctx.db
      .selectFrom('notifications.message')
      .select('kind')
      .where('subjectId', '=', statement.id)
      .where('channel', '=', 'email')
      .execute()
    expect(sentEmails).toEqual([{ kind: 'statement_query_answered' }])
    expect(unit.id).toBe(statement.workingUnitId)
  })

  it('another company’s statement is not there', async () => {
    const { statement } = await aStatement()
    const stranger = callAs(app, (await aUnit(app)).company.owner.id)
    const params = { id: statement.id }
    expect((await stranger(getOwnStatement, { params })).status).toBe(404)
    expect((await must(stranger(listOwnStatements, {}))).results).toEqual([])
    const body = { entryId: statement.lines[0]?.entryId ?? '', text: 'Mine?' }
    expect((await stranger(queryLine, { params, body })).status).toBe(404)
  })

  it('card money is to be charged, charged with the provider’s reference, perhaps refunded; each once', async () => {
    const { booking, statement, owner } = await aStatement({ isCharged: false })
    const params = { id: booking.id }
    const stateOf = async () =>
      (await must(owner(getOwnStatement, { params: { id: statement.id } }))).notCollected[0]?.cardState
    expect(await stateOf()).toBe('to_be_charged')
    expect(await office(markRefunded, { params, body: { reference: 're_1' } })).toMatchObject({
      problem: { code: 'not_charged' },
    })
    const body = { reference: 'ch_1' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => office(markCharged, { params, body })))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(await stateOf()).toBe('charged')
    expect(await office(markCharged, { params, body: { reference: 'ch_2' } })).toMatchObject({
      problem: { code: 'charged_already' },
    })
    app.clock.advance({ minutes: 1 })
    await must(office(markRefunded, { params, body: { reference: 're_1' } }))
    expect(await stateOf()).toBe('refunded')
    const kinds = await app.ctx.db
      .selectFrom('billing.entry')
      .select('kind')
      .where('bookingId', '=', booking.id)
      .orderBy('at')
      .orderBy('id')
      .execute()
    expect(kinds.map(({ kind }) => kind)).toEqual(['booking', 'charge', 'refund'])
  })

  it('nothing of a job that is paid in cash is charged', async () => {
    await aUnit(app)
    const { id } = await aFinishedBooking(app, { paymentMethod: 'cash' })
    await app.ctx.tx((tx) => settleHours(tx, id, 'silence'))
    const body = { reference: 'ch_1' }
    expect(await office(markCharged, { params: { id }, body })).toMatchObject({ problem: { code: 'not_by_card' } })
    expect((await office(markCharged, { params: { id: crypto.randomUUID() }, body })).status).toBe(404)
  })
})

describe('income', () => {
  let office: Call
  let plain: TestUnit
  let registered: TestUnit
  let customerId: string

  beforeAll(() => removeCompanies(app))
  beforeAll(async () => {
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
})
