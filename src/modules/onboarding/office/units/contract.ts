import { z } from 'zod'
import { UNIT_STATUSES } from '#modules/fleet/units/rules.ts'
import { endpoint } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'

/** Working units as the office picks one, for a statement for instance. */

export const findUnits = endpoint({
  id: 'findUnits',
  method: 'GET',
  path: '/admin/working-units/',
  summary:
    'Working units whose name, company, registration or owner’s email contains what is searched for, by company and name',
  access: ['admin'],
  staff: ['owner', 'billing', 'support'],
  reads: 'units',
  query: z.object({
    ...keyPageQuery,
    /** Without it, all of them. */
    q: z.string().trim().max(100).default(''),
  }),
  answer: keyPageOf(
    z.object({
      id: z.uuid(),
      name: z.string(),
      status: z.enum(UNIT_STATUSES),
      registration: z.string().nullable(),
      company: z.object({ id: z.uuid(), name: z.string() }),
    }),
  ),
})
