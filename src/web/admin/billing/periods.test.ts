import { describe, expect, test } from 'vitest'
import { kindAt } from './families.ts'
import { countedOnce, formatDayForField, quickPeriods, addressOf, filesAddress, readFigureFilters } from './periods.ts'

describe('periods that are one press away', () => {
  test.each([
    // A Monday, so that last week ended yesterday.
    ['2026-11-23', ['2026-10-01', '2026-10-31'], ['2026-09-01', '2026-09-30'], ['2026-11-16', '2026-11-22']],
    ['2026-01-01', ['2025-12-01', '2025-12-31'], ['2025-11-01', '2025-11-30'], ['2025-12-22', '2025-12-28']],
    ['2028-03-31', ['2028-02-01', '2028-02-29'], ['2028-01-01', '2028-01-31'], ['2028-03-20', '2028-03-26']],
    ['2027-12-05', ['2027-11-01', '2027-11-30'], ['2027-10-01', '2027-10-31'], ['2027-11-22', '2027-11-28']],
  ])('on %s', (today, ...expected) => {
    expect(quickPeriods(today).map(({ period: { from, to } }) => [from, to])).toEqual(expected)
  })
})

test('a day stands in its field as DD/MM/YYYY; anything else as it was typed', () => {
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

  test('leaves a draft out if a saved document, or another draft, has some of its days', () => {
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

test.each([
  ['statements?status=queried', 'statement'],
  ['statements.data', 'statement'],
  ['invoices/new', 'invoice'],
  ['sales-credit-invoices/01a', 'sales_credit'],
] as const)('%s is about a %s', (path, kind) => {
  expect(kindAt(at(path))).toBe(kind)
})

test('the filters of an address stand in their fields, dates as DD/MM/YYYY, and lead back to it', () => {
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

test('a unit that was picked is in the address with what it was found by', () => {
  const filters = readFigureFilters('statement', at('statements?find=pennant'))
  expect(addressOf('statement', filters, 'u1')).toBe('?find=pennant&working_unit=u1&for=pennant')
  expect(addressOf('sales_credit', { ...filters, find: '' }, 'c1')).toBe('?client=c1&for=')
  expect(addressOf('statement', { ...filters, find: '' })).toBe('')
})

test('what is downloaded is what the list shows', () => {
  const filters = readFigureFilters('statement', at('statements?start_date=2026-02-01&find=pennant&status=queried'))
  expect(filesAddress('statement', filters, 'u1')).toBe('?start_date=01%2F02%2F2026&status=queried&working_unit=u1')
  expect(filesAddress('invoice', readFigureFilters('invoice', at('invoices')))).toBe('')
})
