import { expect, test } from 'vitest'
import { pageIn, readPage, type ListPlace } from './page-in-address.ts'

test.each([
  ['', 1],
  ['?page=2', 2],
  ['?unit=a&page=500', 500],
  ['?page=501', 1],
  ['?page=0', 1],
  ['?page=-1', 1],
  ['?page=1.5', 1],
  ['?page=1e9', 1],
  ['?page=two', 1],
])('of an address with %j', (search, page) => {
  expect(pageIn(`https://vanfare.example/list${search}`)).toBe(page)
})

test('a cursor of the address is asked for, and a first page where it opens nothing', async () => {
  const requested: ListPlace[] = []
  const read = (opens: boolean) => async (place: ListPlace) => {
    requested.push(place)
    return 'after' in place && !opens
      ? { ok: false as const, status: 422, problem: {} as never }
      : { ok: true as const, status: 200, data: {} as never }
  }
  await readPage('https://vanfare.example/list?page=3', read(true))
  await readPage('https://vanfare.example/list?after=here', read(true))
  await readPage('https://vanfare.example/list?after=gone', read(false))
  expect(requested).toEqual([{ page: 3 }, { after: 'here' }, { after: 'gone' }, { page: 1 }])
})
