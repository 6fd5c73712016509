import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { settleHours } from '#modules/bookings/day/hours/commands.ts'
import type { Call } from '#shared/call.ts'
import type { CallInput } from '#shared/endpoint.ts'
import { percentOf } from '#shared/money.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { anOffice } from '#test/support/factories/day.ts'
import { aFinishedBooking } from '#test/support/factories/finished.ts'
import { postedJob } from '#test/support/factories/billed-month.ts'
import { aMove } from '#test/support/factories/move.ts'
import { createPerson } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { markCharged, markRefunded } from '../cards/contract.ts'
import { addCorrection, deleteCorrection, invoices, salesCredits, statements } from '../documents/contract.ts'
import { post } from '../ledger/commands.ts'
import { confirmCorrections } from './contract.ts'

let app: TestApp
let office: Call
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

type Body = CallInput<typeof addCorrection>['body']
const november = { startDate: '01/11/2026', endDate: '30/11/2026', needValidation: false }

interface Done {
  unit: TestUnit
  id: string
  customerId: string
  price: number
}

/** A job of November that is done and billed in December. */
async function done(paymentMethod: 'cash' | 'card' = 'cash'): Promise<Done> {
  const unit = await aUnit(app, { company: { pencePerHour: 5000, paymentMethods: ['cash', 'card'] } })
  const booking = await aFinishedBooking(app, { paymentMethod, move: aMove({ date: '2026-11-28' }) })
  await app.ctx.tx((tx) => settleHours(tx, booking.id, 'silence'))
  app.clock.set('2026-12-03T09:00:00Z')
  office = await anOffice(app)
  return { unit, id: booking.id, customerId: booking.customer.id, price: booking.totalPence }
}

const creditOf = ({ customerId }: Done) =>
  must(office(salesCredits.create, { params: { id: customerId }, body: november }))
const statementOf = ({ unit }: Done) => must(office(statements.create, { params: { id: unit.id }, body: november }))
/** The second look of a large one included. */
async function correct(body: Body, as: Call = office) {
  const answer = await as(addCorrection, { body })
  const becomes = answer.ok ? undefined : answer.problem.suggested?.['becomes_pence']
  return becomes === undefined ? answer : as(addCorrection, { body: { ...body, becomesPence: Number(becomes) } })
}

const pairs = () => Array.from({ length: 900 }, (_, at) => [1 + (at % 30), 1 + Math.floor(at / 30)] as const)

async function credited(job: Done, amountPence: number, more: Partial<Body> = { about: 'price' }) {
  const { id } = await creditOf(job)
  await must(
    correct({ salesCreditInvoice: id, booking: job.id, amountPence, reason: 'Half an hour too much', ...more }),
  )
  return must(office(salesCredits.save, { params: { id } }))
}

describe('a credit', () => {
  it.each([0, -1, -9_900_000])('is refused at %d pence', async (amountPence) => {
    const job = await done()
    const { id } = await creditOf(job)
    expect(await correct({ salesCreditInvoice: id, booking: job.id, amountPence, reason: 'No' })).toMatchObject({
      status: 422,
      problem: { errors: { amount_pence: [expect.any(String)] } },
    })
  })

  it('is never more than what the customer was charged and not given back, on one document or on two', async () => {
    const job = await done()
    const { id } = await creditOf(job)
    const body = { salesCreditInvoice: id, booking: job.id, about: 'price', reason: 'Broken' } as const
    expect(await correct({ ...body, amountPence: job.price + 1 })).toMatchObject({
      status: 409,
      problem: { code: 'more_than_charged' },
    })
    await must(correct({ ...body, amountPence: job.price - 100 }))
    await must(office(salesCredits.save, { params: { id } }))
    const other = { salesCreditInvoice: (await creditOf(job)).id, reason: 'Sorry' }
    // The credit is refused for the booking and without one.
    expect(await correct({ ...other, booking: job.id, amountPence: 101 })).toMatchObject({ status: 409 })
    expect(await correct({ ...other, amountPence: 101 })).toMatchObject({ status: 409 })
    await must(correct({ ...other, amountPence: 100 }))
    expect(await correct({ ...other, amountPence: 1 })).toMatchObject({ status: 409 })
  })

  it('is never more, together with a refund to the card, than the charge', async () => {
    const job = await done('card')
    await must(office(markCharged, { params: { id: job.id }, body: { reference: 'ch_1' } }))
    await credited(job, 3000)
    expect(await must(office(markRefunded, { params: { id: job.id }, body: { reference: 're_1' } }))).toMatchObject({
      amountPence: job.price - 3000,
    })
    const { id } = await creditOf(job)
    expect(await correct({ salesCreditInvoice: id, booking: job.id, amountPence: 1, reason: 'More' })).toMatchObject({
      problem: { code: 'more_than_charged' },
    })
  })

  it('is held within the charge by the database, also if two are made at the same moment', async () => {
    const job = await done()
    const [one, other] = [await creditOf(job), await creditOf(job)]
    const both = await Promise.all(
      [one, other].map(({ id }) =>
        correct({ salesCreditInvoice: id, booking: job.id, amountPence: job.price, reason: 'All of it' }),
      ),
    )
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409'])
    const raw = (pence: number) =>
      app.ctx.tx(async (tx) => {
        const id = crypto.randomUUID()
        await sql`insert into billing.entry (id, cause, kind, at, day, booking_id, document_id, document_kind, about)
          values (${id}, ${id}, 'correction', now(), '2026-11-30', ${job.id}, ${one.id}, 'sales_credit', '{}')`.execute(
          tx.db,
        )
        await sql`insert into billing.posting (entry_id, position, account, what, amount_pence)
          values (${id}, 1, 'customer', 'correction', ${-pence}), (${id}, 2, 'adjustments', 'correction', ${pence})`.execute(
          tx.db,
        )
      })
    await expect(raw(1)).rejects.toThrow(/more than was charged/)
    await expect(raw(-1)).rejects.toThrow(/not more than nothing/)
  })

  it('without more is goodwill of the platform, without VAT or commission, and on no statement', async () => {
    const job = await done()
    const saved = await credited(job, 2000, {})
    expect(saved.corrections).toMatchObject([
      { about: 'goodwill', borneBy: 'platform', commissionLessPence: 0, vatLessPence: 0, amountPence: 2000 },
    ])
    expect(saved.totals).toMatchObject({ vatPence: 0, balancePence: 2000 })
    expect((await statementOf(job)).totals).toMatchObject({ correctionsPence: 0 })
  })
})

describe('the commission', () => {
  const finalOf = (price: number) => {
    const commissionPence = percentOf(price, 15)
    return { commissionPence, vatPence: percentOf(commissionPence, 20) }
  }

  it('follows a price that is credited before it is invoiced: statement and invoice have that of the final price', async () => {
    const job = await done()
    await credited(job, 3001)
    const final = finalOf(job.price - 3001)
    expect((await statementOf(job)).totals).toMatchObject({ ...final, correctionsPence: -3001 })
    const run = await must(office(invoices.create, { body: november }))
    expect(run.documents.find(({ companyId }) => companyId === job.unit.company.id)?.totals).toMatchObject(final)
    expect(await owedBack(job)).toEqual([])
  })

  it('of an invoice that is saved is owed back, with the invoice named, and the next invoice leaves it alone', async () => {
    const job = await done()
    const run = await must(office(invoices.create, { body: november }))
    const saved = await must(office(invoices.save, { params: { id: run.id } }))
    const invoice = saved.documents.find(({ companyId }) => companyId === job.unit.company.id)
    await credited(job, 3001)
    const [before, after] = [finalOf(job.price), finalOf(job.price - 3001)]
    expect(await owedBack(job)).toEqual([
      {
        booking_id: job.id,
        net_pence: before.commissionPence - after.commissionPence,
        vat_pence: before.vatPence - after.vatPence,
        invoice_number: Number(invoice?.number?.slice(-5)),
        invoice_date: '2026-12-03',
      },
    ])
    expect(await office(invoices.create, { body: november })).toMatchObject({ data: { corrections: [] } })
  })

  it('is that of the final price after any correction was deleted or any draft was discarded', async () => {
    const job = await done()
    const [statement, credit] = [await statementOf(job), await creditOf(job)]
    const on = { booking: job.id, reason: 'Agreed' }
    const waived = statement.totals.commissionPence
    const waiver = await must(correct({ ...on, statement: statement.id, about: 'commission', amountPence: waived }))
    const half = await must(
      correct({ ...on, salesCreditInvoice: credit.id, about: 'price', amountPence: Math.floor(job.price / 2) }),
    )
    // The credit found no commission left to lower.
    const laterFirst = { status: 409, problem: { code: 'corrected_since' } }
    expect(await office(deleteCorrection, { params: { id: waiver.id } })).toMatchObject(laterFirst)
    expect(await office(statements.discard, { params: { id: statement.id } })).toMatchObject(laterFirst)
    await must(office(deleteCorrection, { params: { id: half.id } }))
    await must(office(statements.discard, { params: { id: statement.id } }))
    expect((await statementOf(job)).totals).toMatchObject({ ...finalOf(job.price), correctionsPence: 0 })
    // Two small ones, of which the second alone would round otherwise.
    const rate = (less: number) => finalOf(job.price - less).commissionPence
    const [first = 0, second = 0] = pairs().find(([a, b]) => rate(0) - rate(a) + rate(a + b) !== rate(b)) ?? []
    const place = { ...on, salesCreditInvoice: credit.id, about: 'price' as const }
    const { id: earlier } = await must(correct({ ...place, amountPence: first }))
    const { id: later } = await must(correct({ ...place, amountPence: second }))
    expect(await office(deleteCorrection, { params: { id: earlier } })).toMatchObject(laterFirst)
    await must(office(deleteCorrection, { params: { id: later } }))
    await must(office(deleteCorrection, { params: { id: earlier } }))
    await must(correct({ ...place, amountPence: first }))
    await must(correct({ ...place, amountPence: second }))
    // Together they go at once.
    await must(office(salesCredits.discard, { params: { id: credit.id } }))
    expect((await statementOf(job)).totals).toMatchObject(finalOf(job.price))
  })

  it('that was overcharged is given back on the statement with its VAT', async () => {
    const job = await done()
    const { id, totals } = await statementOf(job)
    await must(correct({ statement: id, booking: job.id, about: 'commission', amountPence: 1234, reason: 'Rate' }))
    const commissionPence = totals.commissionPence - 1234
    expect((await must(office(statements.get, { params: { id } }))).totals).toMatchObject({
      commissionPence,
      vatPence: percentOf(commissionPence, 20),
      correctionsPence: 0,
    })
    expect(
      await correct({
        statement: id,
        booking: job.id,
        about: 'commission',
        amountPence: commissionPence + 1,
        reason: 'No',
      }),
    ).toMatchObject({ problem: { code: 'more_than_corrected' } })
  })

  const owedBack = async ({ id }: Done) =>
    (
      await app.app.pool.query(
        `select booking_id, net_pence, vat_pence, invoice_number, invoice_date::text from billing.commission_to_credit where booking_id = $1`,
        [id],
      )
    ).rows
})

describe('a correction of a document', () => {
  it('is at most what the document has, both ways', async () => {
    const job = await done()
    const { id } = await statementOf(job)
    for (const amountPence of [job.price + 1, -job.price - 1, -9_900_000])
      expect(await correct({ statement: id, amountPence, reason: 'No' })).toMatchObject({
        status: 409,
        problem: { code: 'more_than_corrected' },
      })
    await must(correct({ statement: id, amountPence: -2000, reason: 'Late' }))
  })

  it('of an invoice lowers it to nothing at most', async () => {
    const job = await done()
    const run = await must(office(invoices.create, { body: november }))
    const company = job.unit.company.id
    const { totals } = run.documents.find(({ companyId }) => companyId === company) ?? run
    const body = { invoice: run.id, company, about: 'commission', reason: 'Rate' } as const
    expect(await correct({ ...body, amountPence: -totals.commissionPence - 1 })).toMatchObject({
      problem: { code: 'more_than_corrected' },
    })
    await must(correct({ ...body, amountPence: -totals.commissionPence }))
  })
})

describe('a large correction', () => {
  /** A statement of £5,000. */
  async function aLargeStatement() {
    app.clock.set('2026-12-03T09:00:00Z')
    office = await anOffice(app)
    const unit = await aUnit(app)
    const job = postedJob(app, { unit, day: '2026-11-28', pricePence: 500_000, paidBy: 'cash' })
    await app.ctx.tx((tx) => post(tx, [job]))
    return must(office(statements.create, { params: { id: unit.id }, body: november }))
  }
  const draftOf = (id: string) => must(office(statements.get, { params: { id } }))
  const confirm = async (as: Call, id: string) =>
    as(confirmCorrections, { body: { document: id, version: (await draftOf(id)).version } })
  const save = (id: string) => office(statements.save, { params: { id } })

  it('above £250 says what the document becomes, and is added once that is confirmed', async () => {
    const { id, totals, version } = await aLargeStatement()
    await must(office(addCorrection, { body: { statement: id, amountPence: -25_000, reason: 'Late' } }))
    const body = { statement: id, amountPence: -1, reason: 'A penny more' }
    const becomesPence = totals.balancePence - 25_001
    const secondLookRefusal = {
      status: 409,
      problem: { code: 'look_again', suggested: { becomes_pence: String(becomesPence) } },
    }
    expect(await office(addCorrection, { body })).toMatchObject(secondLookRefusal)
    expect(await office(addCorrection, { body: { ...body, becomesPence: becomesPence + 1 } })).toMatchObject(
      secondLookRefusal,
    )
    expect(await draftOf(id)).toMatchObject({ version: version + 1, corrections: [{ amountPence: -25_000 }] })
    await must(office(addCorrection, { body: { ...body, becomesPence } }))
    expect((await draftOf(id)).totals).toMatchObject({ balancePence: becomesPence })
  })

  it('above half of what it corrects says so too', async () => {
    const job = await done()
    const { id } = await creditOf(job)
    const amountPence = Math.floor(job.price / 2) + 1
    expect(
      await office(addCorrection, { body: { salesCreditInvoice: id, booking: job.id, amountPence, reason: 'Half' } }),
    ).toMatchObject({ problem: { code: 'look_again', suggested: { becomes_pence: String(amountPence) } } })
  })

  it('above £1,000 in all is saved only after another person has confirmed it, and again after it has changed', async () => {
    const { id } = await aLargeStatement()
    for (const amountPence of [60_000, 40_001])
      await must(correct({ statement: id, amountPence, reason: 'Two months' }))
    expect(await draftOf(id)).toMatchObject({ secondLook: 'needed' })
    expect(await save(id)).toMatchObject({ status: 409, problem: { code: 'needs_second_person' } })
    const other = await anOffice(app)
    expect(await confirm(office, id)).toMatchObject({ problem: { code: 'needs_second_person' } })
    expect(await other(confirmCorrections, { body: { document: id, version: 1 } })).toMatchObject({
      problem: { code: 'corrections_changed' },
    })
    expect(await must(confirm(other, id))).toMatchObject({ secondLook: 'done' })
    const { id: last } = await must(correct({ statement: id, amountPence: 100, reason: 'A pound' }))
    expect(await save(id)).toMatchObject({ problem: { code: 'needs_second_person' } })
    await must(office(deleteCorrection, { params: { id: last } }))
    await must(confirm(other, id))
    expect(await confirm(other, id)).toMatchObject({ problem: { code: 'nothing_to_confirm' } })
    expect(await must(save(id))).toMatchObject({ status: 'saved' })
    const { rows } = await app.app.pool.query(
      `select count(*)::int as confirmed from audit.entry where action = 'correction.confirmed' and object = $1`,
      [`statement ${id}`],
    )
    expect(rows).toEqual([{ confirmed: 2 }])
  })

  it('of somebody who is alone in the office is confirmed by the same person after 24 hours', async () => {
    const { id } = await aLargeStatement()
    const alone = await createPerson(app, { role: 'admin' })
    office = app.call((await sessionFor(app, alone.id)).bearer)
    await must(correct({ statement: id, amountPence: 150_000, reason: 'Two months' }))
    await sql`update identity."user" set staff_role = 'editor' where user_role = 'admin' and id <> ${alone.id}`.execute(
      app.ctx.db,
    )
    expect(await confirm(office, id)).toMatchObject({ problem: { code: 'confirm_later' } })
    app.clock.advance({ hours: 24 })
    office = app.call((await sessionFor(app, alone.id)).bearer)
    await must(confirm(office, id))
    await must(save(id))
  })
})
