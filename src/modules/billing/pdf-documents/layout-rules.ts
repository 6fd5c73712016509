import { countOf } from '#shared/texts.ts'
import { VAT_PERCENT } from '#modules/pricing/rules.ts'
import { formatDateUk, type LocalDay } from '#shared/local-time.ts'
import { formatPence, multiplyPence, percentOf, sumPence, type Pence } from '#shared/money.ts'
import type { Line, SheetKind, Totals, UnitLine } from '../documents/rules.ts'

/** What a paper is made of, and the words that the three kinds share. Pure. */

export interface PdfParty {
  name: string
  legalName: string | null
  address: string
  companyNumber: string | null
  vatNumber: string | null
  email: string | null
}

export interface IssuerFacts extends PdfParty {
  payTo?: string | null
}

/** Seller on a credit: a company, or null for our own part. */
export interface Supplier extends PdfParty {
  companyId: string
}

/** A line, and when a correction was made. */
export interface PdfLine extends Line {
  madeOn: LocalDay
  /** The customer's credit note that a statement recovers; null of any other line. */
  creditNumber: string | null
  /** When its card money came; null before, and of what is not paid by card. */
  collectedOn: LocalDay | null
  /** VAT invoice that a credit note of commission corrects. */
  original: { number: string; issuedOn: LocalDay } | null
}

export interface SheetFacts {
  id: string
  kind: SheetKind
  /** Layout edition; 1 is the one used until November 2026. */
  edition: number
  /** Null for a draft. */
  number: string | null
  startDay: LocalDay
  endDay: LocalDay
  /** When it was saved. */
  issuedOn: LocalDay | null
  issuer: IssuerFacts
  party: PdfParty
  suppliers: readonly Supplier[]
  registration: string | null
  totals: Totals
  unitLines: readonly UnitLine[]
  lines: readonly PdfLine[]
  /** Lines of a statement that are in none of its sums. */
  notCollected: readonly PdfLine[]
  /** Saved VAT invoices that hold the commission of a statement. */
  invoices: readonly { number: string; issuedOn: LocalDay }[]
}

export interface Column {
  label: string
  /** Share of the width, relative to the other columns. */
  share: number
  isRight?: boolean
}

export interface Row {
  cells: readonly string[]
  /** Below the second cell or the first, in small letters: which one, and the words. */
  small?: { cell: number; text: string }
}

export interface Carried {
  /** The columns that are summed, and for each row what it adds to them. */
  columns: readonly number[]
  pence: readonly (readonly Pence[])[]
  noun: [one: string, many: string]
}

export type Block =
  | { kind: 'parties'; parties: { heading: string; lines: string[] }[]; facts: [name: string, value: string][] }
  | { kind: 'answer'; text: string; amount: string }
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string; isNote?: boolean }
  | { kind: 'table'; caption: string; columns: Column[]; rows: Row[]; sum?: string[]; carried?: Carried }
  | { kind: 'sums'; rows: [label: string, amount: string][]; total: [label: string, amount: string] }
  | { kind: 'page' }

export interface PdfContent {
  /** Title of the file and at the foot of each page: "VAT invoice INV-2026/27-00001". */
  title: string
  heading: string
  /** Below the heading. */
  under: string
  author: string
  /** Text in the middle of the page footer. */
  foot: string
  blocks: Block[]
}

/** "GB 123 4567 82", as it is written on paper. */
export const vatText = (number: string): string =>
  number
    .replaceAll(/\s/g, '')
    .replace(/^(GB|XI)?(\d{3})(\d{4})(\d{2})(\d*)$/, (_, country: string | undefined, ...parts: string[]) =>
      [country ?? 'GB', ...parts.slice(0, 4)].filter(Boolean).join(' '),
    )

export const note = (text: string): Block => ({ kind: 'paragraph', text, isNote: true })

const POSTCODE = /\b([A-Z]{1,2}\d[A-Z\d]?) (\d[A-Z]{2})\b/g
/** Keeps the two parts of a postcode on one line. */
export const unbroken = (address: string): string => address.replaceAll(POSTCODE, '$1\u00A0$2')

/** Lines of a party with all details that the law requires, as far as known. */
export function partyLines(
  { name, legalName, address, companyNumber, vatNumber }: PdfParty,
  saysVat = false,
): string[] {
  const registered = [
    companyNumber ? `Company number ${companyNumber}` : '',
    vatNumber ? `VAT ${vatText(vatNumber)}` : saysVat ? 'Not registered for VAT' : '',
  ]
  return [
    name || 'An account that was deleted',
    legalName === name ? '' : (legalName ?? ''),
    unbroken(address),
    ...registered,
  ].filter(Boolean)
}

export const datesOf = ({ startDay, endDay, issuedOn }: SheetFacts) => ({
  issued: issuedOn ? formatDateUk(issuedOn) : 'Not yet',
  period: `${formatDateUk(startDay)} to ${formatDateUk(endDay)}`,
})

/** The two sides at the top of a document, under their headings, and its facts. */
export const partiesBlock = (
  { issuer, party }: SheetFacts,
  [from, to]: readonly [from: string, to: string],
  facts: [string, string][],
): Block => ({
  kind: 'parties',
  parties: [
    { heading: from, lines: partyLines(issuer) },
    { heading: to, lines: partyLines(party, to === 'For') },
  ],
  facts,
})

/** How an invoice of commission ends: whose agent we are, and the table of its bookings, if there are any, on pages of its own. */
export const behindInvoice = (number: string | null, bookings: Block | undefined): Block[] => [
  note('Vanfare acts as your agent: you sell the move to the customer, we invoice our commission only.'),
  ...(bookings
    ? [
        note('The bookings behind each line are listed on the next pages.'),
        { kind: 'page' } satisfies Block,
        { kind: 'heading', text: `Bookings behind VAT invoice ${number ?? 'Draft'}` } satisfies Block,
        bookings,
      ]
    : []),
]

/** Net and VAT of each rate. */
export const vatSummary = (label: string, cells: readonly (readonly string[])[]): Block => ({
  kind: 'table',
  caption: 'VAT summary',
  columns: [
    { label, share: 60 },
    { label: 'Net', share: 20, isRight: true },
    { label: 'VAT', share: 20, isRight: true },
  ],
  rows: cells.map((row) => ({ cells: row })),
})

export const counted = (count: number, [one, many]: Carried['noun']): string => countOf(count, one, many)

export const BOOKINGS: Carried['noun'] = ['booking', 'bookings']
export const RATE = `${VAT_PERCENT}%`

/** VAT on what is net; what is printed beside it can be worked out again. */
export const vatOn = (net: Pence): Pence => percentOf(net, VAT_PERCENT)

/**
 * Splits a gross amount into parts that can be recalculated: VAT is exactly the rate of the net. One amount in six has
 * no such parts; then they come to a penny more, which is shown as rounding.
 */
export function partsWithin(gross: Pence): { netPence: Pence; vatPence: Pence; roundingPence: Pence } {
  const netPence = multiplyPence(gross, 100, 100 + VAT_PERCENT)
  const vatPence = vatOn(netPence)
  return { netPence, vatPence, roundingPence: gross - netPence - vatPence }
}

/** When a supply counts for VAT: on the day of its invoice, or when card money came of which it was kept, if that was earlier. */
export const taxPointOf = ({ collectedOn }: PdfLine, issuedOn: LocalDay): LocalDay =>
  collectedOn !== null && collectedOn < issuedOn ? collectedOn : issuedOn

/** "+£12.00": what a correction adds or takes. */
export const formatSigned = (pence: Pence): string => `${pence > 0 ? '+' : ''}${formatPence(pence)}`

/** The percentages that were really taken, such as "15%" or "12.5% to 15%". */
export function percentText(lines: readonly Line[]): string {
  const percents = lines.map(({ commissionPercent }) => commissionPercent)
  const [least, most] = [Math.min(...percents), Math.max(...percents)]
  if (percents.length === 0) return '0%'
  return least === most ? `${least}%` : `${least}% to ${most}%`
}

/** Columns of the bookings on a document: the one beside the move, and the sums after the road charges. */
interface BookingColumns {
  extraColumn: { label: string; share: number; of: (line: PdfLine) => string }
  sums: readonly { label: string; of: (line: PdfLine) => Pence }[]
}

/** Whether a line counts as a booking: the parts of other vans, which are taken off their lead’s, do not. */
export const isOwnJob = ({ kind, pricePence }: PdfLine): boolean => kind !== 'share' || pricePence > 0

const shareText = ({ pricePence, registration }: PdfLine): string =>
  pricePence > 0 ? 'This van’s part of the booking' : `Part of ${registration ?? 'another van'}, on its own statement`

/** Bookings with their prices, from page to page with what is carried over. */
export function bookingsTable(
  lines: readonly PdfLine[],
  { extraColumn, sums }: BookingColumns,
  caption: string,
): Block {
  const amounts = [
    { label: 'Price', of: (line: PdfLine) => line.pricePence },
    { label: 'Road charges', of: (line: PdfLine) => line.roadChargesPence },
    ...sums,
  ]
  const percents = new Set(lines.map(({ commissionPercent }) => commissionPercent))
  const smallOf = (line: PdfLine) => {
    const { kind, commissionPercent } = line
    return [
      ...(kind === 'cancellation' ? ['Fee for a late cancellation'] : []),
      ...(kind === 'share' ? [shareText(line)] : []),
      ...(percents.size > 1 ? [`Commission ${commissionPercent}%`] : []),
    ].join('. ')
  }
  const pence = lines.map((line) => amounts.map(({ of }) => of(line)))
  const at = amounts.map((_, index) => index + 4)
  const widths = amounts.map(({ label }) => (label === 'Road charges' || label === 'VAT' ? 8.5 : 10.5))
  return {
    kind: 'table',
    caption,
    columns: [
      { label: 'Date', share: 10.5 },
      { label: 'Booking', share: 10.5 },
      { label: 'Move', share: 79 - extraColumn.share - sumPence(widths) },
      { label: extraColumn.label, share: extraColumn.share },
      ...amounts.map(({ label }, index) => ({ label, share: widths[index] ?? 10, isRight: true })),
    ],
    rows: lines.map((line, index) => ({
      cells: [
        formatDateUk(line.day),
        line.reference,
        `${line.from} to ${line.to}`,
        extraColumn.of(line),
        ...(pence[index] ?? []).map(formatPence),
      ],
      ...(smallOf(line) ? { small: { cell: 2, text: smallOf(line) } } : {}),
    })),
    sum: [
      counted(lines.filter(isOwnJob).length, BOOKINGS),
      '',
      '',
      '',
      ...at.map((_, index) => formatPence(sumPence(pence.map((row) => row[index] ?? 0)))),
    ],
    carried: { columns: at, pence, noun: BOOKINGS },
  }
}

/** The row at the foot of a page and at the head of the next. */
export function carriedCells(
  { columns, carried }: { columns: readonly Column[]; carried: Carried },
  { rows, label }: { rows: number; label: string },
): string[] {
  const sums = carried.columns.map((_, at) =>
    formatPence(sumPence(carried.pence.slice(0, rows).map((row) => row[at] ?? 0))),
  )
  return columns.map((__, column) => {
    const at = carried.columns.indexOf(column)
    if (column === 0) return `${label}, ${counted(rows, carried.noun)}`
    return at < 0 ? '' : (sums[at] ?? '')
  })
}
