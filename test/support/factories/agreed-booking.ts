import { confirmBooking } from '#modules/bookings/answers/contract.ts'
import type { TestApp } from '../app.ts'
import { must } from '../driver.ts'
import { callAs } from '../session.ts'
import { aBooking, aCustomer, type BookingOptions } from './booking.ts'
import { aUnit, type UnitOptions } from './unit.ts'

/** A booking that its driver has confirmed, with its two sides. */
export async function anAgreedBooking(app: TestApp, options: UnitOptions = {}, more: BookingOptions = {}) {
  const unit = await aUnit(app, { company: { pencePerHour: 5000, vatRegisteredFrom: '2026-01-01' }, ...options })
  const customer = more.customer ?? (await aCustomer(app))
  const booking = await aBooking(app, { ...more, customer })
  const driver = callAs(app, unit.company.owner.id)
  await must(driver(confirmBooking, { params: { id: booking.id } }))
  return { unit, customer, booking, id: booking.id, driver, call: callAs(app, customer.id) }
}
