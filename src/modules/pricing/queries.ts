import type { Ctx } from '#platform/ctx.ts'
import type { ChargeHours, RoadCharge } from './road-charges/rules.ts'

declare module '#platform/json-columns.ts' {
  interface JsonColumns {
    'pricing.road_charge.hours': ChargeHours
  }
}

/** All dated road charges: only a handful of rows, so a search reads them all. */
export function listRoadCharges(ctx: Ctx): Promise<RoadCharge[]> {
  return ctx.db
    .selectFrom('pricing.road_charge')
    .select(['zone', 'vehicleClass', 'amountPence', 'hours', 'fromDay', 'toDay', 'source'])
    .execute()
}
