import { formatPence, type Pence } from '#shared/money.ts'
import type { DocumentKind } from '../documents/rules.ts'
import {
  cutAfterPrice,
  cutOfCommission,
  NO_CUT,
  type Bearer,
  type BookingMoney,
  type CommissionCut,
  type Corrected,
} from '../ledger/rules.ts'

/** What a correction may be, and by how much (decisions §12, "Credits and corrections"; ADR 0062). Pure. */

export interface AskedCorrection {
  of: DocumentKind
  amountPence: Pence
  about?: Corrected | undefined
  borneBy?: Bearer | undefined
  hasBooking: boolean
}

/** Default subject of a correction: an invoice has commission only, and anything else is goodwill. */
export const correctedOf = ({ of, about }: Pick<AskedCorrection, 'of' | 'about'>): Corrected =>
  about ?? (of === 'invoice' ? 'commission' : 'goodwill')

/** Who bears it. A credit of a price or charge is the company’s; elsewhere the sign says who pays. */
export function bearerOf({ of, amountPence, about, borneBy }: AskedCorrection): Bearer {
  if (of === 'sales_credit') return borneBy ?? (about === 'price' || about === 'charge' ? 'company' : 'platform')
  return amountPence > 0 === (of === 'statement') ? 'platform' : 'company'
}

/** The field that is wrong, as on the wire, and what to do. */
export function faultOf(correction: AskedCorrection): [field: string, text: string] | undefined {
  const { of, amountPence, borneBy, hasBooking } = correction
  const about = correctedOf(correction)
  if (of === 'sales_credit') {
    if (about === 'commission')
      return ['about', 'A customer pays no commission. Correct it on the company’s statement.']
    if (amountPence <= 0)
      return ['amount_pence', 'A credit is more than £0. To take a credit back, delete it from the draft.']
    if (!hasBooking && about !== 'goodwill') return ['booking', 'Choose the booking that is corrected.']
    if (!hasBooking && borneBy === 'company') return ['booking', 'Choose the booking whose company bears the credit.']
    return undefined
  }
  if (of === 'invoice' && about !== 'commission')
    return ['about', 'An invoice has commission only. Correct anything else on a statement or a credit.']
  if (of === 'statement' && about !== 'goodwill' && !hasBooking)
    return ['booking', 'Choose the booking that is corrected.']
  if (borneBy !== undefined && borneBy !== bearerOf(correction))
    return ['borne_by', 'The sign says who bears this. Change the sign or leave this out.']
  return undefined
}

/** The least and the most that an amount may be. */
export interface Bounds {
  leastPence: Pence
  mostPence: Pence
}

/** A document before this correction. */
export interface DocumentMoney {
  /** Prices, fees and compensation on it; of an invoice the commission of the company, without VAT. */
  worthPence: Pence
  /** What its own corrections come to, in the direction of the amount. */
  correctedPence: Pence
}

/**
 * A credit is at most the amount that its customer was charged, has not been refunded, and that no statement has taken off the price: for
 * the booking, and for all bookings together.
 */
export const creditBounds = (
  about: Corrected,
  booking: BookingMoney | undefined,
  customerLeftPence: Pence,
): Bounds => ({
  leastPence: 1,
  mostPence: Math.max(
    0,
    Math.min(
      customerLeftPence,
      booking ? leftOf(booking) : Infinity,
      booking && about === 'charge' ? booking.roadChargesPence : Infinity,
    ),
  ),
})

/** What is left of a price to credit, or to take off on a statement: it is taken once. */
const leftOf = ({ chargedPence, givenBackPence, takenPence }: BookingMoney): Pence =>
  Math.max(0, chargedPence - givenBackPence - takenPence)

/** The corrections of a document together are at most its total; each is at most the amount that it corrects. */
export function documentBounds(
  correction: Pick<AskedCorrection, 'of' | 'about'>,
  { worthPence, correctedPence }: DocumentMoney,
  booking: BookingMoney | undefined,
): Bounds {
  const ofDocument = { leastPence: -worthPence - correctedPence, mostPence: worthPence - correctedPence }
  return booking ? narrower(ofDocument, bookingBounds(correction.of, correctedOf(correction), booking)) : ofDocument
}

/** On a statement a plus is in the company’s favour; on an invoice a plus is more commission. */
function bookingBounds(of: DocumentKind, about: Corrected, money: BookingMoney): Bounds {
  const { chargedPence, basePence, roadChargesPence, commissionPence } = money
  if (about === 'commission') {
    const [less, more] = [commissionPence, Math.max(0, basePence - commissionPence)]
    return of === 'statement' ? { leastPence: -more, mostPence: less } : { leastPence: -less, mostPence: more }
  }
  const least: Record<Exclude<Corrected, 'commission'>, Pence> = {
    price: Math.max(0, Math.min(basePence, leftOf(money))),
    charge: Math.min(roadChargesPence, leftOf(money)),
    goodwill: chargedPence,
  }
  return { leastPence: -least[about], mostPence: chargedPence }
}

const narrower = (a: Bounds, b: Bounds): Bounds => ({
  leastPence: Math.max(a.leastPence, b.leastPence),
  mostPence: Math.min(a.mostPence, b.mostPence),
})

/** Why the amount is refused; undefined if it is within its bounds. */
export function overBounds(
  of: DocumentKind,
  amountPence: Pence,
  { leastPence, mostPence }: Bounds,
): string | undefined {
  if (amountPence >= leastPence && amountPence <= mostPence) return undefined
  if (of === 'sales_credit')
    return mostPence > 0
      ? `Enter at most ${formatPence(mostPence)}. That is what the customer was charged, less credits, refunds and what statements took off the price.`
      : 'There is nothing left to credit. All that the customer was charged has been given back, or taken off the price on a statement.'
  return leastPence < mostPence
    ? `Enter between ${formatPence(leastPence)} and ${formatPence(mostPence)}. A correction is at most what it corrects.`
    : 'There is nothing left to correct here.'
}

/** What the commission becomes less by. It follows the company’s price, and a corrected commission is its own. */
export function cutOf(
  { of, amountPence, about }: Pick<AskedCorrection, 'of' | 'amountPence' | 'about'>,
  borneBy: Bearer,
  booking: BookingMoney | undefined,
): CommissionCut {
  if (!booking || of === 'invoice') return NO_CUT
  if (about === 'commission') return cutOfCommission(booking, amountPence)
  if (about !== 'price') return NO_CUT
  if (of === 'statement') return cutAfterPrice(booking, amountPence)
  return borneBy === 'company' ? cutAfterPrice(booking, -amountPence) : NO_CUT
}

/** Above this, or above half of the document, the office looks at what the document becomes before it adds a correction. */
export const LOOK_AGAIN_PENCE = 25_000
/** Above this a second person confirms. */
export const SECOND_PERSON_PENCE = 100_000
export const ALONE_HOURS = 24

/** `sizePence`: what the corrections of the document come to, whatever their sign; `halfOfPence`: the document, or what a credit corrects. */
export const needsSecondLook = (sizePence: Pence, halfOfPence: Pence): boolean =>
  sizePence > LOOK_AGAIN_PENCE || sizePence * 2 > halfOfPence

export type SecondLook = 'not_needed' | 'needed' | 'done'

export function secondLookOf(sizePence: Pence, entries: number, confirmedEntries: number | null): SecondLook {
  if (sizePence <= SECOND_PERSON_PENCE) return 'not_needed'
  return confirmedEntries === entries ? 'done' : 'needed'
}

interface Confirming {
  isAuthor: boolean
  /** Others of the office who may confirm. */
  others: number
  hoursSinceLast: number
}

/** An admin who wrote none of them confirms; one who is alone in the office does so after a day. */
export function mayConfirm({ isAuthor, others, hoursSinceLast }: Confirming): 'yes' | 'another' | 'later' {
  if (!isAuthor) return 'yes'
  if (others > 0) return 'another'
  return hoursSinceLast >= ALONE_HOURS ? 'yes' : 'later'
}
