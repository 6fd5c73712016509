import { VAT_PERCENT } from '#modules/pricing/rules.ts'
import { formatDateUk } from '#shared/local-time.ts'
import { formatPence, sumPence, type Pence } from '#shared/money.ts'
import type { UnitLine } from '../../documents/rules.ts'
import type { PaidBy } from '../../ledger/rules.ts'
import {
  behindInvoice,
  BOOKINGS,
  counted,
  datesOf,
  formatSigned,
  note,
  partiesBlock,
  percentText,
  RATE,
  vatSummary,
  type Block,
  type PdfLine,
  type Row,
  type SheetFacts,
} from '../layout-rules.ts'
import { payerText } from '../commission-credit-rules.ts'

/** Papers as they were worded and laid out until November 2026: what was saved then is printed so for ever. Pure. */

const PAID: Record<PaidBy, string> = { cash: 'Cash', card: 'Card', bank_transfer: 'Transfer' }

export function firstStatementBlocks(sheet: SheetFacts): Block[] {
  const { number, party, registration, totals, lines } = sheet
  const { issued, period } = datesOf(sheet)
  const jobs = lines.filter(({ kind }) => kind === 'booking' || kind === 'cancellation')
  const corrections = lines.filter((line) => !jobs.includes(line))
  return [
    partiesBlock(
      sheet,
      ['From', 'For'],
      [
        ['Statement', number ?? 'Draft'],
        ['Period', period],
        ['Issued', issued],
        ...(registration ? [['Working unit', registration] satisfies [string, string]] : []),
      ],
    ),
    { kind: 'answer', text: payerText(totals.balancePence), amount: formatPence(Math.abs(totals.balancePence)) },
    ...(jobs.length > 0
      ? [bookingsTable(jobs, { label: 'Paid by', of: ({ paidBy }) => (paidBy ? PAID[paidBy] : '') })]
      : []),
    ...(corrections.length > 0 ? correctionsOf(corrections) : []),
    { kind: 'heading', text: 'What is owed' },
    owed(sheet, jobs),
    note(
      `Commission is ${percentText(jobs)} of the price before road charges, rounded to the penny for each booking. A VAT invoice bills it.`,
    ),
    note(
      `You sell the move; Vanfare acts as your agent and holds card payments until they are paid out. ${party.vatNumber ? 'Prices include your VAT.' : 'Prices include no VAT, as you aren’t registered.'}`,
    ),
  ]
}

function correctionsOf(corrections: readonly PdfLine[]): Block[] {
  return [
    { kind: 'heading', text: 'Fee corrections' },
    {
      kind: 'table',
      caption: 'Fee corrections',
      columns: [
        { label: 'Booking', share: 14 },
        { label: 'Reason, by whom', share: 66 },
        { label: 'Amount', share: 20, isRight: true },
      ],
      rows: corrections.map((line) => ({
        cells: [line.reference, reasonOf(line), formatSigned(line.balancePence)],
        small: { cell: 1, text: [line.author, formatDateUk(line.madeOn)].filter(Boolean).join(', ') },
      })),
      sum: ['Corrections', '', formatSigned(sumPence(corrections.map(({ balancePence }) => balancePence)))],
    },
  ]
}

const reasonOf = ({ kind, reason }: PdfLine) =>
  kind === 'compensation'
    ? 'Compensation that you owe the customer for cancelling; outside the scope of VAT'
    : (reason ?? '')

function owed({ totals }: SheetFacts, jobs: readonly PdfLine[]): Block {
  const held = jobs.filter(({ paidBy }) => paidBy === 'cash' || paidBy === 'bank_transfer').length
  const { grossPence, heldByMoverPence, commissionPence, vatPence, correctionsPence, balancePence } = totals
  const rows: [string, number][] = [
    [counted(jobs.length, BOOKINGS), grossPence],
    [`Less cash and transfers you already hold, ${counted(held, BOOKINGS)}`, -heldByMoverPence],
    [`Card payments Vanfare holds, ${counted(jobs.length - held, BOOKINGS)}`, grossPence - heldByMoverPence],
    [`Commission, ${percentText(jobs)}, as listed`, -commissionPence],
    [`VAT on commission, ${RATE}`, -vatPence],
    ['Fee corrections', correctionsPence],
  ]
  return {
    kind: 'sums',
    rows: rows.map(([label, pence]) => [label, formatPence(pence)]),
    total: [payerText(balancePence), formatPence(Math.abs(balancePence))],
  }
}

/** The bookings of a statement, or behind an invoice, with sums carried from page to page. */
function bookingsTable(lines: readonly PdfLine[], column: { label: string; of: (line: PdfLine) => string }): Block {
  const pence = lines.map((line) => [line.pricePence, line.roadChargesPence, line.commissionPence])
  return {
    kind: 'table',
    caption: 'Bookings',
    columns: [
      { label: 'Date', share: 11 },
      { label: 'Booking', share: 12 },
      { label: 'Move', share: 31 },
      { label: column.label, share: 13 },
      { label: 'Price', share: 11, isRight: true },
      { label: 'Road charges', share: 11, isRight: true },
      { label: 'Commission', share: 11, isRight: true },
    ],
    rows: lines.map((line, index) => ({
      cells: [
        formatDateUk(line.day),
        line.reference,
        `${line.from} to ${line.to}`,
        column.of(line),
        ...(pence[index] ?? []).map(formatPence),
      ],
      ...(line.kind === 'cancellation' ? { small: { cell: 2, text: 'Fee for a late cancellation' } } : {}),
    })),
    sum: [
      counted(lines.length, BOOKINGS),
      '',
      '',
      '',
      ...[0, 1, 2].map((at) => formatPence(sumPence(pence.map((row) => row[at] ?? 0)))),
    ],
    carried: { columns: [4, 5, 6], pence, noun: BOOKINGS },
  }
}

export function firstInvoiceBlocks(sheet: SheetFacts): Block[] {
  const { number, endDay, totals, unitLines, lines } = sheet
  const { issued, period } = datesOf(sheet)
  const jobs = lines.filter(({ kind }) => kind !== 'correction')
  const corrections = lines.filter(({ kind }) => kind === 'correction')
  const net = totals.commissionPence + totals.correctionsPence
  return [
    partiesBlock(
      sheet,
      ['From', 'To'],
      [
        ['Invoice', number ?? 'Draft'],
        ['Invoice date', issued],
        ['Tax point', formatDateUk(endDay)],
        ['Period', period],
      ],
    ),
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
    vatSummary('Rate', [[`Standard, ${RATE}`, formatPence(net), formatPence(totals.vatPence)]]),
    {
      kind: 'sums',
      rows: [
        ['Total excluding VAT', formatPence(net)],
        ['Total VAT', formatPence(totals.vatPence)],
      ],
      total: ['Total', formatPence(totals.balancePence)],
    },
    { kind: 'paragraph', text: firstSettledText(sheet) },
    note(
      'VAT is worked out for each booking and rounded to the penny. No cash discount is offered. All amounts are in pounds sterling.',
    ),
    ...behindInvoice(
      number,
      jobs.length > 0
        ? bookingsTable(jobs, { label: 'Unit', of: ({ registration }) => registration ?? '' })
        : undefined,
    ),
  ]
}

/** Statements deduct commission and its VAT, but no correction of an invoice. */
export function firstSettledText({ totals, unitLines }: SheetFacts): string {
  const deducted = sumPence(unitLines.map(({ netPence, vatPence }) => netPence + vatPence))
  const rest = totals.balancePence - deducted
  const inStatements = `${formatPence(deducted)} is deducted in the statements of your working units.`
  if (rest === 0) return `${inStatements} Nothing more is to be paid.`
  return rest > 0
    ? `${inStatements} To pay to Vanfare: ${formatPence(rest)}.`
    : `${inStatements} Vanfare pays back to you: ${formatPence(-rest)}.`
}

function unitRow(unit: UnitLine, jobs: readonly PdfLine[]): Row {
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

const correctionRow = (line: PdfLine): Row => ({
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
