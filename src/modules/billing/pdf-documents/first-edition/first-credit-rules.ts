import { formatPence, sumPence, type Pence } from '#shared/money.ts'
import {
  note,
  vatSummary,
  type Block,
  type PdfLine,
  type PdfParty,
  type Row,
  type SheetFacts,
} from '../layout-rules.ts'
import { creditHead, originalOf, SUMMARY, supplierText, treatmentOf, TREATMENTS } from '../credit-note-rules.ts'

/** A credit note as it was until November 2026. Pure. */

interface CreditGroup {
  companyId: string | null
  supplier: PdfParty
  lines: readonly PdfLine[]
}

/** Groups in the order of their first line. */
export function groupsOf({ lines, suppliers, issuer }: SheetFacts): CreditGroup[] {
  const groups = Map.groupBy(lines, ({ companyId, unitId }) => (unitId === null ? null : companyId))
  return [...groups].map(([companyId, own]) => ({
    companyId,
    supplier: suppliers.find((supplier) => supplier.companyId === companyId) ?? issuer,
    lines: own,
  }))
}

const sumOf = (lines: readonly PdfLine[], of: (line: PdfLine) => Pence) => sumPence(lines.map(of))
const netOf = (line: PdfLine) => line.balancePence - line.vatPence

export function firstCreditBlocks(sheet: SheetFacts): Block[] {
  const { totals } = sheet
  const groups = groupsOf(sheet)
  return [
    ...creditHead(sheet),
    ...groups.flatMap((group, index) => groupBlocks(group, index + 1)),
    { kind: 'heading', text: 'VAT summary' },
    summaryOf(groups),
    {
      kind: 'sums',
      rows: [
        ['Net', formatPence(totals.balancePence - totals.vatPence)],
        ['VAT', formatPence(totals.vatPence)],
      ],
      total: ['Total credit', formatPence(totals.balancePence)],
    },
    note(
      'All amounts are in pounds sterling. The credit is issued within 14 days of the change in price. A VAT-registered customer must reduce the input tax claimed by the VAT above.',
    ),
    note('Compensation for a cancellation is outside the scope of VAT.'),
  ]
}

function groupBlocks({ supplier, lines }: CreditGroup, place: number): Block[] {
  const vat = sumOf(lines, ({ vatPence }) => vatPence)
  return [
    { kind: 'heading', text: `${place}. ${supplier.name}` },
    { kind: 'paragraph', text: supplierText(supplier) },
    {
      kind: 'table',
      caption: `Credits from ${supplier.name}`,
      columns: [
        { label: 'Booking, original document', share: 29 },
        { label: 'Why', share: 30 },
        { label: 'Net', share: 11, isRight: true },
        { label: 'VAT rate', share: 9, isRight: true },
        { label: 'VAT', share: 10, isRight: true },
        { label: 'Credit', share: 11, isRight: true },
      ],
      rows: lines.map(creditRow),
      sum: [
        vat === 0 ? 'Credit, no VAT' : 'Credit and VAT reduced',
        '',
        formatPence(sumOf(lines, netOf)),
        '',
        formatPence(vat),
        formatPence(sumOf(lines, ({ balancePence }) => balancePence)),
      ],
    },
  ]
}

const creditRow = (line: PdfLine): Row => ({
  cells: [
    line.reference || 'No booking',
    line.kind === 'compensation' ? 'The company cancelled late, and owes you for it' : (line.reason ?? ''),
    formatPence(netOf(line)),
    TREATMENTS[treatmentOf(line)],
    formatPence(line.vatPence),
    formatPence(line.balancePence),
  ],
  ...(line.bookingId ? { small: { cell: 0, text: originalOf(line) } } : {}),
})

const summaryOf = (groups: readonly CreditGroup[]): Block =>
  vatSummary(
    'Supplier, rate',
    groups.flatMap(({ supplier, lines }) =>
      [...Map.groupBy(lines, treatmentOf)].map(([treatment, own]) => [
        `${supplier.name}, ${SUMMARY[treatment]}`,
        formatPence(sumOf(own, netOf)),
        formatPence(sumOf(own, ({ vatPence }) => vatPence)),
      ]),
    ),
  )
