import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { settleHours } from '#modules/bookings/day/hours/commands.ts'
import type { Call } from '#shared/call.ts'
import { formatPence, percentOf } from '#shared/money.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { rowsOfCsv } from '#test/support/csv.ts'
import { download, must } from '#test/support/driver.ts'
import { postedJob } from '#test/support/factories/billed-month.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aFinishedBooking } from '#test/support/factories/finished.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { wordsOf } from '#test/support/pdf.ts'
import { createPerson } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import { post } from '../ledger/commands.ts'
import { getRun, startRun } from '../runs/contract.ts'
import { processRuns } from '../runs/steps-commands.ts'
import { addCorrection, invoices, salesCredits, statements } from './contract.ts'

/** Commission that was invoiced and is owed back is credited by a credit note, and never by a negative invoice. */
let app: TestApp
let office: Call
let bearer: string
beforeAll(async () => {
  app = await createTestApp()
})
/** Each test bills months that no other has. */
let year = 2025
beforeEach(async () => {
  year += 1
  app.clock.set(`${year}-11-20T09:00:00Z`)
  await removeCompanies(app)
})
afterAll(() => app.close())

async function on(moment: string) {
  app.clock.set(moment)
  const { id } = await createPerson(app, { role: 'admin' })
  ;({ bearer } = await sessionFor(app, id))
  office = app.call(bearer)
}

const file = (path: string) => download(app, bearer, `/api/admin/${path}`)
const november = () => ({ startDate: `${year}-11-01`, endDate: `${year}-11-30`, needValidation: false })
const december = () => ({ startDate: `${year}-12-01`, endDate: `${year}-12-31`, needValidation: false })

/** A job of November whose commission was invoiced on 1 December, and whose price was lowered by £20 after that. */
async function credited() {
  const unit = await aUnit(app, { company: { pencePerHour: 5000 } })
  const booking = await aFinishedBooking(app, { move: aMove({ date: `${year}-11-28` }) })
  await app.ctx.tx((tx) => settleHours(tx, booking.id, 'silence'))
  await on(`${year}-12-01T09:00:00Z`)
  const run = await must(office(invoices.create, { body: november() }))
  const { documents } = await must(office(invoices.save, { params: { id: run.id } }))
  const invoice = documents.find(({ companyId }) => companyId === unit.company.id)
  const credit = await must(office(salesCredits.create, { params: { id: booking.customer.id }, body: november() }))
  await must(
    office(addCorrection, {
      body: {
        salesCreditInvoice: credit.id,
        booking: booking.id,
        amountPence: 2000,
        about: 'price',
        reason: 'Half an hour too much',
      },
    }),
  )
  await must(office(salesCredits.save, { params: { id: credit.id } }))
  await on(`${year + 1}-01-02T09:00:00Z`)
  return { unit, booking, invoice: invoice?.number ?? '' }
}

it('becomes a credit note with a number of its own that names the invoice, once, on screen, paper, table and data', async () => {
  const { unit, booking, invoice } = await credited()
  const net = percentOf(booking.totalPence, 15) - percentOf(booking.totalPence - 2000, 15)
  const vat = percentOf(net, 20)
  const draft = await must(office(invoices.create, { body: december() }))
  const own = { kind: 'commission_credit', companyId: unit.company.id, entries: 1 }
  expect(draft.documents).toMatchObject([
    { ...own, number: null, totals: { commissionPence: -net, vatPence: -vat, balancePence: -net - vat } },
  ])
  const { documents } = await must(office(invoices.save, { params: { id: draft.id } }))
  const [{ number } = { number: null }] = documents
  expect(number).toMatch(/^CRN-\d{4}\/\d\d-\d{5}$/)
  const pdf = await file(`invoices/${draft.id}/download-report/`)
  const text = (await wordsOf(pdf.rawPayload)).replaceAll(/\s+/g, ' ')
  for (const phrase of [
    `Credit note ${number ?? ''}`,
    `VAT invoice ${invoice} of 01/12/${year}`,
    'Half an hour too much',
    `Net credit ${formatPence(net)}`,
    `VAT, 20% of the net credit ${formatPence(vat)}`,
    'Nothing more is to be paid.',
  ])
    expect(text).toContain(phrase)
  expect(pdf.rawPayload.toString('latin1')).toContain(`(${number?.replace('/', '-') ?? ''}.xml)`)
  expect(rowsOfCsv((await file(`invoices/${draft.id}/download-csv/`)).body)).toMatchObject([
    { Document: number, 'Commission (GBP)': `-${(net / 100).toFixed(2)}`, Reason: 'Half an hour too much' },
  ])
  // It is credited once, and the VAT that is owed is what was invoiced less what was credited.
  expect(await office(invoices.create, { body: december() })).toMatchObject({ problem: { code: 'no_data' } })
  const { rows } = await app.app.pool.query(
    `select sum(s.vat_pence)::int as billed,
       (select -sum(p.amount_pence)::int from billing.entry e join billing.posting p on p.entry_id = e.id
        where e.company_id = $1 and p.account = 'vat') as owed
     from billing.sheet s where s.company_id = $1 and s.kind in ('invoice', 'commission_credit') and s.number is not null`,
    [unit.company.id],
  )
  expect(rows[0]?.owed).toBe(rows[0]?.billed)
  // The company has the money in its statement.
  const statement = await must(office(statements.create, { params: { id: unit.id }, body: november() }))
  expect(statement.totals.commissionPence).toBe(percentOf(booking.totalPence - 2000, 15))
})

it('is made by a run in a month in which nothing else is invoiced', async () => {
  const { unit } = await credited()
  const { id } = await must(office(startRun, { body: { month: `${year}-12`, save: true } }))
  await processRuns(app.ctx, { runId: id })
  const run = await must(office(getRun, { params: { id } }))
  expect(run.counts).toContainEqual({ kind: 'invoice', state: 'saved', count: 1 })
  const { results } = await must(office(invoices.list, { query: { startDate: `${year}-12-01` } }))
  const found = await must(office(invoices.get, { params: { id: results[0]?.id ?? '' } }))
  expect(found.documents).toMatchObject([
    {
      companyId: unit.company.id,
      number: expect.stringMatching(/^CRN-/),
      totals: { balancePence: expect.any(Number) },
    },
  ])
})

it('an invoice that comes to less than nothing is not saved', async () => {
  const { unit } = await credited()
  await app.ctx.tx((tx) => post(tx, [postedJob(app, { unit, day: `${year}-11-29` })]))
  const draft = await must(office(invoices.create, { body: november() }))
  await app.ctx.db
    .updateTable('billing.sheet')
    .set({ balancePence: -1 })
    .where('documentId', '=', draft.id)
    .where('kind', '=', 'invoice')
    .execute()
  expect(await office(invoices.save, { params: { id: draft.id } })).toMatchObject({
    status: 409,
    problem: { code: 'negative_invoice' },
  })
})
