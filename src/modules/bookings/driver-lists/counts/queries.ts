import { sql } from 'kysely'
import type { OwnUnit } from '#modules/fleet/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { countedUpTo, COUNT_UP_TO } from '#platform/key-pages.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { listFit } from '../../hot-jobs/queries.ts'
import type { getJobCounts } from '../contract.ts'
import { LISTS } from '../queries.ts'

/**
 * How many jobs each list of a unit holds that still asks something of it. One statement for its own, and those that find out which hot
 * jobs it can do.
 */
export async function countJobs(ctx: Ctx, { unitId }: OwnUnit): Promise<AnswerOf<typeof getJobCounts>> {
  const [{ rows }, hot] = await Promise.all([
    sql<{ waiting: number; confirmed: number }>`/* job-counts */
      select ${countOf('new-bookings', unitId)} as waiting, ${countOf('confirmed-bookings', unitId)} as confirmed`.execute(
      ctx.db,
    ),
    listFit(ctx, { unitIds: [unitId] }),
  ])
  return {
    hotJobs: countedUpTo(hot.length),
    newBookings: countedUpTo(rows[0]?.waiting ?? 0),
    confirmedBookings: countedUpTo(rows[0]?.confirmed ?? 0),
  }
}

const countOf = (list: 'new-bookings' | 'confirmed-bookings', unitId: string) =>
  sql<number>`(select count(*)::int from (${LISTS[list].of(unitId)[0]} limit ${COUNT_UP_TO}) l)`
