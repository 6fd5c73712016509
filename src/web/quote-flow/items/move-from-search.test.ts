import { describe, expect, it } from 'vitest'
import { moveFromSearch, withoutMove } from './move-from-search.ts'
import { initialOrder } from '../draft/order.ts'

const now = new Date('2026-11-20T12:00:00Z')
const read = (search: string, order = initialOrder) => moveFromSearch(new URLSearchParams(search), order, now)

describe('moveFromSearch', () => {
  it('reads the home form', () => {
    expect(read('from=E17+4QH&to=BN1+4QL&what=furniture&date=2026-11-28')).toEqual({
      type: 'move-entered',
      from: 'E17 4QH',
      to: 'BN1 4QL',
      date: '2026-11-28',
      jobKind: 'furniture',
    })
  })

  it('writes postcodes as they are written', () => {
    expect(read('from=e174qh&to=+bn1+4ql+')).toMatchObject({ from: 'E17 4QH', to: 'BN1 4QL' })
    expect(read('from=e17&to=e17+4')).toMatchObject({ from: 'E17', to: 'e17 4' })
  })

  it('says nothing when the address says nothing', () => {
    expect(read('')).toBeUndefined()
    expect(read('from=&to=%20&date=')).toBeUndefined()
    expect(read('utm_source=x')).toBeUndefined()
  })

  it('keeps what is there for what is not said', () => {
    const order = {
      ...initialOrder,
      date: '2026-12-01',
      routePoints: initialOrder.routePoints.map((point, index) => ({
        ...point,
        postcode: ['N1 1AA', 'S1 1AA'][index] ?? '',
      })),
    }
    expect(read('what=furniture', order)).toMatchObject({
      from: 'N1 1AA',
      to: 'S1 1AA',
      date: '2026-12-01',
      jobKind: 'furniture',
    })
  })

  it.each(['2026-11-19', '2027-06-01', '2026-02-30', 'tomorrow', '<script>'])('does not take the day %s', (date) => {
    expect(read(`from=E17+4QH&date=${encodeURIComponent(date)}`)).toMatchObject({ date: null })
  })

  it('takes the kind of move from the two there are', () => {
    expect(read('what=piano')).toMatchObject({ jobKind: 'home_or_office' })
  })

  it('cuts what is too long for a postcode', () => {
    expect(read(`from=${'E'.repeat(5000)}`)).toMatchObject({ from: 'E'.repeat(16) })
  })
})

describe('withoutMove', () => {
  it('leaves other parameters', () => {
    expect(withoutMove(new URLSearchParams('from=a&to=b&what=c&date=d&ref=x'))).toBe('?ref=x')
    expect(withoutMove(new URLSearchParams('from=a'))).toBe('')
  })
})
