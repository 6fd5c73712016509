import { z } from 'zod'
import { companyId } from '#modules/companies/contract.ts'
import { endpoint } from '#shared/endpoint.ts'

/** What a customer may read of a company before booking: its terms in its own words, and what waiting costs. */
export const customerTerms = z.object({
  /** Each half hour after the free minutes. */
  waiting_pence_per_half_hour: z.int(),
  free_waiting_minutes: z.int(),
  /** Plain text with lines; empty where the company has added none. */
  terms: z.string(),
})

export const getCustomerTerms = endpoint({
  id: 'getCustomerTerms',
  method: 'GET',
  path: '/company/{id}/customer-terms/',
  summary: 'A company’s terms as customers read them before booking; only of companies that take jobs',
  access: 'public',
  params: companyId,
  query: z.object({
    /** Those that stood then, where a price of that time is held: it is booked on them. Kept for a day. */
    as_of: z.iso.datetime({ error: 'Enter an instant, such as 2026-11-20T09:00:00Z.' }).max(30).optional(),
  }),
  answer: customerTerms,
  freshSeconds: 60,
  limit: { name: 'customer-terms', per: 'address', count: 120, seconds: 60 },
})
