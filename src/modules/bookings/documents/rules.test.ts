import { describe, expect, it } from 'vitest'
import { agreed } from '#test/support/factories/agreement.ts'
import { agreementSections, fileNameOf, companyTermsText, type Agreement } from './rules.ts'

const us = 'Vanfare Ltd, registered in England and Wales.'
const sectionsAt = (now: string, change: Partial<Agreement> = {}) =>
  agreementSections({ ...agreed, ...change }, new Date(now), us)
const section = (heading: string, now = '2026-11-20T10:00:00Z', change: Partial<Agreement> = {}) =>
  sectionsAt(now, change).find((one) => one.heading === heading)
const rowsOf = (...args: Parameters<typeof section>) =>
  section(...args)?.rows?.map(({ name, value }) => `${name}: ${value}`)

describe('what was agreed', () => {
  it('names the move, its addresses, van and reference', () => {
    expect(rowsOf('Your move')).toEqual([
      'Booking: 019A7C1E',
      'When: Sat 28 November, 09:00, about 6 h 30 min',
      'From: Flat 12, 48 Hoe Street, E17 4QH (2 flights)',
      'Stop: Croydon, CR0 4XG',
      'To: 7 Ditchling Rise, Brighton BN1 4QL (1 flight)',
      'Van: Ford Transit LWB, LK72 VNF',
      'Lifting: 2 men (driver helps + 1 helper)',
      'Load: 28 items',
    ])
  })

  it('has every line of the receipt, the total with the way of paying, and the ceiling', () => {
    expect(rowsOf('What you pay')).toEqual([
      '6 h 30 min at £62.00: £403.00',
      '68.40 miles at £0.55: £37.62',
      'Total, by card: £440.62',
      'No more than: £471.62',
    ])
    expect(section('What you pay')?.paragraphs?.join(' ')).toMatch(/never above £471\.62/)
  })

  it('says what cancelling costs from then on, inside 48 hours too', () => {
    expect(rowsOf('If you cancel')).toEqual([
      'Until a driver confirms: Free',
      'Until Thu 26 November, 09:00: Free',
      'Until Fri 27 November, 09:00: £62.00',
      'After that: £124.00',
    ])
    expect(rowsOf('If you cancel', '2026-11-26T12:00:00Z', { isConfirmed: true })).toEqual([
      'Until Fri 27 November, 09:00: £62.00',
      'After that: £124.00',
    ])
    expect(rowsOf('If you cancel', '2026-11-27T12:00:00Z', { isConfirmed: true })).toEqual(['Now: £124.00'])
  })

  it('names both traders, waiting and cover', () => {
    const text = JSON.stringify(sectionsAt('2026-11-20T10:00:00Z'))
    expect(text).toContain(
      'Pennant Removals Ltd, registered in England and Wales, company number 12345678. Address: 2 Mill Lane',
    )
    expect(text).toContain(us)
    expect(text).toContain('The first 15 minutes are free, then £20.00')
    expect(text).toContain('Insured up to £20,000 for the whole move and £2,500 for any one item.')
  })
})

it('writes the company’s terms down as a file of their own', () => {
  const text = companyTermsText('Pennant & Daughters', agreed.terms!, agreed.createdAt)
  expect(text).toContain('The terms when you booked, on 20/11/2026.')
  expect(text).toContain('1. Tape your boxes.')
  expect(companyTermsText('Pennant', { ...agreed.terms!, terms: ' ' }, agreed.createdAt)).toContain(
    'added no terms of its own',
  )
})

it.each([
  ['Pennant & Daughters', 'terms-of-pennant-daughters.txt'],
  ['Łódź Café Ltd', 'terms-of-odz-cafe-ltd.txt'],
  ['搬家', 'terms-of-the-mover.txt'],
  ['../../etc/passwd\r\nX: y', 'terms-of-etc-passwd-x-y.txt'],
])('the file of %j is called %s', (name, file) => {
  expect(fileNameOf(name)).toBe(file)
})
