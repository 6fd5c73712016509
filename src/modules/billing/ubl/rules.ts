import { receiptNumber } from '#modules/bookings/receipt/rules.ts'
import type { Pence } from '#shared/money.ts'
import { commissionCreditOf, commissionCreditText } from '../pdf-documents/commission-credit-rules.ts'
import { partsOf, type CreditPart } from '../pdf-documents/credit-note-rules.ts'
import { firstUblFilesOf } from '../pdf-documents/first-edition/first-ubl-rules.ts'
import { partsWithin, type PdfLine, type SheetFacts } from '../pdf-documents/layout-rules.ts'
import { settledText, settlementOf, taxPointsOf } from '../pdf-documents/rules.ts'
import { filesOf, type UblDocument, type UblFile, type UblLine } from './nodes-rules.ts'

/** An invoice or credit note as UBL 2.1, with the core of EN 16931; one file for each supplier. Pure. */

/** A statement, which is no VAT document, and a draft have none. */
export const ublFilesOf = (sheet: SheetFacts): UblFile[] =>
  sheet.edition === 1 ? firstUblFilesOf(sheet) : filesOf(ublDocumentsOf(sheet))

function ublDocumentsOf(sheet: SheetFacts): UblDocument[] {
  const { kind, number, issuedOn, startDay, endDay, party } = sheet
  if (kind === 'statement' || !number || !issuedOn) return []
  const common: Common = { number, issuedOn, period: [startDay, endDay], customer: party }
  if (kind === 'invoice') return [invoiceOf(sheet, common)]
  return kind === 'commission_credit'
    ? [commissionCredit(sheet, common)]
    : partsOf(sheet).map((part) => creditOf(part, common))
}

type Common = Pick<UblDocument, 'number' | 'issuedOn' | 'period' | 'customer'>

function invoiceOf(sheet: SheetFacts, common: Common): UblDocument {
  const { issuer, unitLines, lines, totals } = sheet
  const corrections = lines.filter(({ kind }) => kind === 'correction')
  const { deductedPence, roundingPence, payablePence } = settlementOf(sheet)
  const [taxPoint = null, ...others] = taxPointsOf(sheet)
  return {
    ...common,
    type: 'Invoice',
    taxPoint: others.length === 0 ? taxPoint : null,
    note:
      others.length === 0
        ? null
        : 'Tax point of each booking: the day on which its card money came, or else the date of this invoice.',
    corrects: [],
    supplier: { ...issuer, id: 'vanfare' },
    category: 'S',
    lines: [
      ...unitLines.map(({ registration, bookings, netPence }) => ({
        name: `Agency commission${registration ? `, working unit ${registration}` : ''}`,
        quantity: bookings,
        netPence,
      })),
      ...corrections.map((line) => ({
        name: `Correction of commission: ${line.reason ?? ''}`,
        quantity: 1,
        netPence: line.balancePence - line.vatPence,
      })),
    ],
    vatPence: totals.vatPence,
    prepaidPence: deductedPence,
    roundingPence,
    means: payablePence === 0 ? 'clearing' : 'open',
    terms: settledText(sheet),
  }
}

function creditOf({ number, companyId, supplier, hasVat, ...part }: CreditPart, common: Common): UblDocument {
  const { lines, vatPence, roundingPence } = part
  return {
    ...common,
    number: number ?? common.number,
    type: 'CreditNote',
    taxPoint: common.issuedOn,
    note: null,
    corrects: receiptsOf(lines),
    supplier: { ...supplier, id: companyId ?? 'vanfare' },
    category: hasVat ? 'S' : 'O',
    lines: netLines(lines, hasVat),
    vatPence,
    prepaidPence: 0,
    roundingPence,
    means: 'open',
    terms: 'Credited to the customer.',
  }
}

function commissionCredit(sheet: SheetFacts, common: Common): UblDocument {
  const { issuer, lines } = sheet
  const { vatPence, settledPence, roundingPence } = commissionCreditOf(sheet)
  const originals = new Map(lines.flatMap(({ original }) => (original ? [[original.number, original] as const] : [])))
  return {
    ...common,
    type: 'CreditNote',
    taxPoint: common.issuedOn,
    note: null,
    corrects: [...originals.values()],
    supplier: { ...issuer, id: 'vanfare' },
    category: 'S',
    lines: lines.map(({ reason, reference, commissionPence }) => ({
      name: [`Commission credited: ${reason ?? ''}`, reference].filter(Boolean).join(', booking '),
      quantity: 1,
      netPence: -commissionPence,
    })),
    vatPence,
    prepaidPence: settledPence,
    roundingPence,
    means: 'clearing',
    terms: commissionCreditText(sheet),
  }
}

/** The receipts whose price is lowered. What was cancelled had none. */
const receiptsOf = (lines: readonly PdfLine[]): UblDocument['corrects'] => {
  const bookings = lines.flatMap(({ kind, bookingId }) => (kind === 'compensation' ? [] : (bookingId ?? [])))
  return [...new Set(bookings)].map((id) => ({ number: receiptNumber(id), issuedOn: null }))
}

/** Each without its VAT; pennies fall to the line that brings the sum to them, so that the lines come to the net. */
function netLines(lines: readonly PdfLine[], hasVat: boolean): UblLine[] {
  const netOf = (pence: Pence) => (hasVat ? partsWithin(pence).netPence : pence)
  let sum = 0
  return lines.map((line) => {
    const before = netOf(sum)
    sum += line.balancePence
    return {
      name: [line.kind === 'compensation' ? 'Compensation for a cancellation' : (line.reason ?? ''), line.reference]
        .filter(Boolean)
        .join(', booking '),
      quantity: 1,
      netPence: netOf(sum) - before,
    }
  })
}
