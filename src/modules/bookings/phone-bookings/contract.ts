import { z } from 'zod'
import { moveRefusals, quotePayload } from '#modules/quoting/contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import {
  alreadyBooked,
  booking,
  notCovered,
  quoteUsed,
  requote,
  slotTaken,
  vanKeptOut,
  wrongPaymentMethod,
} from '../contract.ts'
import { SPECIAL_PAY_METHODS } from './rules.ts'

/** The office books for somebody on the phone (spec §7, decisions §11). */

const text = (length: number) => z.string().trim().max(length)

/** Somebody who is known, or who they say they are: with an address, a number, or both. */
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
    /** Of the same move. Without one nobody has it yet. */
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
