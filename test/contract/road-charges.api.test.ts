import pg from 'pg'
import { expect, it } from 'vitest'
import { ROAD_CHARGES } from '#modules/pricing/road-charges/data.ts'
import type { RoadCharge } from '#modules/pricing/road-charges/rules.ts'
import { setUpParsers } from '#platform/db.ts'
import { createTestDatabase } from '#test/support/database.ts'

it('starts every installation with the road charges of the pricing slice', async () => {
  setUpParsers()
  const database = await createTestDatabase()
  const client = new pg.Client(database.connection)
  await client.connect()
  try {
    const { rows } = await client.query<RoadCharge>(
      `select zone, vehicle_class as "vehicleClass", amount_pence as "amountPence", hours,
              from_day as "fromDay", to_day as "toDay", source
       from pricing.road_charge`,
    )
    const order = ({ zone, fromDay, vehicleClass }: Pick<RoadCharge, 'zone' | 'fromDay' | 'vehicleClass'>) =>
      `${zone} ${fromDay} ${vehicleClass}`
    const inOrder = (charges: readonly RoadCharge[]) => charges.toSorted((a, b) => order(a).localeCompare(order(b)))
    expect(inOrder(rows)).toEqual(inOrder(ROAD_CHARGES))
  } finally {
    await client.end()
    await database.drop()
  }
})
