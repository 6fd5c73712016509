import { z } from 'zod'
import { cover, markColour, trader } from '#modules/companies/contract.ts'
import { customerTerms, waiting } from '#modules/pricing/terms/contract.ts'
import {
  cancellationStep,
  helpLevel,
  paymentMethod,
  planSize,
  priceLine,
  toll,
  vanCategory,
} from '#modules/quoting/contract.ts'
import { bookedPoint, completedPoint } from '#modules/quoting/move/contract.ts'
import { endpoint, refusal, stream } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'
import { nameShape } from '#shared/schemas.ts'
import { CLAIM_STATUSES } from './claims/rules.ts'
import { ACTIONS, CANCELLED_BY, PAST, STATUSES, WAYS_TO_LEAVE } from './rules.ts'
import { SIDES } from './thread/rules.ts'

/** Booking a quote, and reading bookings. Shapes: decisions.md, "Shapes that are fixed". */

export const bookingStatus = z.enum(STATUSES)

export const bookedItem = z.object({
  name: z.string(),
  amount: z.int(),
  need_assembling: z.boolean(),
  need_disassembling: z.boolean(),
  /** The customer’s own, such as which of two wardrobes. */
  note: z.string().nullable(),
})

/** Author, time and first words of a message, limited to what the reader of the booking may see. */
export const lastMessage = z.object({
  side: z.enum(SIDES),
  /** A first name; "Customer" to the company until the booking is confirmed. */
  author: z.string(),
  is_own: z.boolean(),
  text: z.string(),
  photos_count: z.int(),
  is_removed: z.boolean(),
  at: z.iso.datetime(),
})
nameShape('LastMessage', lastMessage)

export const booking = z.object({
  id: z.uuid(),
  status: bookingStatus,
  is_hot: z.boolean(),
  awaiting_verification: z.boolean(),
  hash: z.string(),
  total_pence: z.int(),
  /** The most that it can cost; null once its hours are confirmed. */
  ceiling_pence: z.int().nullable(),
  vat_pence: z.int(),
  lines: z.array(priceLine),
  /** What a finished move comes to by the hours that are still to be confirmed; null before the finish, and once they are. */
  due_pence: z.int().nullable(),
  /** What is owed for the move; null until its hours are confirmed. */
  final_pence: z.int().nullable(),
  /** Time over and waiting that were charged on the day, beside `lines`. */
  extra_lines: z.array(priceLine),
  /**
   * The customer cancelled because the company was more than half an hour late; it counts as the company's
   * cancellation.
   */
  by_mover: z.boolean(),
  cancellation: z.array(cancellationStep),
  /** Fee for cancelling at this moment, 0 while the job is not confirmed; for a cancelled booking, the fee charged. */
  cancellation_fee_pence: z.int(),
  /** `driver`: they reported that the customer had cancelled, who has not said so yet. */
  cancelled_by: z.enum(CANCELLED_BY).nullable(),
  /** What cancelling cost when the driver reported it, until the customer has answered; null otherwise. A confirmed booking stands until then. */
  claimed_fee_pence: z.int().nullable(),
  /** The company that had it last and has it no more, and how that came; what it owes the customer for it. */
  left_by: z.object({ name: z.string(), how: z.enum(WAYS_TO_LEAVE), owed_pence: z.int() }).nullable(),
  /** The company's terms at the time of booking; null while no company has it. */
  agreed: z.object({ waiting, cover, trader }).nullable(),
  payment_method: paymentMethod,
  /** Booked by phone, to be paid by transfer to the company's bank. */
  is_by_transfer: z.boolean(),
  route_points: z.array(bookedPoint),
  start_at: z.iso.datetime(),
  end_at: z.iso.datetime(),
  respond_by: z.iso.datetime().nullable(),
  /** Deadline for the driver to reconfirm the job; null if not asked, or answered. */
  reconfirm_by: z.iso.datetime().nullable(),
  van_category: vanCategory,
  need_tail_lift: z.boolean(),
  man_power: helpLevel,
  /** metres */
  distance: z.int(),
  /** Whether the distance comes from the model and is shown as “about” a number of miles. */
  estimated: z.boolean(),
  total_time: z.string(),
  /** How often the van goes full from the pick-up to the drop-off. */
  trips: z.int(),
  /** The driver's breaks, included in the total time. */
  breaks_time: z.string(),
  /** Waiting that the customer said to expect: held beside the total time. */
  declared_waiting: z.string(),
  /** Certain ones are lines of the price; the others might be met, and are not in it. */
  tolls: z.array(toll),
  items: z.array(bookedItem),
  load: z.object({ pieces: z.int(), weight_kg: z.number(), volume_m3: z.number() }),
  customer_note: z.string(),
  photos_id: z.string().nullable(),
  company: z
    .object({
      id: z.uuid(),
      name: z.string(),
      mark_colour: markColour,
      logo_url: z.string().nullable(),
      /** Rating from 1 to 5, of all its reviews; null before the first. */
      rating: z.number().nullable(),
      reviews_count: z.int(),
    })
    .nullable(),
  working_unit: z
    .object({
      id: z.uuid(),
      name: z.string(),
      van: z.object({ category: vanCategory, make: z.string(), model: z.string(), registration: z.string() }),
    })
    .nullable(),
  /** If several vans or days were booked; null for one van on one day. */
  plan: planSize.nullable(),
  /** Each van of the plan on each of its days, the lead's first day first; empty where one van comes once. */
  working_units: z.array(
    z.object({
      /** 1 is the lead, whose driver runs the clock. */
      number: z.int(),
      day: z.int(),
      id: z.uuid(),
      name: z.string(),
      van: z.object({ category: vanCategory, registration: z.string() }),
      man_power: helpLevel,
      trips: z.int(),
      start_at: z.iso.datetime(),
      end_at: z.iso.datetime(),
      /** Sent home by the lead. */
      is_done: z.boolean(),
    }),
  ),
  rebook_request_sent: z.boolean(),
  /** Status of the claim for damage or loss; null without a claim. */
  claim_status: z.enum(CLAIM_STATUSES).nullable(),
  /** Damage or loss can be claimed until then; null while it is not finished. */
  claim_until: z.iso.datetime().nullable(),
  has_feedback: z.boolean(),
  /** What the customer has not read of what the company that has it wrote. */
  unread_messages: z.int(),
  /** Number of the driver, or the company's if its owner prefers that; null unless the booking is confirmed. */
  contact_phone: z.string().nullable(),
  /** Latest message of the thread; null before the first. */
  last_message: lastMessage.nullable(),
  created_at: z.iso.datetime(),
  /** What this caller may do now; pages show their buttons accordingly. */
  allowed_actions: z.array(z.enum(ACTIONS)),
})
nameShape('Booking', booking)

export const requote = refusal('requote', 409, 'This price is no longer valid. Compare prices again.')
export const quoteUsed = refusal('quote_used', 409, 'This quote has been booked already.')
export const slotTaken = refusal(
  'slot_taken',
  409,
  'Somebody else has just booked this time. Choose another driver or time.',
)
export const notCovered = refusal(
  'not_covered',
  409,
  'The documents of this unit expire before the end of this job. Send the new ones, then confirm it.',
)
export const vanKeptOut = refusal(
  'van_kept_out',
  409,
  'This van may not enter a low emission zone on your route. Choose another driver.',
)
export const notTheLead = refusal('not_the_lead', 409, 'Another van leads this job. Only its driver can do that.')
export const tooManyOpen = refusal(
  'too_many_open_bookings',
  409,
  'You have five bookings waiting for an answer. Wait for one, or cancel one.',
)
export const alreadyBooked = refusal('already_booked', 409, 'You have booked this move already.')
export const wrongPaymentMethod = refusal(
  'payment_method_not_taken',
  422,
  'This company doesn’t accept that payment method.',
)

/** No booking fails for it: what is too long is as if it were not there. */
const cameFromText = z.string().max(400).optional().catch(undefined)

export const createBooking = endpoint({
  id: 'createBooking',
  method: 'POST',
  path: '/booking/',
  summary: 'Book a quote',
  access: ['customer', 'bookingToken'],
  /**
   * Referral source of the visitor. It is in the query because it is no part of the booking: a repeat after a reload,
   * which loses it, is still the same booking.
   */
  query: z.object({
    came_from: cameFromText,
    utm_source: cameFromText,
    utm_medium: cameFromText,
    utm_campaign: cameFromText,
  }),
  body: z.strictObject({
    quote_id: z.string().min(1).max(100),
    payment_method: paymentMethod,
    customer_note: z.string().trim().max(4000).nullish(),
    photos_id: z.string().max(100).nullish(),
    allow_hot_job: z.boolean().default(true),
    route_points: z.array(completedPoint).max(10).nullish(),
  }),
  status: 201,
  answer: booking,
  refusals: [requote, quoteUsed, slotTaken, vanKeptOut, tooManyOpen, alreadyBooked, wrongPaymentMethod],
  idempotent: true,
  limit: { name: 'booking', per: 'user', count: 10, seconds: 3600 },
})

/** What the holder of the unguessable link sees: outward codes and towns, no contacts, nothing to change. */
export const sharedBooking = booking
  .omit({
    route_points: true,
    customer_note: true,
    photos_id: true,
    rebook_request_sent: true,
    has_feedback: true,
    unread_messages: true,
    contact_phone: true,
    last_message: true,
    claim_status: true,
    claim_until: true,
    allowed_actions: true,
  })
  .extend({
    route_points: z.array(z.object({ number: z.int(), outcode: z.string(), place: z.string(), stairs: z.int() })),
  })

export const getSharedBooking = endpoint({
  id: 'getSharedBooking',
  method: 'GET',
  path: '/booking/{hash}/unauthorized/',
  summary: 'Get a booking by its link',
  access: 'public',
  isSecret: true,
  params: z.object({ hash: z.string().regex(/^[A-Za-z0-9_-]{20,100}$/) }),
  answer: sharedBooking,
  limit: { name: 'shared-booking', per: 'address', count: 60, seconds: 60 },
})

export const getAgreedTerms = endpoint({
  id: 'getAgreedTerms',
  method: 'GET',
  path: '/booking/{hash}/company-terms/',
  summary: 'Get the company’s terms at the time of booking, by the booking’s link',
  access: 'public',
  isSecret: true,
  params: getSharedBooking.params,
  answer: customerTerms,
  limit: getSharedBooking.limit,
})

export const getBooking = endpoint({
  id: 'getBooking',
  method: 'GET',
  path: '/booking/{id}/',
  summary: 'One booking of the customer',
  access: ['customer'],
  params: z.object({ id: z.uuid() }),
  answer: booking,
})

export const listFutureBookings = endpoint({
  id: 'listFutureBookings',
  method: 'GET',
  path: '/booking/future-bookings/',
  summary: 'List the customer’s upcoming bookings',
  access: ['customer'],
  query: z.object(keyPageQuery),
  answer: keyPageOf(booking),
})

export const listPastBookings = endpoint({
  id: 'listPastBookings',
  method: 'GET',
  path: '/booking/past-bookings/',
  summary: 'The customer’s past bookings',
  access: ['customer'],
  query: z.object({ ...keyPageQuery, status: z.enum(PAST).optional() }),
  answer: keyPageOf(booking),
})

export const watchBookings = endpoint({
  id: 'watchBookings',
  method: 'GET',
  path: '/booking/live/',
  summary: 'Hear when your bookings change',
  access: ['customer', 'driver', 'hired'],
  answer: stream({
    /** Says which bookings to read again, not what changed in them. */
    bookings_changed: z.strictObject({ booking_ids: z.array(z.uuid()).max(100) }),
    /** Messages of these bookings were written or read. */
    messages_changed: z.strictObject({ booking_ids: z.array(z.uuid()).max(100) }),
    /** The server cannot tell what was missed: read everything again. */
    resync: z.strictObject({}),
  }),
})
