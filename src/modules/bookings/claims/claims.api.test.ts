import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getBooking } from '#modules/bookings/contract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aBooking, aCustomer, messagesAbout } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aFinishedBooking } from '#test/support/factories/finished.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { createPerson } from '#test/support/people.ts'
import { jpeg } from '#test/support/pictures.ts'
import { multipartBody, multipartType } from '#test/support/multipart.ts'
import { sessionFor } from '#test/support/session.ts'
import { answerClaim, createClaim, decideClaim, getClaim, listClaims } from './contract.ts'

let app: TestApp
let unit: TestUnit
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
  unit = await aUnit(app)
})
afterAll(() => app.close())

const as = async (id: string) => app.call((await sessionFor(app, id)).bearer)
const items = [
  { words: 'The mirror: cracked.', askedPence: 12_000 },
  { words: 'A chair: one leg broken.', askedPence: 8000 },
]
const kindsSentTo = async (id: string, recipient: string) =>
  (await messagesAbout(app, id))
    .filter((one) => one.recipient === recipient && one.kind.startsWith('claim'))
    .map(({ kind }) => kind)

async function aClaim() {
  const booking = await aFinishedBooking(app)
  const params = { id: booking.id }
  const customer = await as(booking.customer.id)
  await must(customer(createClaim, { params, body: { items } }))
  return { booking, params, email: booking.customer.email }
}

describe('a claim', () => {
  it('is made by the customer within seven days, once, with photos that those whom it concerns may see', async () => {
    const booking = await aFinishedBooking(app)
    const params = { id: booking.id }
    const upload = await app.app.fastify.inject({
      method: 'POST',
      url: '/api/booking/images/',
      headers: { 'content-type': multipartType },
      payload: multipartBody([{ content: await jpeg() }]),
    })
    const photosId = upload.json<{ id: string }>().id
    const customer = await as(booking.customer.id)
    expect(await must(customer(getBooking, { params }))).toMatchObject({
      allowedActions: ['review', 'ask_for_re_book', 'claim'],
      claimStatus: null,
    })
    const body = { items: [{ ...items[0]!, photosId }, items[1]!] }
    const owner = await as(unit.company.owner.id)
    for (const call of [await as((await aCustomer(app)).id), owner])
      expect([403, 404]).toContain((await call(createClaim, { params, body })).status)
    const claim = await must(customer(createClaim, { params, body }))
    expect(claim).toMatchObject({ status: 'with_company', askedPence: 20_000, answer: null, decision: null })
    expect(await customer(createClaim, { params, body: { items } })).toMatchObject({
      problem: { code: 'claimed_already' },
    })
    expect((await must(customer(getBooking, { params }))).allowedActions).not.toContain('claim')
    const url = claim.items[0]?.photos[0]?.url ?? ''
    const look = async (id: string) =>
      (
        await app.app.fastify.inject({
          url,
          headers: { authorization: `Bearer ${(await sessionFor(app, id)).bearer}` },
        })
      ).statusCode
    expect(await look(booking.customer.id)).toBe(200)
    expect(await look(unit.company.owner.id)).toBe(200)
    expect(await look((await aUnit(app)).company.owner.id)).toBe(404)
    expect(await look((await aCustomer(app)).id)).toBe(404)
    expect(await kindsSentTo(booking.id, booking.customer.email)).toEqual(['claim_made'])
    expect(await kindsSentTo(booking.id, unit.company.owner.email)).toEqual(['claim_received'])
  })

  it('is too late after seven days, too early before the finish, and not one with photos that are gone', async () => {
    const early = await aBooking(app)
    const customer = await as(early.customer.id)
    expect(await customer(createClaim, { params: { id: early.id }, body: { items } })).toMatchObject({
      problem: { code: 'conflict' },
    })
    await app.ctx.db.deleteFrom('bookings.booking').execute()
    const late = await aFinishedBooking(app)
    const params = { id: late.id }
    const refused = await (
      await as(late.customer.id)
    )(createClaim, { params, body: { items: [{ ...items[0]!, photosId: 'x' }] } })
    expect(refused).toMatchObject({ status: 422, problem: { errors: { 'items.0.photos_id': [expect.any(String)] } } })
    app.clock.advance({ days: 7 })
    const own = await as(late.customer.id)
    expect((await must(own(getBooking, { params }))).allowedActions).not.toContain('claim')
    expect(await own(createClaim, { params, body: { items } })).toMatchObject({ problem: { code: 'claim_too_late' } })
  })

  it('of two at once is one', async () => {
    const booking = await aFinishedBooking(app)
    const customer = await as(booking.customer.id)
    const input = { params: { id: booking.id }, body: { items } }
    const answers = await Promise.all([1, 2, 3].map(() => customer(createClaim, input)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
  })
})

describe('the company', () => {
  it('pays all, and it is settled; sent again it is said already', async () => {
    const { booking, params, email } = await aClaim()
    const owner = await as(unit.company.owner.id)
    const body = { acceptedPence: 20_000, text: 'We are sorry. It is on its way.' }
    const other = await as((await aUnit(app)).company.owner.id)
    expect((await other(answerClaim, { params, body })).status).toBe(404)
    expect((await other(getClaim, { params })).status).toBe(404)
    const more = await owner(answerClaim, { params, body: { ...body, acceptedPence: 20_001 } })
    expect(more).toMatchObject({ status: 422 })
    expect(await must(owner(answerClaim, { params, body }))).toMatchObject({ status: 'settled', answer: body })
    expect((await owner(answerClaim, { params, body })).status).toBe(200)
    expect(await owner(answerClaim, { params, body: { ...body, acceptedPence: 0 } })).toMatchObject({
      problem: { code: 'claim_answered' },
    })
    expect(await kindsSentTo(booking.id, email)).toEqual(['claim_made', 'claim_answered'])
    app.clock.advance({ days: 15 })
    await app.runJobs()
    expect(await kindsSentTo(booking.id, email)).toEqual(['claim_made', 'claim_answered'])
  })

  it('refuses, and the office decides what the platform says; both are told', async () => {
    const { booking, params, email } = await aClaim()
    const owner = await as(unit.company.owner.id)
    await must(owner(answerClaim, { params, body: { acceptedPence: 0, text: 'It was broken before.' } }))
    const admin = await as((await createPerson(app, { role: 'admin' })).id)
    const list = await must(admin(listClaims))
    expect(list.results).toMatchObject([{ bookingId: booking.id, status: 'with_office' }])
    const body = { awardedPence: 12_000, text: 'The photos before show a whole mirror.' }
    expect(await must(admin(decideClaim, { params, body }))).toMatchObject({ status: 'decided', decision: body })
    expect((await admin(decideClaim, { params, body })).status).toBe(200)
    expect((await must(admin(listClaims))).count).toBe(0)
    expect((await must(admin(listClaims, { query: { show: 'all' } }))).count).toBe(1)
    expect(await kindsSentTo(booking.id, email)).toEqual(['claim_made', 'claim_answered', 'claim_decided'])
    expect(await kindsSentTo(booking.id, unit.company.owner.email)).toEqual(['claim_received', 'claim_decided_company'])
  })

  it('says nothing for fourteen days, and the office looks at it', async () => {
    const { booking, params, email } = await aClaim()
    app.clock.advance({ days: 13, hours: 23 })
    await app.runJobs()
    const admin = await createPerson(app, { role: 'admin' })
    expect((await must((await as(admin.id))(listClaims))).count).toBe(0)
    const body = { awardedPence: 1, text: 'Too early.' }
    expect(await (await as(admin.id))(decideClaim, { params, body })).toMatchObject({
      problem: { code: 'not_with_office' },
    })
    app.clock.advance({ hours: 2 })
    await app.runJobs()
    await app.runJobs()
    expect((await must((await as(admin.id))(listClaims))).count).toBe(1)
    expect(await kindsSentTo(booking.id, email)).toEqual(['claim_made', 'claim_with_office'])
    expect(await kindsSentTo(booking.id, unit.company.owner.email)).toEqual(['claim_received', 'claim_not_answered'])
    const late = await (
      await as(unit.company.owner.id)
    )(answerClaim, { params, body: { acceptedPence: 0, text: 'No.' } })
    expect(late).toMatchObject({ problem: { code: 'claim_answered' } })
  })
})
