import { expect, test } from 'vitest'
import { addressOf, filesAddress, readAsked } from './document-filters.ts'
import { kindAt } from './families.ts'

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
  const asked = readAsked(
    'statement',
    at('statements?start_date=2026-02-01&end_date=28/02/2026&find=LK72&status=queried'),
  )
  expect(asked).toEqual({ start_date: '01/02/2026', end_date: '28/02/2026', find: 'LK72', status: 'queried' })
  expect(readAsked('statement', at(`statements${addressOf('statement', asked)}`))).toEqual(asked)
  expect(readAsked('invoice', at('invoices?find=LK72&status=queried'))).toMatchObject({ find: '', status: 'all' })
})

test('a unit that was picked is in the address with what it was found by', () => {
  const asked = readAsked('statement', at('statements?find=pennant'))
  expect(addressOf('statement', asked, 'u1')).toBe('?find=pennant&working_unit=u1&for=pennant')
  expect(addressOf('sales_credit', { ...asked, find: '' }, 'c1')).toBe('?client=c1&for=')
  expect(addressOf('statement', { ...asked, find: '' })).toBe('')
})

test('what is downloaded is what the list shows', () => {
  const asked = readAsked('statement', at('statements?start_date=2026-02-01&find=pennant&status=queried'))
  expect(filesAddress('statement', asked, 'u1')).toBe('?start_date=01%2F02%2F2026&status=queried&working_unit=u1')
  expect(filesAddress('invoice', readAsked('invoice', at('invoices')))).toBe('')
})
