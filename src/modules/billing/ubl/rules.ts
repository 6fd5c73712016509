import { receiptNumber } from '#modules/bookings/receipt/rules.ts'
import type { LocalDay } from '#shared/local-time.ts'
import { sumPence, type Pence } from '#shared/money.ts'
import { withoutAround } from '#shared/pasted.ts'
import { commissionCreditOf, commissionCreditText } from '../pdf-documents/commission-credit-rules.ts'
import { partsOf, type CreditPart } from '../pdf-documents/credit-note-rules.ts'
import { firstUblFilesOf } from '../pdf-documents/first-edition/first-ubl-rules.ts'
import { partsWithin, type PdfLine, type PdfParty, type SheetFacts } from '../pdf-documents/layout-rules.ts'
import { settledText, settlementOf, taxPointsOf } from '../pdf-documents/rules.ts'
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
  type UblType,
} from './nodes-rules.ts'

/** An invoice or credit note as UBL 2.1, with the core of EN 16931; one file for each supplier. Pure. */

interface UblDocument {
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
  means: keyof typeof MEANS
  terms: string
}

/** Codes of UNCL 4461: set off between the two, or any means they agree on. */
const MEANS = { clearing: '97', open: '1' }

/** A statement, which is no VAT document, and a draft have none. */
export function ublFilesOf(sheet: SheetFacts): UblFile[] {
  if (sheet.edition === 1) return firstUblFilesOf(sheet)
  return ublDocumentsOf(sheet).map((document) => ({
    name: `${document.number.replaceAll('/', '-')}.xml`,
    xml: ublText(document),
  }))
}

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

const moneyIfAny = (name: string, pence: Pence): Node[] => (pence === 0 ? [] : [money(name, pence)])

function ublText(document: UblDocument): string {
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
    ['cac:AccountingSupplierParty', [partyNode(supplier, { id: supplier.id, hasVat: category === 'S' })]],
    ['cac:AccountingCustomerParty', [partyNode(customer, { hasVat: category === 'S' })]],
    ['cac:PaymentMeans', [['cbc:PaymentMeansCode', MEANS[means]]]],
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

function partyNode(party: PdfParty, { id, hasVat }: { id?: string; hasVat: boolean }): Node {
  const { name, legalName, address, companyNumber, vatNumber } = party
  const { street, city, postcode, country } = addressParts(address)
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

interface AddressParts {
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
