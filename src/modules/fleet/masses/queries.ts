import { sql } from 'kysely'
import type { z } from 'zod'
import type { TxCtx } from '#platform/ctx.ts'
import { jsonRow } from '#platform/json-rows.ts'
import type { Camel } from '#shared/wire.ts'
import type { VanWithDocuments } from '../documents/rules.ts'
import type { vanMasses } from './contract.ts'
import { NO_MASSES, type Masses } from './rules.ts'

export type VanMassesView = Camel<z.output<typeof vanMasses>>

interface MassesRow {
  approved: Masses
  declared: (Masses & { id: string; status: 'pending' | 'refused'; reason: string | null; submittedAt: string }) | null
}

const figures = ['grossWeightKg', 'kerbWeightKg', 'payloadKg'] as const

/** As a column, of the unit that the statement calls `u`. */
export const massesOfUnit = sql<MassesRow | null>`(
  select json_build_object('approved', ${jsonRow('fleet.van', 'v', figures)}, 'declared', (
    select ${jsonRow('fleet.van_masses', 'm', ['id', 'status', 'reason', 'submittedAt', ...figures])}
    from fleet.van_masses m where m.unit_id = v.unit_id and m.status <> 'approved'))
  from fleet.van v where v.unit_id = u.id)`

export const massesView = (row: MassesRow | null): VanMassesView | null =>
  row && {
    approved: row.approved,
    declared: row.declared && { ...row.declared, submittedAt: new Date(row.declared.submittedAt).toISOString() },
  }

/**
 * What decides which documents a van needs, as a column, of the unit that the statement calls `u`. Of two gross weights the heavier
 * counts until the office has decided: a licence is not done without on a driver's word.
 */
export const vanWithDocuments = sql<VanWithDocuments | null>`(
  select json_build_object('year', v.year, 'grossWeightKg', greatest(v.gross_weight_kg,
    (select m.gross_weight_kg from fleet.van_masses m where m.unit_id = v.unit_id and m.status = 'pending')))
  from fleet.van v where v.unit_id = u.id)`

/** What the office has approved of a van; nothing where there is no van. */
export async function findApprovedMasses(ctx: TxCtx, unitId: string): Promise<Masses> {
  const row = await ctx.db.selectFrom('fleet.van').select(figures).where('unitId', '=', unitId).executeTakeFirst()
  return row ?? NO_MASSES
}
