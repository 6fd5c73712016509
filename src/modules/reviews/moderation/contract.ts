import { z } from 'zod'
import { multilineText } from '#modules/companies/contract.ts'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'
import { nameShape } from '#shared/schemas.ts'
import { review } from '../contract.ts'
import { HIDE_REASONS } from '../rules.ts'

/** The office hides a review for what it says, never for its marks, and can take that back. Each step is kept with its reason. */

export const moderatedReview = review.extend({
  company: z.object({ id: z.uuid(), name: z.string() }),
  booking_id: z.uuid().nullable(),
  hidden_at: z.iso.datetime().nullable(),
  /** Since when it waits for the office, which looks before it is shown; the reason is in the log. Null of all others. */
  held_at: z.iso.datetime().nullable(),
  /** Oldest first. */
  log: z.array(
    z.object({
      at: z.iso.datetime(),
      by: z.string().nullable(),
      step: z.enum(['hidden', 'restored']),
      reason: z.string(),
      note: z.string(),
    }),
  ),
})
nameShape('ModeratedReview', moderatedReview)

export const listReviews = endpoint({
  id: 'listReviews',
  method: 'GET',
  path: '/admin/reviews/',
  summary: 'Reviews of all companies, newest first; or those that are hidden, or that wait for the office',
  access: ['admin'],
  staff: ['owner', 'support'],
  reads: 'reviews',
  query: z.object({ ...keyPageQuery, show: z.enum(['all', 'hidden', 'held']).default('all') }),
  answer: keyPageOf(moderatedReview),
})

const params = z.object({ id: z.uuid() })
const note = multilineText(2000).default('')
export const notShown = refusal('not_shown', 409, 'This review is hidden already.')
export const notHidden = refusal('not_hidden', 409, 'This review is shown already.')

export const hideReview = endpoint({
  id: 'hideReview',
  method: 'POST',
  path: '/admin/reviews/{id}/hide/',
  summary: 'Hide a review for its content, or one awaiting the office, and notify its author of the reason',
  access: ['admin'],
  staff: ['owner', 'support'],
  params,
  body: z.strictObject({ reason: z.enum(HIDE_REASONS, 'Choose a reason.'), note }),
  answer: moderatedReview,
  refusals: [notShown],
})

export const restoreReview = endpoint({
  id: 'restoreReview',
  method: 'POST',
  path: '/admin/reviews/{id}/restore/',
  summary: 'Show a hidden review again, or one awaiting the office, and notify its author',
  access: ['admin'],
  staff: ['owner', 'support'],
  params,
  body: z.strictObject({ note: note.pipe(z.string().min(1, 'Enter why it’s being shown.')) }),
  answer: moderatedReview,
  refusals: [notHidden],
})
