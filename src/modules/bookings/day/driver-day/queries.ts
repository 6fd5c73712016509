import { sql } from 'kysely'
import type { OwnUnit } from '#modules/fleet/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { endOfDay, localDayOf, startOfDay, type LocalDay } from '#shared/local-time.ts'
import { bySoonest, none, rowsOf, viewOf } from '../../driver-lists/queries.ts'
import type { getMyDay } from '../contract.ts'
import { listLeaves } from '../departure-time/queries.ts'
import { driverDayOf, listParts } from '../views/queries.ts'

/** All of a unit's jobs of a day, for a phone without signal. Three statements, however many jobs. */
export async function findMyDay(ctx: Ctx, unit: OwnUnit, day?: LocalDay): Promise<AnswerOf<typeof getMyDay>> {
  const now = ctx.clock.now()
  const date = day ?? localDayOf(now)
  const ofDay = sql`select b.id, b.start_at, ${none} from bookings.booking b
    where b.unit_id = ${unit.unitId} and b.status in ('confirmed', 'in_progress', 'completed')
      and b.start_at < ${endOfDay(date)} and b.end_at > ${startOfDay(date)}`
  const { rows } = await rowsOf(ctx, unit, ofDay, bySoonest)
  const parts = await listParts(
    ctx,
    rows.map(({ id }) => id),
  )
  const bookings = [...parts.values()].map(({ booking }) => booking)
  const leaves = await listLeaves(ctx, unit.unitId, bookings)
  const jobs = rows.flatMap((row) => {
    const found = parts.get(row.id)
    return found ? [{ ...viewOf(ctx, unit, row), day: driverDayOf(ctx, unit.unitId, found, leaves.get(row.id)) }] : []
  })
  return { date, workingUnitId: unit.unitId, asOf: now.toISOString(), jobs }
}
