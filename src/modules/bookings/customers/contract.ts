import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'
import { bookingStatus } from '../contract.ts'

/** Customers as the office finds them while somebody is on the phone. Every search is written down (T-112). */

export const customerFound = z.object({
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
