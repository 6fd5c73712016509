import {
  bearerOf,
  creditBounds,
  cutOf,
  documentBounds,
  faultOf,
  overBounds,
} from '#modules/billing/corrections/rules.ts'
import type { DocumentEntry, DocumentKind } from '#modules/billing/documents/rules.ts'
import {
  BEARERS,
  CORRECTED,
  movedOn,
  PAID_BY,
  postingsOfCharge,
  postingsOfCompensation,
  postingsOfCorrection,
  postingsOfFee,
  postingsOfShare,
  type BookingMoney,
  type EntryAbout,
  type EntryKind,
  type Posting,
} from '#modules/billing/ledger/rules.ts'
import { percentOf, sumPence, type Pence } from '#shared/money.ts'
import { randomOf } from './chaos/random.ts'

/** What a ledger might have. */

const about: EntryAbout = {
  reference: 'ABCD1234',
  from: 'Walthamstow E17',
  to: 'Brighton BN1',
  startAt: '2026-11-28T09:00:00.000Z',
  registration: 'LK72 VNF',
  paidBy: 'card',
  pricePence: 0,
  roadChargesPence: 0,
  commissionPercent: 15,
  moverChargesVat: false,
}

export const ledgerEntry = (
  kind: EntryKind,
  postings: readonly Posting[],
  more: Partial<EntryAbout> = {},
): DocumentEntry => ({
  id: crypto.randomUUID(),
  kind,
  day: '2026-11-28',
  bookingId: null,
  unitId: 'unit',
  companyId: 'company',
  about: { ...about, ...more },
  postings,
})

/** Jobs, cancellations, compensations and corrections of one unit and one customer, as a month might bring them. */
export function randomHistory(seed: number): DocumentEntry[] {
  const random = randomOf(seed)
  const upTo = (most: number) => random.below(most)
  return Array.from({ length: 1 + upTo(12) }, (): DocumentEntry => {
    const pricePence = 1 + upTo(200_000)
    const commissionablePence = pricePence - upTo(Math.min(pricePence, 2000))
    const commissionPercent = [0, 12.5, 15, 17.5, 20][upTo(5)] ?? 15
    const paidBy = PAID_BY[upTo(3)] ?? 'cash'
    const postings = postingsOfFee({ pricePence, commissionablePence, commissionPercent, paidBy })
    const moverChargesVat = upTo(2) === 1
    const amountPence = upTo(10_000) - 5000 || 1
    const netPence = upTo(2000) - 1000 || 1
    const cut = { netPence, vatPence: percentOf(netPence, 20) }
    const correction = (of: DocumentKind, pence: number) =>
      postingsOfCorrection({
        of,
        corrects: CORRECTED[upTo(CORRECTED.length)] ?? 'goodwill',
        borneBy: BEARERS[upTo(2)] ?? 'platform',
        amountPence: pence,
        cut,
      })
    switch (upTo(6)) {
      case 0:
        return ledgerEntry('compensation', postingsOfCompensation(pricePence))
      case 1:
        return ledgerEntry('correction', correction('statement', amountPence), { moverChargesVat })
      case 2:
        return ledgerEntry('correction', correction('invoice', amountPence))
      case 3:
        return ledgerEntry('correction', correction('sales_credit', amountPence), { moverChargesVat })
      case 4:
        return ledgerEntry('cancellation', postings, { pricePence, moverChargesVat })
      default:
        return ledgerEntry('booking', postings, {
          pricePence,
          roadChargesPence: pricePence - commissionablePence,
          moverChargesVat,
        })
    }
  })
}

/** A booking of two or three vans: what is on the statement of each, the lead's first, and the booking's own. */
export function randomPlan(seed: number): { booking: DocumentEntry; vans: DocumentEntry[][] } {
  const random = randomOf(seed)
  const parts = Array.from({ length: 1 + random.below(2) }, () => {
    const pricePence = random.below(90_000)
    return { pricePence, commissionablePence: pricePence - random.below(Math.min(pricePence + 1, 3000)) }
  })
  const own = { pricePence: 1 + random.below(90_000), commissionablePence: 0 }
  own.commissionablePence = own.pricePence - random.below(Math.min(own.pricePence, 3000))
  const terms = {
    commissionPercent: [0, 12.5, 15, 17.5, 20][random.below(5)] ?? 15,
    paidBy: PAID_BY[random.below(3)] ?? 'cash',
  }
  const sum = (of: 'pricePence' | 'commissionablePence') => own[of] + sumPence(parts.map((part) => part[of]))
  const agreed = { pricePence: sum('pricePence'), commissionablePence: sum('commissionablePence'), ...terms }
  const booking = ledgerEntry('booking', postingsOfFee(agreed), { pricePence: agreed.pricePence })
  const shares = parts.map((part) => {
    const { ofVan, ofLead } = postingsOfShare({ ...part, ...terms })
    return { ofVan: ledgerEntry('share', ofVan), ofLead: ledgerEntry('share', ofLead) }
  })
  return { booking, vans: [[booking, ...shares.map(({ ofLead }) => ofLead)], ...shares.map(({ ofVan }) => [ofVan])] }
}

export interface BookingHistory {
  /** In the order in which they were made, each correction with the kind of document that has it. */
  entries: (DocumentEntry & { of?: DocumentKind })[]
  money: BookingMoney
  isCard: boolean
  /** Some commission was corrected by itself, so that it is not the rate of the price any more. */
  hasOwnCommission: boolean
  bornePence: Pence
  /** Corrections of the price, or of a charge within it, on statements: positive in the company's favour. */
  statementPence: Pence
}

const OF = ['statement', 'sales_credit'] as const

/** A booking whose money has been collected, and what the office may correct of it: anything that the rules refuse is left out. */
export function randomBooking(seed: number): BookingHistory {
  const random = randomOf(seed)
  const upTo = (most: number) => random.below(most)
  const chargedPence = 100 + upTo(200_000)
  const roadChargesPence = upTo(Math.min(chargedPence, 5_000))
  const commissionPercent = [0, 12.5, 15, 17.5, 20][upTo(5)] ?? 15
  const paidBy = PAID_BY[upTo(3)] ?? 'cash'
  const basePence = chargedPence - roadChargesPence
  const fee = postingsOfFee({ pricePence: chargedPence, commissionablePence: basePence, commissionPercent, paidBy })
  const terms = { pricePence: chargedPence, roadChargesPence, commissionPercent, paidBy }
  const history: BookingHistory = {
    entries: [
      ledgerEntry('booking', fee, terms),
      ...(paidBy === 'card' ? [ledgerEntry('charge', postingsOfCharge(chargedPence), terms)] : []),
    ],
    money: {
      chargedPence,
      givenBackPence: 0,
      takenPence: 0,
      basePence,
      roadChargesPence,
      commissionPercent,
      commissionPence: movedOn(fee, 'mover', ['commission']),
      commissionVatPence: movedOn(fee, 'mover', ['vat']),
    },
    isCard: paidBy === 'card',
    hasOwnCommission: false,
    bornePence: 0,
    statementPence: 0,
  }
  let correctedPence = 0
  for (let round = upTo(6); round > 0; round -= 1) {
    const of = OF[upTo(2)] ?? 'statement'
    const about = CORRECTED[upTo(CORRECTED.length)] ?? 'goodwill'
    const size = 1 + upTo(Math.round(chargedPence * 1.2))
    const amountPence = upTo(4) === 0 ? -size : size
    const asked = { of, about, amountPence, hasBooking: true, ...(upTo(3) === 0 ? { borneBy: BEARERS[upTo(2)] } : {}) }
    if (faultOf(asked)) continue
    const { money } = history
    const bounds =
      of === 'sales_credit'
        ? creditBounds(about, money, Math.max(0, chargedPence - money.givenBackPence - money.takenPence))
        : documentBounds(asked, { worthPence: chargedPence, correctedPence }, money)
    if (overBounds(of, amountPence, bounds)) continue
    const borneBy = bearerOf(asked)
    const cut = cutOf(asked, borneBy, money)
    const postings = postingsOfCorrection({ of, corrects: about, borneBy, amountPence, cut })
    // What the company's own price becomes; the platform's credits leave it alone.
    const change = movedOn(postings, 'mover', ['correction'])
    history.entries.push({ ...ledgerEntry('correction', postings, { ...terms, corrects: about, borneBy }), of })
    history.hasOwnCommission ||= about === 'commission'
    history.bornePence += movedOn(postings, 'adjustments')
    if (of === 'statement') correctedPence += about === 'commission' ? cut.netPence + cut.vatPence : amountPence
    if (of === 'statement' && (about === 'price' || about === 'charge')) history.statementPence += amountPence
    history.money = {
      ...money,
      takenPence: Math.max(0, -history.statementPence),
      givenBackPence: money.givenBackPence - movedOn(postings, 'customer', ['correction']),
      basePence: money.basePence - (about === 'price' ? change : 0),
      roadChargesPence: money.roadChargesPence - (about === 'charge' ? change : 0),
      commissionPence: money.commissionPence - cut.netPence,
      commissionVatPence: money.commissionVatPence - cut.vatPence,
    }
  }
  return history
}
