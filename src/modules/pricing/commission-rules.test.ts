import { expect, test } from 'vitest'
import { keptOf } from './commission-rules.ts'

test.each([
  // 15 % of £180 is £27, with VAT £32.40; the £20 of road charges bear none.
  [{ totalPence: 20_000, commissionablePence: 18_000 }, 15, 2700, 540, 16_760],
  [{ totalPence: 20_000, commissionablePence: 20_000 }, 0, 0, 0, 20_000],
  [{ totalPence: 12_345, commissionablePence: 12_345 }, 12.5, 1543, 309, 10_493],
  [{ totalPence: 0, commissionablePence: 0 }, 15, 0, 0, 0],
])('of %o at %d %% commission is %d with VAT of %d, and %d is left', (price, percent, commission, vat, kept) => {
  expect(keptOf(price, percent)).toEqual({ commissionPence: commission, commissionVatPence: vat, keptPence: kept })
})
