import { z } from 'zod'
import { UNIT_STATUSES } from '#modules/fleet/units/rules.ts'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'
import { decided, reason } from '../blocking/contract.ts'

/** Units that the office has stopped, and what their drivers say to it. */

export const STOPPED_SHOWN = ['all', 'appeals', 'blocked', 'deactivated'] as const

export const stoppedUnit = z.object({
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
  summary: 'Answer an appeal: uphold the decision or lift the block; the driver is told the reason',
  access: ['admin'],
  staff: ['owner', 'support'],
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({
    decision: z.enum(['uphold', 'lift'], { error: 'Uphold the decision or lift the block.' }),
    /** What the driver reads. */
    reason,
    /** Of the appeal as it was read; without it, of whichever waits. */
    sent_at: z.iso.datetime().max(40).optional(),
  }),
  answer: decided,
  refusals: [noAppeal],
})
