import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Call } from '#shared/call.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { rowsOfCsv } from '#test/support/csv.ts'
import { download, must } from '#test/support/driver.ts'
import { aCustomer } from '#test/support/factories/booking.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { createPerson } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import { statementsOf } from '#test/support/statements.ts'
import { addCorrection, statements } from '../documents/contract.ts'
import { post } from '../ledger/commands.ts'
import { postingsOfFee } from '../ledger/rules.ts'
import { listSellers } from './contract.ts'

/** Every figure was worked out by hand: commission is 15 %, VAT on it 20 %. */
let app: TestApp
let office: Call
let bearer: string
let sole: TestUnit
let limited: TestUnit
let customerId: string
beforeAll(async () => {
  app = await createTestApp()
  app.clock.set('2027-01-20T09:00:00Z')
  ;({ bearer } = await sessionFor(app, (await createPerson(app, { role: 'admin' })).id))
  office = app.call(bearer)
  ;({ id: customerId } = await aCustomer(app))
  sole = await aUnit(app)
  limited = await aUnit(app)
  await aUnit(app)
  await name(sole, { name: 'Ant Moves', legalName: null, registeredAddress: null, companyNumber: null })
  await name(limited, {
    name: 'Bee Moves',
    legalName: 'Bee Moves Ltd',
    registeredAddress: '1 Hive Lane, London',
    companyNumber: '01234567',
    vatRegisteredFrom: '2026-06-01',
    vatNumber: 'GB123456789',
  })
  await sold(sole, '2025-12-31', 99_900)
  await sold(sole, '2026-01-01', 20_000)
  await sold(sole, '2026-03-31', 10_000, 'cancellation')
  await sold(sole, '2026-12-31', 40_000)
  await sold(sole, '2027-01-01', 88_800)
  await sold(limited, '2026-04-01', 60_000)
})
afterAll(() => app.close())

const name = ({ company }: TestUnit, values: Record<string, string | null>) =>
  app.ctx.db.updateTable('companies.company').set(values).where('id', '=', company.id).execute()

const sold = (unit: TestUnit, day: string, pricePence: number, kind: 'booking' | 'cancellation' = 'booking') =>
  app.ctx.tx((tx) =>
    post(tx, [
      {
        cause: `${kind} ${crypto.randomUUID()}`,
        kind,
        day,
        bookingId: crypto.randomUUID(),
        companyId: unit.company.id,
        unitId: unit.id,
        customerId,
        about: {
          reference: 'VF1',
          from: 'E17',
          to: 'RM1',
          startAt: '2026-05-01T09:00:00.000Z',
          registration: null,
          paidBy: 'card',
          pricePence,
          roadChargesPence: 0,
          commissionPercent: 15,
          moverChargesVat: false,
        },
        postings: postingsOfFee({ pricePence, commissionablePence: pricePence, commissionPercent: 15, paidBy: 'card' }),
      },
    ]),
  )

it('has who sold anything in the year, by quarters, without fees and taxes, and what we do not hold', async () => {
  // The report in January is for the previous year.
  const { results, count } = await must(office(listSellers, {}))
  expect(count).toBe(2)
  expect(results).toMatchObject([
    {
      name: 'Ant Moves',
      kind: 'individual',
      missing: ['legal_name', 'address', 'date_of_birth', 'tax_number', 'account'],
      vatNumber: null,
      // £200 and £100: fees £45, VAT £9. £400: fees £60, VAT £12.
      quarters: [
        {
          quarter: 1,
          activities: 2,
          grossPence: 30_000,
          feesPence: 4_500,
          taxesPence: 900,
          considerationPence: 24_600,
        },
        { quarter: 2, activities: 0, considerationPence: 0 },
        { quarter: 3, activities: 0, considerationPence: 0 },
        {
          quarter: 4,
          activities: 1,
          grossPence: 40_000,
          feesPence: 6_000,
          taxesPence: 1_200,
          considerationPence: 32_800,
        },
      ],
      year: { activities: 3, grossPence: 70_000, feesPence: 10_500, taxesPence: 2_100, considerationPence: 57_400 },
    },
    {
      name: 'Bee Moves',
      kind: 'entity',
      legalName: 'Bee Moves Ltd',
      companyNumber: '01234567',
      vatNumber: 'GB123456789',
      missing: ['tax_number', 'account'],
      year: { activities: 1, considerationPence: 49_200 },
    },
  ])
  expect((await must(office(listSellers, { query: { year: 2025 } }))).results).toMatchObject([
    { name: 'Ant Moves', quarters: [{}, {}, {}, { grossPence: 99_900 }] },
  ])
  expect((await must(office(listSellers, { query: { year: 2024 } }))).results).toEqual([])
})

it('a correction counts once its statement is saved', async () => {
  const body = { startDate: '2026-04-01', endDate: '2026-04-30', needValidation: false }
  const { id } = await must(office(statements.create, { params: { id: limited.id }, body }))
  await must(office(addCorrection, { body: { statement: id, amountPence: -1_500, reason: 'Late' } }))
  const bee = async () => (await must(office(listSellers, {}))).results[1]?.quarters[1]
  expect(await bee()).toMatchObject({ considerationPence: 49_200 })
  await must(office(statements.save, { params: { id } }))
  expect(await bee()).toMatchObject({ activities: 1, grossPence: 58_500, considerationPence: 47_700 })
})

it('is a file with one line for each seller', async () => {
  const answer = await download(app, bearer, '/api/admin/platform-report/download-csv/?year=2026')
  expect(answer.headers['content-disposition']).toBe('attachment; filename="sellers-2026.csv"')
  const lines = answer.body.trimEnd().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain('2026,Ant Moves,individual,')
  expect(lines[1]).toContain(
    ',246.00,45.00,9.00,2,0.00,0.00,0.00,0,0.00,0.00,0.00,0,328.00,60.00,12.00,1,574.00,105.00,21.00,3,',
  )
  expect(lines[1]).toMatch(/legal_name address date_of_birth tax_number account$/)
})

it('has the tax number and the birthday that a seller has told; on a page nobody reads them', async () => {
  const taxDetails = { taxNumber: 'AB123456C', dateOfBirth: '1980-02-29' }
  const named = app.ctx.db.updateTable('companies.company').set(taxDetails)
  await named.where('name', 'in', ['Ant Moves', 'Bee Moves']).execute()
  const { results } = await must(office(listSellers, {}))
  expect(results.map(({ missing }) => missing)).toEqual([['legal_name', 'address', 'account'], ['account']])
  expect(JSON.stringify(results)).not.toContain('AB123456C')
  const answer = await download(app, bearer, '/api/admin/platform-report/download-csv/?year=2026')
  const [ant, bee] = rowsOfCsv(answer.body)
  expect(ant).toMatchObject({ 'Tax number': 'AB123456C', 'Date of birth': '1980-02-29' })
  // A company has a number instead.
  expect(bee).toMatchObject({ 'Tax number': 'AB123456C', 'Date of birth': '' })
})

it('sends a constant number of statements to the database', async () => {
  const sent = await statementsOf(app, () => office(listSellers, {}))
  expect(sent.length).toBeLessThan(6)
})
