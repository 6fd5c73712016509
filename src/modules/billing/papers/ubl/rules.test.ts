import { describe, expect, it } from 'vitest'
import { aCredit, anInvoice, aPaperLine, aParty, aStatement } from '#test/support/factories/paper.ts'
import { ublProblems } from './check/rules.ts'
import { ublFilesOf } from './rules.ts'

const [invoice = { name: '', xml: '' }] = ublFilesOf(
  anInvoice([
    aPaperLine(),
    aPaperLine({ kind: 'correction', reason: 'A <b> & "c"\u0007', vatPence: -400, balancePence: -2400 }),
  ]),
)

describe('as UBL', () => {
  it('an invoice is one file that keeps the rules, whatever is in its words', () => {
    expect(invoice.name).toBe('INV-2026-27-00001.xml')
    expect(ublProblems(invoice.xml)).toEqual([])
    expect(invoice.xml).toContain('<cbc:Name>Correction of commission: A &lt;b&gt; &amp; "c"</cbc:Name>')
    expect(invoice.xml).toContain('<cbc:PayableAmount currencyID="GBP">12.00</cbc:PayableAmount>')
    expect(invoice.xml).toContain('<cbc:InvoicedQuantity unitCode="C62">-1</cbc:InvoicedQuantity>')
  })

  it('a credit note is a file for each supplier and treatment, whose sums are those of the paper', () => {
    const files = ublFilesOf(aCredit())
    expect(files.map(({ name }) => name)).toEqual([1, 2, 3].map((place) => `SCN-2026-27-00001.${place}.xml`))
    expect(files.map(({ xml }) => ublProblems(xml))).toEqual([[], [], []])
    expect(files.map(({ xml }) => />([\d.]+)<\/cbc:PayableAmount/.exec(xml)?.[1])).toEqual(['124.00', '12.00', '5.00'])
    // What one mover gives back has no VAT and some VAT: EN 16931 wants them apart.
    const [one, , three] = aCredit().lines
    const lines = [one, three].flatMap((line) => (line ? [{ ...line, companyId: 'registered', unitId: 'u' }] : []))
    const apart = ublFilesOf(aCredit({ lines: lines.map((line, at) => ({ ...line, moverChargesVat: at === 1 })) }))
    expect(apart).toHaveLength(2)
  })

  it('keeps the rules though VAT is rounded for each of hundreds of bookings', () => {
    const lines = Array.from({ length: 150 }, () => aPaperLine({ pricePence: 1017 }))
    const [file] = ublFilesOf(anInvoice(lines))
    expect(ublProblems(file?.xml ?? '')).toEqual([])
  })

  it.each([
    ['a statement, which is no VAT document', aStatement()],
    ['a draft, which has no number', anInvoice([aPaperLine()], { number: null, issuedOn: null })],
  ])('there is none of %s', (_, sheet) => {
    expect(ublFilesOf(sheet)).toEqual([])
  })
})

describe('the rules of EN 16931 find', () => {
  it.each([
    ['BR-02', /<cbc:ID>INV.*\n/, ''],
    ['BR-03', /<cbc:IssueDate>.*\n/, ''],
    ['BR-04', '380', '381'],
    ['BR-05', /<cbc:DocumentCurrencyCode>.*\n/, ''],
    ['BR-06', '<cbc:RegistrationName>Vanfare Ltd</cbc:RegistrationName>', ''],
    ['BR-07', '<cbc:RegistrationName>Đặng Łódź Ōe Ltd</cbc:RegistrationName>', ''],
    ['BR-16', /<cac:InvoiceLine>[\s\S]*<\/cac:InvoiceLine>/, ''],
    ['BR-21', '<cbc:ID>2</cbc:ID>', '<cbc:ID>1</cbc:ID>'],
    ['BR-22', /<cbc:InvoicedQuantity.*\n/, ''],
    ['BR-27', '>20.00</cbc:PriceAmount', '>-20.00</cbc:PriceAmount'],
    ['BR-29', '<cbc:EndDate>2026-11-30', '<cbc:EndDate>2026-10-30'],
    ['BR-CO-09', '>GB412776508<', '>412776508<'],
    ['BR-CO-10', '>30.00</cbc:LineExtensionAmount', '>30.01</cbc:LineExtensionAmount'],
    ['BR-CO-13', '>10.00</cbc:TaxExclusiveAmount', '>10.01</cbc:TaxExclusiveAmount'],
    ['BR-CO-14', />2.00<\/cbc:TaxAmount/, '>2.01</cbc:TaxAmount'],
    ['BR-CO-15', '>12.00</cbc:TaxInclusiveAmount', '>12.01</cbc:TaxInclusiveAmount'],
    ['BR-CO-16', '>12.00</cbc:PayableAmount', '>12.5</cbc:PayableAmount'],
    ['BR-CO-25', /<cac:PaymentTerms>[\s\S]*<\/cac:PaymentTerms>/, ''],
    ['BR-S-02', /<cac:PartyTaxScheme>[\s\S]*?<\/cac:PartyTaxScheme>/, ''],
    ['BR-S-05', /<cbc:Percent>20<\/cbc:Percent>/, ''],
    ['BR-S-08', '>10.00</cbc:TaxableAmount', '>10.20</cbc:TaxableAmount'],
    ['BR-S-09', '<cbc:Percent>20</cbc:Percent>', '<cbc:Percent>5</cbc:Percent>'],
    ['BR-O-02', /<cbc:ID>S<\/cbc:ID>/g, '<cbc:ID>O</cbc:ID>'],
    ['BR-CL-18', '<cbc:ID>S</cbc:ID>', '<cbc:ID>X</cbc:ID>'],
    ['no XML', '<cbc:Note>', '<cbc:Note>&'],
    ['no XML', '</cac:PaymentTerms>', ''],
  ])('%s', (rule, wrong, put) => {
    const broken = invoice.xml.replace(wrong, put)
    expect(broken).not.toBe(invoice.xml)
    expect(ublProblems(broken).join('\n')).toContain(rule)
  })

  it.each([
    [
      'BR-CO-26',
      /<cac:PartyIdentification>[\s\S]*?<\/cac:PartyIdentification>|<cbc:CompanyID>.*?<\/cbc:CompanyID>/,
      '',
    ],
    ['BR-O-05', '<cbc:ID>O</cbc:ID>', '<cbc:ID>O</cbc:ID><cbc:Percent>0</cbc:Percent>'],
    ['BR-O-09', />0.00<\/cbc:TaxAmount/g, '>1.00</cbc:TaxAmount'],
    ['BR-O-10', /<cbc:TaxExemptionReason>.*\n/, ''],
    ['BR-O-11', '<cbc:ID>O</cbc:ID>', '<cbc:ID>S</cbc:ID>'],
  ])('%s of what is not subject to VAT', (rule, wrong, put) => {
    const [{ xml } = { xml: '' }] = ublFilesOf(aCredit({ party: aParty }))
    const broken = xml.replace(wrong, put)
    expect(broken).not.toBe(xml)
    expect(ublProblems(broken).join('\n')).toContain(rule)
  })
})
