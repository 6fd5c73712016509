import { expect, test } from 'vitest'
import { smsFlaw } from './rules.ts'

test.each([
  ['+447700900123', undefined],
  ['+447912345678', undefined],
  ['+447012345678', 'Use a UK mobile number: it starts with +447.'], // 070: a personal number, dear
  ['+449098790000', 'Use a UK mobile number: it starts with +447.'], // 09: premium
  ['+448712345678', 'Use a UK mobile number: it starts with +447.'],
  ['+442079460123', 'Use a UK mobile number: it starts with +447.'],
  ['+4477009001234', 'Use a UK mobile number: it starts with +447.'],
  ['+33612345678', 'We can’t send codes to numbers of this country.'],
  ['+19005550123', 'We can’t send codes to numbers of this country.'],
  ['+881612345678', 'We can’t send codes to numbers of this country.'], // satellite
])('T-028: %s: %s', (phone, flaw) => {
  expect(smsFlaw(phone, ['+44'])).toBe(flaw)
})

test('other countries are a matter of configuration', () => {
  expect(smsFlaw('+353861234567', ['+44', '+353'])).toBeUndefined()
})
