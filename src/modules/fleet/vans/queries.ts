import { sql, type Selectable } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { FleetVan } from '#platform/db-types.gen.ts'
import { jsonRow } from '#platform/json-rows.ts'
import { FACTS } from '../declarations/rules.ts'

export type VanView = Pick<Selectable<FleetVan>, (typeof FACTS)[number]>

/** What counts of a van: as entered until the office has approved it, as approved then. As a column, of the unit that the statement calls `u`. */
export const vanOfUnit = sql<VanView | null>`(
  select ${jsonRow('fleet.van', 'v', FACTS)} from fleet.van v where v.unit_id = u.id)`

const enteredVan = sql<VanView | null>`coalesce(
  (select ${jsonRow('fleet.van_declaration', 's', FACTS)} from fleet.van_declaration s where s.unit_id = u.id and s.status <> 'approved'), ${vanOfUnit})`

/** The van of a unit as its driver entered it last, null where it has none. */
export async function findVan(ctx: Ctx, unitId: string): Promise<VanView | null> {
  const { rows } = await sql<{ van: VanView | null }>`/* van */
    select ${enteredVan} as van from fleet.working_unit u where u.id = ${unitId}`.execute(ctx.db)
  return rows[0]?.van ?? null
}
