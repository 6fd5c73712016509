import { afterAll, beforeAll, expect, it } from 'vitest'
import { TOLLS } from '#modules/geo/charges/data.ts'
import { listTolls, listZones } from '#modules/geo/charges/queries.ts'
import { ZONES } from '#modules/geo/charges/data.ts'
import { compareZones, zoneOf } from '#modules/geo/charges/rules.ts'
import { listRoadCharges } from '#modules/pricing/queries.ts'
import { ROAD_CHARGES } from '#modules/pricing/road-charges/data.ts'
import type { RoadCharge } from '#modules/pricing/road-charges/rules.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('starts every installation with the road charges of the pricing slice', async () => {
  const order = ({ zone, fromDay, vehicleClass }: RoadCharge) => `${zone} ${fromDay} ${vehicleClass}`
  const inOrder = (charges: readonly RoadCharge[]) => charges.toSorted((a, b) => order(a).localeCompare(order(b)))
  expect(inOrder(await listRoadCharges(app.ctx))).toEqual(inOrder(ROAD_CHARGES))
})

it('starts every installation with the zones of the geo slice, and each has a charge or keeps vans out', async () => {
  expect(await listZones(app.ctx.db)).toEqual(ZONES.map(zoneOf).sort(compareZones))
  const charged = new Set((await listRoadCharges(app.ctx)).map(({ zone }) => zone))
  expect(ZONES.filter(({ code }) => !charged.has(code))).toEqual([])
})

it('starts every installation with the tolls of the geo slice', async () => {
  const byName = TOLLS.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  expect(await listTolls(app.ctx.db)).toEqual(byName)
})
