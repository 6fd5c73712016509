import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aBooking, aCustomer } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { createPerson } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import { statementsOf } from '#test/support/statements.ts'
import { getMoveAgain, getOwnMoveAgain } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
  await aUnit(app)
})
afterAll(() => app.close())

const office = async () => app.call((await sessionFor(app, (await createPerson(app, { role: 'admin' })).id)).bearer)

it('the office reads what was moved and where, and nobody’s name, number or note', async () => {
  const customer = await aCustomer(app, { firstName: 'Quentin', phone: '+447700900556' })
  const { id } = await aBooking(app, { customer })
  await app.ctx.db.updateTable('bookings.booking').set({ customerNote: 'The piano' }).where('id', '=', id).execute()
  const call = await office()
  const move = await must(call(getMoveAgain, { params: { id } }))
  expect(move).toMatchObject({
    jobKind: 'home_or_office',
    vanCategory: 'large_van',
    routePoints: [
      { postcode: 'E17 4QH', stairs: expect.any(Number) },
      { postcode: 'BN1 4QL', stairs: expect.any(Number) },
    ],
  })
  expect(move.items.length).toBeGreaterThan(0)
  for (const own of ['Quentin', '900556', 'piano', '2026']) expect(JSON.stringify(move)).not.toContain(own)
  const sent = await statementsOf(app, () => call(getMoveAgain, { params: { id } }))
  expect(sent.filter((text) => text.includes('"bookings"."booking"'))).toHaveLength(1)
})

it('what nobody has verified may be a stranger’s, and stays unread', async () => {
  const { id } = await aBooking(app, {})
  await app.ctx.db.updateTable('bookings.booking').set({ awaitingVerification: true }).where('id', '=', id).execute()
  const call = await office()
  expect((await call(getMoveAgain, { params: { id } })).status).toBe(404)
  expect((await call(getMoveAgain, { params: { id: crypto.randomUUID() } })).status).toBe(404)
})

it('customers read their own, with the streets; anybody else’s is not found', async () => {
  const [customer, other] = [await aCustomer(app), await aCustomer(app)]
  const { id } = await aBooking(app, { customer })
  await app.ctx.db.updateTable('bookings.booking').set({ customerNote: 'The piano' }).where('id', '=', id).execute()
  const move = await must(app.call(customer.bearer)(getOwnMoveAgain, { params: { id } }))
  expect(move).toMatchObject({ vanCategory: 'large_van', date: null, time: null })
  expect(move.routePoints.map(({ town }) => town)).toEqual(['Walthamstow', 'Brighton'])
  expect(JSON.stringify(move)).not.toContain('piano')
  expect(await app.call(other.bearer)(getOwnMoveAgain, { params: { id } })).toMatchObject({ status: 404 })
})

it('anybody’s would be read without that guard', async () => {
  const careless = await createTestApp({ config: { guardOff: new Set(['own_booking']) } })
  await aUnit(careless)
  const { id } = await aBooking(careless, {})
  const other = await aCustomer(careless)
  expect((await careless.call(other.bearer)(getOwnMoveAgain, { params: { id } })).status).toBe(200)
  await careless.close()
})
