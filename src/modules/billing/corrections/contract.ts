import { z } from 'zod'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { BEARERS, CORRECTED } from '../ledger/rules.ts'

/** Large corrections: a second look above £250 or half of the document, a second person above £1,000 (decisions §12). */

export const SECOND_LOOKS = ['not_needed', 'needed', 'done'] as const

export const correction = z.object({
  id: z.uuid(),
  amount_pence: z.int(),
  about: z.enum(CORRECTED),
  borne_by: z.enum(BEARERS),
  /** Commission that the company owes less, without VAT, and the VAT on it; negative for more. */
  commission_less_pence: z.int(),
  vat_less_pence: z.int(),
  reason: z.string(),
  author: z.string(),
  made_at: z.iso.datetime(),
  company_id: z.uuid().nullable(),
  booking_id: z.uuid().nullable(),
  /** Number of that booking as both sides know it; empty without one. */
  reference: z.string(),
  /** The customer’s credit that a statement recovers; null for a correction of the document itself. */
  made_on: z
    .object({ kind: z.enum(['statement', 'invoice', 'sales_credit']), id: z.uuid(), number: z.string().nullable() })
    .nullable(),
  /** It was made on this document, which is a draft. A credit to a customer is on the company’s statement too. */
  can_delete: z.boolean(),
})

export const outsidePeriod = refusal(
  'outside_period',
  409,
  'This booking is outside the period of the credit. Make a credit for the period of the booking.',
)
export const lookAgain = refusal(
  'look_again',
  409,
  'This is a large correction. Check what the document becomes, then confirm it.',
)
export const needsSecondPerson = refusal(
  'needs_second_person',
  409,
  'Corrections above £1,000 need a second person. Ask a colleague to confirm them, then save.',
)
export const confirmLater = refusal(
  'confirm_later',
  409,
  'You are the only person of the office. Confirm this again 24 hours after the last correction.',
)
export const nothingToConfirm = refusal('nothing_to_confirm', 409, 'These corrections need no confirmation.')
export const correctionsChanged = refusal(
  'corrections_changed',
  409,
  'The corrections have changed. Check them, then confirm.',
)
export const correctedSince = refusal(
  'corrected_since',
  409,
  'A later correction was worked out from this one. Delete that one first.',
)

export const confirmCorrections = endpoint({
  id: 'confirmFeeCorrections',
  method: 'POST',
  path: '/admin/fee-correction/confirm/',
  summary: 'A second person confirms the corrections of a draft that come to more than £1,000',
  access: ['admin'],
  staff: ['owner', 'billing'],
  body: z.strictObject({
    document: z.uuid(),
    /** Version that the admin was shown. */
    version: z.int().min(1),
  }),
  answer: z.object({ second_look: z.enum(SECOND_LOOKS), confirmed_at: z.iso.datetime() }),
  refusals: [needsSecondPerson, confirmLater, nothingToConfirm, correctionsChanged],
})
