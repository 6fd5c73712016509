import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { VanCategory } from '../rules.ts'
import type { getVan } from './contract.ts'
import type { Fuel } from './rules.ts'

/** The van of a unit, null where it has none. */
export async function findVan(ctx: Ctx, unitId: string): Promise<AnswerOf<typeof getVan>> {
  const row = await ctx.db.selectFrom('fleet.van').selectAll().where('unit_id', '=', unitId).executeTakeFirst()
  return row ? vanView(row) : null
}

export interface VanRow {
  registration: string
  make: string
  model: string
  category: string
  has_tail_lift: boolean
  fuel: string
  euro_class: number | null
  year: number | null
  gross_weight_kg: number | null
}

/** As a column, of the unit that the statement calls `u`. */
export const vanOfUnit = sql<VanRow | null>`(select row_to_json(v) from fleet.van v where v.unit_id = u.id)`

export const vanView = (row: VanRow) => ({
  registration: row.registration,
  make: row.make,
  model: row.model,
  category: row.category as VanCategory,
  hasTailLift: row.has_tail_lift,
  fuel: row.fuel as Fuel,
  euroClass: row.euro_class,
  year: row.year,
  grossWeightKg: row.gross_weight_kg,
})
