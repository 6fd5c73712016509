import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { jsonRow } from '#platform/json-rows.ts'
import type { ChargeHours, RoadCharge } from './road-charges/rules.ts'

declare module '#platform/json-columns.ts' {
  interface JsonColumns {
    'pricing.road_charge.hours': ChargeHours
  }
}

const chargeColumns = [
  'zone',
  'label',
  'vehicleClass',
  'amountPence',
  'hours',
  'fromDay',
  'toDay',
  'source',
  'checkBy',
] as const

/** The same as one JSON value, for a statement that asks for more. */
export const roadChargesJson = sql<RoadCharge[]>`(
  select coalesce(json_agg(${jsonRow('pricing.road_charge', 'r', chargeColumns)} order by r.zone, r.from_day, r.vehicle_class), '[]') from pricing.road_charge r)`

/** All dated road charges. Some dozens of rows, so a search reads them whole. */
export function listRoadCharges(ctx: Ctx): Promise<RoadCharge[]> {
  return ctx.db.selectFrom('pricing.road_charge').select(chargeColumns).execute()
}
