import { addDays, formatDateUk, type LocalDay } from '#shared/local-time.ts'
import { VAT_PERCENT } from '#modules/pricing/rules.ts'
import { percentOf, sumPence, type Pence } from '#shared/money.ts'
import {
  movedOn,
  vatWithin,
  type Bearer,
  type Corrected,
  type EntryAbout,
  type EntryKind,
  type Posting,
} from '../ledger/rules.ts'

/** What a document says about its entries (decisions §7, §11; ADR 0041). Pure. */

export const DOCUMENT_KINDS = ['statement', 'invoice', 'sales_credit'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** What one party gets. With the invoices of a period come credit notes for commission that was invoiced before and is owed back. */
export const SHEET_KINDS = [...DOCUMENT_KINDS, 'commission_credit'] as const
export type SheetKind = (typeof SHEET_KINDS)[number]

/** A credit note of commission is worked out as an invoice, of less than nothing. */
const workedAs = (kind: SheetKind): DocumentKind => (kind === 'commission_credit' ? 'invoice' : kind)

/** Prefixes of document numbers, as in `STM-2025/26-01208`. */
const PREFIXES: Record<SheetKind, string> = {
  statement: 'STM',
  invoice: 'INV',
  sales_credit: 'SCN',
  commission_credit: 'CRN',
}

/** The UK tax year of a day, which begins on 6 April: `2025/26`. */
export function taxYearOf(day: LocalDay): string {
  const year = Number(day.slice(0, 4))
  const first = day.slice(5) >= '04-06' ? year : year - 1
  return `${first}/${String((first + 1) % 100).padStart(2, '0')}`
}

export const numberText = (kind: SheetKind, taxYear: string, number: number): string =>
  `${PREFIXES[kind]}-${taxYear}-${String(number).padStart(5, '0')}`

/** Documents are made of days that are over: what still happens on its last day would be on none (decisions §12). */
export const isOver = (lastDay: LocalDay, today: LocalDay): boolean => lastDay < today

/** Days after its period within which a VAT invoice is issued; a later one is marked as late. */
const INVOICED_WITHIN_DAYS = 14
export const isLate = (lastDay: LocalDay, today: LocalDay): boolean => addDays(lastDay, INVOICED_WITHIN_DAYS) < today

/** Days after a statement was issued within which a company pays what it owes. */
const PAID_WITHIN_DAYS = 14

interface Owed {
  balancePence: Pence
  number: string | null
  issuedOn: LocalDay | null
  payTo?: string | null | undefined
}

export interface Payment {
  dueOn: LocalDay
  /** The account to pay into; null if it is not known. */
  payTo: string | null
  reference: string
}

/**
 * When and how a company pays what a statement says it owes; null if it owes nothing, of a draft, and of a statement from before this was
 * printed, which stays as it is.
 */
export function paymentOf({ balancePence, number, issuedOn, payTo }: Owed): Payment | null {
  if (balancePence >= 0 || number === null || issuedOn === null || payTo === undefined) return null
  return { dueOn: addDays(issuedOn, PAID_WITHIN_DAYS), payTo, reference: number }
}

export function paymentText({ dueOn, payTo, reference }: Payment): string {
  const due = `Payment is due by ${formatDateUk(dueOn)}.`
  return payTo === null
    ? `${due} We will write to you with how to pay.`
    : `${due} Pay by bank transfer to ${payTo}, with the reference ${reference}.`
}

/** An entry as documents read it. */
export interface DocumentEntry {
  id: string
  kind: EntryKind
  day: LocalDay
  bookingId: string | null
  unitId: string | null
  companyId: string | null
  about: EntryAbout
  postings: readonly Posting[]
}

export interface Totals {
  /** Prices and fees; on a sales credit, the companies' debts for cancelling. */
  grossPence: Pence
  /** The part that the company already holds, paid in cash or by transfer. */
  heldByMoverPence: Pence
  /** Commission without VAT. */
  commissionPence: Pence
  vatPence: Pence
  correctionsPence: Pence
  /**
   * Balance. Statement: our debt to the company, negative if they owe us. Invoice: the charge. Sales credit: the
   * credit.
   */
  balancePence: Pence
}

export interface Line extends Omit<EntryAbout, 'commissionPercent'> {
  entryId: string
  kind: EntryKind
  day: LocalDay
  bookingId: string | null
  unitId: string | null
  companyId: string | null
  commissionPercent: number
  commissionPence: Pence
  vatPence: Pence
  /** Amount of a correction itself, without the commission and VAT that follow it. */
  correctedPence: Pence
  /** Amount on an invoice that no statement deducts. */
  payablePence: Pence
  /** What it does to the document's balance. */
  balancePence: Pence
}

/**
 * Line of a document by its kind: the fee for a finished job, the fee for a cancelled one, a company's debt, a
 * correction.
 */
export function lineOf(sheet: SheetKind, entry: DocumentEntry): Line {
  const kind = workedAs(sheet)
  const { id: entryId, day, bookingId, unitId, companyId, about, postings } = entry
  const totals = totalsOf(kind, [entry])
  // VAT as posted, which statements deduct.
  const vatPence = kind === 'invoice' ? -movedOn(postings, 'vat') : totals.vatPence
  return {
    ...about,
    entryId,
    kind: entry.kind,
    day,
    bookingId,
    unitId,
    companyId,
    commissionPence: totals.commissionPence,
    vatPence,
    correctedPence: correctedOf(kind, postings),
    payablePence: movedOn(postings, 'company'),
    balancePence:
      kind === 'invoice' ? totals.commissionPence + correctedOf(kind, postings) + vatPence : totals.balancePence,
  }
}

export function totalsOf(kind: DocumentKind, entries: readonly DocumentEntry[]): Totals {
  return TOTALS[kind](entries)
}

const sumOf = (entries: readonly DocumentEntry[], of: (entry: DocumentEntry) => Pence) => sumPence(entries.map(of))

/** What a correction moves on the side that the document is about. */
function correctedOf(kind: DocumentKind, postings: readonly Posting[]): Pence {
  if (kind === 'statement') return -movedOn(postings, 'mover', ['correction'])
  return kind === 'invoice'
    ? -movedOn(postings, 'commission', ['correction'])
    : -movedOn(postings, 'customer', ['correction'])
}

const TOTALS: Record<DocumentKind, (entries: readonly DocumentEntry[]) => Totals> = {
  statement: (entries) => {
    const grossPence = sumOf(entries, ({ postings }) => -movedOn(postings, 'mover', ['price']))
    const heldByMoverPence = sumOf(entries, ({ postings }) => movedOn(postings, 'mover', ['paid_to_mover']))
    const commissionPence = sumOf(entries, ({ postings }) => movedOn(postings, 'mover', ['commission']))
    const vatPence = sumOf(entries, ({ postings }) => movedOn(postings, 'mover', ['vat']))
    const correctionsPence = sumOf(
      entries,
      ({ postings }) => correctedOf('statement', postings) - movedOn(postings, 'mover', ['compensation']),
    )
    return {
      grossPence,
      heldByMoverPence,
      commissionPence,
      vatPence,
      correctionsPence,
      balancePence: -sumOf(entries, ({ postings }) => movedOn(postings, 'mover')),
    }
  },
  invoice: (entries) => {
    const commissionPence = -sumOf(entries, ({ postings }) => movedOn(postings, 'commission', ['commission']))
    const correctionsPence = sumOf(entries, ({ postings }) => correctedOf('invoice', postings))
    // Once, on the net total: what is printed can be worked out again. Statements take it booking by booking, and the pennies between are posted.
    const vatPence = percentOf(commissionPence + correctionsPence, VAT_PERCENT)
    return {
      grossPence: sumOf(entries, ({ postings }) => -movedOn(postings, 'mover', ['price'])),
      heldByMoverPence: 0,
      commissionPence,
      vatPence,
      correctionsPence,
      balancePence: commissionPence + vatPence + correctionsPence,
    }
  },
  sales_credit: (entries) => {
    const grossPence = -sumOf(entries, ({ postings }) => movedOn(postings, 'customer', ['compensation']))
    const correctionsPence = sumOf(entries, ({ postings }) => correctedOf('sales_credit', postings))
    return {
      grossPence,
      heldByMoverPence: 0,
      commissionPence: 0,
      // Compensation is outside the scope of VAT; a price reduction includes the company's VAT, summed for each
      // company.
      vatPence: sumPence(
        [...Map.groupBy(entries, ({ companyId }) => companyId).values()].map((own) =>
          vatWithin(
            sumOf(own, ({ about, postings }) => (about.moverChargesVat ? correctedOf('sales_credit', postings) : 0)),
            true,
          ),
        ),
      ),
      correctionsPence,
      balancePence: grossPence + correctionsPence,
    }
  },
}

interface CorrectionEntry extends DocumentEntry {
  madeAt: string
  /** The document that it was made on. */
  madeOn: { kind: DocumentKind; id: string; number: string | null } | null
  isOwn: boolean
  canDelete: boolean
}

/** A correction as the office sees it on a document. */
export function correctionOf(kind: DocumentKind, entry: CorrectionEntry) {
  const { id, about, postings, companyId, bookingId, madeAt, madeOn, isOwn, canDelete } = entry
  const line = lineOf(kind, entry)
  const change = kind === 'invoice' ? line.commissionPence : -line.commissionPence
  return {
    id,
    // A correction of commission alone shows the amount of the change.
    amountPence: line.correctedPence === 0 ? change : line.correctedPence,
    ...correctedWhat(entry),
    commissionLessPence: movedOn(postings, 'commission'),
    vatLessPence: movedOn(postings, 'vat'),
    reason: about.reason ?? '',
    author: about.author ?? '',
    madeAt,
    companyId,
    bookingId,
    reference: about.reference,
    madeOn: isOwn ? null : madeOn,
    canDelete,
  }
}

/** Made before it was asked, a correction of an invoice was of commission, and a credit of a booking lowered its price. */
function correctedWhat({ about, unitId, madeOn }: CorrectionEntry): { about: Corrected; borneBy: Bearer } {
  if (about.corrects && about.borneBy) return { about: about.corrects, borneBy: about.borneBy }
  if (madeOn?.kind === 'invoice') return { about: 'commission', borneBy: 'platform' }
  return madeOn?.kind === 'sales_credit' && unitId
    ? { about: 'price', borneBy: 'company' }
    : { about: 'goodwill', borneBy: 'platform' }
}

/** The line of a VAT invoice: the commission of one working unit. */
export interface UnitLine {
  unitId: string
  registration: string | null
  bookings: number
  /** Prices before road charges. */
  basePence: Pence
  netPence: Pence
  vatPence: Pence
}
