import type { LocalDay } from '#shared/local-time.ts'
import { sumPence, type Pence } from '#shared/money.ts'
import type { PdfLine, PdfParty, SheetFacts } from '../layout-rules.ts'
import { treatmentOf } from '../credit-note-rules.ts'
import {
  categoryOf,
  lineNode,
  money,
  ublRoot,
  vatIdentifier,
  type Category,
  type Node,
  type UblFile,
  type UblLine,
} from '../../ubl/nodes-rules.ts'
import { groupsOf } from './first-credit-rules.ts'
import { firstSettledText } from './rules.ts'

/** An invoice or credit note as UBL 2.1 as it was until November 2026: what was saved then keeps its bytes. Pure. */

interface UblDocument {
  type: 'Invoice' | 'CreditNote'
  number: string
  issuedOn: LocalDay
  taxPoint: LocalDay
  period: [from: LocalDay, to: LocalDay]
  supplier: PdfParty & { id: string }
  customer: PdfParty
  category: Category
  lines: UblLine[]
  vatPence: Pence
  terms: string
}

/** UBL files; a statement has none, as it is not a VAT document, and neither has a draft. */
export function firstUblFilesOf(sheet: SheetFacts): UblFile[] {
  const documents = ublDocumentsOf(sheet)
  return documents.map((document) => ({
    name: `${document.number.replaceAll('/', '-')}.xml`,
    xml: ublText(document),
  }))
}

function ublDocumentsOf(sheet: SheetFacts): UblDocument[] {
  const { kind, number, issuedOn, startDay, endDay, party } = sheet
  if (kind === 'statement' || !number || !issuedOn) return []
  const common = {
    number,
    issuedOn,
    taxPoint: endDay,
    period: [startDay, endDay],
    customer: party,
  } satisfies Partial<UblDocument>
  return kind === 'invoice' ? [invoiceOf(sheet, common)] : creditsOf(sheet, common)
}

type Common = Pick<UblDocument, 'number' | 'issuedOn' | 'taxPoint' | 'period' | 'customer'>

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

function ublText(document: UblDocument): string {
  const { type, number, issuedOn, taxPoint, period, supplier, customer, category, lines, vatPence, terms } = document
  const net = sumPence(lines.map(({ netPence }) => netPence))
  const isInvoice = type === 'Invoice'
  const root: Node[] = [
    ['cbc:CustomizationID', 'urn:cen.eu:en16931:2017'],
    ['cbc:ID', number],
    ['cbc:IssueDate', issuedOn],
    ...(isInvoice
      ? ([
          ['cbc:InvoiceTypeCode', '380'],
          ['cbc:TaxPointDate', taxPoint],
        ] satisfies Node[])
      : ([
          ['cbc:TaxPointDate', taxPoint],
          ['cbc:CreditNoteTypeCode', '381'],
        ] satisfies Node[])),
    ['cbc:DocumentCurrencyCode', 'GBP'],
    [
      'cac:InvoicePeriod',
      [
        ['cbc:StartDate', period[0]],
        ['cbc:EndDate', period[1]],
      ],
    ],
    ['cac:AccountingSupplierParty', [partyNode(supplier, { id: supplier.id, hasVat: category === 'S' })]],
    ['cac:AccountingCustomerParty', [partyNode(customer, { hasVat: category === 'S' })]],
    ['cac:PaymentTerms', [['cbc:Note', terms]]],
    [
      'cac:TaxTotal',
      [
        money('TaxAmount', vatPence),
        [
          'cac:TaxSubtotal',
          [money('TaxableAmount', net), money('TaxAmount', vatPence), ['cac:TaxCategory', categoryOf(category, true)]],
        ],
      ],
    ],
    [
      'cac:LegalMonetaryTotal',
      [
        money('LineExtensionAmount', net),
        money('TaxExclusiveAmount', net),
        money('TaxInclusiveAmount', net + vatPence),
        money('PayableAmount', net + vatPence),
      ],
    ],
    ...lines.map((line, index) => lineNode(type, category, line, index + 1)),
  ]
  return ublRoot(type, root)
}

function partyNode(party: PdfParty, { id, hasVat }: { id?: string; hasVat: boolean }): Node {
  const { name, legalName, address, companyNumber, vatNumber } = party
  return [
    'cac:Party',
    [
      id && !companyNumber ? ['cac:PartyIdentification', [['cbc:ID', id]]] : undefined,
      ['cac:PartyName', [['cbc:Name', name]]],
      [
        'cac:PostalAddress',
        [address ? ['cbc:StreetName', address] : undefined, ['cac:Country', [['cbc:IdentificationCode', 'GB']]]],
      ],
      hasVat && vatNumber
        ? [
            'cac:PartyTaxScheme',
            [
              ['cbc:CompanyID', vatIdentifier(vatNumber)],
              ['cac:TaxScheme', [['cbc:ID', 'VAT']]],
            ],
          ]
        : undefined,
      [
        'cac:PartyLegalEntity',
        [['cbc:RegistrationName', legalName ?? name], companyNumber ? ['cbc:CompanyID', companyNumber] : undefined],
      ],
    ],
  ]
}
