import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aBooking, aCustomer, search } from '#test/support/factories/booking.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { createBooking } from '../contract.ts'
import { WHOLE_POSTCODE_MESSAGE } from './rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await aUnit(app)
})
afterAll(() => app.close())

it('the first half of a postcode is enough for an approximate price, and not for a booking', async () => {
  const districts = aMove({ from: 'e17', to: 'BN1' })
  const found = await search(app, districts)
  expect(found.order).toMatchObject({ precision: 'outcode', estimated: true, unknownPostcodes: [] })
  expect(found.order.places).toEqual(['Walthamstow', 'Brighton'])
  // The price is by the middle of each district, like that of a postcode without a position of its own.
  const byFullPostcode = await search(app, aMove())
  expect(found.results[0]?.totalPence).toBe(byFullPostcode.results[0]?.totalPence)

  const customer = await aCustomer(app)
  const quoteId = found.results[0]?.quoteId ?? ''
  const book = (routePoints?: { number: number; postcode: string }[]) =>
    app.call(customer.bearer)(createBooking, { body: { quoteId, paymentMethod: 'cash', routePoints } })
  expect(await book()).toMatchObject({
    status: 422,
    problem: {
      code: 'invalid',
      errors: {
        'route_points.0.postcode': [WHOLE_POSTCODE_MESSAGE],
        'route_points.1.postcode': [WHOLE_POSTCODE_MESSAGE],
      },
    },
  })
  // A whole postcode is another move, with another price.
  expect(await book([{ number: 0, postcode: 'E17 4QH' }])).toMatchObject({ status: 409, problem: { code: 'requote' } })
  expect(await aBooking(app, { customer })).toMatchObject({
    routePoints: [{ postcode: 'E17 4QH' }, { postcode: 'BN1 4QL' }],
  })
})
