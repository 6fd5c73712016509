import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { settleHours } from '#modules/bookings/day/hours/commands.ts'
import type { Call } from '#shared/call.ts'
import { plainPounds } from '#shared/money.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { rowsOfCsv } from '#test/support/csv.ts'
import { download, must } from '#test/support/driver.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aFinishedBooking } from '#test/support/factories/finished.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { createPerson } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import { statementsOf } from '#test/support/statements.ts'
import { markCharged } from '../cards/contract.ts'
import { addCorrection, invoices, statements } from '../documents/contract.ts'

let app: TestApp
let office: Call
let bearer: string
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
  await signIn()
})
afterAll(() => app.close())

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
  expect(rowsOfCsv((await file(`/admin/statements/download-csv/?working_unit=${unit.id}&status=saved`)).body)).toEqual(
    [],
  )
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
