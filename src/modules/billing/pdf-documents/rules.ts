import { formatDateUk } from '#shared/local-time.ts'
import { formatPence, percentOf, sumPence, type Pence } from '#shared/money.ts'
import type { SheetKind, UnitLine } from '../documents/rules.ts'
import { commissionCreditBlocks, payerText, statementBlocks } from './commission-credit-rules.ts'
import { creditBlocks } from './credit-note-rules.ts'
import { firstCreditBlocks } from './first-edition/first-credit-rules.ts'
import { firstInvoiceBlocks, firstStatementBlocks } from './first-edition/rules.ts'
import {
  note,
  vatText,
  type Block,
  type PdfContent,
  type PdfParty,
  type SheetFacts,
  behindInvoice,
  BOOKINGS,
  bookingsTable,
  counted,
  datesOf,
  formatSigned,
  partiesBlock,
  percentText,
  RATE,
  taxPointOf,
  unbroken,
  vatSummary,
  type PdfLine,
  type Row,
} from './layout-rules.ts'

/**
 * Our VAT invoice for commission: all that regulation 14 asks for; the bookings behind it are its further pages. VAT is worked out once, on the
 * net total. Pure.
 */

function invoiceBlocks(sheet: SheetFacts): Block[] {
  const { number, totals, unitLines } = sheet
  const { issued, period } = datesOf(sheet)
  const jobs = jobsOf(sheet)
  const net = totals.commissionPence + totals.correctionsPence
  const settled = settlementOf(sheet)
  return [
    partiesBlock(
      sheet,
      ['From', 'To'],
      [
        ['Invoice', number ?? 'Draft'],
        ['Invoice date', issued],
        ['Tax point', taxPointText(sheet)],
        ['Period', period],
      ],
    ),
    {
      kind: 'table',
      caption: 'Description',
      columns: [
        { label: 'Description', share: 54 },
        { label: 'Quantity', share: 16, isRight: true },
        { label: 'VAT rate', share: 12, isRight: true },
        { label: 'Net', share: 18, isRight: true },
      ],
      rows: [...unitLines.map((line) => unitRow(line, jobs)), ...correctionsOf(sheet).map(correctionRow)],
    },
    { kind: 'heading', text: 'VAT summary' },
    vatSummary('Rate', [[`Standard, ${RATE} of the net`, formatPence(net), formatPence(totals.vatPence)]]),
    {
      kind: 'sums',
      rows: [
        ['Total excluding VAT', formatPence(net)],
        ['Total VAT', formatPence(totals.vatPence)],
        ['Total', formatPence(totals.balancePence)],
        ['Deducted in the statements of your working units', formatPence(-settled.deductedPence)],
        ...(settled.roundingPence === 0
          ? []
          : [['Rounding of VAT', formatPence(settled.roundingPence)] satisfies [string, string]]),
      ],
      total: settledTotal(settled.payablePence),
    },
    { kind: 'paragraph', text: settledText(sheet) },
    note(
      `Commission is rounded to the penny for each booking. VAT is ${RATE} of the net total; statements deduct ${RATE} of the commission of each booking, and the difference of pennies is the rounding. No cash discount is offered. All amounts are in pounds sterling.`,
    ),
    ...behindInvoice(number, jobs.length > 0 ? bookingsTable(jobs, columnsOf(sheet), 'Bookings') : undefined),
  ]
}

const jobsOf = ({ lines }: SheetFacts) => lines.filter(({ kind }) => kind !== 'correction')
const correctionsOf = ({ lines }: SheetFacts) => lines.filter(({ kind }) => kind === 'correction')

const columnsOf = ({ issuedOn }: SheetFacts) => ({
  extraColumn: {
    label: 'Unit, tax point',
    share: 13,
    of: (line: PdfLine) =>
      [line.registration, issuedOn && formatDateUk(taxPointOf(line, issuedOn))].filter(Boolean).join(', '),
  },
  sums: [
    { label: 'Commission', of: (line: PdfLine) => line.commissionPence },
    { label: 'VAT', of: (line: PdfLine) => line.vatPence },
  ],
})

/** The tax points of its lines, each once, the earliest first; none of a draft. */
export function taxPointsOf(sheet: SheetFacts): string[] {
  const { issuedOn, lines } = sheet
  return issuedOn === null ? [] : [...new Set(lines.map((line) => taxPointOf(line, issuedOn)))].toSorted()
}

function taxPointText(sheet: SheetFacts): string {
  const points = taxPointsOf(sheet)
  const [first, last] = [points.at(0), points.at(-1)]
  if (first === undefined || last === undefined) return 'The day of the invoice'
  return first === last ? formatDateUk(first) : `${formatDateUk(first)} to ${formatDateUk(last)}, as listed`
}

interface Settlement {
  /** Commission and its VAT by booking, as statements take it and as credits and statements corrected it. */
  deductedPence: Pence
  /** Part of that which waits for card money. */
  waitingPence: Pence
  waitingCount: number
  /** Corrections of the invoice, which no statement deducts; negative: we pay. */
  payablePence: Pence
  /** Makes what is to be paid of the total and what is deducted. */
  roundingPence: Pence
}

export function settlementOf(sheet: SheetFacts): Settlement {
  const deductedOf = (lines: readonly PdfLine[]) =>
    sumPence(lines.map(({ commissionPence, vatPence }) => commissionPence + vatPence))
  const jobs = jobsOf(sheet)
  const waiting = jobs.filter(({ paidBy, collectedOn }) => paidBy === 'card' && collectedOn === null)
  // A credit or a statement that corrected commission is settled there; a correction of the invoice is not.
  const deductedPence = deductedOf(sheet.lines.filter((line) => line.payablePence === 0))
  const payablePence = sumPence(sheet.lines.map((line) => line.payablePence))
  return {
    deductedPence,
    waitingPence: deductedOf(waiting),
    waitingCount: waiting.length,
    payablePence,
    roundingPence: payablePence + deductedPence - sheet.totals.balancePence,
  }
}

const settledTotal = (payable: Pence): [string, string] =>
  payable < 0 ? ['Vanfare pays back to you', formatPence(-payable)] : ['To pay to Vanfare', formatPence(payable)]

/** How the total is settled, in a sentence or two. */
export function settledText(sheet: SheetFacts): string {
  const { deductedPence, waitingPence, waitingCount, payablePence } = settlementOf(sheet)
  const waits =
    waitingCount === 0
      ? ''
      : `, ${formatPence(waitingPence)} of it once the card money of ${counted(waitingCount, BOOKINGS)} has been collected`
  const inStatements = `${formatPence(deductedPence)} is deducted in the statements of your working units${waits}.`
  if (payablePence === 0) return `${inStatements} Nothing more is to be paid.`
  return payablePence > 0
    ? `${inStatements} To pay to Vanfare: ${formatPence(payablePence)}.`
    : `${inStatements} Vanfare pays back to you: ${formatPence(-payablePence)}.`
}

function unitRow(unit: UnitLine, jobs: readonly PdfLine[]): Row {
  const own = jobs.filter(({ unitId }) => unitId === unit.unitId)
  return {
    cells: [
      `Agency commission${unit.registration ? `, working unit ${unit.registration}` : ''}`,
      counted(unit.bookings, BOOKINGS),
      RATE,
      formatPence(unit.netPence),
    ],
    small: { cell: 0, text: workingOf(unit, own) },
  }
}

/** "15% of £345.00 in prices before road charges, rounded for each booking: +£0.01". */
function workingOf({ basePence, netPence }: UnitLine, own: readonly PdfLine[]): string {
  const percents = new Set(own.map(({ commissionPercent }) => commissionPercent))
  const [percent = 0] = percents
  const of = `${percentText(own)} of ${formatPence(basePence)} in prices before road charges`
  if (percents.size !== 1) return `${of}, booking by booking`
  const rounding = netPence - percentOf(basePence, percent)
  return rounding === 0 ? of : `${of}, rounded for each booking: ${formatSigned(rounding)}`
}

const correctionRow = (line: PdfLine): Row => ({
  cells: [`Correction of commission: ${line.reason ?? ''}`, '1', RATE, formatPence(line.balancePence - line.vatPence)],
})

/**
 * What a sheet of a document says on paper, in words and tables; the worker only lays it out (field research 3.4; VAT regulations 14 and
 * 15C). Pure.
 */

const NOUNS: Record<SheetKind, string> = {
  statement: 'Statement',
  invoice: 'VAT invoice',
  sales_credit: 'Credit note',
  commission_credit: 'Credit note',
}

type Blocks = Record<SheetKind, (sheet: SheetFacts) => Block[]>

const BLOCKS: Blocks = {
  statement: statementBlocks,
  invoice: invoiceBlocks,
  sales_credit: creditBlocks,
  commission_credit: commissionCreditBlocks,
}
const FIRST_BLOCKS: Blocks = {
  ...BLOCKS,
  statement: firstStatementBlocks,
  invoice: firstInvoiceBlocks,
  sales_credit: firstCreditBlocks,
}

export function pdfContentOf(sheet: SheetFacts): PdfContent {
  const { kind, edition, number, issuer, party, registration } = sheet
  const name = number ?? 'Draft'
  return {
    title: `${NOUNS[kind]} ${name}`,
    heading: NOUNS[kind],
    under: kind === 'statement' ? 'Not a VAT document' : name,
    author: issuer.name,
    foot:
      kind === 'statement'
        ? [party.name, registration].filter(Boolean).join(', ')
        : issuer.vatNumber
          ? `VAT ${vatText(issuer.vatNumber)}`
          : '',
    blocks: onFirst((edition === 1 ? FIRST_BLOCKS : BLOCKS)[kind](sheet), [
      ...(number ? [] : [note(DRAFT)]),
      note(`Questions: ${issuer.email ?? ''}. ${officeOf(issuer)}`),
    ]),
  }
}

/** Before the pages of bookings, if there are any. */
function onFirst(blocks: Block[], notes: Block[]): Block[] {
  const page = blocks.findIndex(({ kind }) => kind === 'page')
  return page < 0 ? [...blocks, ...notes] : blocks.toSpliced(page, 0, ...notes)
}

const DRAFT = 'This is a draft. It has no number, it may still change, and it is no VAT document.'

const officeOf = ({ name, address, companyNumber }: PdfParty) =>
  companyNumber
    ? `${name}. Registered office: ${unbroken(address)}. Company number ${companyNumber}.`
    : `${name}, ${unbroken(address)}.`

/** What a mail says of a paper: who pays whom, and how much. */
export function summaryText({ kind, totals }: SheetFacts): string {
  const { balancePence } = totals
  const amount = formatPence(Math.abs(balancePence))
  if (kind === 'statement') return balancePence === 0 ? payerText(0) : `${payerText(balancePence)} ${amount}`
  if (kind === 'commission_credit') return `Commission credited to you: ${formatPence(-balancePence)}`
  return kind === 'invoice'
    ? `Our commission with VAT: ${formatPence(balancePence)}`
    : `Credited to you: ${formatPence(balancePence)}`
}
