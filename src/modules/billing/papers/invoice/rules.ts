import { VAT_PERCENT } from '#modules/pricing/rules.ts'
import { formatDateUk } from '#shared/local-time.ts'
import { formatPence, sumPence, type Pence } from '#shared/money.ts'
import type { UnitLine } from '../../documents/rules.ts'
import {
  BOOKINGS,
  bookingsTable,
  counted,
  datesOf,
  note,
  partyLines,
  percentText,
  RATE,
  type Block,
  type PaperLine,
  type Row,
  type SheetFacts,
} from '../blocks/rules.ts'

/** Our VAT invoice for commission: all that regulation 14 asks for; the bookings behind it are its further pages. Pure. */

export function invoiceBlocks(sheet: SheetFacts): Block[] {
  const { number, issuer, party, endDay, totals, unitLines, lines } = sheet
  const { issued, period } = datesOf(sheet)
  const jobs = lines.filter(({ kind }) => kind !== 'correction')
  const corrections = lines.filter(({ kind }) => kind === 'correction')
  const net = totals.commissionPence + totals.correctionsPence
  return [
    {
      kind: 'parties',
      parties: [
        { heading: 'From', lines: partyLines(issuer) },
        { heading: 'To', lines: partyLines(party) },
      ],
      facts: [
        ['Invoice', number ?? 'Draft'],
        ['Invoice date', issued],
        ['Tax point', formatDateUk(endDay)],
        ['Period', period],
      ],
    },
    {
      kind: 'table',
      caption: 'What was supplied',
      columns: [
        { label: 'What was supplied', share: 42 },
        { label: 'Quantity', share: 14, isRight: true },
        { label: 'Net', share: 12, isRight: true },
        { label: 'VAT rate', share: 9, isRight: true },
        { label: 'VAT', share: 11, isRight: true },
        { label: 'Gross', share: 12, isRight: true },
      ],
      rows: [...unitLines.map((line) => unitRow(line, jobs)), ...corrections.map(correctionRow)],
    },
    { kind: 'heading', text: 'VAT summary' },
    {
      kind: 'table',
      caption: 'VAT summary',
      columns: [
        { label: 'Rate', share: 60 },
        { label: 'Net', share: 20, isRight: true },
        { label: 'VAT', share: 20, isRight: true },
      ],
      rows: [{ cells: [`Standard, ${RATE}`, formatPence(net), formatPence(totals.vatPence)] }],
    },
    {
      kind: 'sums',
      rows: [
        ['Total excluding VAT', formatPence(net)],
        ['Total VAT', formatPence(totals.vatPence)],
      ],
      total: ['Total', formatPence(totals.balancePence)],
    },
    { kind: 'paragraph', text: settledText(sheet) },
    note(
      'VAT is worked out for each booking and rounded to the penny. No cash discount is offered. All amounts are in pounds sterling.',
    ),
    note('Vanfare acts as your agent: you sell the move to the customer, we invoice our commission only.'),
    ...(jobs.length > 0
      ? [
          note('The bookings behind each line are listed on the next pages.'),
          { kind: 'page' } satisfies Block,
          { kind: 'heading', text: `Bookings behind VAT invoice ${number ?? 'Draft'}` } satisfies Block,
          bookingsTable(jobs, COLUMNS, 'Bookings'),
        ]
      : []),
  ]
}

const COLUMNS = {
  beside: { label: 'Unit', share: 12, of: ({ registration }: PaperLine) => registration ?? '' },
  sums: [
    { label: 'Commission', of: (line: PaperLine) => line.commissionPence },
    { label: 'VAT', of: (line: PaperLine) => line.vatPence },
  ],
}

/** Statements deduct commission and its VAT, but no correction of an invoice. */
export function settledText({ totals, unitLines }: SheetFacts): string {
  const deducted = sumPence(unitLines.map(({ netPence, vatPence }) => netPence + vatPence))
  const rest = totals.balancePence - deducted
  const inStatements = `${formatPence(deducted)} is deducted in the statements of your working units.`
  if (rest === 0) return `${inStatements} Nothing more is to be paid.`
  return rest > 0
    ? `${inStatements} To pay to Vanfare: ${formatPence(rest)}.`
    : `${inStatements} Vanfare pays back to you: ${formatPence(-rest)}.`
}

function unitRow(unit: UnitLine, jobs: readonly PaperLine[]): Row {
  const own = jobs.filter(({ unitId }) => unitId === unit.unitId)
  const average = unit.bookings > 0 ? Math.round(unit.netPence / unit.bookings) : 0
  return {
    cells: [
      `Agency commission${unit.registration ? `, working unit ${unit.registration}` : ''}`,
      counted(unit.bookings, BOOKINGS),
      ...amounts(unit.netPence, unit.vatPence),
    ],
    small: {
      cell: 0,
      text: `${percentText(own)} of ${formatPence(unit.basePence)}, prices before road charges. Average ${formatPence(average)} a booking`,
    },
  }
}

const correctionRow = (line: PaperLine): Row => ({
  cells: [
    `Correction of commission: ${line.reason ?? ''}`,
    '1',
    ...amounts(line.balancePence - line.vatPence, line.vatPence),
  ],
})

const amounts = (net: Pence, vat: Pence): string[] => [
  formatPence(net),
  `${VAT_PERCENT}%`,
  formatPence(vat),
  formatPence(net + vat),
]
