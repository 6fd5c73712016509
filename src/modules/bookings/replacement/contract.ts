import { z } from 'zod'
import { beyondDriversHours, moveRefusals, paymentMethod, quote } from '#modules/quoting/contract.ts'
import { commonRefusals, endpoint, refusal } from '#shared/endpoint.ts'
import { booking, quoteUsed, requote, slotTaken, tooManyOpen, vanKeptOut, wrongPaymentMethod } from '../contract.ts'

/**
 * The mover of a confirmed booking is more than half an hour late and no other time was agreed: its customer is offered whoever is free
 * now, and books one of them in the place of the late one (decisions §11, "The day").
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
