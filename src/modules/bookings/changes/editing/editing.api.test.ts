import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toWire } from '#shared/wire.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must, upload } from '#test/support/driver.ts'
import { anAgreedBooking } from '#test/support/factories/agreed-booking.ts'
import { aCustomer, messagesAbout, storedBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { jpeg } from '#test/support/pictures.ts'
import { callAs, sessionFor } from '#test/support/session.ts'
import { cancelBooking } from '../../answers/contract.ts'
import { getBooking } from '../../contract.ts'
import { getDriverBooking } from '../../lists/contract.ts'
import { STREET_MESSAGE } from '../../create/rules.ts'
import { editBooking } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

const changed = async (id: string) => (await messagesAbout(app, id)).filter(({ kind }) => kind === 'details_changed')

describe('PUT booking/{id}/', () => {
  it('takes back its own answer, unknown keys and all, and changes nothing', async () => {
    const { id, call, customer } = await anAgreedBooking(app)
    const before = await must(call(getBooking, { params: { id } }))
    const { bearer } = await sessionFor(app, customer.id)
    const answer = await app.app.fastify.inject({
      method: 'PUT',
      url: `/api/booking/${id}/`,
      headers: { authorization: `Bearer ${bearer}` },
      payload: { ...(toWire(before) as object), something_new: { of: 'tomorrow' } },
    })
    expect([answer.statusCode, answer.json()]).toEqual([200, toWire(before)])
    expect(await changed(id)).toEqual([])
    expect((await storedBooking(app, id)).events).not.toContain('details_changed')
  })

  it('changes note, contacts, flat, address words, photos and notes on items at once, and the driver is told', async () => {
    const { id, call, driver, unit } = await anAgreedBooking(app)
    const { data: photos } = await upload<{ id: string }>(app, undefined, '/booking/images/', [
      { content: await jpeg() },
    ])
    const booking = await must(call(getBooking, { params: { id } }))
    const [first, last] = booking.routePoints
    const body = {
      ...booking,
      customerNote: 'Gate code 4',
      photosId: photos.id,
      routePoints: [
        {
          ...first,
          number: 0,
          flatAndHouse: 'Flat 9',
          formattedAddress: '48 Hoe Street',
          contactName: 'Ann',
          contactNumber: '+44 7700 900199',
        },
        { ...last, number: 1 },
      ],
      items: booking.items.map((item) => ({ ...item, note: 'The blue one' })),
    }
    const after = await must(call(editBooking, { params: { id }, body }))
    expect(after).toMatchObject({
      customerNote: 'Gate code 4',
      photosId: photos.id,
      totalPence: booking.totalPence,
      routePoints: [
        {
          flatAndHouse: 'Flat 9',
          formattedAddress: '48 Hoe Street',
          contactName: 'Ann',
          contactNumber: '+447700900199',
        },
        // It had the pick-up's contact, and follows it.
        { contactName: 'Ann', contactNumber: '+447700900199' },
      ],
      items: booking.items.map(() => ({ note: 'The blue one' })),
    })
    expect((await changed(id)).map(({ recipient }) => recipient)).toContain(unit.company.owner.email)
    const job = await must(driver(getDriverBooking, { params: { id: unit.id, bookingId: id } }))
    expect(job).toMatchObject({ customerNote: 'Gate code 4', routePoints: [{ contactName: 'Ann' }, {}] })
  })

  it.each([
    ['another price', { totalPence: 1 }, ['total_pence']],
    ['another start', { startAt: '2026-11-28T12:00:00.000Z' }, ['start_at']],
    ['another floor', { routePoints: [{ number: 1, stairs: 5 }] }, ['route_points.1.stairs']],
    ['another postcode', { routePoints: [{ number: 1, postcode: 'BN1 1AA' }] }, ['route_points.1.postcode']],
    ['another stop', { routePoints: [{ number: 2, postcode: 'BN1 1AA' }] }, ['route_points']],
    ['other items', { items: [] }, ['items']],
    ['another van', { vanCategory: 'small_van' as const }, ['van_category']],
  ])('%s needs a proposal', async (_name, body, fields) => {
    const { id, call } = await anAgreedBooking(app)
    const before = await storedBooking(app, id)
    const answer = await call(editBooking, { params: { id }, body })
    expect(answer.ok ? {} : [answer.status, answer.problem.code, Object.keys(answer.problem.errors ?? {})]).toEqual([
      409,
      'needs_proposal',
      fields,
    ])
    expect(await storedBooking(app, id)).toEqual(before)
  })

  it('a street is changed, but not taken away', async () => {
    const { id, call } = await anAgreedBooking(app)
    const street = (formattedAddress: string) => ({ routePoints: [{ number: 0, formattedAddress }] })
    await must(call(editBooking, { params: { id }, body: street('48 Hoe Street') }))
    expect(await call(editBooking, { params: { id }, body: street(' ') })).toMatchObject({
      status: 422,
      problem: { errors: { 'route_points.0.formatted_address': [STREET_MESSAGE] } },
    })
    expect(await must(call(getBooking, { params: { id } }))).toMatchObject({
      routePoints: [{ formattedAddress: '48 Hoe Street' }, {}],
    })
  })

  it('keeps a number to call, is nobody else’s, and ends with the booking', async () => {
    const { id, call } = await anAgreedBooking(app)
    const none = {
      routePoints: [
        { number: 0, contactNumber: '' },
        { number: 1, contactNumber: '' },
      ],
    }
    expect((await call(editBooking, { params: { id }, body: none })).status).toBe(422)
    const stranger = callAs(app, (await aCustomer(app)).id)
    expect((await stranger(editBooking, { params: { id }, body: {} })).status).toBe(404)
    await must(call(cancelBooking, { params: { id }, body: { feePence: 0 } }))
    expect(await call(editBooking, { params: { id }, body: { customerNote: 'x' } })).toMatchObject({
      problem: { code: 'booking_over' },
    })
  })
})
