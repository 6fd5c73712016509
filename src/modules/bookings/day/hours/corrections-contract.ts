import { z } from 'zod'
import { commonRefusals, endpoint, refusal } from '#shared/endpoint.ts'
import { nameShape } from '#shared/schemas.ts'
import { notTheLead } from '../../contract.ts'
import { ENTRY_KINDS } from '../rules.ts'
import { CORRECTION_STATES, MOST_WHY_CHARACTERS } from './corrections-rules.ts'

/** "Correct a time": one side proposes, the other answers, and both times stay in the record (decisions §12). */

export const correction = z.object({
  id: z.uuid(),
  /** The event that it corrects, and the stop of an arrival. */
  seq: z.int(),
  kind: z.enum(ENTRY_KINDS),
  stop: z.int().nullable(),
  proposed_by: z.enum(['mover', 'customer']),
  /** The time that counts until the other side has agreed, and the proposed one. */
  from_at: z.iso.datetime(),
  to_at: z.iso.datetime(),
  /** Null if no reason was given, or if it is erased. */
  why: z.string().nullable(),
  state: z.enum(CORRECTION_STATES),
  expires_at: z.iso.datetime(),
  /** The caller is asked, and can still answer. */
  may_answer: z.boolean(),
  /** What there is to pay if it is agreed to; null until the job is finished, once it is answered, and for a hired driver. */
  to_pay_pence: z.int().nullable(),
})
nameShape('DayCorrection', correction)

export const outOfOrder = refusal(
  'out_of_order',
  409,
  'What happened on the day has to stay in order. Enter a time between what came before and what came after.',
)
export const hoursSettled = refusal(
  'hours_settled',
  409,
  'The hours are settled, so times can no longer be corrected. Call our office if one is wrong.',
)
export const correctionOpen = refusal(
  'correction_open',
  409,
  'The other side has already asked for another time here. Answer that first.',
)
export const correctionOver = refusal(
  'correction_over',
  409,
  'This has been answered or has expired. Reload to see which time counts, and ask for another if that is wrong.',
)
export const otherSideAnswers = refusal(
  'other_side_answers',
  409,
  'You asked for this time, so the other side answers. To change it, ask for another time.',
)
export const tooManyCorrections = refusal(
  'too_many_corrections',
  409,
  'So many times have been corrected that our office has to look at it. Please ring us.',
)

const correctionParams = z.object({ id: z.uuid() })
const sides = ['customer', 'driver', 'hired'] as const

export const correctTime = endpoint({
  id: 'correctTime',
  method: 'POST',
  path: '/booking/{id}/correct-time/',
  summary: 'Propose another time for an act of the clock; it counts once the other side has agreed',
  access: sides,
  params: correctionParams,
  body: z.strictObject({
    /** The number of the event. */
    seq: z.int('Choose what to correct.').min(1, 'Choose what to correct.').max(1_000_000),
    happened_at: z.iso.datetime('Enter the time, such as 09:40.').max(40),
    why: z.string().trim().max(MOST_WHY_CHARACTERS, `At most ${MOST_WHY_CHARACTERS} characters.`).default(''),
  }),
  answer: correction,
  refusals: [commonRefusals.conflict, notTheLead, outOfOrder, hoursSettled, correctionOpen, tooManyCorrections],
})

export const answerCorrection = endpoint({
  id: 'answerCorrection',
  method: 'POST',
  path: '/booking/{id}/answer-correction/',
  summary: 'Agree to the time that the other side proposes, or refuse it; said again, it is said already',
  access: sides,
  params: correctionParams,
  body: z.strictObject({ correction_id: z.uuid('Choose a correction.'), agree: z.boolean() }),
  answer: correction,
  refusals: [commonRefusals.conflict, notTheLead, outOfOrder, hoursSettled, correctionOver, otherSideAnswers],
})
