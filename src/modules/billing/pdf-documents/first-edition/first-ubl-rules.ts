import { sumPence, type Pence } from '#shared/money.ts'
import type { PdfLine, SheetFacts } from '../layout-rules.ts'
import { treatmentOf } from '../credit-note-rules.ts'
import { filesOf, type Category, type UblDocument, type UblFile } from '../../ubl/nodes-rules.ts'
import { groupsOf } from './first-credit-rules.ts'
import { firstSettledText } from './rules.ts'

/** An invoice or credit note as UBL 2.1 as it was until November 2026: what was saved then keeps its bytes. Pure. */

/** UBL files; a statement has none, as it is not a VAT document, and neither has a draft. */
export const firstUblFilesOf = (sheet: SheetFacts): UblFile[] =>
  filesOf(ublDocumentsOf(sheet), (street) => ({ street, city: '', postcode: '', country: 'GB' }))

function ublDocumentsOf(sheet: SheetFacts): UblDocument[] {
  const { kind, number, issuedOn, startDay, endDay, party } = sheet
  if (kind === 'statement' || !number || !issuedOn) return []
  const common = {
    number,
    issuedOn,
    taxPoint: endDay,
    period: [startDay, endDay],
    customer: party,
    note: null,
    corrects: [],
    prepaidPence: 0,
    roundingPence: 0,
    means: null,
  } satisfies Partial<UblDocument>
  return kind === 'invoice' ? [invoiceOf(sheet, common)] : creditsOf(sheet, common)
}

type Common = Omit<UblDocument, 'type' | 'supplier' | 'category' | 'lines' | 'vatPence' | 'terms'>

const netOf = (line: PdfLine): Pence => line.balancePence - line.vatPence

function invoiceOf(sheet: SheetFacts, common: Common): UblDocument {
  const { issuer, unitLines, lines, totals } = sheet
  const corrections = lines.filter(({ kind }) => kind === 'correction')
  return {
    ...common,
    type: 'Invoice',
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
        netPence: netOf(line),
      })),
    ],
    vatPence: totals.vatPence,
    terms: firstSettledText(sheet),
  }
}

/** Makes a file for each company and treatment; our own part is in one of ours. */
function creditsOf(sheet: SheetFacts, common: Common): UblDocument[] {
  const parts = groupsOf(sheet).flatMap(({ companyId, supplier, lines }) =>
    [...Map.groupBy(lines, (line): Category => (treatmentOf(line) === 'standard' ? 'S' : 'O'))].map(
      ([category, own]) => ({ supplier: { ...supplier, id: companyId ?? 'vanfare' }, category, own }),
    ),
  )
  return parts.map(({ supplier, category, own }, index) => ({
    ...common,
    number: parts.length > 1 ? `${common.number}.${index + 1}` : common.number,
    type: 'CreditNote',
    supplier,
    category,
    lines: own.map((line) => ({
      name: [line.kind === 'compensation' ? 'Compensation for a cancellation' : (line.reason ?? ''), line.reference]
        .filter(Boolean)
        .join(', booking '),
      quantity: 1,
      netPence: netOf(line),
    })),
    vatPence: sumPence(own.map(({ vatPence }) => vatPence)),
    terms: 'Credited to the customer.',
  }))
}
