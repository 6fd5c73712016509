import { confirmBooking } from '#modules/bookings/answers/contract.ts'
import { getDriverDay } from '#modules/bookings/day/contract.ts'
import type { Call } from '#shared/call.ts'
import type { TestApp } from '../app.ts'
import { must } from '../driver.ts'
import { createPerson } from '../people.ts'
import { callAs } from '../session.ts'
import { aBooking, aCustomer, messagesAbout, type BookingOptions } from './booking.ts'
import { aUnit, type TestUnit } from './unit.ts'

/** A move on Saturday 28 November 2026 that begins at nine. */
export const dayTime = (clock: string) => `2026-11-28T${clock}:00.000Z`

export interface TestDay {
  id: string
  hash: string
  unit: TestUnit
  customer: Call
  driver: Call
}

/** A booking that its driver has confirmed, days before. */
export async function aConfirmedJob(app: TestApp, more: BookingOptions = {}): Promise<TestDay> {
  const unit = await aUnit(app, { company: { pencePerHour: 5000, tariff: { waitingPencePerHalfHour: 1000 } } })
  const customer = await aCustomer(app)
  const { id, hash } = await aBooking(app, { customer, ...more })
  const driver = callAs(app, unit.company.owner.id)
  await must(driver(confirmBooking, { params: { id } }))
  return { id, hash, unit, customer: callAs(app, customer.id), driver }
}

/** Of an app that is there only once the tests run. */
export const dayHelpers = (running: () => TestApp) => ({
  /** What a phone sends with each action. */
  phone: (happenedAt = running().clock.now().toISOString(), actionKey: string = crypto.randomUUID()) => ({
    actionKey,
    happenedAt,
  }),
  /** It is that time, and what was due has run. */
  at: async (instant: string) => {
    running().clock.set(instant)
    await running().runJobs()
  },
})

export const driverDayOf = ({ driver, unit, id }: TestDay) =>
  must(driver(getDriverDay, { params: { id: unit.id, bookingId: id } }))

export const anOffice = async (app: TestApp): Promise<Call> =>
  callAs(app, (await createPerson(app, { role: 'admin' })).id)

/** The kinds of the messages about a booking, oldest first. */
export const kindsAbout = async (app: TestApp, id: string): Promise<string[]> =>
  (await messagesAbout(app, id)).map(({ kind }) => kind)
