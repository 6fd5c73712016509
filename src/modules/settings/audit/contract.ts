import { z } from 'zod'
import { dayField } from '#shared/schemas.ts'
import { endpoint, file } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'
import { SUBJECTS } from './rules.ts'

const filters = {
  /** Part of a name or an email address. */
  who: z.string().trim().max(100).optional(),
  what: z.enum(SUBJECTS).optional(),
  /** One object, by its name in an entry. */
  object: z.string().trim().max(100).optional(),
  day: dayField('Enter a day as DD/MM/YYYY.').optional(),
}

/** Audit log of money, status and access. The database refuses to change or delete an entry. */
export const listAudit = endpoint({
  id: 'listAudit',
  method: 'GET',
  path: '/admin/audit/',
  summary: 'The audit log, the last entry first: by who, what and day',
  access: ['admin'],
  staff: ['owner'],
  reads: 'audit',
  query: z.object({ ...keyPageQuery, ...filters }),
  answer: keyPageOf(
    z.object({
      id: z.string(),
      at: z.iso.datetime(),
      /** Null: the system itself, or an account that is gone. */
      by: z.string().nullable(),
      kind: z.enum(['customer', 'driver', 'hired', 'admin', 'bookingToken', 'system']),
      action: z.string(),
      object: z.string(),
      /** The name of the person or company, or the number of the booking, that the object is. */
      whose: z.string().nullable().optional(),
      details: z.array(z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
    }),
  ),
})

export const exportAudit = endpoint({
  id: 'exportAudit',
  method: 'GET',
  path: '/admin/audit/download-csv/',
  summary: 'The entries that the audit log with these filters shows, as CSV',
  access: ['admin'],
  staff: ['owner'],
  reads: 'audit',
  query: z.object(filters),
  answer: file('text/csv'),
})
