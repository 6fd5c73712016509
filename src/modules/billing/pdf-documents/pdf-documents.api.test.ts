import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { settleHours } from '#modules/bookings/day/hours/commands.ts'
import { PdfPages } from '#platform/pdf-pages.ts'
import type { Call } from '#shared/call.ts'
import { formatPence } from '#shared/money.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { rowsOfCsv } from '#test/support/csv.ts'
import { download, must } from '#test/support/driver.ts'
import { postedJob } from '#test/support/factories/billed-month.ts'
import { aCustomer } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aFinishedBooking } from '#test/support/factories/finished.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { timesHere } from '#test/support/in-this-thread.ts'
import { pagesOf, wordsOf } from '#test/support/pdf.ts'
import { createPerson } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import { statementsOf } from '#test/support/statements.ts'
import { markCharged } from '../cards/contract.ts'
import { addCorrection, invoices, salesCredits, statements } from '../documents/contract.ts'
import { enterCompensation, post } from '../ledger/commands.ts'
import { postingsOfFee } from '../ledger/rules.ts'
import { listSellers } from '../sellers/contract.ts'
import { invoicePdfs, statementPdfs } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('PDF documents', () => {
  let office: Call
  let bearer: string
  beforeEach(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
    await signIn()
  })

  /** What was signed in before a job has expired after it. */
  async function signIn() {
    const { id } = await createPerson(app, { role: 'admin' })
    ;({ bearer } = await sessionFor(app, id))
    office = app.call(bearer)
  }

  const november = { startDate: '01/11/2026', endDate: '30/11/2026' }

  async function done(name = 'Smith & Sons') {
    const unit = await aUnit(app, { company: { pencePerHour: 5000, paymentMethods: ['cash', 'card'] } })
    await app.ctx.db.updateTable('companies.company').set({ name }).where('id', '=', unit.company.id).execute()
    const booking = await aFinishedBooking(app, { paymentMethod: 'card', move: aMove({ date: '2026-11-28' }) })
    await app.ctx.tx((tx) => settleHours(tx, booking.id, 'silence'))
    app.clock.set('2026-12-01T09:00:00Z')
    await signIn()
    await must(office(markCharged, { params: { id: booking.id }, body: { reference: 'ch_1' } }))
    return { unit, booking }
  }

  async function aStatement(period = november) {
    const { unit, booking } = await done()
    const made = await must(office(statements.create, { params: { id: unit.id }, body: period }))
    return { unit, booking, ...made }
  }

  const file = (path: string, who: string | undefined = bearer) => download(app, who, `/api/admin/${path}`)

  const mailsAbout = (id: string) =>
    app.ctx.db
      .selectFrom('notifications.message as m')
      .leftJoin('notifications.attachment as a', 'a.mailId', 'm.id')
      .select(['m.recipient', 'm.subject', 'm.text', 'a.name', 'a.contentType', 'a.content'])
      .where('m.subjectId', '=', id)
      .orderBy('m.createdAt')
      .execute()

  it('a statement is downloaded as it is: a draft first, then with its number, the same bytes each time', async () => {
    const { id, totals, lines } = await aStatement()
    const draft = await file(`statements/${id}/download-report/`)
    expect([draft.statusCode, draft.headers['content-type'], draft.headers['content-disposition']]).toEqual([
      200,
      'application/pdf',
      'attachment; filename="statement-draft.pdf"',
    ])
    const text = await wordsOf(draft.rawPayload)
    const [line] = lines
    for (const phrase of [
      'Not a VAT document',
      'This is a draft',
      'Smith & Sons',
      line?.reference,
      line?.from,
      ...[line?.pricePence, totals.commissionPence, totals.balancePence].map((pence) => formatPence(pence ?? 0)),
      formatPence(-totals.vatPence),
    ])
      expect(text).toContain(phrase)
    const { number } = await must(office(statements.save, { params: { id } }))
    const [saved, repeated] = [
      await file(`statements/${id}/download-report/`),
      await file(`statements/${id}/download-report/`),
    ]
    expect(await wordsOf(saved.rawPayload)).toContain(`Statement ${number ?? ''}`)
    expect(repeated.rawPayload.equals(saved.rawPayload)).toBe(true)
  })

  it('an invoice run is one file of all companies, or of one, with the data of each', async () => {
    const { unit } = await done('A Move')
    const run = await must(office(invoices.create, { body: { ...november, needValidation: false } }))
    const saved = await must(office(invoices.save, { params: { id: run.id } }))
    const all = await file(`invoices/${run.id}/download-report/`)
    const text = await wordsOf(all.rawPayload)
    for (const { number } of saved.documents) expect(text).toContain(`VAT invoice ${number ?? ''}`)
    const one = await file(`invoices/${run.id}/download-report/?company=${unit.company.id}`)
    const own = saved.documents.find(({ companyId }) => companyId === unit.company.id)
    expect(await wordsOf(one.rawPayload)).toContain('A Move')
    expect(one.rawPayload.toString('latin1')).toContain(`(${own?.number?.replaceAll('/', '-') ?? ''}.xml)`)
    expect(one.headers['content-disposition']).toContain(
      `vat-invoice-${own?.number?.toLowerCase().replace('/', '-')}.pdf`,
    )
    expect((await file(`invoices/${run.id}/download-report/?company=${crypto.randomUUID()}`)).statusCode).toBe(404)
    expect((await file(`statements/${run.id}/download-report/`)).statusCode).toBe(404)
  })

  it('a credit names its companies as they were called when it was worked out', async () => {
    const { booking, unit } = await done('Harbour Vans')
    const customerId = booking.customer.id
    const data = { owedToCustomerPence: 5000 }
    app.clock.set('2026-11-29T09:00:00Z')
    await app.ctx.tx((tx) => enterCompensation(tx, { bookingId: booking.id, unitId: unit.id, data }))
    app.clock.set('2026-12-01T09:00:00Z')
    await signIn()
    const { id } = await must(office(salesCredits.create, { params: { id: customerId }, body: november }))
    await must(office(salesCredits.save, { params: { id } }))
    await app.ctx.db.updateTable('companies.company').set({ name: 'Later' }).where('id', '=', unit.company.id).execute()
    const text = await wordsOf((await file(`sales-credit/${id}/download-report/`)).rawPayload)
    expect(text).toContain('1. Harbour Vans')
    expect(text).toContain('£50.00')
  })

  it('is emailed once to each recipient, and again only after a correction', async () => {
    const { id } = await aStatement()
    const send = () => must(office(statementPdfs.send, { params: { id } }))
    expect(await send()).toEqual({ mailed: 1, mailedBefore: 0, withoutAddress: 0 })
    expect(await send()).toEqual({ mailed: 0, mailedBefore: 1, withoutAddress: 0 })
    expect(await must(office(statementPdfs.sendByGet, { params: { id } }))).toMatchObject({ mailed: 0 })
    const [mail, ...more] = await mailsAbout(id)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ name: 'statement-draft.pdf', contentType: 'application/pdf' })
    expect(mail?.text).toContain('Vanfare pays you')
    expect(mail?.text).toContain(`/statements/${id}`)
    expect(await wordsOf(Buffer.from(mail?.content ?? '', 'base64'))).toContain('Smith & Sons')
    await must(office(addCorrection, { body: { statement: id, amountPence: -100, reason: 'Late' } }))
    const both = await Promise.all([send(), send()])
    expect(both.reduce((sum, { mailed }) => sum + mailed, 0)).toBe(1)
    expect(await mailsAbout(id)).toHaveLength(2)
    expect(await must(office(statements.get, { params: { id } }))).toMatchObject({ sentAt: expect.any(String) })
    // A document with its number is another document.
    expect(await must(office(statements.save, { params: { id } }))).toMatchObject({ sentAt: null })
    expect(await send()).toEqual({ mailed: 1, mailedBefore: 0, withoutAddress: 0 })
    const names = (await mailsAbout(id)).map(({ name }) => name ?? '').toSorted()
    expect(names).toEqual([
      'statement-draft.pdf',
      'statement-draft.pdf',
      expect.stringMatching(/^statement-stm-2026-27-\d{5}\.pdf$/),
    ])
  })

  it('who has no address is counted and not emailed', async () => {
    const { id, unit } = await aStatement()
    await app.ctx.db
      .updateTable('companies.company')
      .set({ ownerUserId: null })
      .where('id', '=', unit.company.id)
      .execute()
    await must(office(addCorrection, { body: { statement: id, amountPence: 100, reason: 'Parking' } }))
    expect(await must(office(statementPdfs.send, { params: { id } }))).toEqual({
      mailed: 0,
      mailedBefore: 0,
      withoutAddress: 1,
    })
  })

  it('all of a period come in one file: saved ones only, or drafts too; a draft of what is saved stays out', async () => {
    const days = { startDate: '15/11/2026', endDate: '29/11/2026' }
    const first = await aStatement(days)
    // The download is limited to one unit, because documents saved by other tests remain.
    const all = (more = '', dates = 'start_date=15/11/2026&end_date=2026-11-29') =>
      file(`statements/download-all-drivers-pdf/?${dates}&working_unit=${first.unit.id}${more}`)
    // What touches the days, as the list has it.
    expect((await all('', 'end_date=14/11/2026')).statusCode).toBe(409)
    expect((await all('', 'start_date=2026-11-29')).headers['content-disposition']).toContain('2026-11-29-2026-11-29')
    expect((await all('', '')).headers['content-disposition']).toContain('statements-2026-11-15-2026-11-29.pdf')
    expect((await all('&status=queried')).json()).toMatchObject({ code: 'no_data' })
    expect(await pagesOf((await all()).rawPayload)).toHaveLength(1)
    expect((await all('&saved_only=true')).json()).toMatchObject({ code: 'no_data' })
    await must(office(statements.save, { params: { id: first.id } }))
    await must(office(statements.create, { params: { id: first.unit.id }, body: { ...days, needValidation: false } }))
    const saved = await all()
    expect(saved.headers['content-disposition']).toBe('attachment; filename="statements-2026-11-15-2026-11-29.pdf"')
    const [text = '', ...more] = await pagesOf(saved.rawPayload)
    expect(more).toEqual([])
    expect(text).toMatch(/Statement STM-2026\/27-\d{5}/)
    expect((await all()).rawPayload.equals(saved.rawPayload)).toBe(true)
    const wrong = await file('invoices/download-all-drivers-pdf/?start_date=31/11/2026&end_date=30/11/2026')
    expect(wrong.statusCode).toBe(422)
  })

  it('sends a constant number of statements to the database', async () => {
    const { id } = await aStatement()
    const sent = await statementsOf(app, () => file(`statements/${id}/download-report/`))
    expect(sent.length).toBeLessThan(8)
  })

  it('keeps nobody else waiting: ten at once are laid out in a thread of their own', async () => {
    const unit = await aUnit(app)
    await app.ctx.tx((tx) => post(tx, [postedJob(app, { unit, day: '2026-11-10', paidBy: 'cash' })]))
    app.clock.set('2026-12-01T09:00:00Z')
    await signIn()
    const { id } = await must(office(statements.create, { params: { id: unit.id }, body: november }))
    const path = `statements/${id}/download-report/`
    const ten = () => Promise.all(Array.from({ length: 10 }, () => file(path)))
    const layouts = await timesHere(PdfPages.prototype, 'end', () => import('./worker.ts'), ten)
    expect(layouts).toEqual({ beside: 0, here: 10 })
  })

  it('nobody but the office gets any, but for an owner their own statement', async () => {
    const { id, unit } = await aStatement()
    const { bearer: driver } = await sessionFor(app, unit.company.owner.id)
    const own = (who: string) => download(app, who, `/api/billing/statements/${id}/download-report/`)
    expect(await wordsOf((await own(driver)).rawPayload)).toContain('Smith & Sons')
    const stranger = await aUnit(app)
    expect((await own((await sessionFor(app, stranger.company.owner.id)).bearer)).statusCode).toBe(404)
    for (const path of [
      `statements/${id}/download-report/`,
      `statements/${id}/send/`,
      'statements/download-all-drivers-pdf/?start_date=01/11/2026&end_date=30/11/2026',
    ])
      expect((await file(path, driver)).statusCode).toBe(403)
    expect((await office(invoicePdfs.send, { params: { id } })).status).toBe(404)
  })
})

describe('sellers', () => {
  let office: Call
  let bearer: string
  let sole: TestUnit
  let limited: TestUnit
  let customerId: string

  beforeAll(() => removeCompanies(app))
  beforeAll(async () => {
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
          postings: postingsOfFee({
            pricePence,
            commissionablePence: pricePence,
            commissionPercent: 15,
            paidBy: 'card',
          }),
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
})
