import { z } from 'zod'
import { moveRefusals, quotePayload } from '#modules/quoting/contract.ts'
import { moveAgain } from '#modules/quoting/saved-moves/contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'
import {
  alreadyBooked,
  booking,
  notCovered,
  quoteUsed,
  requote,
  slotTaken,
  vanKeptOut,
  wrongPaymentMethod,
  bookingStatus,
} from '../contract.ts'
import { SPECIAL_PAY_METHODS } from './rules.ts'

/** The office books for a customer on the phone (spec §7, decisions §11). */

const text = (length: number) => z.string().trim().max(length)

/** A known customer, or a new one: with an address, a number, or both. */
const customer = z.union([
  z.strictObject({ id: z.uuid() }),
  z.strictObject({
    first_name: text(100).min(1, 'Ask for a name.'),
    email: text(254).nullish(),
    phone: text(30).nullish(),
  }),
])

export const bookSpecial = endpoint({
  id: 'bookSpecial',
  method: 'POST',
  path: '/booking/special-booking/',
  summary: 'Book for somebody on the phone: with the driver of a quote, or hot at once at the office’s price',
  access: ['admin'],
  staff: ['owner', 'support'],
  body: quotePayload.omit({ is_ulez_charged: true }).extend({
    customer,
    /** Quote of the same move. Without one the booking has no driver yet. */
    quote_id: z.string().min(1).max(100).nullish(),
    /** Only without a quote, whose price stands. At most what its hours and miles come to at the dearest. */
    total_pence: z.int('Set a price.').min(1, 'Set a price.').nullish(),
    special_pay_method: z.enum(SPECIAL_PAY_METHODS, { error: 'Ask how they pay.' }),
    is_congestion_charged: z.boolean().default(false),
    allow_hot_job: z.boolean().default(true),
    photos_id: z.string().max(100).nullish(),
  }),
  status: 201,
  answer: booking,
  refusals: [...moveRefusals, requote, quoteUsed, slotTaken, notCovered, vanKeptOut, alreadyBooked, wrongPaymentMethod],
  idempotent: true,
  limit: { name: 'special-booking', per: 'user', count: 120, seconds: 3600 },
})

/** A booked move to ask for again: places and items only, without a day, names, numbers or notes. */

const params = z.object({ id: z.uuid() })

export const getMoveAgain = endpoint({
  id: 'getMoveAgain',
  method: 'GET',
  path: '/admin/bookings/{id}/move-again/',
  summary: 'What a booking moved, to fill in the next one of the same customer',
  access: ['admin'],
  staff: ['owner', 'support'],
  reads: 'booking',
  params,
  answer: moveAgain,
})

export const getOwnMoveAgain = endpoint({
  id: 'getOwnMoveAgain',
  method: 'GET',
  path: '/booking/{id}/move-again/',
  summary: 'Get what your own booking moved, to fill in the next one',
  access: ['customer'],
  params,
  answer: moveAgain,
})

/** Customers that the office finds during a call. Every search is written down (T-112). */

const customerFound = z.object({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string().nullable(),
  /** Null for an account opened by phone. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  bookings_count: z.int(),
  /** When the latest of their moves begins or began; null without any. */
  last_start_at: z.iso.datetime().nullable(),
  /** The latest of them, at most three. */
  last_bookings: z.array(
    z.object({
      id: z.uuid(),
      start_at: z.iso.datetime(),
      status: bookingStatus,
      from: z.string(),
      to: z.string(),
      total_pence: z.int(),
    }),
  ),
})

export const findCustomers = endpoint({
  id: 'findCustomers',
  method: 'GET',
  path: '/admin/customers/',
  summary: 'Customers whose name, address or number contains what is searched for; newest first',
  access: ['admin'],
  staff: ['owner', 'support'],
  reads: 'itself',
  query: z.object({
    ...keyPageQuery,
    q: z.string().trim().min(3, 'Type at least three characters.').max(100),
  }),
  answer: keyPageOf(customerFound),
  limit: { name: 'find-customers', per: 'user', count: 300, seconds: 3600 },
})
