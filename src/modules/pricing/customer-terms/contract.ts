import { z } from 'zod'
import { companyId } from '#modules/companies/contract.ts'
import { endpoint } from '#shared/endpoint.ts'

/** What customers can read about a company before booking: its terms in its own words, and what waiting costs. */
export const customerTerms = z.object({
  /** For each half hour after the free minutes. */
  waiting_pence_per_half_hour: z.int(),
  free_waiting_minutes: z.int(),
  /** Plain text with line breaks; empty if the company has added none. */
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
    /** An instant in the last day: the terms then in force, on which a quote of that time is booked. */
    as_of: z.iso.datetime({ error: 'Enter an instant, such as 2026-11-20T09:00:00Z.' }).max(30).optional(),
  }),
  answer: customerTerms,
  freshSeconds: 60,
  limit: { name: 'customer-terms', per: 'address', count: 120, seconds: 60 },
})
