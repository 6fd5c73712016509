import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { moveRefusals, quotePayload } from '../contract.ts'

/** What a move costs at least, while it is still being put together (ADR 0053). Nothing is stored. */

/** The start that a price is for. What is not chosen yet is assumed, and said to be. */
export const pricedStart = z.object({
  start_at: z.iso.datetime(),
  is_day_assumed: z.boolean(),
  is_time_assumed: z.boolean(),
})

export const findLowestPrice = endpoint({
  id: 'findLowestPrice',
  method: 'POST',
  path: '/booking/from-price/',
  summary: 'How many companies can do a move and the lowest whole price, as the quotes would say; no quote is made',
  access: 'public',
  body: quotePayload,
  answer: z.object({
    ...pricedStart.shape,
    companies: z.int(),
    /** Null where nobody is free then. */
    from_pence: z.int().nullable(),
  }),
  refusals: moveRefusals,
  limit: { name: 'lowest-price', per: 'address', count: 120, seconds: 60 },
})
