import { describe, expect, it } from 'vitest'
import { sumPence } from '#shared/money.ts'
import { aCommissionCredit, aCredit, anInvoice, aPaperLine, aStatement } from '#test/support/factories/paper.ts'
import { settledText } from '../pdf-documents/rules.ts'
import { addressParts } from './nodes-rules.ts'
import { ublFilesOf } from './rules.ts'
import { RULES, ublProblems } from './check-rules.ts'

const more = aPaperLine({
  kind: 'correction',
  reason: 'A <b> & "c"\u0007',
  commissionPence: 0,
  vatPence: 400,
  balancePence: 2400,
})
const [invoice = { name: '', xml: '' }] = ublFilesOf(anInvoice([aPaperLine(), more]))
const credits = ublFilesOf(aCredit())
const [outside = { name: '', xml: '' }, standard = { name: '', xml: '' }] = credits

const textIn = (xml: string, name: string) => new RegExp(`<cbc:${name}[^>]*>([^<]*)<`).exec(xml)?.[1]
const amountsIn = (xml: string) =>
  ['TaxInclusiveAmount', 'PrepaidAmount', 'PayableRoundingAmount', 'PayableAmount'].map((name) => textIn(xml, name))

describe('as UBL', () => {
  it('an invoice is one file that keeps the rules, whatever is in its words', () => {
    expect(invoice.name).toBe('INV-2026-27-00001.xml')
    expect(ublProblems(invoice.xml)).toEqual([])
    expect(invoice.xml).toContain('<cbc:Name>Correction of commission: A &lt;b&gt; &amp; "c"</cbc:Name>')
  })

  it('what statements deduct is prepaid, so that what is to be paid is what the paper says', () => {
    expect(amountsIn(invoice.xml)).toEqual(['60.00', '36.00', undefined, '24.00'])
    expect(settledText(anInvoice([aPaperLine(), more]))).toContain('To pay to Vanfare: £24.00.')
    const [settled] = ublFilesOf(anInvoice())
    expect(amountsIn(settled?.xml ?? '')).toEqual(['36.00', '36.00', undefined, '0.00'])
    expect(textIn(settled?.xml ?? '', 'PaymentMeansCode')).toBe('97')
    expect(settledText(anInvoice())).toContain('Nothing more is to be paid.')
  })

  it('VAT is exactly 20% of the net, and the pennies that statements round otherwise are the rounding', () => {
    // Two jobs at £172.50: £25.88 and £5.18 each; 20% of £51.76 is £10.35, not £10.36.
    const lines = [aPaperLine({ pricePence: 17_250 }), aPaperLine({ pricePence: 17_250 })]
    const [file] = ublFilesOf(anInvoice(lines))
    expect(ublProblems(file?.xml ?? '')).toEqual([])
    expect(textIn(file?.xml ?? '', 'TaxAmount')).toBe('10.35')
    expect(amountsIn(file?.xml ?? '')).toEqual(['62.11', '62.12', '0.01', '0.00'])
  })

  it('the rules hold for invoices and credits of any amounts', () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const lines = Array.from({ length: 1 + (seed % 7) }, (_, at) =>
        aPaperLine({ pricePence: 1000 + ((seed * 7919 + at * 104_729) % 90_000) }),
      )
      for (const { xml } of ublFilesOf(anInvoice(lines))) expect(ublProblems(xml)).toEqual([])
      const reduced = lines.map(({ pricePence: balancePence }) =>
        aPaperLine({
          kind: 'correction',
          companyId: 'registered',
          moverChargesVat: true,
          reason: 'Less',
          balancePence,
        }),
      )
      const [{ xml } = { xml: '' }] = ublFilesOf(aCredit({ lines: reduced }))
      expect(ublProblems(xml)).toEqual([])
      expect(Math.round(Number(textIn(xml, 'PayableAmount')) * 100)).toBe(
        sumPence(reduced.map(({ balancePence }) => balancePence)),
      )
    }
  })

  it('a tax point is the day of the invoice, or of card money that came before; with several none is given for all', () => {
    const early = aPaperLine({ collectedOn: '2026-11-29' })
    const pointIn = (lines: Parameters<typeof anInvoice>[0]) =>
      textIn(ublFilesOf(anInvoice(lines))[0]?.xml ?? '', 'TaxPointDate')
    expect(pointIn([aPaperLine({ paidBy: 'cash' })])).toBe('2026-12-02')
    expect(pointIn([early])).toBe('2026-11-29')
    expect(pointIn([aPaperLine({ collectedOn: '2026-12-03' })])).toBe('2026-12-02')
    const [both] = ublFilesOf(anInvoice([early, aPaperLine({ paidBy: 'cash' })]))
    expect(both?.xml).not.toContain('TaxPointDate')
    expect(both?.xml).toContain('<cbc:Note>Tax point of each booking')
    expect(ublProblems(both?.xml ?? '')).toEqual([])
  })

  it('a credit note is a file for each supplier and treatment, whose sums and numbers are those of the paper', () => {
    expect(credits.map(({ name }) => name)).toEqual([1, 2, 3].map((place) => `SCN-2026-27-00001.${place}.xml`))
    expect(credits.map(({ xml }) => ublProblems(xml))).toEqual([[], [], []])
    expect(credits.map(({ xml }) => textIn(xml, 'PayableAmount'))).toEqual(['124.00', '12.00', '5.00'])
    // A refund of one company is partly with and partly without VAT: EN 16931 wants them apart.
    const [one, , three] = aCredit().lines
    const lines = [one, three].flatMap((line) => (line ? [{ ...line, companyId: 'registered', unitId: 'u' }] : []))
    const separateFiles = ublFilesOf(
      aCredit({ lines: lines.map((line, at) => ({ ...line, moverChargesVat: at === 1 })) }),
    )
    expect(separateFiles).toHaveLength(2)
  })

  it('a credit note names the receipt that it corrects; compensation corrects none', () => {
    const reference = /<cac:BillingReference>\s*<cac:InvoiceDocumentReference>\s*<cbc:ID>([^<]*)</
    expect(credits.map(({ xml }) => reference.exec(xml)?.[1])).toEqual([undefined, 'VF-ABCDEF12', undefined])
  })

  it('a credit note of commission names the invoice with its date, and nothing of it is to be paid', () => {
    const [file] = ublFilesOf(aCommissionCredit())
    expect(file?.name).toBe('CRN-2026-27-00012.xml')
    const xml = file?.xml ?? ''
    expect(ublProblems(xml)).toEqual([])
    expect(textIn(xml, 'CreditNoteTypeCode')).toBe('381')
    expect(xml.match(/<cac:BillingReference>/g)).toHaveLength(1)
    expect(xml).toMatch(
      /<cac:InvoiceDocumentReference>\s*<cbc:ID>INV-2026\/27-00396<\/cbc:ID>\s*<cbc:IssueDate>2026-12-02</,
    )
    expect(amountsIn(xml)).toEqual(['5.00', '5.01', '0.01', '0.00'])
  })

  it('an address is in its parts', () => {
    expect(['StreetName', 'CityName', 'PostalZone'].map((name) => textIn(invoice.xml, name))).toEqual([
      '12 Kingsland Basin',
      'London',
      'N1 5BA',
    ])
  })

  it('what was saved in the first edition stays as it was: VAT by booking, nothing prepaid', () => {
    const [file] = ublFilesOf(anInvoice([aPaperLine()], { edition: 1 }))
    expect(amountsIn(file?.xml ?? '')).toEqual(['36.00', undefined, undefined, '36.00'])
    expect(textIn(file?.xml ?? '', 'TaxPointDate')).toBe('2026-11-30')
    expect(textIn(file?.xml ?? '', 'StreetName')).toBe('12 Kingsland Basin, London N1 5BA')
  })

  it.each([
    ['a statement, which is no VAT document', aStatement()],
    ['a draft, which has no number', anInvoice([aPaperLine()], { number: null, issuedOn: null })],
  ])('there is none of %s', (_, sheet) => {
    expect(ublFilesOf(sheet)).toEqual([])
  })
})

type Falsified = [rule: string, wrong: string | RegExp, put: string]

const element = (name: string) => new RegExp(`<(ca|cb)c:${name}[ >][\\s\\S]*?</(ca|cb)c:${name}>`)
const second = (name: string) => new RegExp(`(?<=</cac:AccountingSupplierParty>[\\s\\S]*)${element(name).source}`)

/** One thing of a right invoice made wrong, for each rule. */
const FALSIFIED: Falsified[] = [
  ['BR-01', element('CustomizationID'), ''],
  ['BR-02', /<cbc:ID>INV.*\n/, ''],
  ['BR-03', element('IssueDate'), ''],
  ['BR-04', element('InvoiceTypeCode'), ''],
  ['BR-05', element('DocumentCurrencyCode'), ''],
  ['BR-06', '<cbc:RegistrationName>Vanfare Ltd</cbc:RegistrationName>', ''],
  ['BR-07', '<cbc:RegistrationName>Đặng Łódź Ōe Ltd</cbc:RegistrationName>', ''],
  ['BR-08', element('PostalAddress'), ''],
  ['BR-09', element('IdentificationCode'), ''],
  ['BR-10', second('PostalAddress'), ''],
  ['BR-11', second('IdentificationCode'), ''],
  ['BR-12', /(?<=<cac:LegalMonetaryTotal>\s*)<cbc:LineExtensionAmount.*\n/, ''],
  ['BR-13', element('TaxExclusiveAmount'), ''],
  ['BR-14', element('TaxInclusiveAmount'), ''],
  ['BR-15', element('PayableAmount'), ''],
  ['BR-16', /<cac:InvoiceLine>[\s\S]*<\/cac:InvoiceLine>/, ''],
  ['BR-21', '<cbc:ID>2</cbc:ID>', ''],
  ['BR-22', /<cbc:InvoicedQuantity.*\n/, ''],
  ['BR-23', 'unitCode="C62"', ''],
  ['BR-24', /(?<=<cac:InvoiceLine>[\s\S]*)<cbc:LineExtensionAmount.*\n/, ''],
  ['BR-25', /<cbc:Name>Agency.*\n/, ''],
  ['BR-26', element('PriceAmount'), ''],
  ['BR-27', '>20.00</cbc:PriceAmount', '>-20.00</cbc:PriceAmount'],
  ['BR-29', '<cbc:EndDate>2026-11-30', '<cbc:EndDate>2026-10-30'],
  ['BR-45', element('TaxableAmount'), ''],
  ['BR-46', /(?<=<cac:TaxSubtotal>[\s\S]*)<cbc:TaxAmount.*\n/, ''],
  ['BR-47', /(?<=<cac:TaxCategory>\s*)<cbc:ID>S<\/cbc:ID>/, ''],
  ['BR-48', /(?<=<cac:TaxCategory>[\s\S]*?)<cbc:Percent>20<\/cbc:Percent>/, ''],
  ['BR-49', element('PaymentMeansCode'), '<cbc:InstructionNote>By bank</cbc:InstructionNote>'],
  ['BR-50', '<cbc:PaymentMeansCode>1<', '<cbc:PaymentMeansCode>30<'],
  ['BR-CO-03', '</cac:InvoicePeriod>', '<cbc:DescriptionCode>35</cbc:DescriptionCode></cac:InvoicePeriod>'],
  ['BR-CO-04', /(?<=<cac:ClassifiedTaxCategory>\s*)<cbc:ID>S<\/cbc:ID>/, ''],
  ['BR-CO-09', '>GB412776508<', '>412776508<'],
  ['BR-CO-10', '>30.00</cbc:LineExtensionAmount', '>30.01</cbc:LineExtensionAmount'],
  ['BR-CO-13', '>50.00</cbc:TaxExclusiveAmount', '>50.01</cbc:TaxExclusiveAmount'],
  ['BR-CO-14', />10.00<\/cbc:TaxAmount/, '>10.01</cbc:TaxAmount'],
  ['BR-CO-15', '>60.00</cbc:TaxInclusiveAmount', '>60.01</cbc:TaxInclusiveAmount'],
  ['BR-CO-16', '>24.00</cbc:PayableAmount', '>60.00</cbc:PayableAmount'],
  ['BR-CO-17', />10.00<\/cbc:TaxAmount/g, '>10.01</cbc:TaxAmount'],
  ['BR-CO-18', element('TaxSubtotal'), ''],
  ['BR-CO-19', /<cbc:StartDate>.*\n.*<cbc:EndDate>.*\n/, ''],
  ['BR-CO-25', element('PaymentTerms'), ''],
  [
    'BR-DEC-09',
    /(?<=<cac:LegalMonetaryTotal>\s*)<cbc:LineExtensionAmount([^>]*)>50.00/,
    '<cbc:LineExtensionAmount$1>50.001',
  ],
  ['BR-DEC-12', '>50.00</cbc:TaxExclusiveAmount', '>50.001</cbc:TaxExclusiveAmount'],
  ['BR-DEC-13', />10.00<\/cbc:TaxAmount/, '>10.001</cbc:TaxAmount'],
  ['BR-DEC-14', '>60.00</cbc:TaxInclusiveAmount', '>60.001</cbc:TaxInclusiveAmount'],
  ['BR-DEC-16', '>36.00</cbc:PrepaidAmount', '>36.001</cbc:PrepaidAmount'],
  [
    'BR-DEC-17',
    '<cbc:PayableAmount',
    '<cbc:PayableRoundingAmount currencyID="GBP">0.001</cbc:PayableRoundingAmount><cbc:PayableAmount',
  ],
  ['BR-DEC-18', '>24.00</cbc:PayableAmount', '>24.001</cbc:PayableAmount'],
  ['BR-DEC-19', '>50.00</cbc:TaxableAmount', '>50.001</cbc:TaxableAmount'],
  ['BR-DEC-20', /(?<=<cac:TaxSubtotal>[\s\S]*?)>10.00<\/cbc:TaxAmount/, '>10.001</cbc:TaxAmount'],
  ['BR-DEC-23', '>30.00</cbc:LineExtensionAmount', '>30.001</cbc:LineExtensionAmount'],
  ['BR-CL-01', '>380<', '>381<'],
  ['BR-CL-03', '<cbc:PayableAmount currencyID="GBP"', '<cbc:PayableAmount'],
  ['BR-CL-04', '>GBP<', '>ZZZ<'],
  ['BR-CL-14', '<cbc:IdentificationCode>GB<', '<cbc:IdentificationCode>UK<'],
  ['BR-CL-16', '<cbc:PaymentMeansCode>1<', '<cbc:PaymentMeansCode>X<'],
  ['BR-CL-17', /(?<=<cac:TaxCategory>\s*)<cbc:ID>S</, '<cbc:ID>X<'],
  ['BR-CL-18', /(?<=<cac:ClassifiedTaxCategory>\s*)<cbc:ID>S</, '<cbc:ID>X<'],
  ['BR-CL-23', 'unitCode="C62"', 'unitCode="booking"'],
  ['BR-S-01', /(?<=<cac:TaxCategory>\s*)<cbc:ID>S</, '<cbc:ID>O<'],
  ['BR-S-02', element('PartyTaxScheme'), ''],
  ['BR-S-05', /(?<=<cac:ClassifiedTaxCategory>[\s\S]*?)<cbc:Percent>20<\/cbc:Percent>/, ''],
  ['BR-S-08', '>50.00</cbc:TaxableAmount', '>50.20</cbc:TaxableAmount'],
  ['BR-S-09', /(?<=<cac:TaxCategory>[\s\S]*?)<cbc:Percent>20<\/cbc:Percent>/, ''],
  [
    'BR-S-10',
    /(?<=<cac:TaxCategory>[\s\S]*?)<\/cbc:Percent>/,
    '</cbc:Percent><cbc:TaxExemptionReason>None</cbc:TaxExemptionReason>',
  ],
  ['BR-O-12', /(?<=<cac:TaxCategory>\s*)<cbc:ID>S</, '<cbc:ID>O<'],
]

/** The same of a credit note: one with VAT, and one that is outside its scope. */
const FALSIFIED_STANDARD: Falsified[] = [
  [
    'BR-55',
    /<cac:BillingReference>[\s\S]*?<\/cac:BillingReference>/,
    '<cac:BillingReference><cac:InvoiceDocumentReference/></cac:BillingReference>',
  ],
]
const FALSIFIED_OUTSIDE: Falsified[] = [
  ['BR-CO-26', /<cac:PartyIdentification>[\s\S]*?<\/cac:PartyIdentification>|<cbc:CompanyID>.*?<\/cbc:CompanyID>/, ''],
  ['BR-O-01', element('TaxSubtotal'), ''],
  [
    'BR-O-02',
    '<cac:PartyLegalEntity>',
    '<cac:PartyTaxScheme><cbc:CompanyID>GB412776508</cbc:CompanyID></cac:PartyTaxScheme><cac:PartyLegalEntity>',
  ],
  [
    'BR-O-05',
    /(?<=<cac:ClassifiedTaxCategory>\s*)<cbc:ID>O<\/cbc:ID>/,
    '<cbc:ID>O</cbc:ID><cbc:Percent>0</cbc:Percent>',
  ],
  ['BR-O-08', '>124.00</cbc:TaxableAmount', '>125.00</cbc:TaxableAmount'],
  ['BR-O-09', />0.00<\/cbc:TaxAmount/g, '>1.00</cbc:TaxAmount'],
  ['BR-O-10', element('TaxExemptionReason'), ''],
  [
    'BR-O-11',
    '</cac:TaxSubtotal>',
    '</cac:TaxSubtotal><cac:TaxSubtotal><cbc:TaxableAmount>0.00</cbc:TaxableAmount><cbc:TaxAmount>0.00</cbc:TaxAmount></cac:TaxSubtotal>',
  ],
]

describe('the rules of EN 16931 find', () => {
  const cases = [
    ...FALSIFIED.map((one) => [...one, invoice.xml] as const),
    ...FALSIFIED_STANDARD.map((one) => [...one, standard.xml] as const),
    ...FALSIFIED_OUTSIDE.map((one) => [...one, outside.xml] as const),
  ]
  it.each(cases)('%s', (rule, wrong, put, xml) => {
    expect(ublProblems(xml)).toEqual([])
    const broken = xml.replace(wrong, put)
    expect(broken).not.toBe(xml)
    expect(ublProblems(broken).map((problem) => problem.split(':')[0])).toContain(rule)
  })

  it('what each of them is for', () => {
    expect(new Set(cases.map(([rule]) => rule))).toEqual(new Set(RULES.map(([rule]) => rule)))
  })

  it.each([
    ['<cbc:Note>', '<cbc:Note>&'],
    ['</cac:PaymentTerms>', ''],
  ])('what is no XML: %s', (wrong, put) => {
    expect(ublProblems(invoice.xml.replace(wrong, put)).join()).toContain('no XML')
  })
})

it.each([
  ['14 Wood Street, London E17 3HX', '14 Wood Street', 'London', 'E17 3HX', 'GB'],
  ['Unit 3, Basin Road South, Portslade, BN41 1WF', 'Unit 3, Basin Road South', 'Portslade', 'BN41 1WF', 'GB'],
  ['Flat 2, Wood Street, London, UK, e173hx', 'Flat 2, Wood Street', 'London', 'E17 3HX', 'GB'],
  ['1 The Esplanade\nSt Helier\nJE2 3QA', '1 The Esplanade', 'St Helier', 'JE2 3QA', 'JE'],
  ['St Peter Port, GY1 1AA, Guernsey', '', 'St Peter Port', 'GY1 1AA', 'GG'],
  ['Douglas IM1 2AA', '', 'Douglas', 'IM1 2AA', 'IM'],
  ['Walthamstow', '', 'Walthamstow', '', 'GB'],
  ['14 Wood Street', '14 Wood Street', '', '', 'GB'],
  ['E17 4QH', '', '', 'E17 4QH', 'GB'],
  ['', '', '', '', 'GB'],
])('%s', (address, street, city, postcode, country) => {
  expect(addressParts(address)).toEqual({ street, city, postcode, country })
})
