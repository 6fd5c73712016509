import { expect, test, it } from 'vitest'
import type { VanCategory } from '#modules/fleet/rules.ts'
import { TOLLS } from '#modules/geo/charges/data.ts'
import { toInstant } from '#shared/local-time.ts'
import { payoutAfterCommission, tollPence, orderText } from './commission-rules.ts'

test.each([
  // 15 % of £180 is £27, with VAT £32.40; the £20 of road charges bear none.
  [{ totalPence: 20_000, commissionablePence: 18_000 }, 15, 2700, 540, 16_760],
  [{ totalPence: 20_000, commissionablePence: 20_000 }, 0, 0, 0, 20_000],
  [{ totalPence: 12_345, commissionablePence: 12_345 }, 12.5, 1543, 309, 10_493],
  [{ totalPence: 0, commissionablePence: 0 }, 15, 0, 0, 0],
])('of %o at %d %% commission is %d with VAT of %d, and %d is left', (price, percent, commission, vat, remainder) => {
  expect(payoutAfterCommission(price, percent)).toEqual({
    commissionPence: commission,
    commissionVatPence: vat,
    keptPence: remainder,
  })
})

const costs = (code: string, van: VanCategory, at?: string) => {
  const toll = TOLLS.find((one) => one.code === code)
  if (!toll) throw new Error(`No ${code}`)
  const [day = '', hour = '', minute = ''] = at?.split(/[ :]/) ?? []
  return tollPence(toll, van, at === undefined ? undefined : toInstant(day, Number(hour) * 60 + Number(minute)))
}

// Friday 20 November 2026, and the days after it. Source: Transport for London, charges since 7 April 2025.
test.each([
  ['thames_tunnels_north', 'large_van', '2026-11-20 05:59', 0],
  ['thames_tunnels_north', 'large_van', '2026-11-20 06:00', 650],
  ['thames_tunnels_north', 'small_van', '2026-11-20 06:00', 400],
  ['thames_tunnels_north', 'large_van', '2026-11-20 10:00', 250],
  ['thames_tunnels_north', 'small_van', '2026-11-20 10:00', 150],
  ['thames_tunnels_north', 'large_van', '2026-11-20 17:00', 250],
  ['thames_tunnels_south', 'large_van', '2026-11-20 08:00', 250],
  ['thames_tunnels_south', 'large_van', '2026-11-20 16:00', 650],
  ['thames_tunnels_south', 'luton_van', '2026-11-20 18:59', 650],
  ['thames_tunnels_south', 'luton_van', '2026-11-20 19:00', 250],
  ['thames_tunnels_north', 'large_van', '2026-11-21 08:00', 250],
  ['thames_tunnels_north', 'large_van', '2026-12-28 08:00', 250],
  ['thames_tunnels_north', 'large_van', '2026-11-20 22:00', 0],
  // National Highways: 06:00 to 22:00.
  ['dartford', 'luton_van', '2026-11-20 06:00', 420],
  ['dartford', 'luton_van', '2026-11-20 22:00', 0],
  ['tyne_tunnel', 'large_van', '2026-11-20 02:00', 250],
  ['tyne_tunnel', 'luton_van', '2026-11-20 02:00', 500],
] as const)('%s, %s, %s: %s pence', (code, van, at, pence) => {
  expect(costs(code, van, at)).toBe(pence)
})

test('before a time is chosen, only what costs the same at every hour has an amount', () => {
  expect(costs('mersey_tunnels', 'large_van')).toBe(240)
  expect(costs('dartford', 'large_van')).toBeNull()
  expect(costs('thames_tunnels_north', 'large_van')).toBeNull()
})

it.each([
  ['card', 'By booking you agree to pay £428.45 after the move, by card.'],
  ['cash', 'By booking you agree to pay £428.45 after the move, in cash to the driver.'],
] as const)('an order to be paid by %s says so', (method, text) => {
  expect(orderText(42_845, method)).toBe(text)
})
