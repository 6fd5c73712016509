import { formatDateUk } from '#shared/local-time.ts'
import { formatPence, sumPence, type Pence } from '#shared/money.ts'
import {
  datesOf,
  note,
  partyLines,
  RATE,
  type Block,
  type PaperLine,
  type Row,
  type SheetFacts,
} from './layout-rules.ts'

/**
 * A credit note to a company, for commission that a VAT invoice billed: what regulation 15C asks for. Its sheet has negative amounts; they are
 * credited. Pure.
 */

export interface CommissionCredit {
  netPence: Pence
  vatPence: Pence
  totalPence: Pence
  /** What statements have given back, by booking. */
  settledPence: Pence
  /** Makes nothing of the total and what is given back. */
  roundingPence: Pence
}

export function commissionCreditOf({ totals, lines }: SheetFacts): CommissionCredit {
  const settledPence = -sumPence(lines.map(({ commissionPence, vatPence }) => commissionPence + vatPence))
  const totalPence = -totals.balancePence
  return {
    netPence: -totals.commissionPence - totals.correctionsPence,
    vatPence: -totals.vatPence,
    totalPence,
    settledPence,
    roundingPence: settledPence - totalPence,
  }
}

export function commissionCreditBlocks(sheet: SheetFacts): Block[] {
  const { number, issuer, party, lines } = sheet
  const { issued } = datesOf(sheet)
  const { netPence, vatPence, totalPence, settledPence, roundingPence } = commissionCreditOf(sheet)
  return [
    {
      kind: 'parties',
      parties: [
        { heading: 'From', lines: partyLines(issuer) },
        { heading: 'To', lines: partyLines(party) },
      ],
      facts: [
        ['Credit note', number ?? 'Draft'],
        ['Issued', issued],
        ['Tax point', issued],
      ],
    },
    { kind: 'answer', text: 'Commission credited to you', amount: formatPence(totalPence) },
    {
      kind: 'table',
      caption: 'Commission credited',
      columns: [
        { label: 'Booking, VAT invoice that is corrected', share: 40 },
        { label: 'Why', share: 34 },
        { label: 'VAT rate', share: 11, isRight: true },
        { label: 'Net credit', share: 15, isRight: true },
      ],
      rows: lines.map(creditRow),
      sum: ['Net credit', '', '', formatPence(netPence)],
    },
    {
      kind: 'sums',
      rows: [
        ['Net credit', formatPence(netPence)],
        [`VAT, ${RATE} of the net credit`, formatPence(vatPence)],
        ['Total credit', formatPence(totalPence)],
        ['Given back in the statements of your working units', formatPence(-settledPence)],
        ...(roundingPence === 0 ? [] : [['Rounding of VAT', formatPence(roundingPence)] satisfies [string, string]]),
      ],
      total: ['To be paid', formatPence(totalPence - settledPence + roundingPence)],
    },
    { kind: 'paragraph', text: commissionCreditText(sheet) },
    note(
      `All amounts are in pounds sterling. If you reclaimed the VAT on the invoice, reduce your input tax by ${formatPence(vatPence)}.`,
    ),
  ]
}

export const commissionCreditText = (sheet: SheetFacts): string =>
  `${formatPence(commissionCreditOf(sheet).settledPence)} is given back in the statements of your working units. Nothing more is to be paid.`

const creditRow = (line: PaperLine): Row => ({
  cells: [line.reference, line.reason ?? '', RATE, formatPence(-line.commissionPence)],
  small: {
    cell: 0,
    text: [
      line.original ? `VAT invoice ${line.original.number} of ${formatDateUk(line.original.issuedOn)}` : '',
      line.from ? `${line.from} to ${line.to}` : '',
    ]
      .filter(Boolean)
      .join('\n'),
  },
})
