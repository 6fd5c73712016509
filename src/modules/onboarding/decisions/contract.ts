import { z } from 'zod'
import { multilineText, companyId } from '#modules/companies/contract.ts'
import { UNIT_STATUSES } from '#modules/fleet/units/rules.ts'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'
import { nameShape } from '#shared/schemas.ts'
import { DECISION_KINDS, UNDO_SECONDS } from './rules.ts'

/** The office's block of a unit. It always has a reason, and the driver can object (field.md 2: statement of reasons). */

const unitId = z.object({ id: z.uuid() })
export const reason = multilineText(2000).pipe(
  z.string().min(10, 'Give the reason in a sentence: the driver reads it.'),
)

const decided = z.object({
  id: z.uuid(),
  status: z.enum(UNIT_STATUSES),
  status_reason: z.string().nullable(),
  /** Bookings the unit still has: once the decision stands, they go to other drivers (ADR 0044). */
  bookings_ahead: z.int(),
})

export const alreadyStopped = refusal('already_stopped', 409, 'This unit is blocked or deactivated already.')
export const notStopped = refusal('not_stopped', 409, 'This unit is neither blocked nor deactivated by the office.')

export const blockUnit = endpoint({
  id: 'blockUnit',
  method: 'POST',
  path: '/admin/working-unit/{id}/block/',
  summary: 'Block a unit immediately, with a reason sent to its driver',
  access: ['admin'],
  staff: ['owner', 'support'],
  params: unitId,
  body: z.strictObject({ reason }),
  answer: decided,
  refusals: [alreadyStopped],
})

export const deactivateByOffice = endpoint({
  ...blockUnit,
  id: 'deactivateByOffice',
  path: '/admin/working-unit/{id}/deactivate/',
  summary: 'Deactivate a unit, with a reason sent to its driver',
})

export const restoreUnit = endpoint({
  id: 'restoreUnit',
  method: 'POST',
  path: '/admin/working-unit/{id}/restore/',
  summary: 'End a block or a deactivation: the unit is again what its documents and setup make it',
  access: ['admin'],
  staff: ['owner', 'support'],
  params: unitId,
  body: z.strictObject({}).nullish(),
  answer: decided,
  refusals: [notStopped],
})

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
  'The minute is up and the driver has been notified. If it was wrong, make a new decision.',
)
export const decidedSince = refusal(
  'decided_since',
  409,
  'This has changed since you decided, so it can’t be undone. Reload the page to see it now.',
)
export const undoneAlready = refusal('undone_already', 409, 'This was undone already.')
export const notYours = refusal(
  'not_yours',
  403,
  'Only the person who decided can undo it. If it was wrong, make a new decision.',
)

export const undoDecision = endpoint({
  id: 'undoDecision',
  method: 'POST',
  path: '/admin/decisions/{id}/undo/',
  summary: `Undo your own decision within ${UNDO_SECONDS} seconds; everything is restored and the driver isn’t notified`,
  access: ['admin'],
  staff: ['owner', 'support'],
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({}).nullish(),
  answer: z.object({ id: z.uuid(), kind: z.enum(DECISION_KINDS), subject_id: z.uuid() }),
  refusals: [tooLate, decidedSince, undoneAlready, notYours],
})

/** Units that the office has stopped, and what their drivers say to it. */

const STOPPED_SHOWN = ['all', 'appeals', 'blocked', 'deactivated'] as const

const stoppedUnit = z.object({
  working_unit: z.object({ id: z.uuid(), name: z.string(), status: z.enum(UNIT_STATUSES) }),
  company: z.object({ id: z.uuid(), name: z.string() }),
  registration: z.string().nullable(),
  owner_email: z.string().nullable(),
  stopped_at: z.iso.datetime().nullable(),
  stopped_by: z.string().nullable(),
  /** When the appeal came that waits for an answer. */
  appeal_waits_since: z.iso.datetime().nullable(),
})

export const listStopped = endpoint({
  id: 'listStopped',
  method: 'GET',
  path: '/admin/stopped/',
  summary:
    'Units that the office has blocked or deactivated: first those whose appeal waits, the oldest appeal first, then the others, the last stopped first',
  access: ['admin'],
  staff: ['owner', 'support'],
  reads: 'stopped_units',
  query: z.object({
    ...keyPageQuery,
    show: z.enum(STOPPED_SHOWN).default('all'),
    /** In the unit's or company's name, the registration, or the owner's email address. */
    search: z.string().trim().max(200).optional(),
  }),
  answer: keyPageOf(stoppedUnit).extend({ appeals_waiting: z.int() }),
})

export const noAppeal = refusal(
  'no_appeal',
  409,
  'This appeal has been answered or changed. Reload the page and check it.',
)

export const decideAppeal = endpoint({
  id: 'decideAppeal',
  method: 'POST',
  path: '/admin/working-unit/{id}/appeal/decide/',
  summary: 'Decide an appeal: uphold the decision or lift the block, with a reason sent to the driver',
  access: ['admin'],
  staff: ['owner', 'support'],
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({
    decision: z.enum(['uphold', 'lift'], { error: 'Uphold the decision or lift the block.' }),
    /** Reason that the driver reads. */
    reason,
    /** Time of the appeal that the admin was shown; without it, the one that waits is answered. */
    sent_at: z.iso.datetime().max(40).optional(),
  }),
  answer: decided,
  refusals: [noAppeal],
})

/** All units of a company at once. Each is a decision of its own: told in a minute, undone until then, and open to an appeal. */

const companyDecided = z.object({
  id: z.uuid(),
  units: z.array(z.object({ id: z.uuid(), status: z.enum(UNIT_STATUSES) })),
  /** Jobs that the units had ahead: once the decisions stand, they go to other drivers (ADR 0044). */
  bookings_ahead: z.int(),
})

export const noneToStop = refusal('none_to_stop', 409, 'Every unit of this company is blocked or deactivated already.')
export const noneStopped = refusal(
  'none_stopped',
  409,
  'The office has blocked or deactivated no unit of this company.',
)

export const blockCompany = endpoint({
  id: 'blockCompany',
  method: 'POST',
  path: '/admin/companies/{id}/block/',
  summary: 'Block every unit of a company immediately, with a reason sent to its owner',
  access: ['admin'],
  staff: ['owner', 'support'],
  params: companyId,
  body: z.strictObject({ reason }),
  answer: companyDecided,
  refusals: [noneToStop],
})

export const deactivateCompany = endpoint({
  ...blockCompany,
  id: 'deactivateCompany',
  path: '/admin/companies/{id}/deactivate/',
  summary: 'Deactivate every unit of a company immediately, with a reason sent to its owner',
})

export const restoreCompany = endpoint({
  ...blockCompany,
  id: 'restoreCompany',
  path: '/admin/companies/{id}/restore/',
  summary: 'Lift the suspensions of a company’s units, with a reason sent to its owner',
  refusals: [noneStopped],
})
