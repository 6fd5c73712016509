import { z } from 'zod'
import { words } from '#modules/companies/contract.ts'
import { notWaiting, document } from '#modules/fleet/documents/contract.ts'
import { DOCUMENT_KINDS } from '#modules/fleet/documents/rules.ts'
import { vanFacts } from '#modules/fleet/declarations/contract.ts'
import { registrationTaken } from '#modules/fleet/registrations/contract.ts'
import { UNIT_STATUSES } from '#modules/fleet/units/rules.ts'
import { van } from '#modules/fleet/vans/contract.ts'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'
import { nameShape } from '#shared/shape.ts'

/** The office looks at documents side by side, and approves or refuses each (decisions §6). */

const unitId = z.object({ id: z.uuid() })

export const verification = z.object({
  working_unit: z.object({
    id: z.uuid(),
    name: z.string(),
    status: z.enum(UNIT_STATUSES),
    status_reason: z.string().nullable(),
  }),
  company: z.object({
    id: z.uuid(),
    name: z.string(),
    legal_name: z.string().nullable(),
    company_number: z.string().nullable(),
    insurance_number: z.string().nullable(),
    base_place: z.string(),
  }),
  driver: z.object({ name: z.string(), email: z.string(), phone: z.string().nullable() }).nullable(),
  /** What counts: as approved, or as entered until it was approved for the first time. */
  vehicle: van.nullable(),
  /** What the driver declared, old and new, to be compared with the V5C. Null while there is no van. */
  van_facts: vanFacts.nullable(),
  /** Other units, of any company, that say they have this registration; those that the office has approved first. */
  also_claimed_by: z.array(
    z.object({
      unit_id: z.uuid(),
      unit: z.string(),
      company_id: z.uuid(),
      company: z.string(),
      is_approved: z.boolean(),
    }),
  ),
  /** They stand although the unit waits. */
  bookings_ahead: z.array(
    z.object({
      start_at: z.iso.datetime(),
      end_at: z.iso.datetime(),
      from: z.string(),
      to: z.string(),
    }),
  ),
  /** Every kind of document, including company-wide ones. Those to decide on have `newest` with status pending. */
  documents: z.array(document),
  appeal: z.object({ text: z.string(), sent_at: z.iso.datetime() }).nullable(),
})
nameShape('Verification', verification)

export const listVerifications = endpoint({
  id: 'listVerifications',
  method: 'GET',
  path: '/admin/verifications/',
  summary: 'Units whose documents or van wait to be checked, the one that has waited longest first',
  access: ['admin'],
  query: z.object(keyPageQuery),
  answer: keyPageOf(
    z.object({
      working_unit: z.object({ id: z.uuid(), name: z.string(), status: z.enum(UNIT_STATUSES) }),
      company: z.object({ id: z.uuid(), name: z.string() }),
      registration: z.string().nullable(),
      /** The kinds awaiting a check. */
      waiting: z.array(z.enum(DOCUMENT_KINDS)),
      /** The facts of its van wait. */
      do_van_facts_wait: z.boolean(),
      /** The unit is already working: the documents renew ones that are still valid. */
      is_renewal: z.boolean(),
      waiting_since: z.iso.datetime(),
    }),
  ),
})

export const getVerification = endpoint({
  id: 'getVerification',
  method: 'GET',
  path: '/admin/verifications/{id}/',
  summary: 'One unit with its company, van and documents',
  access: ['admin'],
  params: unitId,
  answer: verification,
})

export const documentExpired = refusal(
  'document_expired',
  409,
  'One of these documents has expired in the meantime: refuse it.',
)

const verdict = z.strictObject({
  decision: z.enum(['approve', 'refuse'], { error: 'Approve or refuse.' }),
  /** What the driver reads; needed for a refusal. */
  reason: words(1000).nullish(),
})

export const decideVerification = endpoint({
  id: 'decideVerification',
  method: 'POST',
  path: '/admin/verifications/{id}/decide/',
  summary: 'Approve or refuse documents and facts of the van that wait; the driver is told once, of all together',
  access: ['admin'],
  params: unitId,
  body: z
    .strictObject({
      decisions: z.array(verdict.extend({ document_id: z.uuid('Say which document.') })).max(DOCUMENT_KINDS.length),
      /** Of `van_facts.declared`, by its id. A van that was never approved is approved like this too, beside its V5C. */
      van_facts: verdict.extend({ id: z.uuid('Say which facts.') }).nullish(),
    })
    .refine(({ decisions, van_facts: ofVan }) => decisions.length > 0 || ofVan, {
      path: ['decisions'],
      error: 'Decide on at least one document.',
    }),
  answer: verification,
  refusals: [notWaiting, documentExpired, registrationTaken],
})
