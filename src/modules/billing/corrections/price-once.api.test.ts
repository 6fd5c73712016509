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
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { addCorrection, deleteCorrection, salesCredits, statements } from '../documents/contract.ts'

/** The price of a booking is taken once: off the customer's bill, off the company's statement, or a part of it off each. */
let app: TestApp
let office: Call
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await removeCompanies(app)
})
afterAll(() => app.close())

async function on(moment: string) {
  app.clock.set(moment)
  office = await anOffice(app)
}

/** A job of October that is done; the office works in November. */
async function done() {
  app.clock.set('2026-10-02T09:00:00Z')
  const unit = await aUnit(app, { company: { pencePerHour: 5000, paymentMethods: ['cash'] } })
  const booking = await aFinishedBooking(app, { paymentMethod: 'cash', move: aMove({ date: '2026-10-10' }) })
  await app.ctx.tx((tx) => settleHours(tx, booking.id, 'silence'))
  await on('2026-11-12T09:00:00Z')
  return { unit, id: booking.id, customerId: booking.customer.id, price: booking.totalPence }
}
type Job = Awaited<ReturnType<typeof done>>

const october = { startDate: '2026-10-01', endDate: '2026-10-31', needValidation: false }
const statementOf = ({ unit }: Job, period = october) =>
  must(office(statements.create, { params: { id: unit.id }, body: period }))
const creditOf = ({ customerId }: Job, period = october) =>
  must(office(salesCredits.create, { params: { id: customerId }, body: period }))

type Body = CallInput<typeof addCorrection>['body']
/** The second look of a large one included. */
async function correct(body: Pick<Body, 'statement' | 'salesCreditInvoice' | 'booking' | 'amountPence' | 'about'>) {
  const correction = { about: 'price' as const, reason: 'Half an hour too much', ...body }
  const answer = await office(addCorrection, { body: correction })
  const becomes = answer.ok ? undefined : answer.problem.suggested?.['becomes_pence']
  return becomes === undefined
    ? answer
    : office(addCorrection, { body: { ...correction, becomesPence: Number(becomes) } })
}

describe('a price that was corrected on a statement', () => {
  it.each(['draft', 'saved'])('leaves the rest to credit (%s)', async (status) => {
    const job = await done()
    const { id: statement } = await statementOf(job)
    const { id: correction } = await must(correct({ statement, booking: job.id, amountPence: -3000 }))
    if (status === 'saved') await must(office(statements.save, { params: { id: statement } }))
    const credit = await creditOf(job)
    expect(credit.creditable).toMatchObject([{ bookingId: job.id, leftPence: job.price - 3000 }])
    const place = { salesCreditInvoice: credit.id, booking: job.id }
    const tooMuch = { status: 409, problem: { code: 'more_than_charged' } }
    expect(await correct({ ...place, amountPence: job.price })).toMatchObject(tooMuch)
    expect(await correct({ ...place, amountPence: job.price - 2999, about: 'goodwill' })).toMatchObject(tooMuch)
    expect(
      await correct({ salesCreditInvoice: credit.id, amountPence: job.price - 2999, about: 'goodwill' }),
    ).toMatchObject(tooMuch)
    await must(correct({ ...place, amountPence: job.price - 3000 }))
    if (status === 'saved') return
    // Deleted, it leaves room again.
    await must(office(deleteCorrection, { params: { id: correction } }))
    await must(correct({ ...place, amountPence: 3000 }))
  })

  it('is at most what has not been credited', async () => {
    const job = await done()
    const { id: salesCreditInvoice } = await creditOf(job)
    await must(correct({ salesCreditInvoice, booking: job.id, amountPence: job.price - 1000, about: 'goodwill' }))
    const { id: statement } = await statementOf(job)
    const place = { statement, booking: job.id }
    expect(await correct({ ...place, amountPence: -1001 })).toMatchObject({ problem: { code: 'more_than_corrected' } })
    await must(correct({ ...place, amountPence: -1000 }))
  })

  it('is taken once if it is credited at the same moment', async () => {
    const job = await done()
    const { id: salesCreditInvoice } = await creditOf(job)
    const { id: statement } = await statementOf(job)
    const both = await Promise.all([
      correct({ salesCreditInvoice, booking: job.id, amountPence: job.price }),
      correct({ statement, booking: job.id, amountPence: -job.price }),
    ])
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409'])
  })
})

describe('a credit of a job whose month is closed', () => {
  const november = { ...october, startDate: '2026-11-01', endDate: '2026-11-30', needValidation: true }

  it.each([
    ['the whole month', '2026-10-01', '2026-10-31'],
    ['the week of the job', '2026-10-05', '2026-10-11'],
  ])('is recovered by the next statement, once, which names it (saved: %s)', async (_name, startDate, endDate) => {
    const job = await done()
    const closed = await statementOf(job, { startDate, endDate, needValidation: true })
    await must(office(statements.save, { params: { id: closed.id } }))
    const { id: salesCreditInvoice } = await creditOf(job)
    await must(correct({ salesCreditInvoice, booking: job.id, amountPence: 3000 }))
    const credit = await must(office(salesCredits.save, { params: { id: salesCreditInvoice } }))
    await on('2026-12-02T09:00:00Z')
    const next = await statementOf(job, november)
    const less = percentOf(3000, 15)
    expect(next).toMatchObject({
      lines: [],
      corrections: [
        {
          amountPence: -3000,
          bookingId: job.id,
          reference: closed.lines[0]?.reference,
          madeOn: { kind: 'sales_credit', id: credit.id, number: credit.number },
        },
      ],
      totals: { balancePence: -3000 + less + percentOf(less, 20) },
    })
    await must(office(statements.save, { params: { id: next.id } }))
    expect(
      await office(statements.create, {
        params: { id: job.unit.id },
        body: { ...november, endDate: '2026-12-01', startDate: '2026-12-01' },
      }),
    ).toMatchObject({ problem: { code: 'no_data' } })
  })
})

describe('a credit for a period', () => {
  it('has only bookings of that period', async () => {
    const job = await done()
    const early = { ...october, startDate: '2026-09-25', endDate: '2026-10-09' }
    // The customer has another job in that time.
    const { id: salesCreditInvoice, creditable } = await creditOf(job, { ...early, endDate: '2026-10-31' })
    expect(creditable).toMatchObject([{ bookingId: job.id }])
    await app.ctx.db
      .updateTable('billing.document')
      .set({ startDay: early.startDate, endDay: early.endDate })
      .where('id', '=', salesCreditInvoice)
      .execute()
    expect((await must(office(salesCredits.get, { params: { id: salesCreditInvoice } }))).creditable).toEqual([])
    expect(await correct({ salesCreditInvoice, booking: job.id, amountPence: 3000 })).toMatchObject({
      status: 409,
      problem: { code: 'outside_period', detail: expect.stringContaining('10/10/2026') },
    })
  })
})
