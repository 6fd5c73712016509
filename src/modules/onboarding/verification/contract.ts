import { z } from 'zod'
import { multilineText } from '#modules/companies/contract.ts'
import { vanFacts, notWaiting, document, submission } from '#modules/fleet/documents/contract.ts'
import { DOCUMENT_KINDS } from '#modules/fleet/documents/rules.ts'
import { registrationTaken, van } from '#modules/fleet/vans/contract.ts'
import { workingUnit } from '#modules/fleet/units/contract.ts'
import { UNIT_STATUSES } from '#modules/fleet/units/rules.ts'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'
import { nameShape } from '#shared/schemas.ts'
import { DECISION_KINDS } from '../decisions/rules.ts'
import { LACKS } from '../rules.ts'
import { PRESENCE_INTERVAL_SECONDS, CHECK_FIELDS } from './rules.ts'

/** The office looks at documents side by side, and approves or refuses each (decisions §6). */

const unitId = z.object({ id: z.uuid() })

/** A field, and what we have on file for it. */
const check = { field: z.enum(CHECK_FIELDS), on_file: z.string().max(2000) }

/** A document to decide on, with what has to be compared and ticked before it can be approved; nothing once it is decided. */
const checkedDocument = document.extend({ checks: z.array(z.object(check)) })
nameShape('CheckedDocument', checkedDocument)

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
  /** Owner of the company; the drivers are in `people`. */
  owner: z.object({ name: z.string(), email: z.string(), phone: z.string().nullable() }).nullable(),
  /** Who works with this unit. The right to work is checked per person. */
  people: z.array(z.object({ id: z.uuid(), name: z.string(), state: z.enum(['checked', 'waiting', 'unchecked']) })),
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
  documents: z.array(checkedDocument),
  /** Every document of the unit and its company that was decided, the last decision first; 100 at most. */
  decided: z.array(
    z.object({
      label: z.string(),
      /** What was decided then; a newer one may count by now. */
      is_approved: z.boolean(),
      is_replaced: z.boolean(),
      decided_by: z.string().nullable(),
      ticks: z.array(z.object(check)),
      submission,
    }),
  ),
  /** Who stopped the unit, lifted that, or answered an appeal, the last first; and what was undone. */
  history: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(DECISION_KINDS),
      at: z.iso.datetime(),
      by: z.string().nullable(),
      reason: z.string().nullable(),
      appeal: z.string().nullable(),
      is_undone: z.boolean(),
    }),
  ),
  /** Other admins who have this unit open. */
  looking: z.array(z.string()),
  appeal: workingUnit.shape.appeal,
})
nameShape('Verification', verification)

/** Kinds that a unit may wait with. */
export const WAITING_KINDS = [...DOCUMENT_KINDS, 'van'] as const

export const listVerifications = endpoint({
  id: 'listVerifications',
  method: 'GET',
  path: '/admin/verifications/',
  summary: 'Units whose documents or van wait to be checked, the one that has waited longest first',
  access: ['admin'],
  staff: ['owner', 'support'],
  reads: 'verifications',
  query: z.object({
    ...keyPageQuery,
    /** Only units of which a document of this kind waits, or the facts of the van. */
    kind: z.enum(WAITING_KINDS).optional(),
    /** In the unit's or company's name, the registration, or the owner's email address. */
    search: z.string().trim().max(200).optional(),
  }),
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
      /** Other admins who have it open. */
      looking: z.array(z.string()),
    }),
  ).extend({
    /** How many units wait for each kind, whatever the filters. */
    waiting_by_kind: z.array(z.object({ kind: z.enum(WAITING_KINDS), count: z.int() })),
  }),
})

export const getVerification = endpoint({
  id: 'getVerification',
  method: 'GET',
  path: '/admin/verifications/{id}/',
  summary: 'One unit with its company, van and documents',
  access: ['admin'],
  staff: ['owner', 'support'],
  reads: 'verification',
  params: unitId,
  answer: verification,
})

export const documentExpired = refusal(
  'document_expired',
  409,
  'One of these documents has expired in the meantime: refuse it.',
)

export const fileChanged = refusal(
  'file_changed',
  409,
  'What we have on file has changed since you compared it. Look at the marked document again.',
)

const verdictOf = z.enum(['approve', 'refuse'], { error: 'Approve or refuse.' })
const verdict = z.strictObject({
  decision: verdictOf,
  /** What the driver reads; needed for a refusal. */
  reason: multilineText(1000).nullish(),
})

export const decideVerification = endpoint({
  id: 'decideVerification',
  method: 'POST',
  path: '/admin/verifications/{id}/decide/',
  summary: 'Approve or refuse pending documents and van details; the driver gets one notice for all of them',
  access: ['admin'],
  staff: ['owner', 'support'],
  params: unitId,
  body: z
    .strictObject({
      decisions: z
        .array(
          verdict.extend({
            document_id: z.uuid('Choose which document.'),
            /** What was compared and agrees, as `checks` of the document gave it. Approving takes all of them. */
            ticks: z.array(z.strictObject(check)).max(CHECK_FIELDS.length).default([]),
          }),
        )
        .max(DOCUMENT_KINDS.length),
      /**
       * Verdict on `van_facts.declared`, by its id. A van that was never approved is approved like this too, beside its
       * V5C.
       */
      van_facts: verdict.extend({ id: z.uuid('Choose which van details.') }).nullish(),
    })
    .refine(({ decisions, van_facts: ofVan }) => decisions.length > 0 || ofVan, {
      path: ['decisions'],
      error: 'Decide on at least one document.',
    }),
  answer: verification,
  refusals: [notWaiting, documentExpired, fileChanged, registrationTaken],
})

export const previewVerification = endpoint({
  id: 'previewVerification',
  method: 'POST',
  path: '/admin/verifications/{id}/preview/',
  summary: 'Preview what these decisions would do to the unit; nothing is saved and no one is notified',
  access: ['admin'],
  staff: ['owner', 'support'],
  params: unitId,
  body: z.strictObject({
    decisions: z
      .array(z.strictObject({ decision: verdictOf, document_id: z.uuid('Choose which document.') }))
      .max(DOCUMENT_KINDS.length),
    van_facts: z.strictObject({ decision: verdictOf, id: z.uuid('Choose which van details.') }).nullish(),
  }),
  answer: z.object({
    status: z.enum(UNIT_STATUSES),
    /** Missing steps of the profile. */
    lacks: z.array(z.enum(LACKS)),
    /** Documents that the unit needs, and the facts of its van, which have no kind. */
    documents: z.array(
      document.pick({ label: true, standing: true }).extend({ kind: z.enum(DOCUMENT_KINDS).nullable() }),
    ),
  }),
  refusals: [notWaiting, documentExpired, registrationTaken],
})

/**
 * Other admins who have the same unit or person open, so that two do not begin on one. It does not prevent a decision.
 */

export const lookAt = endpoint({
  id: 'lookAt',
  method: 'POST',
  path: '/admin/looking/',
  summary: `Report which unit or person you have open, every ${PRESENCE_INTERVAL_SECONDS} seconds, and get who else does`,
  access: ['admin'],
  staff: ['owner', 'support'],
  /** Null: nothing any more. */
  body: z.strictObject({ subject_id: z.uuid().nullable() }),
  answer: z.object({ others: z.array(z.string()) }),
})

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
    /** Search text; empty lists all of them. */
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
