import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { PdfPages } from '#platform/pdf/pages.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { download } from '#test/support/driver.ts'
import { aBooking, aCustomer } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { timesHere } from '#test/support/in-this-thread.ts'
import { wordsOf } from '#test/support/pdf.ts'
import { formatPence } from '#shared/money.ts'
import { receiptNumber } from './rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

async function done(more: object = {}) {
  const unit = await aUnit(app, { company: { vatRegisteredFrom: '2020-01-01' } })
  const customer = await aCustomer(app, { firstName: 'Łucja José' })
  const booking = await aBooking(app, { customer })
  await app.ctx.db
    .updateTable('bookings.booking')
    .set({ status: 'completed', ...more })
    .where('id', '=', booking.id)
    .execute()
  return { unit, customer, booking, path: `/api/booking/${booking.id}/receipt/` }
}

it('names the company as who sells, every line, VAT and total, and how it was paid; its text can be read out', async () => {
  const { unit, customer, booking, path } = await done()
  const file = await download(app, customer.bearer, path)
  expect([file.statusCode, file.headers['content-type'], file.headers['content-disposition']]).toEqual([
    200,
    'application/pdf',
    `attachment; filename="receipt-${receiptNumber(booking.id)}.pdf"`,
  ])
  const text = await wordsOf(file.rawPayload)
  for (const phrase of [
    `Receipt ${receiptNumber(booking.id)}`,
    unit.company.name,
    'Łucja José',
    '28/11/2026',
    'Walthamstow to Brighton',
    ...booking.lines.map(({ amountPence }) => formatPence(amountPence)),
    `Total, ${booking.paymentMethod === 'cash' ? 'in cash' : 'by card'}`,
    formatPence(booking.totalPence),
    `VAT at 20 % is included: ${formatPence(booking.vatPence)}`,
    'is paid in cash to the driver',
  ])
    expect(text).toContain(phrase)
  // Tagged, with its language, and every letter of its font embedded.
  const raw = file.rawPayload.toString('latin1')
  expect(raw).toMatch(/\/MarkInfo/)
  expect(raw).toMatch(/\/Lang \(en-GB\)/)
  expect(raw).toMatch(/Overpass/)
})

it('says of a transfer that it was one', async () => {
  const madeBy = (await aCustomer(app)).id
  const { customer, path } = await done({ specialPayMethod: 'bank_transfer', madeBy })
  expect(await wordsOf((await download(app, customer.bearer, path)).rawPayload)).toContain('by bank transfer')
})

it('is the customer’s own, and there only once the move is done', async () => {
  const { path, booking, customer } = await done({ status: 'confirmed' })
  expect((await download(app, customer.bearer, path)).statusCode).toBe(409)
  await app.ctx.db.updateTable('bookings.booking').set({ status: 'completed' }).where('id', '=', booking.id).execute()
  expect((await download(app, (await aCustomer(app)).bearer, path)).statusCode).toBe(404)
  expect((await download(app, undefined, path)).statusCode).toBe(401)
})

it('keeps nobody else waiting: ten at once are laid out in a thread of their own', async () => {
  const { customer, path } = await done()
  const ten = () => Promise.all(Array.from({ length: 10 }, () => download(app, customer.bearer, path)))
  const layouts = await timesHere(PdfPages.prototype, 'end', () => import('./worker.ts'), ten)
  expect(layouts).toEqual({ beside: 0, here: 10 })
})
