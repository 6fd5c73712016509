import type { Ctx } from '#platform/ctx.ts'
import type { ChargeHours, RoadCharge, VehicleClass, Zone } from './road-charges/rules.ts'

/** All dated road charges. A handful of rows, so a search reads them whole. */
export async function listRoadCharges(ctx: Ctx): Promise<RoadCharge[]> {
  const rows = await ctx.db
    .selectFrom('pricing.road_charge')
    .select(['zone', 'vehicle_class', 'amount_pence', 'hours', 'from_day', 'to_day', 'source'])
    .execute()
  return rows.map((row) => ({
    zone: row.zone as Zone,
    vehicleClass: row.vehicle_class as VehicleClass,
    amountPence: row.amount_pence,
    hours: row.hours as ChargeHours,
    fromDay: row.from_day,
    toDay: row.to_day,
    source: row.source,
  }))
}
