import { z } from 'zod'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'
import { nameShape, dayField } from '#shared/schemas.ts'
import { isInOrder, noData, REVERSED } from '../documents/contract.ts'
import { DOCUMENT_KINDS } from '../documents/rules.ts'
import { STEP_STATES } from './rules.ts'

/** Billing everything of a month in one job, and what a document or a month would have before it is made. */

const CHOOSE = 'Choose a month.'
const month = z.string(CHOOSE).regex(/^20\d\d-(0[1-9]|1[0-2])$/, CHOOSE)
const id = z.object({ id: z.uuid() })

/** A saved document that has some of these days already. */
const covering = z.object({
  id: z.uuid(),
  /** Null for an invoice run, whose documents have numbers of their own. */
  number: z.string().nullable(),
  start_date: z.iso.date(),
  end_date: z.iso.date(),
})
nameShape('BillingCovering', covering)

const summary = {
  id: z.uuid(),
  month: z.string(),
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  save: z.boolean(),
  send: z.boolean(),
  state: z.enum(['running', 'stopped', 'done']),
  started_at: z.iso.datetime(),
  started_by: z.string(),
  /** Carried on or stopped, by whom; or as it was started. */
  changed_at: z.iso.datetime(),
  changed_by: z.string(),
  ended_at: z.iso.datetime().nullable(),
}

const runSummary = z.object(summary)
nameShape('BillingRunSummary', runSummary)

const some = z.object({ count: z.int(), pence: z.int() })

/** Drafts made by hand of some days of the month. One of the whole month is taken over by the run. */
const openDrafts = z.array(
  z.object({
    kind: z.enum(DOCUMENT_KINDS),
    count: z.int(),
    /** The first ten of them, each by the name of its link. */
    documents: z.array(z.object({ id: z.uuid(), name: z.string() })),
  }),
)

const run = z.object({
  ...summary,
  /** Documents to make, and those of them that the run has finished with. */
  total: z.int(),
  done: z.int(),
  /** Seconds left at the pace of the last seconds; null as long as there is none. */
  seconds_left: z.int().nullable(),
  counts: z.array(z.object({ kind: z.enum(DOCUMENT_KINDS), state: z.enum(STEP_STATES), count: z.int() })),
  /**
   * Totals of statements in favour of companies and of us, of invoices to companies and of credits to customers. Null
   * while the run goes on.
   */
  totals: z.object({ due_to_movers: some, due_to_us: some, invoiced: some, credited: some }).nullable(),
  /** It was started more than 14 days after the month: its VAT invoices are late. */
  is_late: z.boolean(),
  /** Null while the run is in progress. */
  open_drafts: openDrafts.nullable(),
})
nameShape('BillingRun', run)

export const stepStates = z.enum(STEP_STATES)

const step = z.object({
  place: z.int(),
  kind: z.enum(DOCUMENT_KINDS),
  state: stepStates,
  working_unit: z.object({ id: z.uuid(), registration: z.string().nullable(), company: z.string() }).nullable(),
  client: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** What was made; of one that is covered what covers it; null if there is none, or it was discarded. */
  document: z
    .object({
      id: z.uuid(),
      status: z.enum(['draft', 'saved']),
      number: z.string().nullable(),
      balance_pence: z.int(),
    })
    .nullable(),
  /** Saved documents that had some of the month before; at most ten. */
  covered_by: z.array(covering),
  reason: z.string().nullable(),
})
nameShape('BillingRunStep', step)

const monthNotOver = refusal('month_not_over', 409, 'This month isn’t over yet. Choose an earlier one.')
const alreadyRun = refusal('already_run', 409, 'This month has a billing run already.')
const stillRunning = refusal('still_running', 409, 'This billing run is still in progress. Wait until it has finished.')
export { alreadyRun, monthNotOver, stillRunning }

const aims = {
  /** Saves and numbers what it makes. */
  save: z.boolean().default(false),
  /** Mails what it has saved: each to its recipient once. */
  send: z.boolean().default(false),
}
const savesWhatItSends = ({ save, send }: { save: boolean; send: boolean }) => save || !send
const UNSAVED = { path: ['send'], message: 'Only saved documents are sent. Choose to save them too.' }

export const previewMonth = endpoint({
  id: 'previewBillingMonth',
  method: 'GET',
  path: '/admin/billing-runs/preview/',
  summary: 'What happened in a month, before it is billed, and its run if there is one',
  access: ['admin'],
  staff: ['owner', 'billing'],
  reads: 'billing_run',
  query: z.object({ month }),
  answer: z.object({
    month: z.string(),
    is_over: z.boolean(),
    /** It ended more than 14 days ago: its VAT invoices are late. */
    is_late: z.boolean(),
    /** Jobs done, and fees of those that were cancelled too late. */
    bookings: z.int(),
    price_pence: z.int(),
    working_units: z.int(),
    companies: z.int(),
    /** Units whose jobs of the month are all on saved statements: they are left alone. */
    covered_units: z.int(),
    /** Units of which some jobs are: they are billed for the others. */
    partly_covered_units: z.int(),
    open_drafts: openDrafts,
    /** Customers to whom a company owes money for these dates. */
    clients: z.int(),
    run_id: z.uuid().nullable(),
  }),
})

export const startRun = endpoint({
  id: 'startBillingRun',
  method: 'POST',
  path: '/admin/billing-runs/',
  summary: 'Make every document of a month: statements, invoices and sales credits',
  access: ['admin'],
  staff: ['owner', 'billing'],
  body: z.strictObject({ month, ...aims }).refine(savesWhatItSends, UNSAVED),
  keyless: 'a month is billed by one run; the same asked again is refused with the run that is there.',
  status: 201,
  answer: run,
  refusals: [monthNotOver, alreadyRun, noData],
})

export const listRuns = endpoint({
  id: 'listBillingRuns',
  method: 'GET',
  path: '/admin/billing-runs/',
  summary: 'Billing runs, the latest month first',
  access: ['admin'],
  staff: ['owner', 'billing'],
  query: z.object(keyPageQuery),
  answer: keyPageOf(runSummary),
})

export const getRun = endpoint({
  id: 'getBillingRun',
  method: 'GET',
  path: '/admin/billing-runs/{id}/',
  summary: 'Get the progress and results of a billing run',
  access: ['admin'],
  staff: ['owner', 'billing'],
  reads: 'billing_run',
  params: id,
  answer: run,
})

export const listSteps = endpoint({
  id: 'listBillingRunSteps',
  method: 'GET',
  path: '/admin/billing-runs/{id}/documents/',
  summary: 'What a billing run made, left alone or failed to make, one by one',
  access: ['admin'],
  staff: ['owner', 'billing'],
  reads: 'billing_run',
  params: id,
  query: z.object({ ...keyPageQuery, state: stepStates.optional() }),
  answer: keyPageOf(step),
})

export const stopRun = endpoint({
  id: 'stopBillingRun',
  method: 'POST',
  path: '/admin/billing-runs/{id}/stop/',
  summary: 'Stop a billing run after what it is doing now; it can be carried on with',
  access: ['admin'],
  staff: ['owner', 'billing'],
  params: id,
  answer: run,
})

export const continueRun = endpoint({
  id: 'continueBillingRun',
  method: 'POST',
  path: '/admin/billing-runs/{id}/continue/',
  summary: 'Carry on with a billing run: what is not made yet, what failed, and perhaps saving and sending',
  access: ['admin'],
  staff: ['owner', 'billing'],
  params: id,
  body: z.strictObject(aims).refine(savesWhatItSends, UNSAVED),
  answer: run,
  refusals: [stillRunning],
})

export const previewDocument = endpoint({
  id: 'previewBillingDocument',
  method: 'GET',
  path: '/admin/billing-preview/',
  summary: 'How much a document would have, before it is made',
  access: ['admin'],
  staff: ['owner', 'billing'],
  query: z
    .object({
      kind: z.enum(DOCUMENT_KINDS),
      /** The working unit of a statement, the client of a sales credit. */
      subject: z.uuid().optional(),
      start_date: dayField('Enter the first day as DD/MM/YYYY.'),
      end_date: dayField('Enter the last day as DD/MM/YYYY.'),
    })
    .refine(({ kind, subject }) => (kind === 'invoice') === (subject === undefined), {
      path: ['subject'],
      message: 'Choose who it’s for.',
    })
    .refine(isInOrder, REVERSED),
  answer: z.object({
    bookings: z.int(),
    price_pence: z.int(),
    companies: z.int(),
    /** Where there is nothing on these days of whom it is about: what waits on other days, and its first and last. Null if nothing does. */
    elsewhere: z
      .object({ bookings: z.int(), price_pence: z.int(), start_date: z.iso.date(), end_date: z.iso.date() })
      .nullable(),
    /** Saved documents that have some of these days already: what they have is not counted. At most ten. */
    covered_by: z.array(covering),
    /** First day on which it can be made, if the period is not over yet. */
    ready_on: z.iso.date().nullable(),
    /** An invoice of a period that ended more than 14 days ago. */
    is_late: z.boolean(),
  }),
})
