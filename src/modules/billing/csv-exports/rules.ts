import { momentColumn, numberColumn, poundsColumn, textColumn, type CsvColumn } from '#shared/csv.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { statements } from '../documents/contract.ts'
import type { DocumentKind, Line } from '../documents/rules.ts'

/** The columns of a table: the same for every kind of document, so that tables can be combined. */

type Summary = AnswerOf<(typeof statements)['list']>['results'][number]

const KIND_NAMES: Record<DocumentKind, string> = {
  statement: 'Statement',
  invoice: 'Invoices',
  sales_credit: 'Sales credit invoice',
}

export const summaryColumns: readonly CsvColumn<Summary>[] = [
  textColumn('Kind', ({ kind }) => KIND_NAMES[kind]),
  textColumn('Number', ({ number }) => number),
  textColumn('State', ({ status }) => status),
  textColumn('From', ({ startDate }) => startDate),
  textColumn('To', ({ endDate }) => endDate),
  textColumn('Working unit', ({ registration }) => registration),
  textColumn('Company', ({ company }) => company?.name),
  textColumn('Client', ({ client }) => client?.name),
  numberColumn('Documents', ({ documentsCount }) => documentsCount),
  numberColumn('Lines', ({ entriesCount }) => entriesCount),
  poundsColumn('Prices and fees', ({ totals }) => totals.grossPence),
  poundsColumn('Held by the company', ({ totals }) => totals.heldByMoverPence),
  poundsColumn('Commission', ({ totals }) => totals.commissionPence),
  poundsColumn('VAT', ({ totals }) => totals.vatPence),
  poundsColumn('Corrections', ({ totals }) => totals.correctionsPence),
  poundsColumn('Balance', ({ totals }) => totals.balancePence),
  numberColumn('Open queries', ({ openQueries }) => openQueries),
  momentColumn('Made at', ({ madeAt }) => madeAt),
  momentColumn('Saved at', ({ savedAt }) => savedAt),
  momentColumn('Sent at', ({ sentAt }) => sentAt),
  textColumn('Id', ({ id }) => id),
]

export interface LineRow extends Line {
  /** Number of the document that the line is on. */
  number: string | null
  party: string
  cardState: string | null
  isLate: boolean
  /** The card money has not been collected, so a later statement pays it. */
  isWaiting: boolean
  question: string | null
  answer: string | null
}

export const lineColumns: readonly CsvColumn<LineRow>[] = [
  textColumn('Document', ({ number }) => number ?? 'Draft'),
  textColumn('Party', ({ party }) => party),
  textColumn('Date', ({ day }) => day),
  textColumn('Line', ({ kind }) => kind),
  textColumn('Booking', ({ reference }) => reference),
  textColumn('From', ({ from }) => from),
  textColumn('To', ({ to }) => to),
  textColumn('Van', ({ registration }) => registration),
  textColumn('Paid by', ({ paidBy }) => paidBy),
  textColumn('Card', ({ cardState }) => cardState),
  poundsColumn('Price', ({ kind, pricePence }) => (kind === 'correction' ? null : pricePence)),
  poundsColumn('Road charges', ({ kind, roadChargesPence }) => (kind === 'correction' ? null : roadChargesPence)),
  numberColumn('Commission %', ({ kind, commissionPercent }) => (kind === 'correction' ? null : commissionPercent)),
  poundsColumn('Commission', ({ commissionPence }) => commissionPence),
  poundsColumn('VAT', ({ vatPence }) => vatPence),
  poundsColumn('Balance', ({ balancePence, isWaiting }) => (isWaiting ? 0 : balancePence)),
  poundsColumn('Not yet collected', ({ balancePence, isWaiting }) => (isWaiting ? balancePence : 0)),
  textColumn('Late', ({ isLate }) => (isLate ? 'yes' : '')),
  textColumn('Reason', ({ kind, reason }) => (kind === 'correction' ? reason : '')),
  textColumn('Question', ({ question }) => question),
  textColumn('Answer', ({ answer }) => answer),
  textColumn('Entry', ({ entryId }) => entryId),
]
