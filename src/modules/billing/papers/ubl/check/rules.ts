import { sumPence } from '#shared/money.ts'

/**
 * The rules of EN 16931 that concern us, by their official names, checked on the text of a UBL file and not on what made it. Pure.
 * Answers what is wrong, nothing if all is right.
 */
export function ublProblems(xml: string): string[] {
  const root = parseXml(xml)
  if (typeof root === 'string') return [root]
  const { totals, lines, subtotals } = readAmounts(root)
  return [
    ...requiredProblems(root),
    ...[...lines, ...subtotals].flatMap((part) => categoryProblems(root, part)),
    ...sumProblems(root, { totals, lines, subtotals }),
  ]
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
    const [whole, closes, name = '', attributes = '', isEmpty] = match
    const inside = open.at(-1) ?? top
    const between = body.slice(at, match.index)
    if (/[<>]|&(?!(?:amp|lt|gt|quot|apos);)/.test(between)) return `no XML: ${between.slice(0, 40)}`
    inside.text += between.trim()
    at = match.index + whole.length
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

interface Part {
  category: string
  percent: string
  reason: string
  net: number
  vat: number
  isLine: boolean
}

interface Amounts {
  totals: { lines: number; net: number; vat: number; gross: number; payable: number }
  lines: Part[]
  subtotals: Part[]
}

function readAmounts(root: Element): Amounts {
  const total = (name: string) => pence(textAt(root, `cac:LegalMonetaryTotal/cbc:${name}`))
  const part = (from: Element, category: string, amounts: { net: string; vat?: string }): Part => ({
    category: textAt(from, `${category}/cbc:ID`),
    percent: textAt(from, `${category}/cbc:Percent`),
    reason: textAt(from, `${category}/cbc:TaxExemptionReason`),
    net: pence(textAt(from, amounts.net)),
    vat: amounts.vat ? pence(textAt(from, amounts.vat)) : 0,
    isLine: !amounts.vat,
  })
  return {
    totals: {
      lines: total('LineExtensionAmount'),
      net: total('TaxExclusiveAmount'),
      vat: pence(textAt(root, 'cac:TaxTotal/cbc:TaxAmount')),
      gross: total('TaxInclusiveAmount'),
      payable: total('PayableAmount'),
    },
    lines: linesOf(root).map((line) =>
      part(line, 'cac:Item/cac:ClassifiedTaxCategory', { net: 'cbc:LineExtensionAmount' }),
    ),
    subtotals: all(root, 'cac:TaxTotal/cac:TaxSubtotal').map((subtotal) =>
      part(subtotal, 'cac:TaxCategory', { net: 'cbc:TaxableAmount', vat: 'cbc:TaxAmount' }),
    ),
  }
}

const linesOf = (root: Element) => [...all(root, 'cac:InvoiceLine'), ...all(root, 'cac:CreditNoteLine')]

const SELLER = 'cac:AccountingSupplierParty/cac:Party'
const BUYER = 'cac:AccountingCustomerParty/cac:Party'

const REQUIRED: readonly [rule: string, path: string][] = [
  ['BR-01', 'cbc:CustomizationID'],
  ['BR-02', 'cbc:ID'],
  ['BR-03', 'cbc:IssueDate'],
  ['BR-05', 'cbc:DocumentCurrencyCode'],
  ['BR-06', `${SELLER}/cac:PartyLegalEntity/cbc:RegistrationName`],
  ['BR-07', `${BUYER}/cac:PartyLegalEntity/cbc:RegistrationName`],
  ['BR-09', `${SELLER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`],
  ['BR-11', `${BUYER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`],
  ['BR-12', 'cac:LegalMonetaryTotal/cbc:LineExtensionAmount'],
  ['BR-13', 'cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount'],
  ['BR-14', 'cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount'],
  ['BR-15', 'cac:LegalMonetaryTotal/cbc:PayableAmount'],
  ['BR-CO-18', 'cac:TaxTotal/cac:TaxSubtotal'],
]

const OF_A_LINE: readonly [rule: string, path: string][] = [
  ['BR-21', 'cbc:ID'],
  ['BR-24', 'cbc:LineExtensionAmount'],
  ['BR-25', 'cac:Item/cbc:Name'],
  ['BR-26', 'cac:Price/cbc:PriceAmount'],
  ['BR-CO-04', 'cac:Item/cac:ClassifiedTaxCategory/cbc:ID'],
]

const TYPES = new Map([
  ['Invoice', ['cbc:InvoiceTypeCode', '380', 'cbc:InvoicedQuantity']],
  ['CreditNote', ['cbc:CreditNoteTypeCode', '381', 'cbc:CreditedQuantity']],
])

function requiredProblems(root: Element): string[] {
  const missing = (from: Element, [rule, path]: readonly [string, string], where = '') =>
    all(from, path).some(({ text, children }) => text || children.length > 0)
      ? []
      : [`${rule}: ${path} is missing${where}`]
  const [typePath = '', type = '', quantity = ''] = TYPES.get(root.name) ?? []
  const lines = linesOf(root)
  const ids = lines.map((line) => textAt(line, 'cbc:ID'))
  const seller = all(root, SELLER)[0]
  const names = ['cac:PartyIdentification', 'cac:PartyTaxScheme/cbc:CompanyID', 'cac:PartyLegalEntity/cbc:CompanyID']
  return [
    ...(type && textAt(root, typePath) === type ? [] : ['BR-04: no type of document']),
    ...REQUIRED.flatMap((one) => missing(root, one)),
    ...(lines.length > 0 ? [] : ['BR-16: no line']),
    ...(new Set(ids).size === ids.length ? [] : ['BR-21: two lines have one number']),
    ...lines.flatMap((line, index) => [
      ...[...OF_A_LINE, ['BR-22', quantity] as const].flatMap((one) => missing(line, one, ` in line ${index + 1}`)),
      ...(pence(textAt(line, 'cac:Price/cbc:PriceAmount')) < 0 ? ['BR-27: a price is negative'] : []),
    ]),
    ...(seller && names.some((path) => all(seller, path).length > 0)
      ? []
      : ['BR-CO-26: nothing identifies the seller']),
    ...(textAt(root, 'cac:InvoicePeriod/cbc:EndDate') < textAt(root, 'cac:InvoicePeriod/cbc:StartDate')
      ? ['BR-29: the period ends before it begins']
      : []),
    ...(pence(textAt(root, 'cac:LegalMonetaryTotal/cbc:PayableAmount')) > 0 &&
    !textAt(root, 'cac:PaymentTerms/cbc:Note')
      ? ['BR-CO-25: no terms of payment']
      : []),
    ...[SELLER, BUYER]
      .map((party) => textAt(root, `${party}/cac:PartyTaxScheme/cbc:CompanyID`))
      .flatMap((number) => (!number || /^[A-Z]{2}/.test(number) ? [] : ['BR-CO-09: a VAT number without its country'])),
  ]
}

function categoryProblems(root: Element, { category, percent, reason, net, vat, isLine }: Part): string[] {
  const sellerVat = textAt(root, `${SELLER}/cac:PartyTaxScheme/cbc:CompanyID`)
  const buyerVat = textAt(root, `${BUYER}/cac:PartyTaxScheme/cbc:CompanyID`)
  if (category === 'S') {
    const rate = Number(percent)
    const differs = Math.abs(vat - (net * rate) / 100) >= 100
    return [
      ...(sellerVat ? [] : ['BR-S-02: the seller has no VAT number']),
      ...(rate > 0 ? [] : ['BR-S-05: no rate']),
      ...(!isLine && reason ? ['BR-S-10: a reason for no VAT'] : []),
      // The official rule allows less than one pound, because VAT may be rounded by line.
      ...(!isLine && !(Number.isFinite(vat) && !differs) ? ['BR-S-09: the VAT isn’t that of the rate'] : []),
    ]
  }
  if (category !== 'O') return [`BR-CL-18: the category "${category}" is none of ours`]
  return [
    ...(sellerVat || buyerVat ? ['BR-O-02: a VAT number where nothing is subject to VAT'] : []),
    ...(percent ? ['BR-O-05: a rate where nothing is subject to VAT'] : []),
    ...(!isLine && vat !== 0 ? ['BR-O-09: VAT where nothing is subject to it'] : []),
    ...(isLine || reason ? [] : ['BR-O-10: no reason for no VAT']),
  ]
}

function sumProblems(root: Element, { totals, lines, subtotals }: Amounts): string[] {
  const nets = sumPence(lines.map(({ net }) => net))
  const amounts = all(root, 'cac:LegalMonetaryTotal').flatMap(({ children }) => children)
  const ofCategory = (parts: readonly Part[], category: string) =>
    sumPence(parts.filter((part) => part.category === category).map(({ net }) => net))
  const categories = new Set([...lines, ...subtotals].map(({ category }) => category))
  const rules: [string, boolean][] = [
    ['BR-CO-10: the lines don’t add up', totals.lines === nets],
    ['BR-CO-13: the total without VAT isn’t that of the lines', totals.net === totals.lines],
    ['BR-CO-14: the VAT isn’t that of its parts', totals.vat === sumPence(subtotals.map(({ vat }) => vat))],
    ['BR-CO-15: the total with VAT isn’t the sum of both', totals.gross === totals.net + totals.vat],
    ['BR-CO-16: what is to be paid isn’t the total', totals.payable === totals.gross],
    ['BR-O-11: what isn’t subject to VAT stands with other categories', !categories.has('O') || categories.size === 1],
    ...[...categories].map((category): [string, boolean] => [
      `BR-${category}-08: the parts of ${category} aren’t those of its lines`,
      ofCategory(lines, category) === ofCategory(subtotals, category),
    ]),
    ['an amount without its currency', amounts.every(({ attributes }) => attributes.includes('currencyID="GBP"'))],
  ]
  return rules.filter(([, holds]) => !holds).map(([problem]) => problem)
}
