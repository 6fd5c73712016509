import { expect, test } from 'vitest'
import { pageIn } from './page-in-address.ts'

test.each([
  ['', 1],
  ['?page=2', 2],
  ['?unit=a&page=10000', 10_000],
  ['?page=0', 1],
  ['?page=-1', 1],
  ['?page=1.5', 1],
  ['?page=1e9', 1],
  ['?page=two', 1],
])('of an address with %j', (search, page) => {
  expect(pageIn(`https://vanfare.example/list${search}`)).toBe(page)
})
