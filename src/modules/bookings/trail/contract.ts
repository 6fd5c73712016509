import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { getSharedBooking } from '../contract.ts'

/** Who did it, as the page says it; the clock’s and our own doings are `vanfare`. */
export const BY = ['customer', 'driver', 'office', 'vanfare'] as const

export const getTrail = endpoint({
  id: 'getTrail',
  method: 'GET',
  path: '/booking/{hash}/trail/',
  summary: 'What has happened to a booking, in order, to whoever holds its link',
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
      }),
    ),
  }),
  limit: getSharedBooking.limit,
})
