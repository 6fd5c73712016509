import { z } from 'zod'
import { commonRefusals, endpoint } from '#shared/endpoint.ts'
import { feeChanged } from './contract.ts'
import { booking } from '../contract.ts'

/**
 * A driver reported that the customer had cancelled: the customer says whether that is so. Sent again, each answers as it did.
 */

const params = z.object({ id: z.uuid() })

export const agreeCancellation = endpoint({
  id: 'agreeCancellation',
  method: 'POST',
  path: '/booking/{id}/agree-cancellation/',
  summary: 'The customer did cancel, as the driver reported: it costs what cancelling cost when it was reported',
  access: ['customer'],
  params,
  body: z.strictObject({ fee_pence: z.int('Say the fee that was shown.').min(0).max(100_000_000) }),
  answer: booking,
  refusals: [feeChanged, commonRefusals.conflict],
})

export const denyCancellation = endpoint({
  id: 'denyCancellation',
  method: 'POST',
  path: '/booking/{id}/deny-cancellation/',
  summary:
    'The customer did not cancel: the booking goes on with another driver if there is time and they allow one, and the office looks into it',
  access: ['customer'],
  params,
  answer: booking,
  refusals: [commonRefusals.conflict],
})
