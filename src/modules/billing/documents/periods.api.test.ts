import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Call } from '#shared/call.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { postedCompensation, postedJob } from '#test/support/factories/billed-month.ts'
import { aCustomer } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { anOffice } from '#test/support/factories/day.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { post } from '../ledger/commands.ts'
import { invoices, salesCredits, statements } from './contract.ts'

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

describe('a period that is not over', () => {
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
