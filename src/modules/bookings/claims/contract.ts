import { z } from 'zod'
import { multilineText } from '#modules/companies/contract.ts'
import { commonRefusals, endpoint, file, refusal } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'
import { nameShape } from '#shared/schemas.ts'
import { AMOUNT_HINT } from '#shared/money.ts'
import { CLAIM_STATUSES, MOST_ITEMS, MOST_PENCE } from './rules.ts'

/** What a customer says was damaged or lost, the company's answer, and what the office says where the two do not agree. */

const pence = z.int(AMOUNT_HINT).min(0, AMOUNT_HINT).max(MOST_PENCE, 'Enter less than £100,000.')
const requiredText = (most: number, missing: string) => multilineText(most).pipe(z.string().min(1, missing))

export const claim = z.object({
  booking_id: z.uuid(),
  status: z.enum(CLAIM_STATUSES),
  company: z.object({ id: z.uuid(), name: z.string() }),
  customer_name: z.string(),
  /** When the move began. */
  moved_at: z.iso.datetime(),
  asked_pence: z.int(),
  items: z.array(
    z.object({
      words: z.string(),
      asked_pence: z.int(),
      /** image/webp, for the customer, the company and the office. */
      photos: z.array(z.object({ url: z.string(), width: z.int(), height: z.int() })),
    }),
  ),
  made_at: z.iso.datetime(),
  answer_by: z.iso.datetime(),
  answer: z.object({ accepted_pence: z.int(), text: z.string(), answered_at: z.iso.datetime() }).nullable(),
  decision: z.object({ awarded_pence: z.int(), text: z.string(), decided_at: z.iso.datetime() }).nullable(),
})
nameShape('Claim', claim)

export const claimTooLate = refusal(
  'claim_too_late',
  409,
  'Damage and loss can be claimed here within 7 days of the finish. Your rights in law stay as they are: write to the company.',
)
export const claimedAlready = refusal('claimed_already', 409, 'There is a claim for this move already.')
export const answeredAlready = refusal(
  'claim_answered',
  409,
  'This claim has already been answered or passed to the office. Reload the page.',
)
export const notWithOffice = refusal('not_with_office', 409, 'This claim doesn’t wait for the office.')

const params = z.object({ id: z.uuid() })

export const createClaim = endpoint({
  id: 'createClaim',
  method: 'POST',
  path: '/booking/{id}/claim/',
  summary: 'Claim for damage or loss within 7 days of the finish, once per move',
  access: ['customer'],
  params,
  body: z.strictObject({
    items: z
      .array(
        z.strictObject({
          words: requiredText(1000, 'Enter what it is and what happened to it.'),
          asked_pence: pence.min(1, AMOUNT_HINT),
          /** Path below booking/images/. */
          photos_id: z.string().max(100).nullish(),
        }),
      )
      .min(1, 'Add at least one item.')
      .max(MOST_ITEMS, `Add up to ${MOST_ITEMS} items.`),
  }),
  status: 201,
  answer: claim,
  refusals: [claimTooLate, claimedAlready, commonRefusals.conflict],
  keyless: 'a move has one claim.',
})

export const getClaim = endpoint({
  id: 'getClaim',
  method: 'GET',
  path: '/booking/{id}/claim/',
  summary: 'The claim of a booking, to its customer, the company’s owner and the office',
  access: ['customer', 'driver', 'admin'],
  staff: ['owner', 'support'],
  reads: 'claim',
  params,
  answer: claim,
})

export const getClaimPhoto = endpoint({
  id: 'getClaimPhoto',
  method: 'GET',
  path: '/booking/{id}/claim/photos/{file_id}/',
  summary: 'A photo of a claim, to those who may read it',
  access: ['customer', 'driver', 'admin'],
  staff: ['owner', 'support'],
  reads: 'claim',
  params: z.object({ id: z.uuid(), file_id: z.uuid() }),
  answer: file('image/webp'),
})

export const answerClaim = endpoint({
  id: 'answerClaim',
  method: 'POST',
  path: '/booking/{id}/claim/answer/',
  summary: 'The company pays what was asked, less, or nothing, and says why; within 14 days, once',
  access: ['driver'],
  params,
  body: z.strictObject({ accepted_pence: pence, text: requiredText(2000, 'Enter a reason.') }),
  answer: claim,
  refusals: [answeredAlready],
})

export const listClaims = endpoint({
  id: 'listClaims',
  method: 'GET',
  path: '/admin/claims/',
  summary: 'Claims, oldest first: those that wait for the office, or all',
  access: ['admin'],
  staff: ['owner', 'support'],
  reads: 'claims',
  query: z.object({ ...keyPageQuery, show: z.enum(['waiting', 'all']).default('waiting') }),
  answer: keyPageOf(claim.omit({ items: true })),
})

export const exportClaims = endpoint({
  id: 'exportClaims',
  method: 'GET',
  path: '/admin/claims/download-csv/',
  summary: 'The claims that the list shows, as CSV',
  access: ['admin'],
  staff: ['owner', 'support'],
  reads: 'claims',
  query: listClaims.query.pick({ show: true }),
  answer: file('text/csv'),
})

export const decideClaim = endpoint({
  id: 'decideClaim',
  method: 'POST',
  path: '/admin/claims/{id}/decide/',
  summary: 'Give Vanfare’s view on a disputed claim and notify both sides',
  access: ['admin'],
  staff: ['owner', 'support'],
  /** The claim is found through its booking. */
  params,
  body: z.strictObject({ awarded_pence: pence, text: requiredText(2000, 'Enter a reason.') }),
  answer: claim,
  refusals: [notWithOffice],
})
