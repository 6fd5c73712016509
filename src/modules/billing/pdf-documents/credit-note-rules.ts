import { receiptNumber } from '#modules/bookings/receipt/rules.ts'
import { formatDateUk, localDayOf } from '#shared/local-time.ts'
import { formatPence, sumPence, type Pence } from '#shared/money.ts'
import {
  datesOf,
  note,
  partiesBlock,
  partsWithin,
  partyLines,
  RATE,
  vatSummary,
  vatText,
  type Block,
  type PdfLine,
  type PdfParty,
  type Row,
  type SheetFacts,
} from './layout-rules.ts'

/**
 * Credit note to a customer, as regulation 15C requires. Each company's part, and each VAT treatment within it, is a
 * credit note of its own with its own number. Pure.
 */

/**
 * VAT treatment of a credit: a registered company's refund includes it; compensation and our own credits are outside
 * its scope.
 */
export type Treatment = 'standard' | 'unregistered' | 'outside'

export const TREATMENTS: Record<Treatment, string> = { standard: RATE, unregistered: 'No VAT', outside: 'Outside' }

export function treatmentOf({ kind, unitId, corrects, moverChargesVat }: PdfLine): Treatment {
  if (kind === 'compensation' || unitId === null || corrects === 'goodwill') return 'outside'
  return moverChargesVat ? 'standard' : 'unregistered'
}

export interface CreditPart {
  /** "SCN-2026/27-00001.2" where there are several; null of a draft. */
  number: string | null
  /** Null: it is ours. */
  companyId: string | null
  supplier: PdfParty
  hasVat: boolean
  lines: readonly PdfLine[]
  netPence: Pence
  vatPence: Pence
  roundingPence: Pence
  creditPence: Pence
}

/** Parts in the order of their first line. */
export function partsOf({ number, lines, suppliers, issuer }: SheetFacts): CreditPart[] {
  const groups = [
    ...Map.groupBy(
      lines,
      (line) => `${line.unitId === null ? '' : line.companyId} ${treatmentOf(line) === 'standard'}`,
    ),
  ]
  return groups.flatMap(([, own], index) => {
    const [first] = own
    if (!first) return []
    const companyId = first.unitId === null ? null : first.companyId
    const hasVat = treatmentOf(first) === 'standard'
    const creditPence = sumPence(own.map(({ balancePence }) => balancePence))
    return {
      number: number && (groups.length > 1 ? `${number}.${index + 1}` : number),
      companyId,
      supplier: suppliers.find((supplier) => supplier.companyId === companyId) ?? issuer,
      hasVat,
      lines: own,
      creditPence,
      ...(hasVat ? partsWithin(creditPence) : { netPence: creditPence, vatPence: 0, roundingPence: 0 }),
    }
  })
}

/** Who credits whom, and how much. */
export function creditHead(sheet: SheetFacts): Block[] {
  const { number, party, totals } = sheet
  const { issued, period } = datesOf(sheet)
  return [
    partiesBlock(
      sheet,
      ['Issued by, as agent for the companies named below', 'To'],
      [
        ['Credit note', number ?? 'Draft'],
        ['Issued', issued],
        ['Period', period],
        ...(party.email ? [['Sent to', party.email] satisfies [string, string]] : []),
      ],
    ),
    {
      kind: 'answer',
      text: totals.balancePence < 0 ? 'You owe' : 'Credited to you',
      amount: formatPence(Math.abs(totals.balancePence)),
    },
  ]
}

export function creditBlocks(sheet: SheetFacts): Block[] {
  const { totals } = sheet
  const parts = partsOf(sheet)
  const rounding = sumPence(parts.map(({ roundingPence }) => roundingPence))
  return [
    ...creditHead(sheet),
    ...parts.flatMap((part, index) => partBlocks(part, { place: index + 1, isSolePart: parts.length === 1 })),
    { kind: 'heading', text: 'VAT summary' },
    summaryOf(parts),
    {
      kind: 'sums',
      rows: [
        ['Net', formatPence(totals.balancePence - totals.vatPence - rounding)],
        ['VAT', formatPence(totals.vatPence)],
        ...(rounding === 0 ? [] : [['Rounding', formatPence(rounding)] satisfies [string, string]]),
      ],
      total: ['Total credit', formatPence(totals.balancePence)],
    },
    note(
      'All amounts are in pounds sterling. A VAT-registered customer must reduce the input tax claimed by the VAT above.',
    ),
    note('Compensation for a cancellation is outside the scope of VAT.'),
  ]
}

export function supplierText(supplier: PdfParty): string {
  const lines = partyLines({ ...supplier, vatNumber: null }).slice(1)
  const registered = supplier.vatNumber
    ? `VAT ${vatText(supplier.vatNumber)}.`
    : 'Not registered for VAT: there is no VAT in this credit.'
  return [...lines.map((line) => `${line}.`), registered].join(' ')
}

function partBlocks(
  { number, supplier, lines, hasVat, creditPence }: CreditPart,
  { place, isSolePart }: { place: number; isSolePart: boolean },
): Block[] {
  return [
    { kind: 'heading', text: `${place}. ${supplier.name}${isSolePart || !number ? '' : `, credit note ${number}`}` },
    { kind: 'paragraph', text: supplierText(supplier) },
    {
      kind: 'table',
      caption: `Credits from ${supplier.name}`,
      columns: [
        { label: 'Booking and original document', share: 36 },
        { label: 'Why', share: 36 },
        { label: 'VAT rate', share: 11, isRight: true },
        { label: hasVat ? 'Credit with VAT' : 'Credit', share: 17, isRight: true },
      ],
      rows: lines.map(creditRow),
      sum: [hasVat ? 'Credit, VAT within' : 'Credit, no VAT', '', '', formatPence(creditPence)],
    },
  ]
}

const creditRow = (line: PdfLine): Row => ({
  cells: [
    line.reference || 'No booking',
    line.kind === 'compensation' ? 'Compensation: the company cancelled late' : (line.reason ?? ''),
    TREATMENTS[treatmentOf(line)],
    formatPence(line.balancePence),
  ],
  ...(line.bookingId ? { small: { cell: 0, text: originalOf(line) } } : {}),
})

/** The document whose price is corrected, or for what was cancelled the move it was to be. */
export function originalOf(line: PdfLine): string {
  const day = line.startAt ? formatDateUk(localDayOf(new Date(line.startAt))) : formatDateUk(line.day)
  const move = `${line.from} to ${line.to}`
  return line.kind === 'compensation'
    ? `${move}, booked for ${day}`
    : `Receipt ${receiptNumber(line.bookingId ?? '')}, move of ${day}\n${move}`
}

export const SUMMARY: Record<Treatment, string> = {
  standard: RATE,
  unregistered: 'no VAT',
  outside: 'outside the scope of VAT',
}

const summaryOf = (parts: readonly CreditPart[]): Block =>
  vatSummary(
    'Supplier, rate',
    parts.map(({ supplier, lines, netPence, vatPence }) => [
      [supplier.name, ...new Set(lines.map((line) => SUMMARY[treatmentOf(line)]))].join(', '),
      formatPence(netPence),
      formatPence(vatPence),
    ]),
  )
