import { z } from 'zod'
import { companyId } from '#modules/companies/contract.ts'
import { UNIT_STATUSES } from '#modules/fleet/units/rules.ts'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { reason } from './contract.ts'

/** All units of a company at once. Each is a decision of its own: told in a minute, undone until then, and open to an appeal. */

const decided = z.object({
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
  summary: 'Block every unit of a company at once, with the reason that its owner is told',
  access: ['admin'],
  staff: ['owner', 'support'],
  params: companyId,
  body: z.strictObject({ reason }),
  answer: decided,
  refusals: [noneToStop],
})

export const deactivateCompany = endpoint({
  ...blockCompany,
  id: 'deactivateCompany',
  path: '/admin/companies/{id}/deactivate/',
  summary: 'Deactivate every unit of a company at once, with the reason that its owner is told',
})

export const restoreCompany = endpoint({
  ...blockCompany,
  id: 'restoreCompany',
  path: '/admin/companies/{id}/restore/',
  summary: 'End the blocks and deactivations of a company’s units, with a reason that its owner is told',
  refusals: [noneStopped],
})
