import type { DocumentEntry, DocumentKind } from '#modules/billing/documents/rules.ts'
import {
  BEARERS,
  CORRECTED,
  PAID_BY,
  postingsOfCompensation,
  postingsOfCorrection,
  postingsOfFee,
  type EntryAbout,
  type EntryKind,
  type Posting,
} from '#modules/billing/ledger/rules.ts'
import { percentOf } from '#shared/money.ts'
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
