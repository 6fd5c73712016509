import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { UnitStatus } from '#modules/fleet/units/rules.ts'
import { getTerms, saveTerms } from '#modules/pricing/contract.ts'
import { getCustomerTerms } from '#modules/pricing/terms/contract.ts'
import { anOperatingDriver } from '#test/support/driver.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aBooking, aQuoteFor } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { sessionFor } from '#test/support/session.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { endResponseTime } from '../commands.ts'
import { getAgreedTerms } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

const first = 'We carry no pianos.\n<b>Tea</b> with two sugars.'

const setTerms = (companyId: string, terms: string, waiting = 1500) =>
  app.ctx.db
    .updateTable('pricing.tariff')
    .set({ terms, waitingPencePerHalfHour: waiting, freeWaitingMinutes: 45 })
    .where('companyId', '=', companyId)
    .execute()

const setStatus = (unitId: string, status: UnitStatus) =>
  app.ctx.db.updateTable('fleet.working_unit').set({ status }).where('id', '=', unitId).execute()

const termsOf = (id: string) => app.call()(getCustomerTerms, { params: { id } })
const agreedTermsOf = (hash: string) => app.call()(getAgreedTerms, { params: { hash } })

it('anybody reads the terms of a company that takes jobs, and what waiting costs', async () => {
  const { id, company } = await aUnit(app)
  expect(await termsOf(company.id)).toMatchObject({ data: { terms: '', waitingPencePerHalfHour: 0 } })
  await setTerms(company.id, first)
  for (const status of ['operating', 'insurance_expires_soon'] as const) {
    await setStatus(id, status)
    expect(await termsOf(company.id)).toMatchObject({
      status: 200,
      data: { terms: first, waitingPencePerHalfHour: 1500, freeWaitingMinutes: 45 },
    })
  }
  const url = `/api/company/${company.id}/customer-terms/`
  const cachedResponse = await app.app.fastify.inject(url)
  expect(cachedResponse.headers['cache-control']).toBe('public, max-age=60')

  for (const status of ['blocked', 'deactivated_by_you', 'ready_to_start', 'not_ready_for_a_job'] as const) {
    await setStatus(id, status)
    expect((await termsOf(company.id)).status).toBe(404)
  }
  const refused = await app.app.fastify.inject(url)
  expect(refused.headers['cache-control']).toBe('no-cache')
  expect((await termsOf('0193a8b0-0000-7000-8000-000000000000')).status).toBe(404)
})

it('a booking keeps the terms that it was made on, whatever the company writes later', async () => {
  const { company } = await aUnit(app)
  await setTerms(company.id, first)
  const { hash } = await aBooking(app)
  await setTerms(company.id, 'Nothing of that any more.', 9900)
  expect(await agreedTermsOf(hash)).toMatchObject({
    status: 200,
    data: { terms: first, waitingPencePerHalfHour: 1500, freeWaitingMinutes: 45 },
  })
  expect((await agreedTermsOf(`${hash.slice(0, -1)}${hash.endsWith('A') ? 'Q' : 'A'}`)).status).toBe(404)
})

it('a price is booked on the terms that it was offered with, however often the company changes them while it is held', async () => {
  const driver = await anOperatingDriver(app)
  const params = { id: driver.companyId }
  const changeTerms = async (terms: string, waitingPencePerHalfHour: number) => {
    const call = app.call((await sessionFor(app, driver.id)).bearer)
    const now = await call(getTerms, { params })
    if (!now.ok) throw new Error(now.problem.code)
    const body = { version: now.data.version, terms, waitingPencePerHalfHour, freeWaitingMinutes: 45 }
    expect(await call(saveTerms, { params, body })).toMatchObject({ ok: true })
    app.clock.advance({ minutes: 1 })
  }
  await changeTerms(first, 1500)
  const offeredAt = app.clock.now().toISOString()
  const { quoteId } = await aQuoteFor(app)
  app.clock.advance({ minutes: 1 })
  await changeTerms('Nothing of that any more.', 9900)
  await changeTerms('Nor of that.', 20_000)

  const offered = { terms: first, waitingPencePerHalfHour: 1500, freeWaitingMinutes: 45 }
  expect(await app.call()(getCustomerTerms, { params, query: { asOf: offeredAt } })).toMatchObject({ data: offered })
  for (const asOf of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'])
    expect(await app.call()(getCustomerTerms, { params, query: { asOf } })).toMatchObject({ ok: true })
  expect(await termsOf(driver.companyId)).toMatchObject({
    data: { terms: 'Nor of that.', waitingPencePerHalfHour: 20_000 },
  })
  const { hash } = await aBooking(app, { quoteId })
  expect(await agreedTermsOf(hash)).toMatchObject({ data: offered })

  // A price of that time is no longer held a day later.
  app.clock.advance({ hours: 25 })
  await changeTerms('Last words.', 0)
  const pastTerms = await app.ctx.db.selectFrom('pricing.past_terms').select('endedAt').execute()
  expect(pastTerms).toHaveLength(1)
})

it('a booking that is offered to everybody is on nobody’s terms', async () => {
  const { company } = await aUnit(app)
  await setTerms(company.id, first)
  const booking = await aBooking(app, { allowHotJob: true })
  app.clock.set('2026-11-20T21:01:00Z')
  await app.ctx.tx((tx) => endResponseTime(tx, booking.id))
  expect((await agreedTermsOf(booking.hash)).status).toBe(404)
})
