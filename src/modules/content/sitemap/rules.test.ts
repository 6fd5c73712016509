import { expect, test } from 'vitest'
import { isCompanyListed, newestOf, PART_NAME, partOf } from './rules.ts'

test('names of parts', () => {
  expect(partOf('companies-12')).toEqual({ part: 'companies', number: 12 })
  for (const name of [
    'companies-0',
    'companies-01',
    'companies',
    'people-1',
    'companies-12345',
    '../companies-1',
    'constructor-1',
  ])
    expect(PART_NAME.test(name), name).toBe(false)
})

test('a part is as new as its newest page, and unknown where one of them is', () => {
  expect(newestOf(['2026-01-02', '2026-03-01', '2026-02-28'])).toBe('2026-03-01')
  expect(newestOf(['2026-01-02', null])).toBeNull()
  expect(newestOf([])).toBeNull()
})

test('a company with neither work nor reviews tells a stranger nothing', () => {
  expect(isCompanyListed({ takesJobs: false, reviewsCount: 0 })).toBe(false)
  expect(isCompanyListed({ takesJobs: true, reviewsCount: 0 })).toBe(true)
  expect(isCompanyListed({ takesJobs: false, reviewsCount: 2 })).toBe(true)
})
