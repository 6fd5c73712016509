import { z } from 'zod'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { CARD_STATES } from '../documents/contract.ts'

/**
 * Card money: to be charged, charged, refunded (decisions §11). For now the office says so by hand, with the provider's reference; a
 * payment provider would call the same commands.
 */

export const notByCard = refusal('not_by_card', 409, 'There’s nothing to charge to a card for this booking.')
export const notCharged = refusal('not_charged', 409, 'There is no charge to refund.')
export const nothingToRefund = refusal(
  'nothing_to_refund',
  409,
  'The customer was credited all that was charged. There is nothing to pay back.',
)
export const chargedAlready = refusal('charged_already', 409, 'This has already been charged. Reload the page.')

const params = z.object({ id: z.uuid() })
const body = z.strictObject({
  /** Reference of the payment at the card provider. */
  reference: z.string('Enter the reference.').trim().min(3, 'Enter the reference.').max(100, 'At most 100 characters.'),
})

export const cardMoney = z.object({
  booking_id: z.uuid(),
  state: z.enum(CARD_STATES),
  amount_pence: z.int(),
  reference: z.string().nullable(),
  at: z.iso.datetime().nullable(),
})

export const markCharged = endpoint({
  id: 'markCharged',
  method: 'POST',
  path: '/admin/bookings/{id}/charged/',
  summary: 'What was owed by card has been charged',
  access: ['admin'],
  staff: ['owner', 'billing'],
  params,
  body,
  answer: cardMoney,
  refusals: [notByCard, chargedAlready],
})

export const markRefunded = endpoint({
  id: 'markRefunded',
  method: 'POST',
  path: '/admin/bookings/{id}/refunded/',
  summary: 'What was charged and has not been credited has been paid back',
  access: ['admin'],
  staff: ['owner', 'billing'],
  params,
  body,
  answer: cardMoney,
  refusals: [notByCard, notCharged, nothingToRefund],
})
