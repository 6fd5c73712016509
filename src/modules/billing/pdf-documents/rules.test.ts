import { readdirSync, readFileSync } from 'node:fs'
import { constants, getPriority } from 'node:os'
import { afterAll, describe, expect, it } from 'vitest'
import { createLog } from '#platform/log.ts'
import { formatPence } from '#shared/money.ts'
import { aCommissionCredit, aCredit, anInvoice, aPaperLine, aParty, aStatement } from '#test/support/factories/paper.ts'
import { pagesOf, wordsOf } from '#test/support/pdf.ts'
import { parseXml } from '../ubl/check-rules.ts'
import { ublFilesOf } from '../ubl/rules.ts'
import { createPdfWriter, writePdfFile } from './gateway.ts'
import type { Block, SheetFacts } from './layout-rules.ts'
import { paymentOf, paymentText } from '../documents/rules.ts'
import { unbroken } from './layout-rules.ts'
import { pdfContentOf, summaryText } from './rules.ts'

/** Every word of a paper, a line for each row. */
function textOf(sheet: SheetFacts): string {
  const { heading, under, blocks } = pdfContentOf(sheet)
  return [heading, under, ...blocks.map(textOfBlock)].join('\n').replaceAll('\u00A0', ' ')
}

function textOfBlock(block: Block): string {
  if (block.kind === 'page') return '--- page'
  if (block.kind === 'parties')
    return [
      ...block.parties.flatMap(({ heading, lines }) => [heading, ...lines]),
      ...block.facts.map((fact) => fact.join(': ')),
    ].join('\n')
  if (block.kind === 'answer') return `${block.text} ${block.amount}`
  if (block.kind === 'sums') return [...block.rows, block.total].map((row) => row.join(' ')).join('\n')
  if (block.kind !== 'table') return block.text
  const rows = block.rows.map(({ cells, small }) => [...cells, small?.text ?? ''])
  return [block.columns.map(({ label }) => label), ...rows, block.sum ?? []]
    .map((cells) => cells.filter(Boolean).join(' | '))
    .join('\n')
}

const charged = aPaperLine({ roadChargesPence: 1500, kind: 'cancellation', collectedOn: '2026-11-29' })
const cash = aPaperLine({ paidBy: 'cash', balancePence: -3600 })
const fine = aPaperLine({
  kind: 'correction',
  reason: 'Parking fine',
  author: 'A. Okafor',
  balancePence: 1200,
  madeOn: '2026-11-30',
})

describe('a statement', () => {
  it.each([
    ['who pays whom', aStatement(), 'Vanfare pays you £164.00'],
    ['who pays whom for cash', aStatement([cash]), 'You pay Vanfare £36.00'],
    ['that nothing is owed', aStatement([aPaperLine({ balancePence: 0 })]), 'Nothing is owed £0.00'],
    ['that it is no VAT document', aStatement(), 'Statement\nNot a VAT document'],
    [
      'both parties',
      aStatement(),
      'Smith & Sons\nĐặng Łódź Ōe Ltd\n14 Wood Street, London E17 3HX\nCompany number 12345678\nNot registered for VAT',
    ],
    [
      'its number, period and day',
      aStatement(),
      'Statement: STM-2026/27-00001\nPeriod: 01/11/2026 to 30/11/2026\nIssued: 02/12/2026',
    ],
    [
      'that it is a draft',
      aStatement([cash], { number: null, issuedOn: null }),
      'Statement: Draft\nPeriod: 01/11/2026 to 30/11/2026\nIssued: Not yet',
    ],
    ['what a draft is worth', aStatement([cash], { number: null }), 'it is no VAT document'],
    [
      'each job',
      aStatement([cash]),
      '28/11/2026 | ABCDEF12 | Walthamstow E17 to Brighton BN1 | Cash | £200.00 | £0.00 | £30.00 | £6.00 | −£36.00',
    ],
    [
      'a cancellation',
      aStatement([charged]),
      'Card, 29/11/2026 | £200.00 | £15.00 | £30.00 | £6.00 | £164.00 | Fee for a late cancellation',
    ],
    ['the sum', aStatement([cash, charged]), '2 bookings | £400.00 | £15.00 | £60.00 | £12.00 | £128.00'],
    [
      'a correction with its author',
      aStatement([cash, fine]),
      'ABCDEF12 | Parking fine | +£12.00 | A. Okafor, 30/11/2026',
    ],
    [
      'compensation, outside VAT',
      aStatement([aPaperLine({ kind: 'compensation', balancePence: -5000 })]),
      'Compensation that you owe the customer for cancelling; outside the scope of VAT | −£50.00',
    ],
    [
      'what is held by whom',
      aStatement([cash, charged]),
      'Less cash and transfers you already hold, 1 booking −£200.00\nCard money collected, 1 booking £200.00',
    ],
    [
      'what is not collected, in none of its sums',
      aStatement([cash], { notCollected: [aPaperLine()] }),
      'Not yet collected: not in the sums\nDate | Booking | Move | Price | Commission | VAT | You’ll get\n28/11/2026 | ABCDEF12 | Walthamstow E17 to Brighton BN1 | £200.00 | £30.00 | £6.00 | £164.00\n1 booking | £200.00 | £30.00 | £6.00 | £164.00\nThe card money for these has not been collected. They come in your first statement after it has.\nWhat is owed\n1 booking £200.00\nLess cash and transfers you already hold, 1 booking −£200.00\nCommission, 15%, as listed −£30.00\nVAT on commission, 20% of each, as listed −£6.00\nYou pay Vanfare £36.00',
    ],
    [
      'which invoice bills the VAT',
      aStatement([cash], { invoices: [{ number: 'INV-2026/27-00431', issuedOn: '2026-12-01' }] }),
      'VAT invoice INV-2026/27-00431 of 01/12/2026 bills it.',
    ],
    ['that no invoice bills it yet', aStatement([cash]), 'Its VAT invoice has not been issued yet.'],
    [
      'what it said in the first edition',
      aStatement([charged], { edition: 1 }),
      '1 booking | £200.00 | £15.00 | £30.00\nWhat is owed\n1 booking £200.00\nLess cash and transfers you already hold, 0 bookings £0.00\nCard payments Vanfare holds, 1 booking £200.00',
    ],
    [
      'that prices have VAT',
      aStatement([cash], { party: { ...aParty, vatNumber: 'GB318442091' } }),
      'Prices include your VAT.',
    ],
    [
      'several percentages',
      aStatement([cash, aPaperLine({ commissionPercent: 12.5 })]),
      'Commission, 12.5% to 15%, as listed',
    ],
  ])('prints in its text %s', (_, sheet, expected) => {
    expect(textOf(sheet)).toContain(expected)
  })
})

const more = aPaperLine({ kind: 'correction', reason: 'Agreed', commissionPence: 0, vatPence: 400, balancePence: 2400 })
/** £25.88 and £5.18 VAT each; 20% of £51.76 is £10.35. */
const halves = [aPaperLine({ pricePence: 17_250 }), aPaperLine({ pricePence: 17_250, collectedOn: '2026-11-29' })]

describe('an invoice', () => {
  it.each([
    [
      'its number, date and tax point',
      anInvoice(),
      'Invoice: INV-2026/27-00001\nInvoice date: 02/12/2026\nTax point: 02/12/2026',
    ],
    ['tax points from the first card money', anInvoice(halves), 'Tax point: 29/11/2026 to 02/12/2026, as listed'],
    ['our VAT number', anInvoice(), '12 Kingsland Basin, London N1 5BA\nCompany number 14829307\nVAT GB 412 7765 08'],
    [
      'description, quantity, rate and net',
      anInvoice([aPaperLine(), charged]),
      'Agency commission, working unit LJ20 PDX | 2 bookings | 20% | £60.00 | 15% of £385.00 in prices before road charges, rounded for each booking: +£2.25',
    ],
    [
      'how commission was rounded',
      anInvoice(halves),
      '15% of £345.00 in prices before road charges, rounded for each booking: +£0.01',
    ],
    [
      'several percentages, and that of each booking',
      anInvoice([aPaperLine(), aPaperLine({ commissionPercent: 12.5 })]),
      '12.5% to 15% of £400.00 in prices before road charges, booking by booking',
    ],
    ['VAT as the rate of the net', anInvoice(halves), 'Standard, 20% of the net | £51.76 | £10.35'],
    ['the VAT of each booking', anInvoice(halves), 'LJ20 PDX, 29/11/2026 | £172.50 | £0.00 | £25.88 | £5.18'],
    ['a correction', anInvoice([aPaperLine(), more]), 'Correction of commission: Agreed | 1 | 20% | £20.00'],
    [
      'the totals, and how they are settled',
      anInvoice([...halves, more]),
      'Total excluding VAT £71.76\nTotal VAT £14.35\nTotal £86.11\nDeducted in the statements of your working units −£62.12\nRounding of VAT £0.01\nTo pay to Vanfare £24.00',
    ],
    [
      'how it is settled',
      anInvoice([aPaperLine({ paidBy: 'cash' })]),
      '£36.00 is deducted in the statements of your working units. Nothing more is to be paid.',
    ],
    [
      'what waits for card money',
      anInvoice(halves),
      '£62.12 is deducted in the statements of your working units, £31.06 of it once the card money of 1 booking has been collected. Nothing more is to be paid.',
    ],
    [
      'the bookings on further pages',
      anInvoice(),
      'Registered office: 12 Kingsland Basin, London N1 5BA. Company number 14829307.\n--- page\nBookings behind VAT invoice INV-2026/27-00001',
    ],
    [
      'what it said in the first edition',
      anInvoice([aPaperLine()], { edition: 1 }),
      'Tax point: 30/11/2026\nPeriod: 01/11/2026 to 30/11/2026\nWhat was supplied | Quantity | Net | VAT rate | VAT | Gross\nAgency commission, working unit LJ20 PDX | 1 booking | £30.00 | 20% | £6.00 | £36.00',
    ],
  ])('prints in its text %s', (_, sheet, expected) => {
    expect(textOf(sheet)).toContain(expected)
  })
})

describe('a credit note', () => {
  it.each([
    ['what is credited', 'Credited to you £141.00'],
    ['for whom we issue it', 'Issued by, as agent for the companies named below\nVanfare Ltd'],
    [
      'who has no VAT',
      '1. Smith & Sons, credit note SCN-2026/27-00001.1\nĐặng Łódź Ōe Ltd. 14 Wood Street, London E17 3HX. Company number 12345678. Not registered for VAT: there is no VAT in this credit.',
    ],
    [
      'what is outside VAT',
      'ABCDEF12 | Compensation: the company cancelled late | Outside | £124.00 | Walthamstow E17 to Brighton BN1, booked for 28/11/2026',
    ],
    ['the original document', 'ABCDEF12 | Billed twice | 20% | £12.00 | Receipt VF-ABCDEF12, move of 28/11/2026'],
    [
      'the VAT number of a company',
      '2. Harbour Vans, credit note SCN-2026/27-00001.2\n14 Wood Street, London E17 3HX. Company number 12345678. VAT GB 318 4420 91.',
    ],
    ['what is ours', '3. Vanfare Ltd, credit note SCN-2026/27-00001.3'],
    [
      'the VAT by supplier',
      'Smith & Sons, outside the scope of VAT | £124.00 | £0.00\nHarbour Vans, 20% | £10.00 | £2.00\nVanfare Ltd, outside the scope of VAT | £5.00 | £0.00',
    ],
    ['the totals', 'Net £139.00\nVAT £2.00\nTotal credit £141.00'],
  ])('prints in its text %s', (_, expected) => {
    expect(textOf(aCredit())).toContain(expected)
  })

  it('says a penny that has no net and VAT as rounding', () => {
    const line = aPaperLine({
      kind: 'correction',
      moverChargesVat: true,
      reason: 'Less',
      vatPence: 150,
      balancePence: 903,
    })
    const totals = { ...aCredit().totals, vatPence: 151, balancePence: 903 }
    expect(textOf(aCredit({ lines: [line], totals }))).toContain(
      'Net £7.53\nVAT £1.51\nRounding −£0.01\nTotal credit £9.03',
    )
  })

  it('says of one supplier no other number, and claims no days', () => {
    const [, line = aPaperLine()] = aCredit().lines
    const text = textOf(aCredit({ lines: [line] }))
    expect(text).toContain('1. Harbour Vans\n')
    expect(text).not.toContain('14 days')
  })
})

describe('a credit note of commission', () => {
  it.each([
    ['its number', 'Credit note: CRN-2026/27-00012\nIssued: 02/12/2026\nTax point: 02/12/2026'],
    ['what is credited', 'Commission credited to you £5.00'],
    [
      'each booking with its invoice and reason',
      'ABCDEF12 | Price cut | 20% | £2.09 | VAT invoice INV-2026/27-00396 of 02/12/2026\nWalthamstow E17 to Brighton BN1',
    ],
    [
      'the sums, and that statements have given it back',
      'Net credit £4.17\nVAT, 20% of the net credit £0.83\nTotal credit £5.00\nGiven back in the statements of your working units −£5.01\nRounding of VAT £0.01\nTo be paid £0.00\n£5.01 is given back in the statements of your working units. Nothing more is to be paid.',
    ],
    ['whose input tax it reduces', 'reduce your input tax by £0.83.'],
  ])('prints in its text %s', (_, expected) => {
    expect(textOf(aCommissionCredit())).toContain(expected)
  })
})

it.each([
  [aStatement(), 'Vanfare pays you £164.00'],
  [aStatement([aPaperLine({ balancePence: 0 })]), 'Nothing is owed'],
  [anInvoice(), 'Our commission with VAT: £36.00'],
  [aCredit(), 'Credited to you: £141.00'],
  [aCommissionCredit(), 'Commission credited to you: £5.00'],
])('its email says who pays whom', (sheet, expected) => {
  expect(summaryText(sheet)).toBe(expected)
})

describe('the worker that draws PDFs', () => {
  const writer = createPdfWriter(createLog('silent'))
  afterAll(() => writer.close())

  const at = new Date('2026-12-02T09:00:00Z')

  async function printed(sheets: readonly SheetFacts[], title = 'Smith & Sons <1>'): Promise<Buffer> {
    const prints = sheets.map((sheet) => ({
      pdf: pdfContentOf(sheet),
      attachments: ublFilesOf(sheet).map(({ name, xml }) => ({
        name,
        text: xml,
        description: 'Data',
        at: at.toISOString(),
      })),
    }))
    const chunks: Buffer[] = []
    for await (const chunk of writePdfFile(writer, 'somebody', { title, author: 'A & B', at, prints }))
      chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  const jobs = (count: number) =>
    Array.from({ length: count }, (_, index) => aPaperLine({ pricePence: 20_000 + index, reference: `JOB${index}` }))

  it('prints every word of a statement, and every letter of its names', async () => {
    const text = await wordsOf(await printed([aStatement()]))
    for (const phrase of ['Not a VAT document', 'Smith & Sons', 'Đặng Łódź Ōe Ltd', '28/11/2026', '−£6.00', '£164.00'])
      expect(text).toContain(phrase)
    expect(text).not.toContain('?')
  })

  /** Priorities of this process's threads, on Linux. The name in the line may have spaces, and is in brackets. */
  const prioritiesOfThreads = (): number[] =>
    readdirSync('/proc/self/task').map((id) =>
      Number(readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]),
    )

  it.runIf(process.platform === 'linux')('gives way to requests: its thread alone has a lower priority', async () => {
    await printed([aStatement()])
    expect(prioritiesOfThreads()).toContain(constants.priority.PRIORITY_BELOW_NORMAL)
    expect(getPriority(process.pid)).toBeLessThan(constants.priority.PRIORITY_BELOW_NORMAL)
  })

  it('carries the sums of a table from page to page, and numbers the pages', async () => {
    const lines = jobs(90)
    const pages = await pagesOf(await printed([anInvoice(lines)]))
    expect(pages.length).toBeGreaterThanOrEqual(4)
    pages.forEach((text, index) => expect(text).toContain(`Page ${index + 1} of ${pages.length}`))
    expect(pages.flatMap((text) => text.match(/JOB\d+/g) ?? [])).toEqual(lines.map(({ reference }) => reference))
    // What is carried over at the foot of a page is what all rows so far come to, and the next page begins with it.
    const feet = pages.slice(0, -1).filter((text) => text.includes('Carried over'))
    expect(feet.length).toBeGreaterThanOrEqual(2)
    let count = 0
    for (const text of feet) {
      count += text.match(/JOB\d+/g)?.length ?? 0
      const sum = formatPence(lines.slice(0, count).reduce((total, { pricePence }) => total + pricePence, 0))
      expect(text.slice(text.indexOf(`Carried over, ${count} bookings`))).toContain(sum)
      const next = pages[pages.indexOf(text) + 1] ?? ''
      expect(next.slice(next.indexOf(`Brought forward, ${count} bookings`))).toContain(sum)
      expect([text, next].join('\n')).toContain(`Brought forward, ${count} bookings`)
    }
    expect(pages.at(-1)).toContain('90 bookings')
  })

  it('leaves no closing sentence alone on a page: the sums come with it', async () => {
    for (let count = 16; count <= 21; count += 1) {
      const pages = await pagesOf(await printed([aStatement(jobs(count))]))
      const ends = ['Vanfare pays you', 'Questions:'].map((phrase) =>
        pages.findLastIndex((text) => text.includes(phrase)),
      )
      expect([count, ...ends]).toEqual([count, pages.length - 1, pages.length - 1])
    }
    expect((await pagesOf(await printed([aCredit()]))).at(-1)).toContain('Total credit')
  })

  it('makes the same bytes each time, alone or after others', async () => {
    const [first, , repeated] = [
      await printed([aStatement(jobs(40))]),
      await printed([aCredit()]),
      await printed([aStatement(jobs(40))]),
    ]
    expect(repeated?.equals(first ?? Buffer.alloc(0))).toBe(true)
  })

  it('is tagged, says its language, and has the data and a well-formed description of itself', async () => {
    const file = (await printed([aCredit()])).toString('latin1')
    for (const mark of [
      /\/MarkInfo/,
      /\/Lang \(en-GB\)/,
      /\/S \/H1/,
      /\/S \/TH\n\/A <<\n\/O \/Table\n\/Scope \/Column/,
      /\/OutputIntents/,
      /\/AFRelationship \/Alternative/,
      /\/FontFile2/,
    ])
      expect(mark.test(file), String(mark)).toBe(true)
    expect(file.match(/\/Type \/Filespec/g)).toHaveLength(3)
    const [xmp = ''] = /<x:xmpmeta[\s\S]*<\/x:xmpmeta>/.exec(file) ?? []
    expect(parseXml(xmp)).toMatchObject({ name: 'x:xmpmeta' })
    expect(xmp).toContain('Smith &amp; Sons &lt;1&gt;')
    expect(xmp).toContain('<pdfaid:part>3</pdfaid:part>')
  })

  it('has the pages of many papers in one file, each with numbers of its own', async () => {
    const pages = await pagesOf(await printed(Array.from({ length: 30 }, () => aStatement())))
    expect(pages).toHaveLength(30)
    for (const text of pages) expect(text).toContain('Page 1 of 1')
  })
})

it.each([
  [null, 'Payment is due by 15/12/2026. We will write to you with how to pay.'],
  [
    'Vanfare Ltd, sort code 20-00-00, account 12345678',
    'Payment is due by 15/12/2026. Pay by bank transfer to Vanfare Ltd, sort code 20-00-00, account 12345678, with the reference STM-2026/27-00007.',
  ],
])('a statement of which the company owes something says when and how to pay (account: %s)', (payTo, text) => {
  const owed = { balancePence: -3954, number: 'STM-2026/27-00007', issuedOn: '2026-12-01', payTo }
  const payment = paymentOf(owed)
  expect(payment && paymentText(payment)).toBe(text)
  expect(paymentOf({ ...owed, balancePence: 1 })).toBeNull()
  expect(paymentOf({ ...owed, number: null, issuedOn: null })).toBeNull()
  // A statement from before it was printed stays as it is.
  expect(paymentOf({ ...owed, payTo: undefined })).toBeNull()
})

it('a postcode is on one line', () => {
  expect(unbroken('12 Kingsland Basin, London N1 5BA')).toBe('12 Kingsland Basin, London N1\u00A05BA')
})
