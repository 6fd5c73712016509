import { expect, test } from 'vitest'
import { fourQuarters, missingOf, sumOfQuarters, yearToReport } from './rules.ts'

const sole = {
  legalName: 'Jo Pennant',
  address: '14 Wood Street, London',
  companyNumber: null,
  taxNumber: null,
  dateOfBirth: null,
  accountTail: '1234',
}

test.each([
  [{}, ['date_of_birth', 'tax_number']],
  [{ companyNumber: '01234567' }, ['tax_number']],
  [{ taxNumber: 'AB123456C' }, ['date_of_birth']],
  [{ taxNumber: '1234567890', dateOfBirth: '1980-02-29' }, []],
  [{ companyNumber: '01234567', taxNumber: '1234567890' }, []],
  [
    { legalName: ' ', address: null, accountTail: null },
    ['legal_name', 'address', 'date_of_birth', 'tax_number', 'account'],
  ],
])('of a seller with %j is missing %j', (more, missing) => {
  expect(missingOf({ ...sole, ...more })).toEqual(missing)
})

test.each([
  ['2026-11-23', 2026],
  ['2027-01-31', 2026],
  ['2027-02-01', 2027],
])('on %s the report of %i comes next', (today, year) => {
  expect(yearToReport(today)).toBe(year)
})

test('a quarter without jobs is there, and the year is their sum', () => {
  const third = {
    quarter: 3,
    activities: 2,
    grossPence: 60_000,
    feesPence: 9000,
    taxesPence: 1800,
    considerationPence: 49_200,
  }
  const quarters = fourQuarters([third])
  expect(quarters.map(({ quarter, activities }) => [quarter, activities])).toEqual([
    [1, 0],
    [2, 0],
    [3, 2],
    [4, 0],
  ])
  const { quarter: _, ...sums } = third
  expect(sumOfQuarters(quarters)).toEqual(sums)
})
