import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { nameShape } from '#shared/shape.ts'
import { moveRefusals, order, quote, quotePayload } from '../contract.ts'
import { SEEN_OUTCOMES } from '../search-history/rules.ts'

/** "Would this van be shown for this job?": the search itself, asked of one unit. Nothing is stored. */

const verdict = z.object({
  outcome: z.enum(SEEN_OUTCOMES),
  /** The outcome in words. */
  reason: z.string(),
})

export const unitTryOut = z.object({
  order,
  /** As a customer’s search would find it now. */
  ...verdict.shape,
  /** Apart from what the office has still to check, of the unit, its documents and its people, and from cheaper units of the company. */
  otherwise: verdict,
  /** As a customer would see it; null unless it is, or otherwise would be, shown. */
  offer: quote.omit({ quote_id: true, valid_until: true }).nullable(),
})
nameShape('UnitTryOut', unitTryOut)

export const tryOutUnit = endpoint({
  id: 'tryOutUnit',
  method: 'POST',
  path: '/company/working-unit/{id}/try-out/',
  summary: 'Whether a unit would be shown for a move and at what price, or the first reason why not',
  access: ['driver'],
  params: z.object({ id: z.uuid() }),
  body: quotePayload,
  answer: unitTryOut,
  refusals: moveRefusals,
  limit: { name: 'unit-try-out', per: 'user', count: 30, seconds: 60 },
})
