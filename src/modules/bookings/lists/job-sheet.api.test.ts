import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aHiredDriver } from '#test/support/factories/hired-driver.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { sessionFor } from '#test/support/session.ts'
import { confirmBooking } from '../answers/contract.ts'
import { getJobSheet } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

it('has addresses, times and what to take for the unit that does it, from confirming on; no price for who is hired', async () => {
  const unit = await aUnit(app)
  const other = await aUnit(app, { company: { pencePerHour: 9000 } })
  const booking = await aBooking(app, { customerNote: 'Gate code 4' })
  const params = { id: booking.id }
  const owner = app.call((await sessionFor(app, unit.company.owner.id)).bearer)
  expect((await owner(getJobSheet, { params })).status).toBe(404)
  await must(owner(confirmBooking, { params }))
  const sheet = await must(owner(getJobSheet, { params }))
  expect(sheet).toMatchObject({
    job: {
      status: 'confirmed',
      totalPence: booking.totalPence,
      cashToTakePence: booking.totalPence,
      customerNote: 'Gate code 4',
      routePoints: [{ postcode: 'E17 4QH' }, { postcode: 'BN1 4QL' }],
    },
    ceilingPence: booking.ceilingPence,
    times: { loadUnloadTime: '01:30:00' },
  })
  expect(sheet.waiting).not.toBeNull()
  const hired = await aHiredDriver(app, owner, unit.id)
  expect(await must(hired.call(getJobSheet, { params }))).toMatchObject({
    job: { totalPence: null, youKeepPence: null, cashToTakePence: booking.totalPence },
    ceilingPence: null,
    waiting: null,
  })
  const stranger = app.call((await sessionFor(app, other.company.owner.id)).bearer)
  expect((await stranger(getJobSheet, { params })).status).toBe(404)
})
