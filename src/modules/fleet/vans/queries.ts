import { sql, type Selectable } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { FleetVan } from '#platform/db-types.gen.ts'
import { jsonRow } from '#platform/json-rows.ts'

const shown = [
  'registration',
  'make',
  'model',
  'category',
  'hasTailLift',
  'fuel',
  'euroClass',
  'year',
  'grossWeightKg',
] as const

export type VanView = Pick<Selectable<FleetVan>, (typeof shown)[number]>

/** As a column, for the unit aliased `u`. */
export const vanOfUnit = sql<VanView | null>`(select ${jsonRow('fleet.van', 'v', shown)} from fleet.van v where v.unit_id = u.id)`

/** A unit's van; null if it has none. */
export async function findVan(ctx: Ctx, unitId: string): Promise<VanView | null> {
  const van = await ctx.db.selectFrom('fleet.van').select(shown).where('unitId', '=', unitId).executeTakeFirst()
  return van ?? null
}
