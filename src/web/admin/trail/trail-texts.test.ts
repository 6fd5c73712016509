import { expect, it } from 'vitest'
import { trailText } from './trail-texts.ts'

const nothing = { reason: null, before: null, after: null }

it.each([
  [{ ...nothing, action: 'account.blocked', reason: 'They waited.' }, 'blocked the account: They waited.'],
  [
    { ...nothing, action: 'working_unit.status', after: 'insurance_expires_soon' },
    'a unit became insurance expires soon',
  ],
  [{ ...nothing, action: 'bank_account.confirmed' }, 'bank account: confirmed'],
  [{ ...nothing, action: 'odd' }, 'odd'],
])('%o is "%s"', (entry, text) => {
  expect(trailText(entry)).toBe(text)
})
