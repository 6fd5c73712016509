// Texts of a billing document, for the office and the company.
import type { CARD_STATES, statements } from '#modules/billing/documents/contract.ts'
import type { DocumentKind } from '#modules/billing/documents/rules.ts'
import type { EntryKind, PaidBy } from '#modules/billing/ledger/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDateUk, formatTime, toLocal } from '#shared/local-time.ts'
import { countOf } from '#shared/texts.ts'
import { formatPence, sumPence, type Pence } from '#shared/money.ts'

/** "01/02/2026 to 28/02/2026" */
export const periodText = ({ startDate, endDate }: { startDate: string; endDate: string }): string =>
  `${formatDateUk(startDate)} to ${formatDateUk(endDate)}`

/** Like `periodText`, but "01/02/2026" for one day. */
export const daysText = (period: { startDate: string; endDate: string }): string =>
  period.startDate === period.endDate ? formatDateUk(period.startDate) : periodText(period)

/** "02/03/2026, 10:14" */
export function momentText(instant: string): string {
  const { day, minute } = toLocal(new Date(instant))
  return `${formatDateUk(day)}, ${formatTime(minute)}`
}

/** "+£12.00", "−£20.00" */
export const signedText = (pence: Pence): string => `${pence > 0 ? '+' : ''}${formatPence(pence)}`

export const PAID_BY_TEXTS: Record<PaidBy, string> = { cash: 'Cash', card: 'Card', bank_transfer: 'Bank transfer' }

export const CARD_STATE_TEXTS: Record<(typeof CARD_STATES)[number], string> = {
  to_be_charged: 'to be charged',
  charged: 'charged',
  refunded: 'refunded',
}

export const ENTRY_TEXTS: Record<EntryKind, string> = {
  booking: 'Job done',
  cancellation: 'Cancellation fee',
  share: 'Van’s part',
  compensation: 'Cancelled by the company',
  correction: 'Correction',
  reversal: 'Correction taken back',
  charge: 'Card charged',
  refund: 'Card refunded',
}

/** What a line is for; of a booking of several vans, whose part. */
export const causeText = ({
  kind,
  pricePence,
  registration,
}: Pick<BillingDocument['lines'][number], 'kind' | 'pricePence' | 'registration'>): string =>
  kind === 'share'
    ? pricePence > 0
      ? 'This van’s part of the booking'
      : `Part of ${registration ?? 'another van'}, on its own statement`
    : ENTRY_TEXTS[kind]

/** "£254.20 for 2 lines, in none of the totals. It comes in the first statement after the card money." */
export const notCollectedText = (lines: readonly { balancePence: Pence }[]): string =>
  `${formatPence(sumPence(lines.map(({ balancePence }) => balancePence)))} for ${countOf(lines.length, 'line')}, in none of the totals. It comes in the first statement after the card money is collected.`

interface Due {
  label: string
  pence: Pence
}

/** Who pays whom. */
export function dueOf(kind: DocumentKind, balancePence: Pence, payee = 'the company'): Due {
  if (kind === 'invoice') return { label: 'Total with VAT', pence: balancePence }
  if (kind === 'sales_credit') return { label: 'Credit', pence: balancePence }
  if (balancePence === 0) return { label: 'Nothing is due', pence: 0 }
  return balancePence > 0
    ? { label: `Vanfare pays ${payee}`, pence: balancePence }
    : { label: 'Due to Vanfare', pence: -balancePence }
}

export type BillingDocument = AnswerOf<typeof statements.get>

interface TotalRow {
  label: string
  pence: Pence
}

/** What a document comes to, above what is due. The rows add up to it; those that would say nothing are left out. */
export function totalRows({ kind, entriesCount, corrections, lines, totals }: BillingDocument): TotalRow[] {
  const { grossPence, heldByMoverPence: heldByCompanyPence, commissionPence, vatPence, correctionsPence } = totals
  const shown = (rows: TotalRow[]) => rows.filter(({ pence }, index) => index === 0 || pence !== 0)
  if (kind === 'invoice')
    return shown([
      { label: `Commission, ${countOf(entriesCount - corrections.length, 'line')}`, pence: commissionPence },
      { label: countOf(corrections.length, 'correction'), pence: correctionsPence },
      { label: 'VAT', pence: vatPence },
    ])
  if (kind === 'sales_credit')
    return shown([
      { label: `Compensation, ${countOf(lines.length, 'line')}`, pence: grossPence },
      { label: countOf(corrections.length, 'correction'), pence: correctionsPence },
    ])
  return shown([
    { label: `Prices and fees, ${countOf(lines.length, 'line')}`, pence: grossPence },
    { label: 'Commission', pence: -commissionPence },
    { label: 'VAT on the commission', pence: -vatPence },
    { label: 'Cash and transfers the company already holds', pence: -heldByCompanyPence },
    { label: 'Corrections and compensation', pence: correctionsPence },
  ])
}
