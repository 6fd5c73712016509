import { ownCompanyId } from '#modules/companies/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { commonRefusals, refuse, Refusal } from '#shared/endpoint.ts'

export interface OwnUnit {
  unitId: string
  companyId: string
}

/** The unit of a path, where it is of the caller's company; any other does not exist for them (T-103). */
export async function ownUnit(ctx: Ctx, unitId: string): Promise<OwnUnit | Refusal> {
  const companyId = await ownCompanyId(ctx)
  const unit = await ctx.db
    .selectFrom('fleet.working_unit')
    .select('id')
    .where('id', '=', unitId)
    .$if(!ctx.config.guardOff.has('own_unit'), (query) => query.where('company_id', '=', companyId))
    .executeTakeFirst()
  return unit ? { unitId, companyId } : refuse(commonRefusals.notFound)
}

/** Does it with the caller's own unit. */
export async function withOwnUnit<T>(
  ctx: Ctx,
  unitId: string,
  work: (unit: OwnUnit) => Promise<T>,
): Promise<T | Refusal> {
  const unit = await ownUnit(ctx, unitId)
  return unit instanceof Refusal ? unit : work(unit)
}
