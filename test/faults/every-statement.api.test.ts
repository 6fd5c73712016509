import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCall } from '#app/call.ts'
import {
  cancelBooking,
  confirmBooking,
  reconfirmBooking,
  rejectBooking,
  takeBooking,
} from '#modules/bookings/answers/contract.ts'
import { createBooking } from '#modules/bookings/contract.ts'
import { createTestApp, withoutGuards, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aBooking, aCustomer, aQuoteFor, type Customer } from '#test/support/factories/booking.ts'
import { aMove } from '#test/support/factories/move.ts'
import { failEveryStatement, failing, stateOf, type Action } from '#test/support/failing-statements.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { sessionFor } from '#test/support/session.ts'

/** F-06: whichever statement of an action fails, all is as it was before; and then the action can be done. */

let app: TestApp
let first: TestUnit
let second: TestUnit
beforeAll(async () => {
  app = await createTestApp()
  first = await aUnit(app, { company: { pencePerHour: 4000 } })
  second = await aUnit(app, { company: { pencePerHour: 9000 } })
})
afterAll(() => app.close())

const asOwner = async ({ company }: TestUnit) => app.call((await sessionFor(app, company.owner.id)).bearer)
let day = 0
/** A day for itself, so that nothing is in the way. */
const nextMove = () => aMove({ date: `2026-12-${String(1 + (day++ % 28)).padStart(2, '0')}` })

async function bookedWith(unit: TestUnit, customer?: Customer) {
  const booking = await aBooking(app, { move: nextMove(), ...(customer ? { customer } : {}) })
  expect(booking.workingUnit?.id).toBe(unit.id)
  return booking
}

async function hot() {
  const booking = await bookedWith(first)
  const body = { reason: 'personal' as const }
  await must((await asOwner(first))(rejectBooking, { params: { id: booking.id }, body }))
  return booking
}

async function confirmed() {
  const booking = await bookedWith(first)
  await must((await asOwner(first))(confirmBooking, { params: { id: booking.id } }))
  return booking
}

const actions: Action[] = [
  {
    name: 'book',
    prepare: async () => {
      const { bearer } = await aCustomer(app)
      const { quoteId } = await aQuoteFor(app, nextMove())
      let tries = 0
      const body = { quoteId, paymentMethod: 'cash' as const }
      return () => app.call(bearer)(createBooking, { body }, { idempotencyKey: `book-${quoteId}-${tries++}` })
    },
  },
  {
    name: 'book, with one key',
    prepare: async () => {
      const { bearer } = await aCustomer(app)
      const { quoteId } = await aQuoteFor(app, nextMove())
      const body = { quoteId, paymentMethod: 'cash' as const }
      return () => app.call(bearer)(createBooking, { body }, { idempotencyKey: `book-${quoteId}` })
    },
  },
  {
    name: 'confirm',
    prepare: async () => {
      const { id } = await bookedWith(first)
      const call = await asOwner(first)
      return () => call(confirmBooking, { params: { id } })
    },
  },
  {
    name: 'reject',
    prepare: async () => {
      const { id } = await bookedWith(first)
      const call = await asOwner(first)
      return () => call(rejectBooking, { params: { id }, body: { reason: 'personal' } })
    },
  },
  {
    name: 'give back what was confirmed',
    prepare: async () => {
      const { id } = await confirmed()
      const call = await asOwner(first)
      return () => call(rejectBooking, { params: { id }, body: { reason: 'broken_van' } })
    },
  },
  {
    name: 'report a cancellation',
    prepare: async () => {
      const { id } = await confirmed()
      const call = await asOwner(first)
      return () => call(rejectBooking, { params: { id }, body: { reason: 'canceled_by_customer' } })
    },
  },
  {
    name: 'take a hot job',
    prepare: async () => {
      const { id } = await hot()
      const call = await asOwner(second)
      return () => call(takeBooking, { params: { id }, body: { workingUnitId: second.id } })
    },
  },
  {
    name: 'reconfirm',
    prepare: async () => {
      const { id } = await confirmed()
      await app.ctx.db
        .updateTable('bookings.booking')
        .set({ reconfirmBy: new Date('2026-12-01T00:00:00Z') })
        .where('id', '=', id)
        .execute()
      const call = await asOwner(first)
      return () => call(reconfirmBooking, { params: { id } })
    },
  },
  {
    name: 'cancel',
    prepare: async () => {
      const { id, customer } = await confirmed()
      const call = app.call(customer.bearer)
      return () => call(cancelBooking, { params: { id }, body: { feePence: 0 } })
    },
  },
]

describe('whichever statement fails', () => {
  it.each(actions)('of "$name", nothing is left of it, and then it is done', async (action) => {
    expect(await failEveryStatement(app, action)).toBeGreaterThan(3)
  })

  it('of an action without a transaction, something is left: the control', async () => {
    const careless = await withoutGuards(app, 'one_transaction')
    try {
      const { id } = await bookedWith(first)
      const call = createCall(careless.fastify, { bearer: (await sessionFor(app, first.company.owner.id)).bearer })
      const before = await stateOf(app)
      let isDifferent = false
      for (let at = 4; at < 30 && !isDifferent; at++) {
        await failing(at, () => call(confirmBooking, { params: { id } }), careless.pool)
        isDifferent = JSON.stringify(await stateOf(app)) !== JSON.stringify(before)
      }
      expect(isDifferent).toBe(true)
    } finally {
      await careless.close()
    }
  })
})
