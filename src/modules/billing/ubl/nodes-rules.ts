import { VAT_PERCENT } from '#modules/pricing/rules.ts'
import type { LocalDay } from '#shared/local-time.ts'
import { plainPounds, sumPence, type Pence } from '#shared/money.ts'
import { withoutAround } from '#shared/pasted.ts'
import type { PdfParty } from '../pdf-documents/layout-rules.ts'

/** UBL as text, which every edition writes alike. Pure. */

type UblType = 'Invoice' | 'CreditNote'

/**
 * VAT categories. `S`: standard rate. `O`: outside the scope of VAT, or its supplier is not registered; EN 16931 allows
 * no other category in the same document.
 */
export type Category = 'S' | 'O'

export interface UblLine {
  name: string
  quantity: number
  netPence: Pence
}

export interface UblFile {
  name: string
  xml: string
}

type Node = readonly [name: string, content: string | readonly (Node | undefined)[], attributes?: string]

const GBP = 'currencyID="GBP"'

const money = (name: string, pence: Pence): Node => [`cbc:${name}`, plainPounds(pence), GBP]

function ublRoot(type: UblType, root: readonly Node[]): string {
  const schema = `xmlns="urn:oasis:names:specification:ubl:schema:xsd:${type}-2"`
  const parts = ['cac:Aggregate', 'cbc:Basic'].map((part) => {
    const [short = '', long = ''] = part.split(':')
    return `xmlns:${short}="urn:oasis:names:specification:ubl:schema:xsd:Common${long}Components-2"`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written([type, root, [schema, ...parts].join(' ')])}\n`
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
function lineNode(type: UblType, category: Category, { name, quantity, netPence }: UblLine, id: number): Node {
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

export interface UblDocument {
  type: UblType
  number: string
  issuedOn: LocalDay
  /** Tax point (BT-7), if all lines share one; otherwise a note gives each line's. */
  taxPoint: LocalDay | null
  note: string | null
  period: [from: LocalDay, to: LocalDay]
  /** The documents that it corrects (BG-3). */
  corrects: { number: string; issuedOn: LocalDay | null }[]
  supplier: PdfParty & { id: string }
  customer: PdfParty
  category: Category
  lines: UblLine[]
  vatPence: Pence
  /** What is settled already (BT-113), and pennies by which VAT is rounded otherwise there (BT-114). */
  prepaidPence: Pence
  roundingPence: Pence
  /** Null: it names none. */
  means: keyof typeof MEANS | null
  terms: string
}

/** Codes of UNCL 4461: set off between the two, or any means they agree on. */
const MEANS = { clearing: '97', open: '1' }

/** A file for each document; `addressOf` splits an address that is kept as one line. */
export const filesOf = (documents: readonly UblDocument[], addressOf = addressParts): UblFile[] =>
  documents.map((document) => ({
    name: `${document.number.replaceAll('/', '-')}.xml`,
    xml: ublText(document, addressOf),
  }))

const moneyIfAny = (name: string, pence: Pence): Node[] => (pence === 0 ? [] : [money(name, pence)])

function ublText(document: UblDocument, addressOf: (address: string) => AddressParts): string {
  const { type, number, issuedOn, taxPoint, note, period, corrects, supplier, customer, category, lines, vatPence } =
    document
  const { prepaidPence, roundingPence, means, terms } = document
  const net = sumPence(lines.map(({ netPence }) => netPence))
  const code: Node = [`cbc:${type}TypeCode`, type === 'Invoice' ? '380' : '381']
  const point: Node[] = taxPoint ? [['cbc:TaxPointDate', taxPoint]] : []
  const notes: Node[] = note ? [['cbc:Note', note]] : []
  return ublRoot(type, [
    ['cbc:CustomizationID', 'urn:cen.eu:en16931:2017'],
    ['cbc:ID', number],
    ['cbc:IssueDate', issuedOn],
    ...(type === 'Invoice' ? [code, ...notes, ...point] : [...point, code, ...notes]),
    ['cbc:DocumentCurrencyCode', 'GBP'],
    [
      'cac:InvoicePeriod',
      [
        ['cbc:StartDate', period[0]],
        ['cbc:EndDate', period[1]],
      ],
    ],
    ...corrects.map((original): Node => [
      'cac:BillingReference',
      [
        [
          'cac:InvoiceDocumentReference',
          [['cbc:ID', original.number], original.issuedOn ? ['cbc:IssueDate', original.issuedOn] : undefined],
        ],
      ],
    ]),
    ['cac:AccountingSupplierParty', [partyNode(supplier, { id: supplier.id, hasVat: category === 'S', addressOf })]],
    ['cac:AccountingCustomerParty', [partyNode(customer, { hasVat: category === 'S', addressOf })]],
    ...(means ? [['cac:PaymentMeans', [['cbc:PaymentMeansCode', MEANS[means]]]] satisfies Node] : []),
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
        ...moneyIfAny('PrepaidAmount', prepaidPence),
        ...moneyIfAny('PayableRoundingAmount', roundingPence),
        money('PayableAmount', net + vatPence - prepaidPence + roundingPence),
      ],
    ],
    ...lines.map((line, index) => lineNode(type, category, line, index + 1)),
  ])
}

function partyNode(
  party: PdfParty,
  { id, hasVat, addressOf }: { id?: string; hasVat: boolean; addressOf: (address: string) => AddressParts },
): Node {
  const { name, legalName, address, companyNumber, vatNumber } = party
  const { street, city, postcode, country } = addressOf(address)
  return [
    'cac:Party',
    [
      id && !companyNumber ? ['cac:PartyIdentification', [['cbc:ID', id]]] : undefined,
      ['cac:PartyName', [['cbc:Name', name]]],
      [
        'cac:PostalAddress',
        [
          street ? ['cbc:StreetName', street] : undefined,
          city ? ['cbc:CityName', city] : undefined,
          postcode ? ['cbc:PostalZone', postcode] : undefined,
          ['cac:Country', [['cbc:IdentificationCode', country]]],
        ],
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

/** An address that is kept as one line, in its parts. Pure. */

export interface AddressParts {
  street: string
  city: string
  postcode: string
  /** ISO 3166-1: the islands are countries of their own. */
  country: 'GB' | 'JE' | 'GG' | 'IM'
}

const COUNTRY = /^(?:United Kingdom|UK|England|Scotland|Wales|Northern Ireland|Jersey|Guernsey|Isle of Man)$/i
const POSTCODE = /\b([A-Z]{1,2}\d[A-Z\d]?)\s?(\d[A-Z]{2})$/i
const LONGEST_POSTCODE = 8
const ISLANDS = new Map<string, AddressParts['country']>([
  ['JE', 'JE'],
  ['GY', 'GG'],
  ['IM', 'IM'],
])

/** "14 Wood Street, London E17 3HX". A part that is not there is empty; a place alone, without a number, is a town. */
export function addressParts(address: string): AddressParts {
  const given = address
    .split(/[,\n]/)
    .map((part) => part.trim().replaceAll(/\s+/g, ' '))
    .filter((part) => part && !COUNTRY.test(part))
    .join(', ')
  const [found = '', outcode = '', incode = ''] = POSTCODE.exec(given.slice(-LONGEST_POSTCODE - 1)) ?? []
  const before = withoutAround(given.slice(0, given.length - found.length), ' ,')
  const parts = before.split(', ').filter(Boolean)
  const city = parts.length > 1 || !/\d/.test(before) ? (parts.pop() ?? '') : ''
  return {
    street: parts.join(', '),
    city,
    postcode: outcode ? `${outcode} ${incode}`.toUpperCase() : '',
    country: ISLANDS.get(outcode.slice(0, 2).toUpperCase()) ?? 'GB',
  }
}
