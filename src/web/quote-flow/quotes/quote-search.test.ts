import { describe, expect, it } from 'vitest'
import { isFiltered, readSearch, searchByPhone, toQuoteQuery, withoutFilters, writeSearch } from './quote-search.ts'

const read = (text: string) => readSearch(new URLSearchParams(text))

describe('the address of pick-a-driver', () => {
  it.each(['', '?ordering=price', '?payment=card&rating=4.8&reviews=50', '?ordering=rating&payment=cash&page=3'])(
    'goes there and back: "%s"',
    (text) => {
      expect(writeSearch(read(text))).toBe(text)
    },
  )

  it.each([
    '?ordering=nearest',
    '?payment=gold',
    '?rating=9',
    '?page=0',
    '?page=1e9',
    '?page=-1',
    '?page=x',
    '?ordering=best&page=1',
  ])('says nothing where it is wrong: "%s"', (text) => {
    expect(writeSearch(read(text))).toBe('')
  })

  it('is asked of the API by its own names', () => {
    expect(toQuoteQuery(read('?ordering=earliest&payment=card&rating=4.8&reviews=50&page=2'))).toEqual({
      ordering: 'earliest',
      page: 2,
      paymentMethod: 'card',
      minRating: 4.8,
      minReviews: 50,
    })
    expect(toQuoteQuery(read(''))).toEqual({ ordering: 'best', page: 1 })
  })

  it('can be freed of filters', () => {
    const search = read('?ordering=price&payment=card&page=2')
    expect(isFiltered(search)).toBe(true)
    expect(writeSearch(withoutFilters(search))).toBe('?ordering=price')
    expect(isFiltered(withoutFilters(search))).toBe(false)
  })

  it('asks for the lowest prices first, as many as one answer holds, when the office books by phone', () => {
    expect(toQuoteQuery(read(searchByPhone(1)))).toEqual({ ordering: 'price', page: 1, pageSize: 100 })
    expect(toQuoteQuery(read(searchByPhone(2)))).toEqual({ ordering: 'price', page: 2, pageSize: 100 })
  })
})
