import { expect, it } from 'vitest'
import { codeToText } from './code-to-text.ts'

it.each([
  ['account.blocked', 'Account blocked'],
  ['booking_updates', 'Booking updates'],
  ['workingUnitId', 'Working unit id'],
  ['', ''],
])('%j is read as %j', (name, text) => expect(codeToText(name)).toBe(text))
