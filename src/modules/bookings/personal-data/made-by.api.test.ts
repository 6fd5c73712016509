import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { storedBooking } from '#test/support/factories/booking.ts'
import { aMove } from '#test/support/factories/move.ts'
import { createPerson } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import { bookSpecial } from '../create/contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  app.clock.set('2026-11-20T09:00:00Z')
})
afterAll(() => app.close())

interface Exported {
  bookings: { moves: object[]; made_by_phone: object[] }
}
async function exportOf(id: string) {
  const authorization = `Bearer ${(await sessionFor(app, id)).bearer}`
  const response = await app.app.fastify.inject({ url: '/api/users/export/', headers: { authorization } })
  return { text: response.body, data: response.json<Exported>() }
}

it('a booking by phone: its customer reads how it was made but not by whom, its maker that they made it and nothing of the customer', async () => {
  const office = await createPerson(app, { role: 'admin', firstName: 'Olwen' })
  const other = await createPerson(app, { role: 'admin' })
  const body = {
    ...aMove(),
    customer: { firstName: 'Margaret', email: 'margaret@example.com', phone: '+447700900777' },
    specialPayMethod: 'bank_transfer' as const,
    totalPence: 18_000,
  }
  const { id } = await must(app.call((await sessionFor(app, office.id)).bearer)(bookSpecial, { body }))
  const { customerId } = await storedBooking(app, id)

  const customers = await exportOf(customerId)
  expect(customers.data.bookings).toMatchObject({
    moves: [{ id, is_made_by_phone: true, special_pay_method: 'bank_transfer', ceiling_pence: 18_000 }],
    made_by_phone: [],
  })
  expect(customers.text).not.toContain(office.id)
  const makers = await exportOf(office.id)
  expect(makers.data.bookings).toEqual(
    expect.objectContaining({ moves: [], made_by_phone: [{ id, created_at: '2026-11-20T09:00:00.000Z' }] }),
  )
  expect(makers.text).not.toContain('Margaret')
  expect((await exportOf(other.id)).data.bookings.made_by_phone).toEqual([])
})
