import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cancelBooking, rejectBooking } from '#modules/bookings/answers/contract.ts'
import { settleHours } from '#modules/bookings/day/hours/commands.ts'
import { saveVat } from '#modules/companies/contract.ts'
import type { Call } from '#shared/call.ts'
import { addDays } from '#shared/local-time.ts'
import { percentOf, formatPence } from '#shared/money.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { rowsOfCsv } from '#test/support/csv.ts'
import { must, download } from '#test/support/driver.ts'
import { anAgreedBooking } from '#test/support/factories/agreed-booking.ts'
import { postedCompensation, postedJob } from '#test/support/factories/billed-month.ts'
import { aCustomer } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { anOffice } from '#test/support/factories/day.ts'
import { aFinishedBooking } from '#test/support/factories/finished.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { wordsOf } from '#test/support/pdf.ts'
import { createPerson } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import { markCharged } from '../cards/contract.ts'
import { post } from '../ledger/commands.ts'
import { getRun, previewDocument, startRun } from '../runs/contract.ts'
import { processRuns } from '../runs/steps-commands.ts'
import { addCorrection, deleteCorrection, invoices, listCreditClients, salesCredits, statements } from './contract.ts'

describe('documents of a period', () => {
  let app: TestApp
  let office: Call
  beforeAll(async () => {
    app = await createTestApp()
  })
  beforeEach(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
    office = await anOffice(app)
  })
  afterAll(() => app.close())

  /** The month of the move of `aMove`. */
  const november = { startDate: '01/11/2026', endDate: '30/11/2026' }

  /** A job that is done and whose hours are confirmed. */
  async function done(paymentMethod: 'cash' | 'card', unit?: TestUnit, date = '2026-11-28') {
    const of = unit ?? (await aUnit(app, { company: { pencePerHour: 5000, paymentMethods: ['cash', 'card'] } }))
    const booking = await aFinishedBooking(app, { paymentMethod, move: aMove({ date }) })
    await app.ctx.tx((tx) => settleHours(tx, booking.id, 'silence'))
    await over(date)
    if (paymentMethod === 'card')
      await must(office(markCharged, { params: { id: booking.id }, body: { reference: 'ch_1' } }))
    return { unit: of, booking }
  }

  /** The first day after the month of this day, when its documents are made. */
  async function over(day: string) {
    app.clock.set(`${addDays(`${day.slice(0, 8)}01`, 31).slice(0, 8)}01T09:00:00Z`)
    office = await anOffice(app)
  }

  const statementOf = ({ id }: TestUnit, more: object = {}) =>
    office(statements.create, { params: { id }, body: { ...november, ...more } })

  describe('a statement', () => {
    it.each([
      ['cash', true],
      ['card', false],
    ] as const)('says of a job paid by %s who holds the money', async (paidBy, isHeldByCompany) => {
      const { unit, booking } = await done(paidBy)
      const statement = await must(statementOf(unit))
      const price = booking.totalPence
      const commission = percentOf(price, 15)
      const vat = percentOf(commission, 20)
      expect(statement).toMatchObject({
        kind: 'statement',
        number: null,
        status: 'draft',
        startDate: '2026-11-01',
        endDate: '2026-11-30',
        lines: [
          {
            bookingId: booking.id,
            day: '2026-11-28',
            paidBy,
            pricePence: price,
            commissionPence: commission,
            vatPence: vat,
          },
        ],
        totals: {
          grossPence: price,
          heldByMoverPence: isHeldByCompany ? price : 0,
          commissionPence: commission,
          vatPence: vat,
          correctionsPence: 0,
          balancePence: (isHeldByCompany ? 0 : price) - commission - vat,
        },
      })
    })

    it('is refused for dates that a saved one covers, which is named; without validation a fresh one is made', async () => {
      const { unit } = await done('card')
      const first = await must(statementOf(unit))
      await must(office(statements.save, { params: { id: first.id } }))
      expect(await statementOf(unit, { startDate: '2026-10-24', endDate: '2026-11-01' })).toMatchObject({
        status: 409,
        problem: {
          code: 'already_generated',
          detail: 'you already have generated statement for that dates',
          suggested: { id: first.id },
        },
      })
      expect(await statementOf(unit, { needValidation: false })).toMatchObject({
        status: 201,
        data: { status: 'draft' },
      })
    })

    it('is refused if there is a draft of the same dates, which is named; a draft of other dates holds nothing back', async () => {
      const { unit } = await done('card')
      const week = { startDate: '2026-11-23', endDate: '2026-11-29' }
      const first = await must(statementOf(unit, week))
      expect(await statementOf(unit, week)).toMatchObject({
        problem: { code: 'already_generated', suggested: { id: first.id } },
      })
      const month = await must(statementOf(unit))
      expect(await must(office(statements.save, { params: { id: month.id } }))).toMatchObject({ status: 'saved' })
    })

    it('is refused for a period in which nothing was done, and for dates that are none', async () => {
      const { unit } = await done('card')
      const refused = await statementOf(unit, { startDate: '01/10/2026', endDate: '31/10/2026' })
      expect(refused).toMatchObject({ status: 409, problem: { detail: 'no data' } })
      expect(await statementOf(unit, { startDate: '31/11/2026' })).toMatchObject({
        status: 422,
        problem: { errors: { start_date: [expect.any(String)] } },
      })
      expect(await statementOf(unit, { startDate: '30/11/2026', endDate: '01/11/2026' })).toMatchObject({
        status: 422,
        problem: { errors: { end_date: [expect.any(String)] } },
      })
      expect((await statementOf({ ...unit, id: crypto.randomUUID() })).status).toBe(404)
    })

    it('is worked out anew when it is corrected, and again when the correction is taken back; the ledger keeps both', async () => {
      const { unit } = await done('card')
      const { id, totals } = await must(statementOf(unit))
      const body = { statement: id, amountPence: -2000, reason: 'One hour late, agreed with the customer' }
      const correction = await must(office(addCorrection, { body }))
      expect(await must(office(statements.get, { params: { id } }))).toMatchObject({
        version: 2,
        corrections: [
          { id: correction.id, amountPence: -2000, reason: body.reason, author: expect.stringMatching(/\S/) },
        ],
        totals: { correctionsPence: -2000, balancePence: totals.balancePence - 2000 },
      })
      await must(office(deleteCorrection, { params: { id: correction.id } }))
      await must(office(deleteCorrection, { params: { id: correction.id } }))
      expect(await must(office(statements.get, { params: { id } }))).toMatchObject({ corrections: [], totals })
      const entries = await app.ctx.db
        .selectFrom('billing.entry')
        .select('kind')
        .where('documentId', '=', id)
        .orderBy('id')
        .execute()
      expect(entries.map(({ kind }) => kind)).toEqual(['correction', 'reversal'])
    })

    it('is numbered when it is saved, and then nothing changes it', async () => {
      const { unit } = await done('card')
      const { id } = await must(statementOf(unit))
      const other = await must(statementOf(unit, { needValidation: false }))
      const saved = await must(office(statements.save, { params: { id } }))
      expect(saved).toMatchObject({ status: 'saved', number: expect.stringMatching(/^STM-2026\/27-\d{5}$/) })
      expect(await must(office(statements.save, { params: { id } }))).toEqual(saved)
      const body = { statement: id, amountPence: 100, reason: 'Too late' }
      expect(await office(addCorrection, { body })).toMatchObject({ status: 409, problem: { code: 'already_saved' } })
      expect(await office(statements.discard, { params: { id } })).toMatchObject({ status: 409 })
      // The booking on the saved statement is marked as billed.
      expect(await must(office(statements.get, { params: { id: other.id } }))).toMatchObject({
        billedBy: [{ id, number: saved.number }],
      })
      expect(await office(statements.save, { params: { id: other.id } })).toMatchObject({
        status: 409,
        problem: { code: 'already_billed' },
      })
      for (const statement of [
        sql`update billing.document set end_day = end_day + 1 where id = ${id}`,
        sql`update billing.sheet set balance_pence = 0 where document_id = ${id}`,
        sql`delete from billing.sheet_entry se using billing.sheet s where s.id = se.sheet_id and s.document_id = ${id}`,
        sql`update billing.entry set day = day + 1`,
        sql`delete from billing.posting`,
      ])
        await expect(statement.execute(app.ctx.db)).rejects.toThrow(/never changed|permission denied/)
    })

    it('is not saved if it changed since it was looked at', async () => {
      const { unit } = await done('card')
      const { id, version } = await must(statementOf(unit))
      await must(office(addCorrection, { body: { statement: id, amountPence: 100, reason: 'Parking' } }))
      expect(await office(statements.save, { params: { id }, body: { version } })).toMatchObject({
        status: 409,
        problem: { code: 'draft_changed' },
      })
    })

    it('has what was settled only after the statement of its own period had been saved', async () => {
      const { unit } = await done('card')
      const { id } = await must(statementOf(unit))
      await must(office(statements.save, { params: { id } }))
      app.clock.set('2026-11-20T09:00:00Z')
      const late = await done('cash', unit, '2026-11-27')
      await over('2026-12-01')
      const december = await must(statementOf(unit, { startDate: '01/12/2026', endDate: '31/12/2026' }))
      expect(december.lines).toMatchObject([{ bookingId: late.booking.id, isLate: true }])
    })
  })

  describe('an invoice', () => {
    it('bills each company its commission with VAT, one line for a unit, numbered in order of names', async () => {
      const first = await done('card')
      app.clock.set('2026-11-20T09:00:00Z')
      await app.ctx.db
        .updateTable('companies.company')
        .set({ name: 'A Move' })
        .where('id', '=', first.unit.company.id)
        .execute()
      await app.ctx.db
        .updateTable('fleet.working_unit')
        .set({ status: 'deactivated_by_you' })
        .where('id', '=', first.unit.id)
        .execute()
      const second = await done('cash')
      await app.ctx.db
        .updateTable('companies.company')
        .set({ name: 'B Move' })
        .where('id', '=', second.unit.company.id)
        .execute()
      const run = await must(office(invoices.create, { body: { ...november, needValidation: false } }))
      const nets = [first, second].map(({ booking }) => percentOf(booking.totalPence, 15))
      const ours = run.documents.filter(({ party }) => /^[AB] Move$/.test(party.name))
      expect(ours).toMatchObject(
        nets.map((netPence, index) => ({
          party: { name: index === 0 ? 'A Move' : 'B Move' },
          lines: [{ bookings: 1, netPence, vatPence: percentOf(netPence, 20) }],
          totals: { commissionPence: netPence, balancePence: netPence + percentOf(netPence, 20) },
        })),
      )
      const companyId = second.unit.company.id
      expect(
        await office(addCorrection, { body: { invoice: run.id, amountPence: -500, reason: 'Agreed' } }),
      ).toMatchObject({ status: 422 })
      const less = { invoice: run.id, company: companyId, amountPence: -500, reason: 'Agreed' }
      await must(office(addCorrection, { body: { ...less, about: 'commission' } }))
      const saved = await must(office(invoices.save, { params: { id: run.id } }))
      const numbers = saved.documents.map(({ number }) => Number(number?.slice(-5)))
      expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))
      expect(saved.documents.find((sheet) => sheet.companyId === companyId)?.totals).toMatchObject({
        correctionsPence: -500,
        vatPence: percentOf(nets[1] ?? 0, 20) - 100,
      })
    })
  })

  describe('a sales credit', () => {
    it('credits what a company owes for giving a job back late, outside VAT', async () => {
      const { id, driver, customer, unit } = await anAgreedBooking(app, {}, { allowHotJob: false })
      app.clock.set('2026-11-28T03:00:00Z')
      await must(driver(rejectBooking, { params: { id }, body: { reason: 'broken_van' } }))
      const { minimumTimePence } = await app.ctx.db
        .selectFrom('bookings.booking')
        .select('minimumTimePence')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await over('2026-11-28')
      const credit = await must(office(salesCredits.create, { params: { id: customer.id }, body: november }))
      expect(credit).toMatchObject({
        client: { id: customer.id },
        lines: [{ kind: 'compensation', bookingId: id, balancePence: minimumTimePence, vatPence: 0 }],
        totals: { grossPence: minimumTimePence, vatPence: 0, balancePence: minimumTimePence },
      })
      const more = { salesCreditInvoice: credit.id, booking: id, amountPence: 1200, reason: 'Billed twice' }
      // The customer never paid for this move.
      expect(await office(addCorrection, { body: more })).toMatchObject({ problem: { code: 'more_than_charged' } })
      await must(office(salesCredits.save, { params: { id: credit.id } }))
      // The company owes the amount.
      const statement = await must(statementOf(unit))
      expect(statement.totals).toMatchObject({
        grossPence: 0,
        correctionsPence: -minimumTimePence,
        balancePence: -minimumTimePence,
      })
    })

    it('a fee for cancelling late is on the statement, with commission', async () => {
      const { id, call, unit } = await anAgreedBooking(app)
      app.clock.set('2026-11-28T03:00:00Z')
      const { minimumTimePence } = await app.ctx.db
        .selectFrom('bookings.booking')
        .select('minimumTimePence')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await must(call(cancelBooking, { params: { id }, body: { feePence: minimumTimePence } }))
      const commission = percentOf(minimumTimePence, 15)
      await over('2026-11-28')
      expect(await must(statementOf(unit))).toMatchObject({
        lines: [{ kind: 'cancellation', pricePence: minimumTimePence, commissionPence: commission }],
      })
    })
  })

  it('customers for a credit: found by a part of their address, taken letter by letter; without a search, those who are owed', async () => {
    const { id, driver, customer } = await anAgreedBooking(app, {}, { allowHotJob: false })
    const idsOf = async (q: string) =>
      (await must(office(listCreditClients, { query: { q } }))).results.map((one) => one.id)
    expect(await idsOf(customer.email.toUpperCase())).toEqual([customer.id])
    expect(await idsOf(customer.email.replace('@', '_'))).toEqual([])
    expect(await idsOf('')).not.toContain(customer.id)
    app.clock.set('2026-11-28T03:00:00Z')
    await must(driver(rejectBooking, { params: { id }, body: { reason: 'broken_van' } }))
    office = await anOffice(app)
    expect(await idsOf('')).toContain(customer.id)
  })

  it('nobody but the office sees any of it', async () => {
    const { unit, driver } = await anAgreedBooking(app)
    expect((await driver(statements.create, { params: { id: unit.id }, body: november })).status).toBe(403)
  })

  describe('the VAT number on a bill', () => {
    it('is the one that the company had in its period, whatever it is today; a saved one keeps it', async () => {
      const { unit } = await done('card')
      const { id: companyId } = unit.company
      const register = (number: string, registeredFrom: string) =>
        must(office(saveVat, { params: { id: companyId }, body: { number, registeredFrom, deregisteredFrom: null } }))
      const numberOn = (period: object) =>
        must(statementOf(unit, { ...period, needValidation: false })).then(
          ({ documents: [sheet] }) => sheet?.party.vatNumber,
        )
      app.clock.set('2026-12-01T09:00:00Z')
      office = await anOffice(app)
      const early = await must(statementOf(unit))
      expect(early.documents[0]?.party.vatNumber).toBeNull()
      // The certificate comes after the draft: it is registered from the middle of the month.
      await register('GB123456782', '2026-11-15')
      const saved = await must(office(statements.save, { params: { id: early.id }, body: {} }))
      expect(saved.documents[0]?.party.vatNumber).toBe('GB123456782')

      // HMRC treats it as another business from the first of March.
      const nextRegistration = { number: 'GB980780684', registeredFrom: '2027-03-01', deregisteredFrom: null }
      expect(await office(saveVat, { params: { id: companyId }, body: nextRegistration })).toMatchObject({
        status: 422,
        problem: { errors: { number: ['Enter the new number once it holds, from its first day on.'] } },
      })
      await done('card', unit, '2027-02-10')
      await done('card', unit, '2027-03-10')
      app.clock.set('2027-04-01T09:00:00Z')
      office = await anOffice(app)
      await register('GB980780684', '2027-03-01')
      expect(await numberOn({ startDate: '01/02/2027', endDate: '28/02/2027' })).toBe('GB123456782')
      expect(await numberOn({ startDate: '01/03/2027', endDate: '31/03/2027' })).toBe('GB980780684')
      expect(await numberOn({ startDate: '01/11/2026', endDate: '30/11/2026' })).toBe('GB123456782')
      const reread = await must(office(statements.get, { params: { id: early.id } }))
      expect(reread.documents[0]?.party.vatNumber).toBe('GB123456782')
    })

    it('entered wrong is mended from the same day, and was never another registration', async () => {
      const { unit } = await done('card')
      const params = { id: unit.company.id }
      const body = { registeredFrom: '2026-11-15', deregisteredFrom: null }
      app.clock.set('2026-12-01T09:00:00Z')
      office = await anOffice(app)
      await must(office(saveVat, { params, body: { ...body, number: 'GB123456782' } }))
      await must(office(saveVat, { params, body: { ...body, number: 'GB980780684' } }))
      expect((await must(statementOf(unit))).documents[0]?.party.vatNumber).toBe('GB980780684')
      expect(
        await app.ctx.db.selectFrom('companies.earlier_vat').selectAll().where('companyId', '=', params.id).execute(),
      ).toEqual([])
    })
  })
})

describe('a period that is not over', () => {
  /** Documents are made of days that are over, at every door; `runs` has the door of the month. */
  let app: TestApp
  let office: Call
  beforeAll(async () => {
    app = await createTestApp()
  })
  beforeEach(async () => {
    await removeCompanies(app)
    await on('2026-12-01T09:00:00Z')
  })
  afterAll(() => app.close())

  async function on(moment: string) {
    app.clock.set(moment)
    office = await anOffice(app)
  }

  /** A job of November, and the debt of its company to a customer. */
  async function done() {
    const unit = await aUnit(app)
    const customer = await aCustomer(app)
    const of = { unit, customerId: customer.id, day: '2026-11-28' }
    await app.ctx.tx((tx) => post(tx, [postedJob(app, of), postedCompensation(app, of)]))
    return { unit, customer }
  }

  const november = { startDate: '2026-11-01', endDate: '2026-11-30', needValidation: false }

  const statementOf = (id: string, body: typeof november) => office(statements.create, { params: { id }, body })
  const notOver = { ok: false, status: 409, problem: { code: 'period_not_over' } }
  it.each([
    ['ends today', '2026-12-01'],
    ['ends in the future', '2027-01-31'],
  ])('has no draft of any kind if it %s', async (_, endDate) => {
    const { unit, customer } = await done()
    const body = { ...november, endDate }
    expect(await statementOf(unit.id, body)).toMatchObject(notOver)
    expect(await office(invoices.create, { body })).toMatchObject(notOver)
    expect(await office(salesCredits.create, { params: { id: customer.id }, body })).toMatchObject(notOver)
    expect(await statementOf(unit.id, november)).toMatchObject({ status: 201 })
  })

  it('is announced by the preview, with the first day on which it can be made; reversed dates are a fault of the last day', async () => {
    const { unit } = await done()
    const preview = (startDate: string, endDate: string) =>
      office(previewDocument, { query: { kind: 'statement', subject: unit.id, startDate, endDate } })
    expect(await must(preview('2026-11-01', '2026-11-30'))).toMatchObject({ readyOn: null })
    expect(await must(preview('2026-12-01', '2026-12-31'))).toMatchObject({ readyOn: '2027-01-01' })
    expect(await preview('2026-11-30', '2026-11-01')).toMatchObject({
      status: 422,
      problem: { errors: { end_date: ['The last day comes before the first.'] } },
    })
    const body = { ...november, endDate: '2026-12-31' }
    expect(await statementOf(unit.id, body)).toMatchObject({
      problem: { code: 'period_not_over', detail: expect.stringContaining('from 01/01/2027 on') },
    })
  })

  it.each(['statement', 'invoice', 'sales_credit'] as const)('is not saved: %s', async (kind) => {
    const { unit, customer } = await done()
    const [call, subject] = {
      statement: [statements, unit.id] as const,
      invoice: [invoices, ''] as const,
      sales_credit: [salesCredits, customer.id] as const,
    }[kind]
    const { id } = await must(office(call.create, { params: { id: subject }, body: november } as never))
    // The draft was made before the month was over.
    await on('2026-11-30T23:59:00Z')
    expect(await office(call.save, { params: { id } })).toMatchObject(notOver)
    app.clock.set('2026-12-01T00:00:00Z')
    expect(await must(office(call.save, { params: { id } }))).toMatchObject({ status: 'saved' })
  })

  it('is over when its last day is, in London', async () => {
    const { unit } = await done()
    const body = { startDate: '2026-06-01', endDate: '2026-06-30', needValidation: false }
    await on('2026-06-30T22:59:00Z')
    expect(await statementOf(unit.id, body)).toMatchObject(notOver)
    app.clock.set('2026-06-30T23:00:00Z')
    expect(await statementOf(unit.id, body)).toMatchObject({ problem: { code: 'no_data' } })
  })
})

describe('credits of commission', () => {
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
})
