import { expect, test } from 'vitest'
import { readablePhone } from './readable-phone.ts'

test.each([
  ['+442079460123', '020 7946 0123'],
  ['+447700900123', '07700 900123'],
  ['+441914960123', '0191 496 0123'],
  ['+441134960123', '0113 496 0123'],
  ['+441632960123', '01632 960123'],
  ['+448081570123', '0808 157 0123'],
  ['+33123456789', '+33123456789'],
])('%s reads as %s', (phone, text) => {
  expect(readablePhone(phone)).toBe(text)
})
