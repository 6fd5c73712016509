import { z } from 'zod'
import { commonRefusals, endpoint } from '#shared/endpoint.ts'

/** A code on the driver’s screen leads the customer to their own page, where they sign in or get a code by text. It proves nothing itself. */

export const makeScreenCode = endpoint({
  id: 'makeScreenCode',
  method: 'POST',
  path: '/booking/{id}/screen-code/',
  summary: 'A code to show to the customer, who finds their own page by it; it replaces the one before',
  access: ['driver', 'hired'],
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({}).optional(),
  answer: z.object({ code: z.string(), expires_at: z.iso.datetime() }),
  refusals: [commonRefusals.conflict],
  limit: { name: 'screen-code', per: 'user', count: 60, seconds: 3600 },
})

export const findPageByCode = endpoint({
  id: 'findPageByCode',
  method: 'POST',
  path: '/day-codes/',
  summary: 'The address of the customer’s page, by the code on their driver’s screen',
  access: 'public',
  isSecret: true,
  body: z.strictObject({ code: z.string('Enter the code on your driver’s screen.').max(20) }),
  answer: z.object({ address: z.string() }),
  limit: { name: 'day-code', per: 'address', count: 30, seconds: 600, isDurable: true },
})
