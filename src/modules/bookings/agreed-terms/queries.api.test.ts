import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { getCustomerTerms } from '#modules/pricing/customer-terms/contract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
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
    .set({ terms, waiting_pence_per_half_hour: waiting, free_waiting_minutes: 45 })
    .where('company_id', '=', companyId)
    .execute()

const setStatus = (unitId: string, status: string) =>
  app.ctx.db.updateTable('fleet.working_unit').set({ status }).where('id', '=', unitId).execute()

const termsOf = (id: string) => app.call()(getCustomerTerms, { params: { id } })
const agreedTermsOf = (hash: string) => app.call()(getAgreedTerms, { params: { hash } })

it('anybody reads the terms of a company that takes jobs, and what waiting costs', async () => {
  const { id, company } = await aUnit(app)
  expect(await termsOf(company.id)).toMatchObject({ data: { terms: '', waitingPencePerHalfHour: 0 } })
  await setTerms(company.id, first)
  for (const status of ['operating', 'insurance_expires_soon']) {
    await setStatus(id, status)
    expect(await termsOf(company.id)).toMatchObject({
      status: 200,
      data: { terms: first, waitingPencePerHalfHour: 1500, freeWaitingMinutes: 45 },
    })
  }
  const url = `/api/company/${company.id}/customer-terms/`
  const kept = await app.app.fastify.inject(url)
  expect(kept.headers['cache-control']).toBe('public, max-age=60')

  for (const status of ['blocked', 'deactivated_by_you', 'ready_to_start', 'not_ready_for_a_job']) {
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

it('a booking that is offered to everybody is on nobody’s terms', async () => {
  const { company } = await aUnit(app)
  await setTerms(company.id, first)
  const booking = await aBooking(app, { allowHotJob: true })
  app.clock.set('2026-11-20T21:01:00Z')
  await app.ctx.tx((tx) => endResponseTime(tx, booking.id))
  expect((await agreedTermsOf(booking.hash)).status).toBe(404)
})
