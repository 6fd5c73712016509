import { keptOf } from '#modules/pricing/commission/rules.ts'
import { VAT_PERCENT } from '#modules/pricing/rules.ts'
import { percentOf, sumPence, taxIncluded, type Pence } from '#shared/money.ts'

/**
 * What each cause does to the ledger (ADR 0041). A debit is positive, a credit negative; each entry sums to nothing. `mover` is what stands
 * between us and a working unit: a credit is owed to it. `customer`: a debit is owed by the customer. Pure.
 */

export const ACCOUNTS = ['customer', 'mover', 'company', 'commission', 'vat', 'adjustments', 'money'] as const
export type Account = (typeof ACCOUNTS)[number]

export const PARTS = [
  'price',
  'paid_to_mover',
  'commission',
  'vat',
  'compensation',
  'correction',
  'charge',
  'refund',
] as const
export type Part = (typeof PARTS)[number]

export const ENTRY_KINDS = [
  'booking',
  'cancellation',
  'compensation',
  'correction',
  'reversal',
  'charge',
  'refund',
] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

export interface Posting {
  account: Account
  what: Part
  amountPence: Pence
}

export const PAID_BY = ['cash', 'card', 'bank_transfer'] as const
export type PaidBy = (typeof PAID_BY)[number]

/** What a line of a document says about its entry. No name of a person: it is never erased. */
export interface EntryAbout {
  /** A booking's number, as both sides know it; empty if the entry is about no booking. */
  reference: string
  /** Outcode and town. */
  from: string
  to: string
  /** When the job began, or would have; empty as above. */
  startAt: string
  registration: string | null
  paidBy: PaidBy | null
  pricePence: Pence
  roadChargesPence: Pence
  commissionPercent: number
  /** The mover was registered for VAT on that day, so VAT is within its prices. */
  moverChargesVat: boolean
  /** Who of the office corrected it, and why; of a charge the card provider's reference. */
  author?: string
  reason?: string
}

export const ABOUT_NO_BOOKING: EntryAbout = {
  reference: '',
  from: '',
  to: '',
  startAt: '',
  registration: null,
  paidBy: null,
  pricePence: 0,
  roadChargesPence: 0,
  commissionPercent: 0,
  moverChargesVat: false,
}

/** What is owed for a job that was done, or for one that was cancelled too late. */
export interface Fee {
  pricePence: Pence
  /** The part of the price that commission is counted from: road charges are passed on at cost. */
  commissionablePence: Pence
  commissionPercent: number
  paidBy: PaidBy
}

/**
 * The customer owes the price to the mover, the mover owes us the commission and its VAT. Who pays cash or by transfer pays the mover
 * directly, which settles the price; card money is ours to collect.
 */
export function postingsOfFee({ pricePence, commissionablePence, commissionPercent, paidBy }: Fee): Posting[] {
  const { commissionPence, commissionVatPence } = keptOf(
    { totalPence: pricePence, commissionablePence },
    commissionPercent,
  )
  return posted([
    ...both('price', 'customer', 'mover', pricePence),
    ...(paidBy === 'card' ? [] : both('paid_to_mover', 'mover', 'customer', pricePence)),
    ...both('commission', 'mover', 'commission', commissionPence),
    ...both('vat', 'mover', 'vat', commissionVatPence),
  ])
}

/** A mover who cancels late owes the customer this: compensation, outside the scope of VAT. */
export const postingsOfCompensation = (pence: Pence): Posting[] =>
  posted(both('compensation', 'mover', 'customer', pence))

/** In the mover's favour; a negative amount is against them. */
const postingsOfStatementCorrection = (pence: Pence): Posting[] =>
  posted(both('correction', 'adjustments', 'mover', pence))

/** More commission from a company; a negative amount is less. With its VAT, which is on top. */
const postingsOfInvoiceCorrection = (netPence: Pence): Posting[] =>
  posted([
    ...both('correction', 'company', 'commission', netPence),
    ...both('vat', 'company', 'vat', percentOf(netPence, VAT_PERCENT)),
  ])

/** Credited to a customer: by the mover of the booking that is named, or else by us. */
const postingsOfCreditCorrection = (pence: Pence, isMovers: boolean): Posting[] =>
  posted(both('correction', isMovers ? 'mover' : 'adjustments', 'customer', pence))

export type Correction =
  | { of: 'statement'; amountPence: Pence }
  | { of: 'invoice'; amountPence: Pence }
  | { of: 'sales_credit'; amountPence: Pence; isMovers: boolean }

export function postingsOfCorrection(correction: Correction): Posting[] {
  if (correction.of === 'statement') return postingsOfStatementCorrection(correction.amountPence)
  if (correction.of === 'invoice') return postingsOfInvoiceCorrection(correction.amountPence)
  return postingsOfCreditCorrection(correction.amountPence, correction.isMovers)
}

/** More VAT than was posted booking by booking; a negative amount is less. */
export const postingsOfRounding = (pence: Pence): Posting[] => posted(both('vat', 'adjustments', 'vat', pence))

/** Card money has come. */
export const postingsOfCharge = (pence: Pence): Posting[] => posted(both('charge', 'money', 'customer', pence))

/** Card money has gone back. */
export const postingsOfRefund = (pence: Pence): Posting[] => posted(both('refund', 'customer', 'money', pence))

/** An entry is never changed: what was wrong is posted the other way round. */
export const reversed = (postings: readonly Posting[]): Posting[] =>
  postings.map((posting) => ({ ...posting, amountPence: -posting.amountPence }))

/** What an entry did to one account, all parts or some. */
export const movedOn = (postings: readonly Posting[], account: Account, parts: readonly Part[] = PARTS): Pence =>
  sumPence(
    postings
      .filter((posting) => posting.account === account && parts.includes(posting.what))
      .map(({ amountPence }) => amountPence),
  )

/** Of what a VAT-registered mover gives back, the VAT within; nothing of another's. */
export const vatWithin = (pence: Pence, chargesVat: boolean): Pence =>
  chargesVat ? taxIncluded(pence, VAT_PERCENT) : 0

const both = (what: Part, debit: Account, credit: Account, amountPence: Pence): Posting[] => [
  { account: debit, what, amountPence },
  { account: credit, what, amountPence: -amountPence },
]

const posted = (postings: Posting[]): Posting[] => postings.filter(({ amountPence }) => amountPence !== 0)
