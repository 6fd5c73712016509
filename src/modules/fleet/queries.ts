import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { unitsOf, type OwnCompany } from '#platform/session.ts'
import { commonRefusals, refuse, type Refusal } from '#shared/endpoint.ts'

export interface OwnUnit {
  unitId: string
  companyId: string
}

/** Runs `work` on the unit in the path if it is the caller's: one of an owner's company, or the one that a hired driver drives. Any other is not found (T-103). */
export async function withOwnUnit<T>(
  ctx: Ctx,
  unitId: string,
  work: (unit: OwnUnit) => Promise<T>,
): Promise<T | Refusal> {
  const company = unitsOf(ctx.actor)
  // Paths may spell the id in capitals.
  const isOwn = company?.unitIds.includes(unitId.toLowerCase()) || ctx.config.guardOff.has('own_unit')
  return company && isOwn ? work({ unitId, companyId: company.id }) : refuse(commonRefusals.notFound)
}

/** A user's company with its units as one value, for the statement that identifies the caller. */
export const ownCompanySql = (userId: RawBuilder<unknown>): RawBuilder<OwnCompany | null> => sql<OwnCompany | null>`(
  select json_build_object('id', c.id, 'unitIds', array(
    select w.id from fleet.working_unit w where w.company_id = c.id order by w.created_at, w.id))
  from companies.company c where c.owner_user_id = ${userId})`
