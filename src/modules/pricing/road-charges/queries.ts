import type { Ctx } from '#platform/ctx.ts'
import { listRoadCharges } from '../queries.ts'
import { bannedClasses, vehicleClassOf, type ZoneVisit } from './rules.ts'

/** The name of a zone that keeps the van of a unit out of one of these visits. A unit without a van goes nowhere, which others see to. */
export async function findBan(ctx: Ctx, unitId: string, visits: readonly ZoneVisit[]): Promise<string | undefined> {
  const van = await ctx.db
    .selectFrom('fleet.van')
    .select(['fuel', 'euroClass', 'grossWeightKg'])
    .where('unitId', '=', unitId)
    .executeTakeFirst()
  return van && bannedClasses(await listRoadCharges(ctx), visits).get(vehicleClassOf(van))
}
