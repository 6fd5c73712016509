import { percentOf, sumPence } from '#shared/money.ts'

/**
 * The rules of EN 16931 (EN 16931-UBL 1.3) that concern what we issue, by their official identifiers, checked on the text of a UBL file and not
 * on what made it. The official rules allow VAT to differ by less than a pound for rounding; here it is exact (BR-CO-17). Pure.
 */

/** What is wrong, each with its rule; nothing if all is right. */
export function ublProblems(xml: string): string[] {
  const root = parseXml(xml)
  if (typeof root === 'string') return [root]
  return RULES.filter(([, , holds]) => !holds(root)).map(([rule, what]) => `${rule}: ${what}`)
}

interface Element {
  name: string
  attributes: string
  children: Element[]
  text: string
}

/** Elements and their texts, which is all that UBL has; a message if it is no XML. */
export function parseXml(xml: string): Element | string {
  const top: Element = { name: '', attributes: '', children: [], text: '' }
  const open = [top]
  const body = xml.replace(/^<\?xml[^>]*\?>\s*/, '')
  let at = 0
  for (const match of body.matchAll(/<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>/g)) {
    const [tag, closes, name = '', attributes = '', isEmpty] = match
    const inside = open.at(-1) ?? top
    const between = body.slice(at, match.index)
    if (/[<>]|&(?!(?:amp|lt|gt|quot|apos);)/.test(between)) return `no XML: ${between.slice(0, 40)}`
    inside.text += between.trim()
    at = match.index + tag.length
    if (closes) {
      if (open.pop()?.name !== name) return `no XML: ${name} is closed where it isn’t open`
      continue
    }
    const element: Element = { name, attributes, children: [], text: '' }
    inside.children.push(element)
    if (!isEmpty) open.push(element)
  }
  const [root] = top.children
  return open.length === 1 && root && top.children.length === 1 && !body.slice(at).trim() ? root : 'no XML: not closed'
}

/** All elements on a path such as `cac:Party/cbc:Name`. */
const all = (from: Element, path: string): Element[] =>
  path
    .split('/')
    .reduce<Element[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((one) => one.name === name)),
      [from],
    )

const textAt = (from: Element, path: string): string => all(from, path)[0]?.text ?? ''

const pence = (text: string): number => (/^-?\d+\.\d\d$/.test(text) ? Math.round(Number(text) * 100) : Number.NaN)

/** Whether everything on the path has a text or a child, and there is something. */
const has = (from: Element, path: string): boolean =>
  all(from, path).some(({ text, children }) => text !== '' || children.length > 0)

const each = (from: Element, path: string, holds: (one: Element) => boolean): boolean => all(from, path).every(holds)
const eachLine = (root: Element, holds: (line: Element) => boolean): boolean => linesOf(root).every(holds)

const linesOf = (root: Element) => [...all(root, 'cac:InvoiceLine'), ...all(root, 'cac:CreditNoteLine')]

const SELLER = 'cac:AccountingSupplierParty/cac:Party'
const BUYER = 'cac:AccountingCustomerParty/cac:Party'
const VAT_NUMBER = 'cac:PartyTaxScheme/cbc:CompanyID'
const TOTALS = 'cac:LegalMonetaryTotal'
const BREAKDOWN = 'cac:TaxTotal/cac:TaxSubtotal'
const LINE_CATEGORY = 'cac:Item/cac:ClassifiedTaxCategory'
const SELLER_NAMES = ['cac:PartyIdentification', VAT_NUMBER, 'cac:PartyLegalEntity/cbc:CompanyID']

const TYPES = new Map<string, [path: string, code: string, quantity: string]>([
  ['Invoice', ['cbc:InvoiceTypeCode', '380', 'cbc:InvoicedQuantity']],
  ['CreditNote', ['cbc:CreditNoteTypeCode', '381', 'cbc:CreditedQuantity']],
])
const typeOf = ({ name }: Element) => TYPES.get(name) ?? ['', '', '']

/** Condition that no amount present has more than two decimals. */
const amountsAt = (root: Element, path: string) => each(root, path, ({ text }) => /^-?\d+(\.\d{1,2})?$/.test(text))

const total = (root: Element, name: string) => {
  const text = textAt(root, `${TOTALS}/cbc:${name}`)
  return text === '' ? 0 : pence(text)
}
const vatTotal = (root: Element) => pence(textAt(root, 'cac:TaxTotal/cbc:TaxAmount'))
const netsOf = (parts: readonly Element[], path: string) => sumPence(parts.map((part) => pence(textAt(part, path))))

const codeIn = (from: Element, category: string) => textAt(from, `${category}/cbc:ID`)
const linesIn = (root: Element, code: string) => linesOf(root).filter((line) => codeIn(line, LINE_CATEGORY) === code)
const breakdownsIn = (root: Element, code: string) =>
  all(root, BREAKDOWN).filter((part) => codeIn(part, 'cac:TaxCategory') === code)
const isUsed = (root: Element, code: string) => linesIn(root, code).length > 0 || breakdownsIn(root, code).length > 0
/** What is taxable in a category is what its lines come to. */
const addsUp = (root: Element, code: string) =>
  netsOf(linesIn(root, code), 'cbc:LineExtensionAmount') === netsOf(breakdownsIn(root, code), 'cbc:TaxableAmount')

const withTransfer = ['30', '58']
const COUNTRIES = ['GB', 'GG', 'IM', 'JE', 'XI']
const MEANS = ['1', '30', '58', '97']

type Rule = readonly [id: string, what: string, holds: (root: Element) => boolean]

const required = (id: string, what: string, path: string): Rule => [id, `${what} is missing`, (root) => has(root, path)]
const requiredInLines = (id: string, what: string, path: string | ((root: Element) => string)): Rule => [
  id,
  `${what} is missing in a line`,
  (root) => eachLine(root, (line) => has(line, typeof path === 'string' ? path : path(root))),
]
const twoDecimals = (id: string, path: string): Rule => [
  id,
  'an amount has more than two decimals',
  (root) => amountsAt(root, path),
]

export const RULES: readonly Rule[] = [
  required('BR-01', 'the specification', 'cbc:CustomizationID'),
  required('BR-02', 'the number', 'cbc:ID'),
  required('BR-03', 'the date of issue', 'cbc:IssueDate'),
  ['BR-04', 'the type of document is missing', (root) => has(root, typeOf(root)[0])],
  required('BR-05', 'the currency', 'cbc:DocumentCurrencyCode'),
  required('BR-06', 'the seller’s name', `${SELLER}/cac:PartyLegalEntity/cbc:RegistrationName`),
  required('BR-07', 'the buyer’s name', `${BUYER}/cac:PartyLegalEntity/cbc:RegistrationName`),
  required('BR-08', 'the seller’s address', `${SELLER}/cac:PostalAddress`),
  required('BR-09', 'the seller’s country', `${SELLER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`),
  required('BR-10', 'the buyer’s address', `${BUYER}/cac:PostalAddress`),
  required('BR-11', 'the buyer’s country', `${BUYER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`),
  required('BR-12', 'the sum of the lines', `${TOTALS}/cbc:LineExtensionAmount`),
  required('BR-13', 'the total without VAT', `${TOTALS}/cbc:TaxExclusiveAmount`),
  required('BR-14', 'the total with VAT', `${TOTALS}/cbc:TaxInclusiveAmount`),
  required('BR-15', 'what is to be paid', `${TOTALS}/cbc:PayableAmount`),
  ['BR-16', 'there is no line', (root) => linesOf(root).length > 0],
  requiredInLines('BR-21', 'the identifier', 'cbc:ID'),
  requiredInLines('BR-22', 'the quantity', (root) => typeOf(root)[2]),
  [
    'BR-23',
    'a quantity has no unit',
    (root) => eachLine(root, (line) => each(line, typeOf(root)[2], (one) => one.attributes.includes('unitCode="'))),
  ],
  requiredInLines('BR-24', 'the net amount', 'cbc:LineExtensionAmount'),
  requiredInLines('BR-25', 'the name', 'cac:Item/cbc:Name'),
  requiredInLines('BR-26', 'the price', 'cac:Price/cbc:PriceAmount'),
  [
    'BR-27',
    'a price is negative',
    (root) => eachLine(root, (line) => !textAt(line, 'cac:Price/cbc:PriceAmount').startsWith('-')),
  ],
  [
    'BR-29',
    'the period ends before it begins',
    (root) => textAt(root, 'cac:InvoicePeriod/cbc:EndDate') >= textAt(root, 'cac:InvoicePeriod/cbc:StartDate'),
  ],
  [
    'BR-45',
    'a part of the VAT has no taxable amount',
    (root) => each(root, BREAKDOWN, (one) => has(one, 'cbc:TaxableAmount')),
  ],
  ['BR-46', 'a part of the VAT has no amount', (root) => each(root, BREAKDOWN, (one) => has(one, 'cbc:TaxAmount'))],
  [
    'BR-47',
    'a part of the VAT has no category',
    (root) => each(root, BREAKDOWN, (one) => has(one, 'cac:TaxCategory/cbc:ID')),
  ],
  [
    'BR-48',
    'a part of the VAT has no rate',
    (root) =>
      each(root, BREAKDOWN, (one) => codeIn(one, 'cac:TaxCategory') === 'O' || has(one, 'cac:TaxCategory/cbc:Percent')),
  ],
  [
    'BR-49',
    'the means of payment has no code',
    (root) => each(root, 'cac:PaymentMeans', (one) => has(one, 'cbc:PaymentMeansCode')),
  ],
  [
    'BR-50',
    'a credit transfer has no account',
    (root) =>
      each(
        root,
        'cac:PaymentMeans',
        (one) =>
          !withTransfer.includes(textAt(one, 'cbc:PaymentMeansCode')) || has(one, 'cac:PayeeFinancialAccount/cbc:ID'),
      ),
  ],
  [
    'BR-55',
    'a document that is corrected has no number',
    (root) => each(root, 'cac:BillingReference', (one) => has(one, 'cac:InvoiceDocumentReference/cbc:ID')),
  ],
  [
    'BR-CO-03',
    'the tax point is given as a date and as a code',
    (root) => !has(root, 'cbc:TaxPointDate') || !has(root, 'cac:InvoicePeriod/cbc:DescriptionCode'),
  ],
  requiredInLines('BR-CO-04', 'the VAT category', `${LINE_CATEGORY}/cbc:ID`),
  [
    'BR-CO-09',
    'a VAT number is without its country',
    (root) =>
      [SELLER, BUYER].every((party) => each(root, `${party}/${VAT_NUMBER}`, ({ text }) => /^[A-Z]{2}/.test(text))),
  ],
  [
    'BR-CO-10',
    'the lines don’t add up',
    (root) => total(root, 'LineExtensionAmount') === netsOf(linesOf(root), 'cbc:LineExtensionAmount'),
  ],
  [
    'BR-CO-13',
    'the total without VAT isn’t that of the lines',
    (root) => total(root, 'TaxExclusiveAmount') === total(root, 'LineExtensionAmount'),
  ],
  [
    'BR-CO-14',
    'the VAT isn’t that of its parts',
    (root) => vatTotal(root) === netsOf(all(root, BREAKDOWN), 'cbc:TaxAmount'),
  ],
  [
    'BR-CO-15',
    'the total with VAT isn’t the sum of both',
    (root) => total(root, 'TaxInclusiveAmount') === total(root, 'TaxExclusiveAmount') + vatTotal(root),
  ],
  [
    'BR-CO-16',
    'what is to be paid isn’t the total less what is paid, with its rounding',
    (root) =>
      total(root, 'PayableAmount') ===
      total(root, 'TaxInclusiveAmount') - total(root, 'PrepaidAmount') + total(root, 'PayableRoundingAmount'),
  ],
  [
    'BR-CO-17',
    'the VAT isn’t the rate of what is taxable',
    (root) =>
      each(root, BREAKDOWN, (one) => {
        const rate = Number(textAt(one, 'cac:TaxCategory/cbc:Percent') || 0)
        const net = pence(textAt(one, 'cbc:TaxableAmount'))
        return pence(textAt(one, 'cbc:TaxAmount')) === percentOf(net, rate)
      }),
  ],
  required('BR-CO-18', 'the VAT by categories', BREAKDOWN),
  [
    'BR-CO-19',
    'the period has no day',
    (root) => each(root, 'cac:InvoicePeriod', (one) => has(one, 'cbc:StartDate') || has(one, 'cbc:EndDate')),
  ],
  [
    'BR-CO-25',
    'there is something to pay, and no terms of payment',
    (root) => !(total(root, 'PayableAmount') > 0) || has(root, 'cbc:DueDate') || has(root, 'cac:PaymentTerms/cbc:Note'),
  ],
  ['BR-CO-26', 'nothing identifies the seller', (root) => SELLER_NAMES.some((path) => has(root, `${SELLER}/${path}`))],
  twoDecimals('BR-DEC-09', `${TOTALS}/cbc:LineExtensionAmount`),
  twoDecimals('BR-DEC-12', `${TOTALS}/cbc:TaxExclusiveAmount`),
  twoDecimals('BR-DEC-13', 'cac:TaxTotal/cbc:TaxAmount'),
  twoDecimals('BR-DEC-14', `${TOTALS}/cbc:TaxInclusiveAmount`),
  twoDecimals('BR-DEC-16', `${TOTALS}/cbc:PrepaidAmount`),
  twoDecimals('BR-DEC-17', `${TOTALS}/cbc:PayableRoundingAmount`),
  twoDecimals('BR-DEC-18', `${TOTALS}/cbc:PayableAmount`),
  twoDecimals('BR-DEC-19', `${BREAKDOWN}/cbc:TaxableAmount`),
  twoDecimals('BR-DEC-20', `${BREAKDOWN}/cbc:TaxAmount`),
  [
    'BR-DEC-23',
    'an amount has more than two decimals',
    (root) => eachLine(root, (line) => amountsAt(line, 'cbc:LineExtensionAmount')),
  ],
  ['BR-CL-01', 'the type of document is another', (root) => textAt(root, typeOf(root)[0]) === typeOf(root)[1]],
  [
    'BR-CL-03',
    'an amount is without its currency',
    (root) =>
      [TOTALS, 'cac:TaxTotal'].every((path) =>
        each(root, path, (one) =>
          one.children.every(
            ({ name, attributes }) => !name.endsWith('Amount') || attributes.includes('currencyID="GBP"'),
          ),
        ),
      ),
  ],
  ['BR-CL-04', 'the currency is none of ours', (root) => textAt(root, 'cbc:DocumentCurrencyCode') === 'GBP'],
  [
    'BR-CL-14',
    'a country is none of ours',
    (root) =>
      [SELLER, BUYER].every((party) =>
        each(root, `${party}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`, ({ text }) =>
          COUNTRIES.includes(text),
        ),
      ),
  ],
  [
    'BR-CL-16',
    'the means of payment is none of ours',
    (root) => each(root, 'cac:PaymentMeans/cbc:PaymentMeansCode', ({ text }) => MEANS.includes(text)),
  ],
  [
    'BR-CL-17',
    'a part of the VAT has a category that is none of ours',
    (root) => each(root, `${BREAKDOWN}/cac:TaxCategory/cbc:ID`, ({ text }) => ['S', 'O'].includes(text)),
  ],
  [
    'BR-CL-18',
    'a line has a category that is none of ours',
    (root) => eachLine(root, (line) => ['S', 'O'].includes(codeIn(line, LINE_CATEGORY))),
  ],
  [
    'BR-CL-23',
    'the unit of a quantity is none of ours',
    (root) => eachLine(root, (line) => each(line, typeOf(root)[2], (one) => one.attributes.includes('unitCode="C62"'))),
  ],
  [
    'BR-S-01',
    'standard-rated lines are not in the VAT',
    (root) => linesIn(root, 'S').length === 0 || breakdownsIn(root, 'S').length > 0,
  ],
  ['BR-S-02', 'the seller has no VAT number', (root) => !isUsed(root, 'S') || has(root, `${SELLER}/${VAT_NUMBER}`)],
  [
    'BR-S-05',
    'a standard-rated line has no rate',
    (root) => linesIn(root, 'S').every((line) => Number(textAt(line, `${LINE_CATEGORY}/cbc:Percent`)) > 0),
  ],
  ['BR-S-08', 'what is standard-rated isn’t what its lines come to', (root) => addsUp(root, 'S')],
  [
    'BR-S-09',
    'the standard VAT isn’t that of its rate',
    (root) =>
      breakdownsIn(root, 'S').every(
        (one) =>
          textAt(one, 'cac:TaxCategory/cbc:Percent') !== '' && !Number.isNaN(pence(textAt(one, 'cbc:TaxAmount'))),
      ),
  ],
  [
    'BR-S-10',
    'a reason for no VAT beside VAT',
    (root) => breakdownsIn(root, 'S').every((one) => !has(one, 'cac:TaxCategory/cbc:TaxExemptionReason')),
  ],
  [
    'BR-O-01',
    'what isn’t subject to VAT is not once in the VAT',
    (root) => linesIn(root, 'O').length === 0 || breakdownsIn(root, 'O').length === 1,
  ],
  [
    'BR-O-02',
    'a VAT number where nothing is subject to VAT',
    (root) => linesIn(root, 'O').length === 0 || ![SELLER, BUYER].some((party) => has(root, `${party}/${VAT_NUMBER}`)),
  ],
  [
    'BR-O-05',
    'a rate where nothing is subject to VAT',
    (root) => linesIn(root, 'O').every((line) => !has(line, `${LINE_CATEGORY}/cbc:Percent`)),
  ],
  ['BR-O-08', 'what isn’t subject to VAT isn’t what its lines come to', (root) => addsUp(root, 'O')],
  [
    'BR-O-09',
    'VAT where nothing is subject to it',
    (root) => breakdownsIn(root, 'O').every((one) => pence(textAt(one, 'cbc:TaxAmount')) === 0),
  ],
  [
    'BR-O-10',
    'no reason for no VAT',
    (root) => breakdownsIn(root, 'O').every((one) => has(one, 'cac:TaxCategory/cbc:TaxExemptionReason')),
  ],
  [
    'BR-O-11',
    'what isn’t subject to VAT stands with other VAT',
    (root) => breakdownsIn(root, 'O').length === 0 || all(root, BREAKDOWN).length === 1,
  ],
  [
    'BR-O-12',
    'what isn’t subject to VAT stands with other lines',
    (root) => breakdownsIn(root, 'O').length === 0 || linesIn(root, 'O').length === linesOf(root).length,
  ],
]
