import { z } from 'zod'
import { words } from '#modules/companies/contract.ts'
import { UNIT_STATUSES } from '#modules/fleet/units/rules.ts'
import { endpoint, refusal } from '#shared/endpoint.ts'

/** The office's block of a unit. It always has a reason, and the driver can object (field.md 2: statement of reasons). */

const unitId = z.object({ id: z.uuid() })
export const reason = words(2000).pipe(z.string().min(10, 'Give the reason in a sentence: the driver reads it.'))

export const decided = z.object({
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
  summary: 'Block a unit at once, with the reason that its driver is told',
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
  summary: 'Deactivate a unit, with the reason that its driver is told',
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
