import { z } from 'zod'
import { endpoint, file } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'
import { MISSING } from './rules.ts'

/** The yearly report of sellers to HMRC. */

const year = z.coerce.number().int().min(2020).max(2100).optional()

const sums = {
  activities: z.int(),
  gross_pence: z.int(),
  fees_pence: z.int(),
  taxes_pence: z.int(),
  consideration_pence: z.int(),
}

export const listSellers = endpoint({
  id: 'listSellers',
  method: 'GET',
  path: '/admin/platform-report/',
  summary: 'Who sold anything in a calendar year, what by quarters, and what of their identity we do not hold',
  access: ['admin'],
  staff: ['owner', 'billing'],
  reads: 'sellers',
  query: z.object({ ...keyPageQuery, year }),
  answer: keyPageOf(
    z.object({
      company_id: z.uuid(),
      name: z.string(),
      /** A company has a number, an individual none. */
      kind: z.enum(['individual', 'entity']),
      legal_name: z.string().nullable(),
      address: z.string().nullable(),
      company_number: z.string().nullable(),
      vat_number: z.string().nullable(),
      email: z.string().nullable(),
      account_holder: z.string().nullable(),
      /** Last digits of the account number. */
      account_tail: z.string().nullable(),
      missing: z.array(z.enum(MISSING)),
      year: z.object(sums),
      quarters: z.array(z.object({ quarter: z.int(), ...sums })),
    }),
  ),
})

export const exportSellers = endpoint({
  id: 'exportSellers',
  method: 'GET',
  path: '/admin/platform-report/download-csv/',
  summary: 'The same as CSV, one line for each seller',
  access: ['admin'],
  staff: ['owner', 'billing'],
  reads: 'sellers',
  query: z.object({ year }),
  answer: file('text/csv'),
})
