import { sql } from 'kysely'
import type { OwnUnit } from '#modules/fleet/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { countedUpTo, COUNT_UP_TO } from '#platform/key-pages.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { hotPairs, listFitOf, type Pair } from '../hot-jobs/queries.ts'
import type { getJobCounts } from './contract.ts'
import { LISTS } from './driver-lists-queries.ts'

/** Of the lists, and with each pair of the unit and a hot job near it; without a pair one row. */
type Row = { newBookings: number; confirmedBookings: number } & (Pair | { bookingId: null })

/** How many jobs each list of a unit holds. One statement, and up to two more if there are hot jobs, to find out which it can do; none `without` them. */
export async function countJobs(
  ctx: Ctx,
  { unitId }: OwnUnit,
  { without }: { without?: 'hot-jobs' | undefined } = {},
): Promise<AnswerOf<typeof getJobCounts>> {
  const pairs = without ? sql`select null::uuid as booking_id` : hotPairs(ctx, { unitIds: [unitId] })
  const { rows } = await sql<Row>`/* job-counts */
    select ${countOf('new-bookings', unitId)} as new_bookings, ${countOf('confirmed-bookings', unitId)} as confirmed_bookings, p.*
    from (select) own left join (${pairs}) p on true`.execute(ctx.db)
  const hot = await listFitOf(
    ctx,
    rows.flatMap((row) => (row.bookingId === null ? [] : [row])),
  )
  return {
    hotJobs: without ? null : countedUpTo(hot.length),
    newBookings: countedUpTo(rows[0]?.newBookings ?? 0),
    confirmedBookings: countedUpTo(rows[0]?.confirmedBookings ?? 0),
  }
}

const countOf = (list: 'new-bookings' | 'confirmed-bookings', unitId: string) =>
  sql<number>`(select count(*)::int from (${LISTS[list].of(unitId)[0]} limit ${COUNT_UP_TO}) l)`
