import { z } from 'zod'
import {
  beyondDriversHours,
  moveRefusals,
  paymentMethod,
  quote,
  helpLevel,
  priceLine,
  vanCategory,
} from '#modules/quoting/contract.ts'
import { commonRefusals, endpoint, refusal } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'
import { nameShape } from '#shared/schemas.ts'
import {
  booking,
  quoteUsed,
  requote,
  slotTaken,
  tooManyOpen,
  vanKeptOut,
  wrongPaymentMethod,
  notCovered,
} from '../contract.ts'
import { driverBooking } from '../lists/contract.ts'

/**
 * The customer of a booking that is over asks the same van for another date, once, at the price of today that they were shown. Its
 * driver confirms, and there is a new booking; or says no; or does not answer in time.
 */

const rebookingParams = z.object({ id: z.uuid() })

export const notFree = refusal('not_free', 409, 'This driver can’t do it then. Choose another day or time.')
export const priceChanged = refusal('price_changed', 409, 'The price has changed. Check the new price.')
/** Suggested price to send instead. */
export const priceNow = (totalPence: number) => ({ suggested: { total_pence: String(totalPence) } })
export const askedAlready = refusal(
  'asked_already',
  409,
  'You’ve already asked to rebook this move. Wait for the answer.',
)
export const rebookingClosed = refusal(
  'no_longer_asked',
  409,
  'This request has closed: it was answered or it expired.',
)

const when = {
  date: z.iso.date('Choose a day.'),
  time: z.string('Choose a time.').regex(/^([01]\d|2[0-3]):[03]0$/, 'Choose a time on the hour or half hour.'),
}
const refusals = [...new Set([notFree, ...moveRefusals, beyondDriversHours]), commonRefusals.conflict]

export const getRebookPrice = endpoint({
  id: 'getRebookPrice',
  method: 'GET',
  path: '/booking/{id}/re-book-price/',
  summary: 'What the same move in the same van costs at another time',
  access: ['customer'],
  params: rebookingParams,
  query: z.object(when),
  answer: z.object({
    total_pence: z.int(),
    ceiling_pence: z.int(),
    lines: z.array(priceLine),
    start_at: z.iso.datetime(),
    end_at: z.iso.datetime(),
  }),
  refusals,
  limit: { name: 're-book-price', per: 'user', count: 60, seconds: 3600 },
})

export const askForRebook = endpoint({
  id: 'askForRebook',
  method: 'POST',
  path: '/booking/{id}/ask-for-re-book/',
  summary: 'Ask the driver of a booking that is over for another date, at the price that was shown',
  access: ['customer'],
  params: rebookingParams,
  body: z.strictObject({
    ...when,
    /** Total that was shown; if it has changed since, no driver is asked. */
    total_pence: z.int('Send the price that was shown.').min(0).max(100_000_000),
  }),
  answer: booking,
  refusals: [...refusals, priceChanged, askedAlready],
  limit: { name: 're-book', per: 'user', count: 20, seconds: 3600 },
})

const rebooking = z.object({
  /** Booking that was asked for again. */
  booking_id: z.uuid(),
  working_unit_id: z.uuid(),
  customer: z.object({ first_name: z.string() }),
  start_at: z.iso.datetime(),
  end_at: z.iso.datetime(),
  respond_by: z.iso.datetime(),
  /** When the first one was. */
  before_at: z.iso.datetime(),
  from: z.object({ outcode: z.string(), place: z.string() }),
  to: z.object({ outcode: z.string(), place: z.string() }),
  van_category: vanCategory,
  man_power: helpLevel,
  total_time: z.string(),
  trips: z.int(),
  payment_method: paymentMethod,
  /** Null for a hired driver, like what the company keeps of it. */
  total_pence: z.int().nullable(),
  you_keep_pence: z.int().nullable(),
  /** Whether this caller may answer it. */
  may_answer: z.boolean(),
})
nameShape('Rebooking', rebooking)

export const listRebookings = endpoint({
  id: 'listRebookings',
  method: 'GET',
  path: '/booking/working-unit/{id}/re-bookings/',
  summary: 'Customers who ask this unit for another date, soonest first',
  access: ['driver', 'hired'],
  params: rebookingParams,
  query: z.object(keyPageQuery),
  answer: keyPageOf(rebooking),
})

export const confirmRebook = endpoint({
  id: 'confirmRebook',
  method: 'POST',
  path: '/booking/{id}/ask-for-re-book/confirm/',
  summary: 'The driver takes it: a new, confirmed booking at the price that was shown',
  access: ['driver', 'hired'],
  params: rebookingParams,
  answer: driverBooking,
  refusals: [rebookingClosed, slotTaken, notCovered, vanKeptOut],
})

export const declineRebook = endpoint({
  id: 'declineRebook',
  method: 'POST',
  path: '/booking/{id}/ask-for-re-book/decline/',
  summary: 'Decline a rebooking request',
  access: ['driver', 'hired'],
  params: rebookingParams,
  answer: z.object({ detail: z.string() }),
  refusals: [rebookingClosed],
})

/**
 * The company of a confirmed booking is more than half an hour late without an agreed new time: its customer is offered
 * the companies that are free now, and books one in place of the late one (decisions §11, "The day").
 */

export const notLate = refusal(
  'not_late',
  409,
  'Your driver isn’t half an hour late, or has come. Look at the booking again.',
)

const params = z.object({ id: z.uuid() })

export const findFreeNow = endpoint({
  id: 'findFreeNow',
  method: 'POST',
  path: '/booking/{id}/free-now/',
  summary: 'Who can do the move of a late booking at the soonest start there is, each with its whole price',
  access: ['customer'],
  params,
  answer: z.object({
    start_at: z.iso.datetime(),
    /** How many companies could; the best of them are in `results`. */
    count: z.int(),
    results: z.array(quote),
  }),
  refusals: [...new Set([...moveRefusals, beyondDriversHours]), notLate],
  limit: { name: 'free-now', per: 'user', count: 60, seconds: 3600 },
})

export const bookInstead = endpoint({
  id: 'bookInstead',
  method: 'POST',
  path: '/booking/{id}/book-instead/',
  summary:
    'Book somebody else and cancel the late company free of charge, both or neither; sent again, the same booking',
  access: ['customer'],
  params,
  body: z.strictObject({
    quote_id: z.string().min(1).max(100),
    payment_method: paymentMethod,
  }),
  status: 201,
  answer: booking,
  refusals: [
    notLate,
    requote,
    quoteUsed,
    slotTaken,
    vanKeptOut,
    tooManyOpen,
    wrongPaymentMethod,
    commonRefusals.conflict,
  ],
  idempotent: true,
  limit: { name: 'booking', per: 'user', count: 10, seconds: 3600 },
})
