import { z } from 'zod'
import { companyId, vatRegistration } from '#modules/companies/contract.ts'
import { PAYMENT_METHODS } from '#modules/companies/rules.ts'
import { DOCUMENT_KINDS } from '#modules/fleet/documents/rules.ts'
import { UNIT_STATUSES } from '#modules/fleet/units/rules.ts'
import { getCompanyPage } from '#modules/reviews/contract.ts'
import { endpoint, file } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'
import { COMPANIES_SHOWN, PERSON_STATUSES } from '../rules.ts'

/** Companies as the office finds and reads them. */

const unitStatus = z.enum(UNIT_STATUSES)
/** Counted as on the company's public page; null until it has finished five jobs. */
const figures = getCompanyPage.answer.shape.figures

const filters = {
  q: z.string().trim().max(100).default(''),
  show: z.enum(COMPANIES_SHOWN).default('all'),
}

export const findCompanies = endpoint({
  id: 'findCompanies',
  method: 'GET',
  path: '/admin/companies/',
  summary:
    'List companies by name: all, blocked, registered for VAT, with documents expiring soon, or without a recent job; search by name, plate, postcode, or the owner’s email or number',
  access: ['admin'],
  staff: ['owner', 'billing', 'support'],
  reads: 'companies',
  query: z.object({ ...keyPageQuery, ...filters }),
  answer: keyPageOf(
    z.object({
      id: z.uuid(),
      name: z.string(),
      base_place: z.string(),
      units: z.int(),
      /** Units stopped by the office, or by a block on the owner’s account. */
      stopped_units: z.int(),
      /** State of the most significant unit; null without a unit. */
      state: unitStatus.nullable(),
      /** The first day on which documents of a unit at work no longer count; null if none expires. */
      papers_until: z.iso.date().nullable(),
      is_vat_registered: z.boolean(),
      commission_percent: z.number(),
      /** Begun in the last four weeks. */
      recent_jobs: z.int(),
      rating: z.number().nullable(),
      figures,
    }),
  ).extend({
    /** Number of all companies that take jobs. */
    taking_jobs: z.int(),
  }),
})

export const exportCompanies = endpoint({
  id: 'exportCompanies',
  method: 'GET',
  path: '/admin/companies/download-csv/',
  summary: 'The companies that the list with these filters shows, as CSV',
  access: ['admin'],
  staff: ['owner', 'billing', 'support'],
  reads: 'companies',
  query: z.object(filters),
  answer: file('text/csv'),
})

const unitDocument = z.object({
  kind: z.enum(DOCUMENT_KINDS),
  label: z.string(),
  standing: z.enum(['missing', 'pending', 'refused', 'expired', 'approved', 'expiring']),
  expires_on: z.iso.date().nullable(),
  days_left: z.int().nullable(),
  /** A new one waits for the office. */
  is_waiting: z.boolean(),
})

const unit = z.object({
  id: z.uuid(),
  name: z.string(),
  registration: z.string().nullable(),
  status: unitStatus,
  status_reason: z.string().nullable(),
  /** Block by the office; the owner's account may be blocked instead. */
  office_block: z.enum(['blocked', 'deactivated']).nullable(),
  driver: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  papers: z.array(unitDocument),
  /** What would become of its jobs ahead if it were stopped. */
  ahead: z.object({ hot: z.int(), ends: z.int(), goes_on: z.int() }),
})

export const getCompanyForOffice = endpoint({
  id: 'getCompanyForOffice',
  method: 'GET',
  path: '/admin/companies/{id}/',
  summary: `Get one company: owner, units with their documents and upcoming jobs, people, VAT, commission, figures and rating. Each view is kept in the audit log`,
  access: ['admin'],
  staff: ['owner', 'billing', 'support'],
  reads: 'itself',
  params: companyId,
  answer: z.object({
    id: z.uuid(),
    name: z.string(),
    legal_name: z.string().nullable(),
    company_number: z.string().nullable(),
    registered_address: z.string().nullable(),
    base_place: z.string(),
    payment_methods: z.array(z.enum(PAYMENT_METHODS)),
    created_at: z.iso.datetime(),
    owner: z
      .object({
        id: z.uuid(),
        name: z.string(),
        email: z.string().nullable(),
        phone: z.string().nullable(),
        status: z.enum(PERSON_STATUSES),
      })
      .nullable(),
    /** The last four digits of the account in use. */
    bank: z.object({ account_tail: z.string(), is_confirmed: z.boolean() }).nullable(),
    vat: vatRegistration,
    commission_percent: z.number(),
    rating: z.number().nullable(),
    reviews_count: z.int(),
    figures,
    recent_jobs: z.int(),
    units: z.array(unit),
    people: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        is_checked: z.boolean(),
        /** Waits for the office. */
        is_waiting: z.boolean(),
        /** The day from which the check no longer counts; null without one, or for good. */
        expires_on: z.iso.date().nullable(),
      }),
    ),
  }),
})
