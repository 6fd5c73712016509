import type { CARD_STATES } from '#modules/billing/documents/contract.ts'
import type { DocumentKind } from '#modules/billing/documents/rules.ts'
import type { EntryKind, PaidBy } from '#modules/billing/ledger/rules.ts'
import { formatDateUk, formatTime, toLocal } from '#shared/local-time.ts'
import { formatPence, type Pence } from '#shared/money.ts'
import { FAMILIES, type Summary } from './families.ts'

/** "01/02/2026 to 28/02/2026" */
export const periodText = ({ startDate, endDate }: { startDate: string; endDate: string }): string =>
  `${formatDateUk(startDate)} to ${formatDateUk(endDate)}`

/** "02/03/2026, 10:14" */
export function momentText(instant: string): string {
  const { day, minute } = toLocal(new Date(instant))
  return `${formatDateUk(day)}, ${formatTime(minute)}`
}

/** "LK72 VNF, Pennant & Daughters"; empty for an invoice run. */
export const subjectText = ({ registration, company, client }: Summary): string =>
  [registration, company?.name, client?.name].filter(Boolean).join(', ')

/** How a list names one document: its number, or what it is as long as it has none. */
export function nameOf({ kind, number, status, documentsCount }: Summary): string {
  if (kind === 'invoice') {
    const count = documentsCount === 1 ? '1 invoice' : `${documentsCount} invoices`
    return status === 'draft' ? `Draft of ${count}` : count
  }
  return number ?? 'Draft'
}

/** The heading of a document’s page. */
export function titleOf(document: Summary): string {
  const { one, noun } = FAMILIES[document.kind]
  if (document.kind === 'invoice')
    return document.status === 'draft' ? 'Draft invoices' : `Invoices of ${periodText(document)}`
  return document.number ? `${one} ${document.number}` : `Draft ${noun}`
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
  compensation: 'Cancelled by the mover',
  correction: 'Correction',
  reversal: 'Correction taken back',
  charge: 'Card charged',
  refund: 'Card refunded',
}

interface Due {
  label: string
  pence: Pence
}

/** Who pays whom. */
export function dueOf(kind: DocumentKind, balancePence: Pence, payee = 'the mover'): Due {
  if (kind === 'invoice') return { label: 'Total with VAT', pence: balancePence }
  if (kind === 'sales_credit') return { label: 'Credit', pence: balancePence }
  if (balancePence === 0) return { label: 'Nothing is due', pence: 0 }
  return balancePence > 0
    ? { label: `Vanfare pays ${payee}`, pence: balancePence }
    : { label: 'Due to Vanfare', pence: -balancePence }
}

/** What saving does, said before it is done. */
export function savingText({ kind, documentsCount }: Summary): string {
  const numbered =
    kind === 'invoice' && documentsCount > 1
      ? `Its ${documentsCount} invoices get the next numbers of this tax year`
      : 'It gets the next number of this tax year'
  return `${numbered}. After that nothing changes it: no line, no correction, no figure. It cannot be undone.`
}
