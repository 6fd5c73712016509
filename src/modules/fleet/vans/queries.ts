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
  'kerbWeightKg',
  'payloadKg',
] as const

export type VanView = Pick<Selectable<FleetVan>, (typeof shown)[number]>

/** Vans with the masses that their drivers gave last, whether the office has approved them or not. */
const declaredVans = sql`(
  select v.unit_id, v.registration, v.make, v.model, v.category, v.has_tail_lift, v.fuel, v.euro_class, v.year,
    case when m.unit_id is null then v.gross_weight_kg else m.gross_weight_kg end as gross_weight_kg,
    case when m.unit_id is null then v.kerb_weight_kg else m.kerb_weight_kg end as kerb_weight_kg,
    case when m.unit_id is null then v.payload_kg else m.payload_kg end as payload_kg
  from fleet.van v left join fleet.van_masses m on m.unit_id = v.unit_id)`

/** As its driver entered it. As a column, of the unit that the statement calls `u`. */
export const vanOfUnit = sql<VanView | null>`(
  select ${jsonRow('fleet.van', 'v', shown)} from ${declaredVans} v where v.unit_id = u.id)`

/** The van of a unit as its driver entered it, null where it has none. */
export async function findVan(ctx: Ctx, unitId: string): Promise<VanView | null> {
  const { rows } = await sql<{ van: VanView | null }>`/* van */
    select ${vanOfUnit} as van from fleet.working_unit u where u.id = ${unitId}`.execute(ctx.db)
  return rows[0]?.van ?? null
}
