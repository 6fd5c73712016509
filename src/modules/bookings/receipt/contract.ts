import { z } from 'zod'
import { endpoint, file, refusal } from '#shared/endpoint.ts'

export const notDone = refusal('not_done', 409, 'There is a receipt once the move is done.')

/**
 * Receipt in the company's name, because the company sells the move and we take the booking as their agent (decisions
 * §11).
 */
export const getReceipt = endpoint({
  id: 'getReceipt',
  method: 'GET',
  path: '/booking/{id}/receipt/',
  summary: 'The receipt of a completed move as a PDF, in the company’s name, to its customer',
  access: ['customer'],
  params: z.object({ id: z.uuid() }),
  answer: file('application/pdf'),
  refusals: [notDone],
  limit: { name: 'receipt', per: 'user', count: 60, seconds: 3600 },
})
