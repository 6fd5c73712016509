import { describe, expect, it } from 'vitest'
import { aimsOf, draftsText, leftText, reachOf, REACHES } from '../billing-runs/run-texts.ts'
import { type BillingDocument, type Sheet, kindAt } from './families.ts'
import { mailingOf, mailingText, sentText } from './mailing.ts'
import {
  countedOnce,
  daysOf,
  formatDayForField,
  quickPeriods,
  addressOf,
  filesAddress,
  readFigureFilters,
} from './periods.ts'
import { previewText } from './preview-line.tsx'

const sheet = (id: string, email: string | null, sentAt: string | null = null) =>
  ({ id, party: { name: `Company ${id}`, email }, sentAt }) as unknown as Sheet

const document = (...documents: Sheet[]) =>
  ({ documents, status: 'saved' }) satisfies Pick<BillingDocument, 'documents' | 'status'>

const MORNING = '2026-03-02T10:14:00.000Z'

describe('who gets a document', () => {
  it('an address to which nothing went yet, one that has it, one that stands for none', () => {
    const mailing = mailingOf(
      document(
        sheet('1', 'jo@example.com'),
        sheet('2', 'al@example.com', MORNING),
        sheet('3', 'phone-3@vanfare.invalid'),
        sheet('4', null),
      ),
    )
    expect(mailing.toSend.map(({ email }) => email)).toEqual(['jo@example.com'])
    expect(mailing.sent).toEqual([{ sheetId: '2', name: 'Company 2', email: 'al@example.com', at: MORNING }])
    expect(mailing.withoutAddress.map(({ name }) => name)).toEqual(['Company 3', 'Company 4'])
  })

  it.each([
    [[sheet('1', 'jo@example.com')], ''],
    [[sheet('1', 'jo@example.com', MORNING)], 'Sent to jo@example.com on 02/03/2026, 10:14.'],
    [
      [sheet('1', 'jo@example.com', MORNING), sheet('2', 'al@example.com')],
      'Sent to 1 of 2 recipients, the last on 02/03/2026, 10:14.',
    ],
    [[sheet('1', null)], 'It can’t be sent: there is no email address.'],
    [[], ''],
  ])('what is said of %j', (sheets, text) => {
    expect(sentText(mailingOf(document(...sheets)))).toBe(text)
  })

  it('a draft is sent as one', () => {
    const one = document(sheet('1', 'jo@example.com'))
    expect(mailingText(one)).toBe('It is emailed once, as a PDF.')
    expect(mailingText({ ...one, status: 'draft' })).toBe(
      'It is emailed once, as a PDF. It’s marked as a draft. Once saved, it can be sent again.',
    )
    expect(
      mailingText(document(sheet('1', 'jo@example.com'), sheet('2', 'al@x.com'), sheet('3', 'e@x.com', MORNING))),
    ).toBe('Each is emailed once, as a PDF. 1 of 3 has theirs already.')
  })
})

describe('periods', () => {
  describe('periods that are one press away', () => {
    it.each([
      // A Monday, so that last week ended yesterday.
      ['2026-11-23', ['2026-10-01', '2026-10-31'], ['2026-09-01', '2026-09-30'], ['2026-11-16', '2026-11-22']],
      ['2026-01-01', ['2025-12-01', '2025-12-31'], ['2025-11-01', '2025-11-30'], ['2025-12-22', '2025-12-28']],
      ['2028-03-31', ['2028-02-01', '2028-02-29'], ['2028-01-01', '2028-01-31'], ['2028-03-20', '2028-03-26']],
      ['2027-12-05', ['2027-11-01', '2027-11-30'], ['2027-10-01', '2027-10-31'], ['2027-11-22', '2027-11-28']],
    ])('are proposed on %s', (today, ...expected) => {
      expect(quickPeriods(today).map(({ period: { from, to } }) => [from, to])).toEqual(expected)
    })
  })

  it('a day stands in its field as DD/MM/YYYY; anything else as it was typed', () => {
    expect(['2026-11-23', '23/11/2026', '2026-02-30', 'soon', ''].map(formatDayForField)).toEqual([
      '23/11/2026',
      '23/11/2026',
      '2026-02-30',
      'soon',
      '',
    ])
  })

  describe('countedOnce', () => {
    const row = (id: string, status: 'draft' | 'saved', startDate: string, endDate: string, unit = 'one') => ({
      id,
      status,
      startDate,
      endDate,
      workingUnitId: unit,
      client: null,
    })

    it('leaves a draft out if a saved document, or another draft, has some of its days', () => {
      const rows = [
        row('draft of what is saved', 'draft', '2026-10-01', '2026-10-31'),
        row('saved', 'saved', '2026-10-01', '2026-10-31'),
        row('another unit', 'draft', '2026-10-01', '2026-10-31', 'two'),
        row('the next month', 'draft', '2026-11-01', '2026-11-30'),
        row('some of its days', 'draft', '2026-11-30', '2026-12-31'),
      ]
      expect(countedOnce(rows).map(({ id }) => id)).toEqual(['saved', 'another unit', 'the next month'])
    })
  })

  const at = (path: string) => `https://vanfare.example/admin/${path}`

  it.each([
    ['statements?status=queried', 'statement'],
    ['statements.data', 'statement'],
    ['invoices/new', 'invoice'],
    ['sales-credit-invoices/01a', 'sales_credit'],
  ] as const)('%s is about a %s', (path, kind) => {
    expect(kindAt(at(path))).toBe(kind)
  })

  it('the filters of an address stand in their fields, dates as DD/MM/YYYY, and lead back to it', () => {
    const filters = readFigureFilters(
      'statement',
      at('statements?start_date=2026-02-01&end_date=28/02/2026&find=LK72&status=queried'),
    )
    expect(filters).toEqual({ start_date: '01/02/2026', end_date: '28/02/2026', find: 'LK72', status: 'queried' })
    expect(readFigureFilters('statement', at(`statements${addressOf('statement', filters)}`))).toEqual(filters)
    expect(readFigureFilters('invoice', at('invoices?find=LK72&status=queried'))).toMatchObject({
      find: '',
      status: 'all',
    })
  })

  it('a unit that was picked is in the address with what it was found by', () => {
    const filters = readFigureFilters('statement', at('statements?find=pennant'))
    expect(addressOf('statement', filters, 'u1')).toBe('?find=pennant&working_unit=u1&for=pennant')
    expect(addressOf('sales_credit', { ...filters, find: '' }, 'c1')).toBe('?client=c1&for=')
    expect(addressOf('statement', { ...filters, find: '' })).toBe('')
  })

  it('what is downloaded is what the list shows', () => {
    const filters = readFigureFilters('statement', at('statements?start_date=2026-02-01&find=pennant&status=queried'))
    expect(filesAddress('statement', filters, 'u1')).toBe('?start_date=01%2F02%2F2026&status=queried&working_unit=u1')
    expect(filesAddress('invoice', readFigureFilters('invoice', at('invoices')))).toBe('')
  })
})

describe('preview line', () => {
  it.each([
    ['statement', { bookings: 31, pricePence: 541_850, companies: 1, isLate: false }, '31 bookings, £5,418.50'],
    ['statement', { bookings: 0, pricePence: 0, companies: 0, isLate: false }, '0 bookings, £0.00'],
    ['invoice', { bookings: 1, pricePence: 9900, companies: 1, isLate: false }, '1 booking of 1 company, £99.00'],
    ['sales_credit', { bookings: 2, pricePence: 8000, companies: 2, isLate: false }, '2 cancelled bookings, £80.00'],
  ] as const)('a %s of %o would have %s', (kind, preview, text) => expect(previewText(kind, preview)).toBe(text))
})

it.each([
  ['2026-09-14', '2026-09-14', { from: '01/09/2026', to: '30/09/2026' }],
  ['2026-09-14', '2026-11-03', { from: '01/09/2026', to: '30/11/2026' }],
  ['2026-11-20', '2026-12-04', { from: '01/11/2026', to: '04/12/2026' }],
])('what is owed from %s to %s is looked for in its months, as far as they are over', (startDate, endDate, days) => {
  expect(daysOf({ startDate, endDate }, '2026-12-07')).toEqual(days)
})

describe('texts of a run', () => {
  it('what is left is read as words', () => {
    expect([1, 38, 89, 90, 121].map(leftText)).toEqual([
      'about 5 s left',
      'about 40 s left',
      'about 90 s left',
      'about 2 min left',
      'about 3 min left',
    ])
  })

  it('how far a run goes, there and back', () => {
    expect(REACHES.map((reach) => reachOf(aimsOf(reach)))).toEqual([...REACHES])
    expect(aimsOf('anything else')).toEqual({ save: false, send: false })
  })

  it('drafts are counted by kind', () => {
    expect(draftsText([])).toBe('')
    expect(
      draftsText([
        { kind: 'invoice', count: 1, documents: [] },
        { kind: 'statement', count: 2, documents: [] },
      ]),
    ).toBe('1 invoice run and 2 statements')
  })
})
