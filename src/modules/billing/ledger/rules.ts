import { payoutAfterCommission } from '#modules/pricing/commission-rules.ts'
import { VAT_PERCENT } from '#modules/pricing/rules.ts'
import { percentOf, sumPence, taxIncluded, type Pence } from '#shared/money.ts'

/**
 * Effects of each cause on the ledger (ADR 0041). A debit is positive, a credit negative; each entry sums to 0. The
 * account of a working unit is between us and its company: a credit is owed to the company. `customer`: a debit is owed
 * by the customer. Pure.
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
  'share',
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
  /** The company was registered for VAT on that day, so its prices include VAT. */
  moverChargesVat: boolean
  /** What a correction is about, and who bears it. */
  corrects?: Corrected
  borneBy?: Bearer
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
 * Postings of a fee: the customer owes the price to the company, the company owes us the commission and its VAT. Cash
 * and transfers go directly to the company, which settles the price; card money is ours to collect.
 */
export function postingsOfFee({ pricePence, commissionablePence, commissionPercent, paidBy }: Fee): Posting[] {
  const { commissionPence, commissionVatPence } = payoutAfterCommission(
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

/**
 * Postings of the part that a van beside the lead has in a booking: its own as of a fee, and the same the other way round on the lead, whose entry has the
 * whole booking (ADR 0073).
 */
export function postingsOfShare(part: Fee): { ofVan: Posting[]; ofLead: Posting[] } {
  const ofVan = postingsOfFee(part)
  return { ofVan, ofLead: reversed(ofVan) }
}

/** Compensation that a company owes the customer for cancelling late, outside the scope of VAT. */
export const postingsOfCompensation = (pence: Pence): Posting[] =>
  posted(both('compensation', 'mover', 'customer', pence))

/** What a correction is about (decisions §12). `charge` is a road charge within the price, which carries no commission. */
export const CORRECTED = ['price', 'commission', 'charge', 'goodwill'] as const
export type Corrected = (typeof CORRECTED)[number]

export const BEARERS = ['platform', 'company'] as const
export type Bearer = (typeof BEARERS)[number]

/** Commission without VAT, and the VAT on it, that a company owes less; negative for more. */
export interface CommissionCut {
  netPence: Pence
  vatPence: Pence
}

/** More VAT than was posted booking by booking; a negative amount is less. */
export const postingsOfRounding = (pence: Pence): Posting[] => posted(both('vat', 'adjustments', 'vat', pence))

export const NO_CUT: CommissionCut = { netPence: 0, vatPence: 0 }

export interface Correction {
  /** The document that is corrected. */
  of: 'statement' | 'invoice' | 'sales_credit'
  corrects: Corrected
  borneBy: Bearer
  /**
   * A statement: in the company’s favour, of commission without VAT. An invoice: what the company owes more, without VAT. A sales credit:
   * what the customer gets.
   */
  amountPence: Pence
  cut: CommissionCut
}

/**
 * Goodwill moves neither commission nor VAT, and is on no invoice. The commission of a statement or a credit follows the company’s price; that of an invoice is
 * corrected on the invoice itself, with the VAT on top.
 */
export function postingsOfCorrection({ of, corrects, borneBy, amountPence, cut }: Correction): Posting[] {
  const followed = [
    ...both('commission', 'commission', 'mover', cut.netPence),
    ...both('vat', 'vat', 'mover', cut.vatPence),
  ]
  if (of === 'sales_credit')
    return posted([
      ...both('correction', borneBy === 'company' ? 'mover' : 'adjustments', 'customer', amountPence),
      ...followed,
    ])
  if (of === 'statement')
    return posted([
      ...(corrects === 'commission' ? [] : both('correction', 'adjustments', 'mover', amountPence)),
      ...followed,
    ])
  return posted([
    ...both('correction', 'company', 'commission', amountPence),
    ...both('vat', 'company', 'vat', percentOf(amountPence, VAT_PERCENT)),
  ])
}

/** A booking’s money after the corrections made until now. */
export interface BookingMoney {
  /** What the customer was charged: the price, or the fee for cancelling. */
  chargedPence: Pence
  /** Credited, or paid back to the card. */
  givenBackPence: Pence
  /** Taken off the price, or off a charge within it, by corrections of statements, drafts included: the customer gets nothing by it. */
  takenPence: Pence
  /** The company’s price without road charges: commission is counted from it. */
  basePence: Pence
  /** Road charges within the price. */
  roadChargesPence: Pence
  commissionPercent: number
  commissionPence: Pence
  commissionVatPence: Pence
}

/** Reduction of the commission after the company’s price has changed by `changePence`; VAT is that of the rest. */
export function cutAfterPrice(money: BookingMoney, changePence: Pence): CommissionCut {
  const at = (basePence: Pence) => percentOf(Math.max(0, basePence), money.commissionPercent)
  const netPence = at(money.basePence) - at(money.basePence + changePence)
  return cutOfCommission(money, Math.min(netPence, money.commissionPence))
}

/** So much less commission; its VAT is that of the commission that is left. */
export const cutOfCommission = (
  { commissionPence, commissionVatPence }: BookingMoney,
  netPence: Pence,
): CommissionCut => ({
  netPence,
  vatPence: commissionVatPence - percentOf(commissionPence - netPence, VAT_PERCENT),
})

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

/** VAT included in a refund by a VAT-registered company; 0 for any other. */
export const vatWithin = (pence: Pence, chargesVat: boolean): Pence =>
  chargesVat ? taxIncluded(pence, VAT_PERCENT) : 0

const both = (what: Part, debit: Account, credit: Account, amountPence: Pence): Posting[] => [
  { account: debit, what, amountPence },
  { account: credit, what, amountPence: -amountPence },
]

const posted = (postings: Posting[]): Posting[] => postings.filter(({ amountPence }) => amountPence !== 0)
