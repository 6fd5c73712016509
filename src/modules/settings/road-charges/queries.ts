import { VEHICLE_CLASSES, type VehicleClass } from '#modules/pricing/road-charges/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { nameOf, type FoundRow } from '../dated-values/queries.ts'

/** Classes of vans that pay the same from the same day on stand in one row; its id is that of the first of them. */
export async function roadChargeRows(ctx: Ctx): Promise<FoundRow[]> {
  const rows = await ctx.db
    .selectFrom('pricing.road_charge as c')
    .select(['c.id', 'c.zone', 'c.label', 'c.vehicleClass', 'c.amountPence', 'c.hours', 'c.fromDay', 'c.toDay'])
    .select(['c.source', 'c.checkBy', 'c.createdAt'])
    .select(nameOf('c.createdBy').as('madeBy'))
    .where('c.withdrawnAt', 'is', null)
    .orderBy('c.label')
    .orderBy('c.fromDay', 'desc')
    .orderBy('c.id')
    .execute()
  const groups = Map.groupBy(rows, ({ zone, label, amountPence, fromDay, toDay, createdAt }) =>
    JSON.stringify([zone, label, amountPence, fromDay, toDay, createdAt]),
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { id, zone, label, amountPence, hours, fromDay, toDay, source, checkBy, createdAt, madeBy } = first
    const { weekday, weekend, freeDays } = hours
    const vehicleClasses = VEHICLE_CLASSES.filter((one) => group.some(({ vehicleClass }) => vehicleClass === one))
    return {
      id,
      name: label,
      subject: subjectOf(zone, vehicleClasses),
      value: {
        part: 'road_charges',
        zone,
        vehicleClasses,
        amountPence,
        hours: { weekday: weekday && [...weekday], weekend: weekend && [...weekend], freeDays },
      },
      fromDay,
      toDay,
      reason: source,
      checkBy,
      madeAt: createdAt,
      madeBy,
    } satisfies FoundRow
  })
}

export const subjectOf = (zone: string, classes: readonly VehicleClass[]): string => `${zone} ${classes.join(' ')}`
