import { expect, test } from 'vitest'
import { deskAddress, filtersOf, nextInQueue } from './desk-address.ts'

const values = { search: '', kind: '' }

test.each([
  [{ values, page: 1, cursor: null }, undefined, '/admin/verifications'],
  [{ values, page: 2, cursor: null }, 'u', '/admin/verifications?page=2&unit=u'],
  [
    { values: { search: 'A & B', kind: 'mot' }, page: 1, cursor: null },
    'u',
    '/admin/verifications?search=A+%26+B&kind=mot&unit=u',
  ],
  [{ values: { search: '', kind: 'van' }, page: 1, cursor: 'c' }, undefined, '/admin/verifications?kind=van&after=c'],
])('%j with %s is %s', (place, unit, address) => expect(deskAddress(place, unit)).toBe(address))

test('the filter says how many wait with each kind', () => {
  const { choices } = filtersOf([{ kind: 'mot', count: 12 }]).kind
  expect(choices.find(({ value }) => value === 'mot')?.label).toBe('MOT certificate (12)')
  expect(choices.find(({ value }) => value === 'v5c')?.label).toBe('V5C log book')
})

const queue = (...units: string[]) =>
  units.map((text) => ({ workingUnit: { id: text.replace('*', '') }, looking: text.endsWith('*') ? ['Ana'] : [] }))

test.each([
  [queue('a', 'b', 'c'), 'a', 'b'],
  [queue('a', 'b', 'c'), 'c', 'a'],
  // Units that another admin has open come last.
  [queue('a', 'b*', 'c'), 'a', 'c'],
  [queue('a', 'b*'), 'a', 'b'],
  [queue('a'), 'a', undefined],
  // It has left the queue by now.
  [queue('b', 'c'), 'a', 'b'],
  [queue(), 'a', undefined],
])('%j: after %s comes %s', (units, unit, next) => expect(nextInQueue(units, unit)).toBe(next))
