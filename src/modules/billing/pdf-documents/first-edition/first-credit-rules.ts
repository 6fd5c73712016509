import { receiptNumber } from '#modules/bookings/receipt/rules.ts'
import { formatDateUk, localDayOf } from '#shared/local-time.ts'
import { formatPence, sumPence, type Pence } from '#shared/money.ts'
import {
  datesOf,
  note,
  partyLines,
  RATE,
  vatText,
  type Block,
  type PdfLine,
  type PdfParty,
  type Row,
  type SheetFacts,
} from '../layout-rules.ts'
import { treatmentOf, type Treatment } from '../credit-note-rules.ts'

/** A credit note as it was until November 2026. Pure. */

const TREATMENTS: Record<Treatment, string> = { standard: RATE, unregistered: 'No VAT', outside: 'Outside' }

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
  const { number, issuer, party, totals } = sheet
  const { issued, period } = datesOf(sheet)
  const groups = groupsOf(sheet)
  return [
    {
      kind: 'parties',
      parties: [
        { heading: 'Issued by, as agent for the companies named below', lines: partyLines(issuer) },
        { heading: 'To', lines: partyLines(party) },
      ],
      facts: [
        ['Credit note', number ?? 'Draft'],
        ['Issued', issued],
        ['Period', period],
        ...(party.email ? [['Sent to', party.email] satisfies [string, string]] : []),
      ],
    },
    {
      kind: 'answer',
      text: totals.balancePence < 0 ? 'You owe' : 'Credited to you',
      amount: formatPence(Math.abs(totals.balancePence)),
    },
    ...groups.flatMap((group, index) => groupBlocks(group, index + 1)),
    { kind: 'heading', text: 'VAT summary' },
    vatSummary(groups),
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
  const registered = supplier.vatNumber
    ? `VAT ${vatText(supplier.vatNumber)}.`
    : 'Not registered for VAT: there is no VAT in this credit.'
  return [
    { kind: 'heading', text: `${place}. ${supplier.name}` },
    {
      kind: 'paragraph',
      text: [
        ...partyLines({ ...supplier, vatNumber: null })
          .slice(1)
          .map((line) => `${line}.`),
        registered,
      ].join(' '),
    },
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

/** The document whose price is corrected, or for what was cancelled the move it was to be. */
function originalOf(line: PdfLine): string {
  const day = line.startAt ? formatDateUk(localDayOf(new Date(line.startAt))) : formatDateUk(line.day)
  const move = `${line.from} to ${line.to}`
  return line.kind === 'compensation'
    ? `${move}, booked for ${day}`
    : `Receipt ${receiptNumber(line.bookingId ?? '')}, move of ${day}\n${move}`
}

const SUMMARY: Record<Treatment, string> = {
  standard: RATE,
  unregistered: 'no VAT',
  outside: 'outside the scope of VAT',
}

function vatSummary(groups: readonly CreditGroup[]): Block {
  return {
    kind: 'table',
    caption: 'VAT summary',
    columns: [
      { label: 'Supplier, rate', share: 60 },
      { label: 'Net', share: 20, isRight: true },
      { label: 'VAT', share: 20, isRight: true },
    ],
    rows: groups.flatMap(({ supplier, lines }) =>
      [...Map.groupBy(lines, treatmentOf)].map(([treatment, own]) => ({
        cells: [
          `${supplier.name}, ${SUMMARY[treatment]}`,
          formatPence(sumOf(own, netOf)),
          formatPence(sumOf(own, ({ vatPence }) => vatPence)),
        ],
      })),
    ),
  }
}
