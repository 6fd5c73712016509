// Statements, invoices and sales credit invoices: one noun with three kinds. What differs between their pages stands here.
import type { statements } from '#modules/billing/documents/contract.ts'
import type { DocumentKind } from '#modules/billing/documents/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'

export type BillingDocument = AnswerOf<typeof statements.get>
export type DocumentList = AnswerOf<typeof statements.list>
export type Summary = DocumentList['results'][number]
export type DocumentLine = BillingDocument['lines'][number]
export type Correction = BillingDocument['corrections'][number]
export type Sheet = BillingDocument['documents'][number]

/** Subject of a document: a unit or a client. An invoice run is about every company. */
export type SubjectKind = 'working_unit' | 'client'

interface Family {
  path: string
  /** Base path of the downloads: `/admin/statements/{id}/download-report/`. */
  files: `/admin/${string}`
  /** Title of the list. */
  title: string
  /** Before a number: "Statement STM-2025/26-00007". */
  one: string
  /** Name within a sentence. */
  noun: string
  /** What one recipient gets, in a sentence. */
  recipientDocument: string
  create: string
  subject: {
    kind: SubjectKind
    label: string
    find: string
    all: string
    none: string
    noneYet: readonly [title: string, text: string]
  } | null
  emptyList: string
  /** Text for a period without activity. */
  noData: string
  /** Names the document in the body of a correction. */
  corrects: 'statement' | 'invoice' | 'salesCreditInvoice'
  /** Beside the amount of a correction. */
  correctionHint: string
}

export const FAMILIES: Record<DocumentKind, Family> = {
  statement: {
    path: '/admin/statements',
    files: '/admin/statements',
    title: 'Statements',
    one: 'Statement',
    noun: 'statement',
    recipientDocument: 'this statement',
    create: 'New statement',
    subject: {
      kind: 'working_unit',
      label: 'Working unit',
      find: 'Unit, plate, company or owner’s email',
      all: 'All units',
      none: 'No unit matches',
      noneYet: ['No working units yet', 'A statement is about one unit: the first comes when a driver signs up.'],
    },
    emptyList: 'A statement covers one working unit and one period.',
    noData: 'No completed bookings',
    corrects: 'statement',
    correctionHint:
      'Use a minus to deduct it from the company. This is between Vanfare and the company: the customer gets nothing by it. To give a customer money back, make a sales credit instead, which the company’s next statement recovers. Commission is corrected without VAT, which follows.',
  },
  invoice: {
    path: '/admin/invoices',
    files: '/admin/invoices',
    title: 'Invoices',
    one: 'Invoices',
    noun: 'invoice run',
    recipientDocument: 'one invoice',
    create: 'New invoices',
    subject: null,
    emptyList: 'One run invoices the commission of a period to every company that did something in it.',
    noData: 'No completed bookings',
    corrects: 'invoice',
    correctionHint: 'Commission without VAT. Use a minus to reduce it.',
  },
  sales_credit: {
    path: '/admin/sales-credit-invoices',
    files: '/admin/sales-credit',
    title: 'Sales credit invoices',
    one: 'Sales credit invoice',
    noun: 'sales credit invoice',
    recipientDocument: 'this credit note',
    create: 'New credit',
    subject: {
      kind: 'client',
      label: 'Client',
      find: 'Client’s name, email or phone number',
      all: 'All clients',
      none: 'No client matches',
      noneYet: ['Find a client first', 'No client is owed anything that hasn’t been credited.'],
    },
    emptyList: 'A sales credit invoice credits one client for one period.',
    noData: 'Nothing to credit',
    corrects: 'salesCreditInvoice',
    correctionHint:
      'What the customer gets: at most what they were charged, less what they got back and what statements took off the price. If the company bears it, its next statement recovers it.',
  },
}

/** Path of a document’s page. */
export const addressOf = ({ kind, id }: Pick<BillingDocument, 'kind' | 'id'>): string => `${FAMILIES[kind].path}/${id}`

/** The kind whose pages are at this address. */
export function kindAt(address: string): DocumentKind {
  const [, , folder] = new URL(address).pathname.replace(/\.data$/, '').split('/')
  if (folder === 'invoices') return 'invoice'
  return folder === 'sales-credit-invoices' ? 'sales_credit' : 'statement'
}
