import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { stopTexts } from '#modules/quoting/move/rules.ts'
import { mapped } from '#shared/mapped.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aBooking, aCustomer, aQuoteFor, messagesAbout } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { createBooking } from '../contract.ts'
import { STREET_MESSAGE } from './rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => removeCompanies(app))
afterAll(() => app.close())

describe('a point of a booking', () => {
  it('keeps and answers the parts of an address, whose contact it is, and who it is booked for', async () => {
    await aUnit(app)
    const address = { location: { lat: 51.58, lng: -0.02 }, city: 'London', formattedAddress: '7 Hoe Street' }
    const map = { ...address, postcode: 'E17 4QH', placeId: 'x1' }
    const own = { contactName: 'Al', contactNumber: '44 7700 900333', deliveryContactSameAsPickUp: false }
    const move = aMove({
      points: [{ address: map, contactNumber: '447700900222', customerEmail: ' mum@example.com ' }, own],
    })
    const { routePoints } = await aBooking(app, { move })
    expect(routePoints).toMatchObject([
      {
        address: map,
        contactNumber: '+447700900222',
        customerEmail: 'mum@example.com',
        deliveryContactSameAsPickUp: true,
      },
      { address: null, ...own, contactNumber: '+447700900333', customerEmail: null },
    ])
  })

  it('keeps and answers every text of a stop: as it was asked, and as it was completed', async () => {
    await aUnit(app)
    const requested = mapped(stopTexts, (_length, name) => `${name} as asked`)
    const completed = mapped(stopTexts, (_length, name) => `${name} as completed`)
    const move = aMove({ points: [requested, requested] })
    const { routePoints } = await aBooking(app, { move, routePoints: [{ number: 1, ...completed }] })
    expect(routePoints).toMatchObject([requested, completed])
  })

  it('has a street where the booking sends its address; one that sends none books what was priced', async () => {
    await aUnit(app)
    const customer = await aCustomer(app)
    const { quoteId } = await aQuoteFor(app, aMove({ points: [{ address: { formattedAddress: 'Hoe Street' } }] }))
    const book = (routePoints: { number: number; address?: { formattedAddress: string } | null }[]) =>
      app.call(customer.bearer)(createBooking, { body: { quoteId, paymentMethod: 'cash', routePoints } })
    expect(
      await book([
        { number: 0, address: null },
        { number: 1, address: { formattedAddress: ' ' } },
      ]),
    ).toMatchObject({
      status: 422,
      problem: {
        code: 'invalid',
        errors: {
          'route_points.0.address.formatted_address': [STREET_MESSAGE],
          'route_points.1.address.formatted_address': [STREET_MESSAGE],
        },
      },
    })
    expect(await book([{ number: 0 }, { number: 1, address: { formattedAddress: 'Queens Road' } }])).toMatchObject({
      status: 201,
      data: { routePoints: [{ formattedAddress: 'Hoe Street' }, { formattedAddress: 'Queens Road' }] },
    })
    const { id } = await aBooking(app, { customer, move: aMove({ date: '2026-12-05' }) })
    expect(id).toBeTruthy()
  })

  it('tells whoever it is booked for too, once the booker is known, and nobody twice', async () => {
    await aUnit(app)
    const recipientsOf = async (date: string, customerEmail?: string) => {
      const { id, customer } = await aBooking(app, {
        move: aMove({ date }),
        routePoints: [{ number: 0, customerEmail }],
      })
      const messages = await messagesAbout(app, id)
      return messages
        .filter(({ kind }) => kind === 'booking_received')
        .map(({ recipient }) => (recipient === customer.email ? 'booker' : recipient))
    }
    expect(await recipientsOf('2026-11-28', 'mum@example.com')).toEqual(['booker', 'mum@example.com'])
    expect(await recipientsOf('2026-12-05')).toEqual(['booker'])
    const customer = await aCustomer(app, { email: 'self@example.com' })
    const { id } = await aBooking(app, {
      customer,
      move: aMove({ date: '2026-12-12' }),
      routePoints: [{ number: 0, customerEmail: 'SELF@example.com' }],
    })
    const messages = await messagesAbout(app, id)
    expect(messages.filter(({ kind }) => kind === 'booking_received')).toHaveLength(1)
  })

  it.each([
    ['contactNumber', '0770', 'contact_number'],
    ['customerEmail', 'nobody', 'customer_email'],
  ])('refuses %s: %s', async (field, value, path) => {
    await aUnit(app)
    const { quoteId } = await aQuoteFor(app)
    const customer = await aCustomer(app)
    const body = { quoteId, paymentMethod: 'cash' as const, routePoints: [{ number: 0, [field]: value }] }
    expect(await app.call(customer.bearer)(createBooking, { body })).toMatchObject({
      status: 422,
      problem: { errors: { [`route_points.0.${path}`]: [expect.any(String)] } },
    })
  })
})
