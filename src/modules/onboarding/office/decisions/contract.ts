import { z } from 'zod'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { nameShape } from '#shared/shape.ts'
import { DECISION_KINDS, UNDO_SECONDS } from './rules.ts'

/** Every decision of the office takes effect at once and can be undone for a minute; only then is the driver told (ADR 0029). */

export const decision = z.object({
  id: z.uuid(),
  kind: z.enum(DECISION_KINDS),
  /** The unit or the person. */
  subject_id: z.uuid(),
  /** "Pennant & Daughters, LK72 VNF", "Mairi Sinclair" */
  about: z.string(),
  approved: z.int(),
  refused: z.int(),
  undo_until: z.iso.datetime(),
})
nameShape('OfficeDecision', decision)

export const listDecisions = endpoint({
  id: 'listDecisions',
  method: 'GET',
  path: '/admin/decisions/',
  summary: `The caller’s own decisions of the last ${UNDO_SECONDS} seconds, which can still be undone, the newest first`,
  access: ['admin'],
  staff: ['owner', 'billing', 'support'],
  answer: z.array(decision),
})

export const tooLate = refusal(
  'too_late',
  409,
  'The minute is over and the driver has been told. Decide anew if it was wrong.',
)
export const decidedSince = refusal(
  'decided_since',
  409,
  'What this was about has changed since, so it can’t be undone. Look at it as it is now.',
)
export const undoneAlready = refusal('undone_already', 409, 'This was undone already.')
export const notYours = refusal(
  'not_yours',
  403,
  'Only the person who decided can undo it. Decide anew if it was wrong.',
)

export const undoDecision = endpoint({
  id: 'undoDecision',
  method: 'POST',
  path: '/admin/decisions/{id}/undo/',
  summary: `Undo a decision of one’s own within ${UNDO_SECONDS} seconds: everything is as it was, and the driver is not told`,
  access: ['admin'],
  staff: ['owner', 'support'],
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({}).nullish(),
  answer: z.object({ id: z.uuid(), kind: z.enum(DECISION_KINDS), subject_id: z.uuid() }),
  refusals: [tooLate, decidedSince, undoneAlready, notYours],
})
