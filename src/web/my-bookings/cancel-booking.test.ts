import { expect, test } from 'vitest'
import type { Problem } from '#web/kit/forms/answer.ts'
import { cancelText, feeOf } from './cancel-booking.tsx'

test.each([
  [0, ['Cancel for free', 'Cancel for free', 'It costs nothing.']],
  [5000, ['Cancel for £50.00', 'Cancel and pay £50.00', 'It costs £50.00, as shown.']],
])('the fee of %i pence is on the buttons', (fee, texts) => {
  expect((['ask', 'do', 'done'] as const).map((when) => cancelText(fee, when))).toEqual(texts)
  expect(cancelText(fee, 'before')).toMatch(fee === 0 ? /^It’s free\./ : /^You’ll pay £50\.00\./)
})

test.each([
  [undefined, 5000],
  [{ fee_pence: '10000' }, 10_000],
  [{ fee_pence: '0' }, 0],
  [{}, 5000],
])('a refusal that suggests %j asks for %i', (suggested, fee) => {
  const refused: Problem = { ok: false, status: 409, code: 'fee_changed', detail: '', ...(suggested && { suggested }) }
  expect(feeOf(refused, 5000)).toBe(fee)
})
