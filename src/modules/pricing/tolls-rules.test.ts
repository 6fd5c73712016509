import { expect, test } from 'vitest'
import type { VanCategory } from '#modules/fleet/rules.ts'
import { TOLLS } from '#modules/geo/charges/data.ts'
import { toInstant } from '#shared/local-time.ts'
import { tollPence } from './tolls-rules.ts'

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
