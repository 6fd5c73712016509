import { expect, it } from 'vitest'
import { previewText } from './preview-line.tsx'

it.each([
  ['statement', { bookings: 31, pricePence: 541_850, companies: 1, isLate: false }, '31 bookings, £5,418.50'],
  ['statement', { bookings: 0, pricePence: 0, companies: 0, isLate: false }, '0 bookings, £0.00'],
  ['invoice', { bookings: 1, pricePence: 9900, companies: 1, isLate: false }, '1 booking of 1 company, £99.00'],
  ['sales_credit', { bookings: 2, pricePence: 8000, companies: 2, isLate: false }, '2 cancelled bookings, £80.00'],
] as const)('a %s of %o would have %s', (kind, preview, text) => expect(previewText(kind, preview)).toBe(text))
