import { z } from 'zod'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'
import { nameShape, dayField, shortPeriod } from '#shared/schemas.ts'
import { AMOUNT_HINT } from '#shared/money.ts'
import {
  correctedSince,
  correction,
  lookAgain,
  needsSecondPerson,
  outsidePeriod,
  SECOND_LOOKS,
} from '../corrections/contract.ts'
import { BEARERS, CORRECTED, ENTRY_KINDS, PAID_BY } from '../ledger/rules.ts'
import { DOCUMENT_KINDS, SHEET_KINDS, type DocumentKind } from './rules.ts'

/**
 * Statements, invoices and sales credit invoices: one noun with three kinds and three families of addresses (specification, section 7).
 * Dates are taken as DD/MM/YYYY and as ISO, and answered as ISO.
 */

const MOST_DAYS = 400

type Days = { start_date: string; end_date: string }
export const isInOrder = ({ start_date: from, end_date: to }: Days): boolean => from <= to
export const REVERSED = { path: ['end_date'], message: 'The last day comes before the first.' }

const period = {
  start_date: dayField('Enter the first day as DD/MM/YYYY.'),
  end_date: dayField('Enter the last day as DD/MM/YYYY.'),
}

const create = z
  .strictObject({
    ...period,
    /**
     * Leaves out what saved documents of this kind have already; refuses dates of which nothing is left, and those of a draft with the
     * same dates.
     */
    need_validation: z.boolean().default(true),
  })
  .refine(isInOrder, REVERSED)
  .superRefine(shortPeriod(MOST_DAYS + 1))

const totals = z.object({
  gross_pence: z.int(),
  held_by_mover_pence: z.int(),
  commission_pence: z.int(),
  vat_pence: z.int(),
  corrections_pence: z.int(),
  balance_pence: z.int(),
})

export const CARD_STATES = ['to_be_charged', 'charged', 'refunded'] as const

/** Question of a company about a line, and the office's answer. */
export const lineQuery = z.object({
  id: z.uuid(),
  text: z.string(),
  asked_at: z.iso.datetime(),
  answer: z.string().nullable(),
  answered_at: z.iso.datetime().nullable(),
})

export const documentLine = z.object({
  /** The entry of the ledger behind it. */
  entry_id: z.uuid(),
  kind: z.enum(ENTRY_KINDS),
  day: z.iso.date(),
  booking_id: z.uuid().nullable(),
  reference: z.string(),
  from: z.string(),
  to: z.string(),
  registration: z.string().nullable(),
  company_id: z.uuid().nullable(),
  paid_by: z.enum(PAID_BY).nullable(),
  /** Card charge state; null for other payment methods. */
  card_state: z.enum(CARD_STATES).nullable(),
  price_pence: z.int(),
  road_charges_pence: z.int(),
  commission_percent: z.number(),
  commission_pence: z.int(),
  vat_pence: z.int(),
  balance_pence: z.int(),
  /** The job is of an earlier period, whose document was saved before this was settled. */
  is_late: z.boolean(),
  query: lineQuery.nullable(),
})

const party = z.object({
  name: z.string(),
  legal_name: z.string().nullable(),
  address: z.string(),
  company_number: z.string().nullable(),
  /** Null for who is not registered for VAT. */
  vat_number: z.string().nullable(),
  email: z.string().nullable(),
})

/** One line of an invoice: the commission of one working unit. */
const unitLine = z.object({
  working_unit_id: z.uuid(),
  registration: z.string().nullable(),
  bookings: z.int(),
  base_pence: z.int(),
  net_pence: z.int(),
  vat_pence: z.int(),
})

/** What one party gets. A statement and a sales credit have one, an invoice run one for each company. */
export const sheet = z.object({
  id: z.uuid(),
  /**
   * The invoices of a period include credit notes for commission that was invoiced before; their amounts are negative.
   */
  kind: z.enum(SHEET_KINDS),
  company_id: z.uuid().nullable(),
  number: z.string().nullable(),
  party,
  lines: z.array(unitLine),
  entries: z.int(),
  totals,
  sent_at: z.iso.datetime().nullable(),
})
nameShape('BillingSheet', sheet)

const summary = {
  id: z.uuid(),
  kind: z.enum(DOCUMENT_KINDS),
  /** Null for a draft, and for an invoice run, whose documents have numbers of their own. */
  number: z.string().nullable(),
  status: z.enum(['draft', 'saved']),
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  working_unit_id: z.uuid().nullable(),
  registration: z.string().nullable(),
  company: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  client: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  documents_count: z.int(),
  /** Lines and corrections together. */
  entries_count: z.int(),
  /** Lines alone: jobs, fees and compensation. */
  lines_count: z.int(),
  totals,
  open_queries: z.int(),
  version: z.int(),
  made_at: z.iso.datetime(),
  saved_at: z.iso.datetime().nullable(),
  /** Time at which the last of its PDFs was emailed in its present version. */
  sent_at: z.iso.datetime().nullable(),
}

export const documentSummary = z.object(summary)
nameShape('BillingDocumentSummary', documentSummary)

export const document = z.object({
  ...summary,
  /** Empty for an invoice run, whose lines belong to its documents. */
  lines: z.array(documentLine),
  /** Card money of a statement that was not collected: in none of its totals, and paid by the first statement after it was. */
  not_collected: z.array(documentLine),
  corrections: z.array(correction),
  documents: z.array(sheet),
  /** When and how the company pays what a saved statement says it owes; null if it owes nothing. */
  payment: z.object({ due_on: z.iso.date(), pay_to: z.string().nullable(), reference: z.string() }).nullable(),
  /** The customer’s bookings, newest first, and the amount left to credit of each; for the draft of a sales credit. */
  creditable: z.array(
    z.object({ booking_id: z.uuid(), reference: z.string(), from: z.string(), to: z.string(), left_pence: z.int() }),
  ),
  /** Whether a second person has to confirm its corrections before it is saved. */
  second_look: z.enum(SECOND_LOOKS),
  /** Saved documents of this kind that have some of its entries already; at most ten. */
  billed_by: z.array(z.object({ id: z.uuid(), number: z.string() })),
  /** Other entries are on none of them: saving it leaves out what is billed. Otherwise it cannot be saved. */
  is_partly_billed: z.boolean(),
})
nameShape('BillingDocument', document)

export const noData = refusal('no_data', 409, 'no data')
export const emptyCredit = refusal(
  'empty_credit',
  409,
  'There is nothing on this credit yet. Add a correction, or discard it.',
)
export const periodNotOver = refusal(
  'period_not_over',
  409,
  'This period isn’t over yet. Choose a last day that has passed.',
)
export const negativeInvoice = refusal(
  'negative_invoice',
  409,
  'An invoice can’t come to less than £0. Delete the correction that takes too much off it.',
)
export const alreadyGenerated = refusal('already_generated', 409, 'you already have generated statement for that dates')
export const alreadyBilled = refusal(
  'already_billed',
  409,
  'Some of this is on a saved document already. It can’t be billed twice.',
)
export const alreadySaved = refusal('already_saved', 409, 'This document is saved, and a saved document never changes.')
export const notADraft = refusal('not_a_draft', 409, 'This statement is saved. Write to the office about it.')
export const draftChanged = refusal(
  'draft_changed',
  409,
  'Someone has changed this draft. Check it again before you save.',
)

export const moreThanCharged = refusal(
  'more_than_charged',
  409,
  'A credit is at most what the customer was charged and has not been given back.',
)
export const moreThanCorrected = refusal('more_than_corrected', 409, 'A correction is at most what it corrects.')

const id = z.object({ id: z.uuid() })

/** What a list is narrowed to, and with it what is downloaded from it. */
export const documentFilters = {
  start_date: period.start_date.optional(),
  end_date: period.end_date.optional(),
  working_unit: z.uuid().optional(),
  client: z.uuid().optional(),
  status: z.enum(['draft', 'saved', 'queried']).optional(),
}

/** The calls of one kind. */
const family = <const Path extends string, const Name extends string>(
  kind: DocumentKind,
  { path, name, noun }: { path: Path; name: Name; noun: string },
) => ({
  list: endpoint({
    id: `list${name}s`,
    method: 'GET',
    path: `/admin/${path}/`,
    summary: `The ${noun}s, the newest first`,
    access: ['admin'],
    staff: ['owner', 'billing'],
    reads: kind,
    query: z.object({
      ...keyPageQuery,
      ...documentFilters,
    }),
    answer: keyPageOf(documentSummary),
  }),
  get: endpoint({
    id: `get${name}`,
    method: 'GET',
    path: `/admin/${path}/{id}/`,
    summary: `One ${noun} with its lines and corrections`,
    access: ['admin'],
    staff: ['owner', 'billing'],
    reads: kind,
    params: id,
    answer: document,
  }),
  save: endpoint({
    id: `save${name}`,
    method: 'POST',
    path: `/admin/${path}/{id}/save/`,
    summary: `Freeze the ${noun} and give it the next number of its tax year`,
    access: ['admin'],
    staff: ['owner', 'billing'],
    params: id,
    body: z.strictObject({ /** Version that the admin was shown. */ version: z.int().min(1).optional() }).optional(),
    answer: document,
    refusals: [alreadyBilled, draftChanged, periodNotOver, needsSecondPerson, negativeInvoice, emptyCredit],
  }),
  discard: endpoint({
    id: `discard${name}`,
    method: 'DELETE',
    path: `/admin/${path}/{id}/`,
    summary: `Throw a draft away; its corrections are reversed in the ledger`,
    access: ['admin'],
    staff: ['owner', 'billing'],
    params: id,
    answer: z.object({ detail: z.string() }),
    refusals: [alreadySaved, correctedSince],
  }),
  kind,
})

/** A draft is made alike of each kind; only whom it is about differs. */
const making = {
  method: 'POST',
  access: ['admin'],
  staff: ['owner', 'billing'],
  body: create,
  status: 201,
  answer: document,
  refusals: [noData, alreadyGenerated, periodNotOver],
  idempotent: true,
} as const

export const statements = {
  ...family('statement', { path: 'statements', name: 'Statement', noun: 'statement' }),
  create: endpoint({
    ...making,
    id: 'createStatement',
    path: '/admin/statements/working-unit/{id}/',
    summary: 'Make a draft of one working unit’s statement of a period',
    params: id,
  }),
}

export const invoices = {
  ...family('invoice', { path: 'invoices', name: 'Invoice', noun: 'invoice' }),
  create: endpoint({
    ...making,
    id: 'createInvoice',
    path: '/admin/invoices/',
    summary: 'Make a draft of the invoices of a period: the commission of every company that did something',
  }),
}

export const salesCredits = {
  ...family('sales_credit', { path: 'sales-credit', name: 'SalesCredit', noun: 'sales credit invoice' }),
  create: endpoint({
    ...making,
    id: 'createSalesCredit',
    path: '/admin/sales-credit/client/{id}/',
    summary: 'Make a draft of what is credited to one customer for a period',
    params: id,
  }),
}

export const listCreditClients = endpoint({
  id: 'listCreditClients',
  method: 'GET',
  path: '/admin/sales-credit/clients/',
  summary:
    'Customers whose name or email address contains what is searched for; without a search, those to whom something is owed',
  access: ['admin'],
  staff: ['owner', 'billing'],
  reads: 'people',
  query: z.object({ ...keyPageQuery, q: z.string().trim().max(100).default('') }),
  answer: keyPageOf(z.object({ id: z.uuid(), name: z.string(), email: z.string().nullable() })),
})

export const addCorrection = endpoint({
  id: 'addFeeCorrection',
  method: 'POST',
  path: '/admin/fee-correction/',
  summary: 'Correct a draft by an amount, with a reason',
  access: ['admin'],
  staff: ['owner', 'billing'],
  body: z
    .strictObject({
      statement: z.uuid().optional(),
      invoice: z.uuid().optional(),
      sales_credit_invoice: z.uuid().optional(),
      /**
       * Amount in pence. Statement: positive in the company’s favour, commission without VAT. Invoice: without VAT,
       * positive is more to pay. Sales credit: the customer's credit, more than 0. Never more than the amount that is
       * corrected.
       */
      amount_pence: z
        .int(AMOUNT_HINT)
        .min(-10_000_000, 'Enter at most £100,000.')
        .max(10_000_000, 'Enter at most £100,000.')
        .refine((pence) => pence !== 0, 'Enter an amount other than £0.'),
      /** What the document becomes, as the refusal `look_again` said: needed above £250, and above half of the document. */
      becomes_pence: z.int().optional(),
      reason: z.string('Enter a reason.').trim().min(1, 'Enter a reason.').max(500, 'At most 500 characters.'),
      /** What is corrected. Without it, it is goodwill, which neither commission nor VAT follows; of an invoice its commission. */
      about: z.enum(CORRECTED, 'Choose what is being corrected.').optional(),
      /** Who bears it. Without it: of goodwill the platform, of a price or charge the company; elsewhere the sign says it. */
      borne_by: z.enum(BEARERS, 'Choose who bears the cost.').optional(),
      /** For an invoice run: the company whose invoice is corrected. */
      company: z.uuid().optional(),
      /** The booking that is corrected: for all but goodwill and the commission of an invoice. */
      booking: z.uuid().optional(),
    })
    .refine(
      ({ statement, invoice, sales_credit_invoice: credit }) =>
        [statement, invoice, credit].filter((given) => given !== undefined).length === 1,
      { path: ['statement'], message: 'Choose the document to correct.' },
    ),
  status: 201,
  answer: correction,
  refusals: [alreadySaved, moreThanCharged, moreThanCorrected, lookAgain, outsidePeriod],
  idempotent: true,
})

export const deleteCorrection = endpoint({
  id: 'deleteFeeCorrection',
  method: 'DELETE',
  path: '/admin/fee-correction/{id}/',
  summary: 'Take a correction of a draft back; the ledger keeps both',
  access: ['admin'],
  staff: ['owner', 'billing'],
  params: id,
  answer: z.object({ detail: z.string() }),
  refusals: [alreadySaved, correctedSince],
})
