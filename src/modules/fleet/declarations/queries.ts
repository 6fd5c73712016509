import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { jsonRow } from '#platform/json-rows.ts'
import type { Camel } from '#shared/wire.ts'
import type { VanWithDocuments } from '../documents/rules.ts'
import type { vanFacts } from './contract.ts'
import { FACTS, isSafeUntilDecided, type DeclaredVan } from './rules.ts'

export type VanFactsView = Camel<z.output<typeof vanFacts>>
type Declared = NonNullable<DeclaredVan['declared']> & { submittedAt: string }

export interface DeclaredVanRow extends DeclaredVan {
  declared: Declared | null
}

/** As a column, of the unit that the statement calls `u`. */
export const declaredVan = sql<DeclaredVanRow | null>`(
  select json_build_object('isApproved', v.approved_at is not null, 'inForce', ${jsonRow('fleet.van', 'v', FACTS)}, 'declared', (
    select ${jsonRow('fleet.van_declaration', 's', ['id', 'status', 'reason', 'submittedAt', ...FACTS])}
    from fleet.van_declaration s where s.unit_id = v.unit_id and s.status <> 'approved'))
  from fleet.van v where v.unit_id = u.id)`

export async function findDeclaredVan(ctx: Ctx, unitId: string): Promise<DeclaredVanRow | null> {
  const row = await ctx.db
    .selectFrom('fleet.working_unit as u')
    .select(declaredVan.as('van'))
    .where('u.id', '=', unitId)
    .executeTakeFirst()
  return row?.van ?? null
}

export function factsView(row: DeclaredVanRow | null): VanFactsView | null {
  if (!row) return null
  const { isApproved, inForce, declared } = row
  return {
    approved: isApproved ? inForce : null,
    declared: declared && {
      ...declared,
      submittedAt: new Date(declared.submittedAt).toISOString(),
      pausesUnit: isApproved && declared.status === 'pending' && !isSafeUntilDecided(inForce, declared),
    },
  }
}

/**
 * What decides which documents a van needs, as a column, of the unit that the statement calls `u`. Until the office has decided, the heavier
 * of two gross weights counts and the older of two years: nobody drives without a licence or an MOT on a driver's word.
 */
export const vanWithDocuments = sql<VanWithDocuments | null>`(
  select json_build_object('grossWeightKg', greatest(v.gross_weight_kg, s.gross_weight_kg),
    'year', case when v.year is not null and (s.unit_id is null or s.year is not null) then least(v.year, s.year) end)
  from fleet.van v left join fleet.van_declaration s on s.unit_id = v.unit_id and s.status = 'pending' where v.unit_id = u.id)`
