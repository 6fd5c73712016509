import { z } from 'zod'
import { vanCategory } from '#modules/quoting/contract.ts'
import { commonRefusals, endpoint, refusal } from '#shared/endpoint.ts'
import { bookingStatus, slotTaken, vanKeptOut, getSharedBooking } from '../contract.ts'
import { NOT_BEGUN, STOPS } from '../rules.ts'
import { MOVABLE } from './rules.ts'

/**
 * The office gives a booking to another unit, or offers it to all that can do it. The price does not change. The
 * request names the state that the office saw: a driver who has confirmed since keeps the job.
 */

export const startsTooSoon = refusal(
  'starts_too_soon',
  409,
  'It starts too soon for another driver to answer. Call the customer.',
)
export const onlyThisDriver = refusal('only_this_driver', 409, 'The customer only wants this driver. Call them first.')
export const onTheWay = refusal('on_the_way', 409, 'The driver is on the way to it. Call them first.')
export const unitNotFit = refusal(
  'not_fit',
  409,
  'This unit can no longer do that job because of its documents, people, hours or other bookings. Choose another.',
)

export const notWaiting = refusal(
  'not_waiting',
  409,
  'This booking no longer waits for its driver’s answer. Reload the page to see its status.',
)
export const askedLately = refusal(
  'asked_lately',
  409,
  'The driver was asked again a short while ago. Call them, or ask again later.',
)

const params = z.object({ id: z.uuid() })

/** Consent given on the phone by a customer who had refused other drivers. */
const customer_agreed = z.boolean().default(false)
const reason = z.string().trim().max(500, 'At most 500 characters.').default('')

const moved = z.object({
  id: z.uuid(),
  status: bookingStatus,
  is_hot: z.boolean(),
  working_unit_id: z.uuid().nullable(),
  respond_by: z.iso.datetime().nullable(),
})

export const listMoveUnits = endpoint({
  id: 'listMoveUnits',
  method: 'GET',
  path: '/admin/bookings/{id}/units/',
  summary: 'Units that can do a booking at its time and price: those whom it would be offered to as a hot job',
  access: ['admin'],
  staff: ['owner', 'support'],
  reads: 'booking',
  params,
  answer: z.object({
    results: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        company: z.object({ id: z.uuid(), name: z.string(), phone: z.string().nullable() }),
        van: z.object({ category: vanCategory, make: z.string(), model: z.string(), registration: z.string() }),
        /** Who drives it for its owner. */
        driver: z.object({ name: z.string(), phone: z.string().nullable() }).nullable(),
        rating: z.number().nullable(),
        /** The share of its bookings that the company kept, 0 to 1; null until it has done five. */
        reliability: z.number().nullable(),
      }),
    ),
  }),
})

export const moveBooking = endpoint({
  id: 'moveBooking',
  method: 'POST',
  path: '/admin/bookings/{id}/move/',
  summary: 'Reassign a booking to another unit at the same price; its driver has to accept, and everyone is notified',
  access: ['admin'],
  staff: ['owner', 'support'],
  params,
  body: z.strictObject({
    working_unit_id: z.uuid('Choose a unit.'),
    seen: z.enum(MOVABLE),
    customer_agreed,
    reason,
  }),
  answer: moved,
  refusals: [startsTooSoon, onlyThisDriver, onTheWay, unitNotFit, slotTaken, vanKeptOut, commonRefusals.conflict],
})

export const makeHot = endpoint({
  id: 'makeHot',
  method: 'POST',
  path: '/admin/bookings/{id}/make-hot/',
  summary: 'Take a booking from its unit and offer it to every other that can do it at its price',
  access: ['admin'],
  staff: ['owner', 'support'],
  params,
  body: z.strictObject({ seen: z.enum(NOT_BEGUN), customer_agreed, reason }),
  answer: moved,
  refusals: [startsTooSoon, onlyThisDriver, onTheWay, commonRefusals.conflict],
})

export const askAgain = endpoint({
  id: 'askAgain',
  method: 'POST',
  path: '/admin/bookings/{id}/ask-again/',
  summary:
    'Remind the driver of what waits for their answer (a new booking, whether it still goes ahead, a change), on the channels of the first notice, at most every 30 minutes',
  access: ['admin'],
  staff: ['owner', 'support'],
  params,
  answer: z.object({ id: z.uuid(), asked_again_at: z.iso.datetime(), respond_by: z.iso.datetime() }),
  refusals: [notWaiting, askedLately, commonRefusals.conflict],
})

/** Who did it, as the page says it; the clock’s and our own doings are `vanfare`. */
const BY = ['customer', 'driver', 'office', 'vanfare'] as const

export const getTrail = endpoint({
  id: 'getTrail',
  method: 'GET',
  path: '/booking/{hash}/trail/',
  summary: 'Get the history of a booking by its link',
  access: 'public',
  isSecret: true,
  params: getSharedBooking.params,
  answer: z.object({
    results: z.array(
      z.object({
        at: z.iso.datetime(),
        /** What happened: "created", "confirmed", "became_hot", … A page that does not know one leaves it out. */
        kind: z.string(),
        by: z.enum(BY),
        /** The company that it is about. */
        company_name: z.string().nullable(),
        /** What it cost the customer, or what the company owes them for it. */
        fee_pence: z.int().nullable(),
        owed_pence: z.int().nullable(),
        /** For the office alone: how it had stopped the unit that lost the job, and the reason given. */
        stop: z.enum(STOPS).nullable(),
        reason: z.string().nullable(),
      }),
    ),
  }),
  limit: getSharedBooking.limit,
})
