import { z } from 'zod'
import { moveRefusals, quotePayload } from '#modules/quoting/contract.ts'
import { parseRegistration, plateOf } from '#modules/fleet/vans/rules.ts'
import { routePoint } from '#modules/quoting/move/contract.ts'
import { moveAgain } from '#modules/quoting/saved-moves/contract.ts'
import { commonRefusals, endpoint } from '#shared/endpoint.ts'
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

const agreedLine = z.strictObject({
  label: text(60).min(1, 'Enter what this is for.'),
  amount_pence: z
    .int('Enter an amount such as 420 or 420.50.')
    .min(1, 'Enter an amount above £0.')
    .max(1_000_000, 'Enter at most £10,000.'),
})

const agreedVan = z.strictObject({
  /** Plate of a van that takes jobs; all are of one company, the lead's first. */
  registration: z
    .string({ error: 'Enter the van’s registration.' })
    .max(12, 'Enter the van’s registration.')
    .transform((given, context) => {
      const plate = parseRegistration(given)
      if (plate !== null) return plateOf(plate)
      context.addIssue({ code: 'custom', message: 'Enter the van’s registration.' })
      return z.NEVER
    }),
  lines: z.array(agreedLine).min(1, 'Set a price for this van.').max(5),
})

export const bookOfficePlan = endpoint({
  id: 'bookOfficePlan',
  method: 'POST',
  path: '/admin/office-plans/{id}/book/',
  summary:
    'Book the vans of one company, all or none, for a move that the office has planned by phone, at the agreed price',
  access: ['admin'],
  staff: ['owner', 'support'],
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({
    customer: z.strictObject({
      first_name: text(100).min(1, 'Ask for a name.'),
      email: text(254).nullish(),
      phone: text(30).min(1, 'Ask for a number that the drivers can call.'),
    }),
    /** Postcodes of all stops that were entered, in their order. */
    postcodes: z.array(routePoint.shape.postcode).min(2).max(10),
    date: z.iso.date({ error: 'Choose the day.' }),
    time: z
      .string({ error: 'Enter a time as HH:MM.' })
      .regex(/^([01]\d|2[0-3]):(00|30)$/, 'Choose a time on the hour or half hour.'),
    /** The second day is the next one, at the same hours. */
    days: z.int().min(1).max(2),
    hours: z.int('Enter whole hours.').min(1, 'Enter at least 1 hour.').max(11, 'A driver may work 11 hours a day.'),
    man_power: quotePayload.shape.man_power,
    vans: z.array(agreedVan).min(1, 'Name a van.').max(3, 'A booking has at most three vans.'),
    /** No more than this is charged, unless the customer agrees to a change. */
    ceiling_pence: z.int('Enter an amount such as 420 or 420.50.').min(1).max(3_000_000),
    special_pay_method: z.enum(SPECIAL_PAY_METHODS, { error: 'Ask how they pay.' }),
  }),
  status: 201,
  answer: booking,
  refusals: [...moveRefusals, slotTaken, notCovered, vanKeptOut, wrongPaymentMethod, commonRefusals.conflict],
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
