import { formatDateUk } from '#shared/local-time.ts'
import { formatPence, sumPence, type Pence } from '#shared/money.ts'
import { paymentOf, paymentText } from '../documents/rules.ts'
import type { PaidBy } from '../ledger/rules.ts'
import {
  datesOf,
  note,
  partiesBlock,
  RATE,
  type Block,
  type PdfLine,
  type Row,
  type SheetFacts,
  BOOKINGS,
  bookingsTable,
  isOwnJob,
  counted,
  formatSigned,
  percentText,
} from './layout-rules.ts'

/**
 * A credit note to a company, for commission that a VAT invoice billed: what regulation 15C asks for. Its sheet has negative amounts; they are
 * credited. Pure.
 */

export interface CommissionCredit {
  netPence: Pence
  vatPence: Pence
  totalPence: Pence
  /** Amounts that statements have paid back, by booking. */
  settledPence: Pence
  /** Rounding that brings the total and the amounts paid back to 0. */
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
  const { number, lines } = sheet
  const { issued } = datesOf(sheet)
  const { netPence, vatPence, totalPence, settledPence, roundingPence } = commissionCreditOf(sheet)
  return [
    partiesBlock(
      sheet,
      ['From', 'To'],
      [
        ['Credit note', number ?? 'Draft'],
        ['Issued', issued],
        ['Tax point', issued],
      ],
    ),
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

const creditRow = (line: PdfLine): Row => ({
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

/** A statement: what was done, what of it was collected, and who pays whom. Not a VAT document. Pure. */

const PAID: Record<PaidBy, string> = { cash: 'Cash', card: 'Card', bank_transfer: 'Transfer' }

export function statementBlocks(sheet: SheetFacts): Block[] {
  const { number, issuer, party, registration, totals, lines, notCollected } = sheet
  const { issued, period } = datesOf(sheet)
  const payment = paymentOf({ ...sheet, balancePence: totals.balancePence, payTo: issuer.payTo })
  const jobs = lines.filter(isJob)
  const corrections = lines.filter((line) => !isJob(line))
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
    ...(jobs.length > 0 ? [bookingsTable(jobs, COLUMNS, 'Bookings')] : []),
    ...(corrections.length > 0 ? correctionsOf(corrections) : []),
    ...(notCollected.length > 0 ? notCollectedOf(notCollected) : []),
    { kind: 'heading', text: 'What is owed' },
    owed(sheet, jobs),
    ...(payment ? [{ kind: 'paragraph', text: paymentText(payment) } satisfies Block] : []),
    note(
      `Commission is ${percentText([...jobs, ...notCollected.filter(isJob)])} of the price before road charges, and VAT is ${RATE} of that, each rounded to the penny for each booking. ${invoicedText(sheet)}`,
    ),
    note(
      `You sell the move; Vanfare acts as your agent. ${party.vatNumber ? 'Prices include your VAT.' : 'Prices include no VAT, as you aren’t registered.'}`,
    ),
  ]
}

const isJob = ({ kind }: PdfLine) => kind === 'booking' || kind === 'cancellation' || kind === 'share'

const COLUMNS = {
  extraColumn: {
    label: 'Paid by',
    share: 12,
    of: ({ paidBy, collectedOn }: PdfLine) =>
      paidBy ? `${PAID[paidBy]}${collectedOn ? `, ${formatDateUk(collectedOn)}` : ''}` : '',
  },
  sums: [
    { label: 'Commission', of: (line: PdfLine) => line.commissionPence },
    { label: 'VAT', of: (line: PdfLine) => line.vatPence },
    { label: 'Balance', of: (line: PdfLine) => line.balancePence },
  ],
}

/** VAT invoices that hold the VAT, which the company needs for its own return. */
function invoicedText({ invoices }: SheetFacts): string {
  const named = invoices.map(({ number, issuedOn }) => `${number} of ${formatDateUk(issuedOn)}`)
  if (named.length === 0) return 'Its VAT invoice has not been issued yet.'
  return named.length === 1 ? `VAT invoice ${named.join()} bills it.` : `VAT invoices ${named.join(' and ')} bill it.`
}

export function payerText(balance: number): string {
  if (balance === 0) return 'Nothing is owed'
  return balance > 0 ? 'Vanfare pays you' : 'You pay Vanfare'
}

/** What a correction adds or takes, without the commission and VAT that follow it. */
const amountOf = ({ balancePence, commissionPence, vatPence }: PdfLine) => balancePence + commissionPence + vatPence

function correctionsOf(corrections: readonly PdfLine[]): Block[] {
  const columns = [
    { label: 'Amount', of: amountOf },
    ...(corrections.some(({ commissionPence, vatPence }) => commissionPence !== 0 || vatPence !== 0)
      ? [
          { label: 'Commission', of: (line: PdfLine) => line.commissionPence },
          { label: 'VAT on it', of: (line: PdfLine) => line.vatPence },
        ]
      : []),
  ]
  const share = columns.length === 1 ? 20 : 13
  return [
    { kind: 'heading', text: 'Fee corrections' },
    {
      kind: 'table',
      caption: 'Fee corrections',
      columns: [
        { label: 'Booking', share: 14 },
        { label: 'Reason and author', share: 86 - share * columns.length },
        ...columns.map(({ label }) => ({ label, share, isRight: true })),
      ],
      rows: corrections.map((line) => ({
        cells: [line.reference, reasonOf(line), ...columns.map(({ of }) => formatSigned(of(line)))],
        small: {
          cell: 1,
          text: [
            line.creditNumber ? `Credit note ${line.creditNumber} to the customer` : '',
            line.author,
            formatDateUk(line.madeOn),
          ]
            .filter(Boolean)
            .join(', '),
        },
      })),
      sum: ['Corrections', '', ...columns.map(({ of }) => formatSigned(sumPence(corrections.map(of))))],
    },
  ]
}

const reasonOf = ({ kind, reason }: PdfLine) =>
  kind === 'compensation'
    ? 'Compensation that you owe the customer for cancelling; outside the scope of VAT'
    : (reason ?? '')

/** Amounts that the company gets later; none of them is in the sums. */
function notCollectedOf(lines: readonly PdfLine[]): Block[] {
  const amounts = ({ pricePence, commissionPence, vatPence, balancePence, kind }: PdfLine): Pence[] => [
    kind === 'correction' ? 0 : pricePence,
    commissionPence,
    vatPence,
    balancePence,
  ]
  return [
    { kind: 'heading', text: 'Not yet collected: not in the sums' },
    {
      kind: 'table',
      caption: 'Not yet collected',
      columns: [
        { label: 'Date', share: 11 },
        { label: 'Booking', share: 12 },
        { label: 'Move', share: 37 },
        ...['Price', 'Commission', 'VAT', 'You’ll get'].map((label) => ({ label, share: 10, isRight: true })),
      ],
      rows: lines.map((line) => ({
        cells: [
          formatDateUk(line.day),
          line.reference,
          `${line.from} to ${line.to}`,
          ...amounts(line).map(formatPence),
        ],
        ...(line.kind === 'correction' ? { small: { cell: 2, text: reasonOf(line) } } : {}),
      })),
      sum: [
        counted(lines.filter(isJob).filter(isOwnJob).length, BOOKINGS),
        '',
        '',
        ...[0, 1, 2, 3].map((at) => formatPence(sumPence(lines.map((line) => amounts(line)[at] ?? 0)))),
      ],
    },
    {
      kind: 'paragraph',
      text: 'The card money for these has not been collected. They come in your first statement after it has.',
    },
  ]
}

function owed({ totals }: SheetFacts, lines: readonly PdfLine[]): Block {
  const jobs = lines.filter(isOwnJob)
  const held = jobs.filter(({ paidBy }) => paidBy === 'cash' || paidBy === 'bank_transfer').length
  const { grossPence, heldByMoverPence, commissionPence, vatPence, correctionsPence, balancePence } = totals
  const rows: [string, number][] = [
    [counted(jobs.length, BOOKINGS), grossPence],
    [`Less cash and transfers you already hold, ${counted(held, BOOKINGS)}`, -heldByMoverPence],
    [`Card money collected, ${counted(jobs.length - held, BOOKINGS)}`, grossPence - heldByMoverPence],
    [`Commission, ${percentText(jobs)}, as listed`, -commissionPence],
    [`VAT on commission, ${RATE} of each, as listed`, -vatPence],
    ['Fee corrections', correctionsPence],
  ]
  return {
    kind: 'sums',
    rows: rows
      .filter(([, pence], index) => index === 0 || pence !== 0)
      .map(([label, pence]) => [label, formatPence(pence)]),
    total: [payerText(balancePence), formatPence(Math.abs(balancePence))],
  }
}
