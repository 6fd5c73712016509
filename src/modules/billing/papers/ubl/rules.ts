import { plainPounds, sumPence, type Pence } from '#shared/money.ts'
import { VAT_PERCENT } from '#modules/pricing/rules.ts'
import type { LocalDay } from '#shared/local-time.ts'
import type { PaperLine, PaperParty, SheetFacts } from '../blocks/rules.ts'
import { groupsOf, treatmentOf } from '../credit/rules.ts'
import { settledText } from '../invoice/rules.ts'

/** An invoice or credit note as UBL 2.1, with the core of EN 16931; one file for each supplier. Pure. */

/** `S`: standard rate. `O`: outside the scope of VAT, or its supplier is not registered; EN 16931 lets it stand with no other. */
export type Category = 'S' | 'O'

export interface UblLine {
  name: string
  quantity: number
  netPence: Pence
}

export interface UblDocument {
  type: 'Invoice' | 'CreditNote'
  number: string
  issuedOn: LocalDay
  taxPoint: LocalDay
  period: [from: LocalDay, to: LocalDay]
  supplier: PaperParty & { id: string }
  customer: PaperParty
  category: Category
  lines: UblLine[]
  vatPence: Pence
  terms: string
}

export interface UblFile {
  name: string
  xml: string
}

/** None of a statement, which is no VAT document, and none of a draft. */
export function ublFilesOf(sheet: SheetFacts): UblFile[] {
  const documents = ublDocumentsOf(sheet)
  return documents.map((document) => ({
    name: `${document.number.replaceAll('/', '-')}.xml`,
    xml: ublText(document),
  }))
}

export function ublDocumentsOf(sheet: SheetFacts): UblDocument[] {
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

const netOf = (line: PaperLine): Pence => line.balancePence - line.vatPence

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
    terms: settledText(sheet),
  }
}

/** A file for each mover and treatment; what is our own in one of ours. */
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

type Node = readonly [name: string, content: string | readonly (Node | undefined)[], attributes?: string]

const GBP = 'currencyID="GBP"'

const money = (name: string, pence: Pence): Node => [`cbc:${name}`, plainPounds(pence), GBP]

export function ublText(document: UblDocument): string {
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
  const schema = `xmlns="urn:oasis:names:specification:ubl:schema:xsd:${type}-2"`
  const parts = ['cac:Aggregate', 'cbc:Basic'].map((part) => {
    const [short = '', long = ''] = part.split(':')
    return `xmlns:${short}="urn:oasis:names:specification:ubl:schema:xsd:Common${long}Components-2"`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written([type, root, [schema, ...parts].join(' ')])}\n`
}

function partyNode(party: PaperParty, { id, hasVat }: { id?: string; hasVat: boolean }): Node {
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

const vatIdentifier = (number: string) => {
  const plain = number.replaceAll(/\s/g, '')
  return /^[A-Z]{2}/.test(plain) ? plain : `GB${plain}`
}

const categoryOf = (category: Category, saysWhy = false): Node[] => [
  ['cbc:ID', category],
  ...(category === 'S' ? [['cbc:Percent', String(VAT_PERCENT)] satisfies Node] : []),
  ...(category === 'O' && saysWhy ? [['cbc:TaxExemptionReason', 'Not subject to VAT'] satisfies Node] : []),
  ['cac:TaxScheme', [['cbc:ID', 'VAT']]],
]

/** A price is never negative: what is taken off has a negative quantity. */
function lineNode(
  type: UblDocument['type'],
  category: Category,
  { name, quantity, netPence }: UblLine,
  id: number,
): Node {
  const signed = netPence < 0 ? -quantity : quantity
  return [
    `cac:${type}Line`,
    [
      ['cbc:ID', String(id)],
      [type === 'Invoice' ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity', String(signed), 'unitCode="C62"'],
      money('LineExtensionAmount', netPence),
      [
        'cac:Item',
        [
          ['cbc:Name', name],
          ['cac:ClassifiedTaxCategory', categoryOf(category)],
        ],
      ],
      [
        'cac:Price',
        [money('PriceAmount', Math.abs(netPence)), ['cbc:BaseQuantity', String(quantity), 'unitCode="C62"']],
      ],
    ],
  ]
}

const escaped = (text: string) =>
  text
    // Characters that no XML may have.
    // oxlint-disable-next-line no-control-regex -- They are what is removed.
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

function written([name, content, attributes]: Node, indent = ''): string {
  const open = `${indent}<${name}${attributes ? ` ${attributes}` : ''}>`
  if (typeof content === 'string') return `${open}${escaped(content)}</${name}>`
  const inside = content.filter((node) => node !== undefined).map((node) => written(node, `${indent}  `))
  return [open, ...inside, `${indent}</${name}>`].join('\n')
}
