import { expect, it } from 'vitest'
import { plainWords } from './code-to-text.ts'

it.each([
  ['account.blocked', 'Account blocked'],
  ['booking_updates', 'Booking updates'],
  ['workingUnitId', 'Working unit id'],
  ['', ''],
])('%j is read as %j', (name, words) => expect(plainWords(name)).toBe(words))
