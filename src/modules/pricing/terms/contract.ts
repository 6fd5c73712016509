import { z } from 'zod'
import { companyId, cover, trader } from '#modules/companies/contract.ts'
import { endpoint } from '#shared/endpoint.ts'

/** Price of waiting for the customer. */
export const waiting = z.object({
  /** Pence for each half hour after the free minutes. */
  waiting_pence_per_half_hour: z.int(),
  free_waiting_minutes: z.int(),
})

/** What a customer may read of a company before booking: who it is, its terms in its own words, what waiting costs and what it insures. */
export const customerTerms = waiting.extend({
  /** Plain text with line breaks; empty if the company has added none. */
  terms: z.string(),
  cover,
  /** One by one and not in lists: the address of a sole trader may be a home (T-049). */
  trader: trader.extend({ address: z.string().nullable() }),
})

export const getCustomerTerms = endpoint({
  id: 'getCustomerTerms',
  method: 'GET',
  path: '/company/{id}/customer-terms/',
  summary: 'A company’s terms as customers read them before booking; only of companies that take jobs',
  access: 'public',
  params: companyId,
  query: z.object({
    /** An instant in the last day: the terms then in force, on which a quote of that time is booked. */
    as_of: z.iso.datetime({ error: 'Enter an instant, such as 2026-11-20T09:00:00Z.' }).max(30).optional(),
  }),
  answer: customerTerms,
  freshSeconds: 60,
  limit: { name: 'customer-terms', per: 'address', count: 120, seconds: 60 },
})

export const getPlatformTerms = endpoint({
  id: 'getPlatformTerms',
  method: 'GET',
  path: '/platform-terms/',
  summary: 'The figures in our own terms as they are in force now: what cancelling costs, and our commission',
  access: 'public',
  answer: z.object({
    /** Cancelling is free until so long before the start; then it costs a part of the minimum time; from the last hours on all of it. */
    free_until_hours: z.int(),
    part_until_hours: z.int(),
    part_percent: z.int(),
    /** Commission of a price before road charges, for companies without an agreement of their own. */
    commission_percent: z.number(),
  }),
  freshSeconds: 60,
})
