import { sql } from 'kysely'
import type { CameFrom } from '#shared/came-from.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { endOfDay, startOfDay } from '#shared/local-time.ts'
import type { getSources } from '../contract.ts'
import type { Period } from '../rules.ts'

/** So many rows fit a page. */
const SOURCES = 20

interface Row extends CameFrom {
  bookings: number
  totalPence: number
  sources: number
}

/** Read from the bookings themselves, by the index of those that say it. Unverified ones are nobody's yet. One statement. */
export async function findSources(ctx: Ctx, { from, to }: Period): Promise<AnswerOf<typeof getSources>> {
  const { rows } = await sql<Row>`/* figures-sources */
    select came_from ->> 'host' as host, came_from ->> 'source' as source, came_from ->> 'medium' as medium,
      came_from ->> 'campaign' as campaign, count(*)::int as bookings, sum(total_pence)::bigint as total_pence,
      count(*) over ()::int as sources
    from bookings.booking
    where created_at >= ${startOfDay(from)} and created_at < ${endOfDay(to)} and came_from is not null and not awaiting_verification
    group by 1, 2, 3, 4 order by bookings desc, total_pence desc, 1, 2, 3, 4 limit ${SOURCES}`.execute(ctx.db)
  return { sourcesCount: rows[0]?.sources ?? 0, sources: rows.map(({ sources: _sources, ...row }) => row) }
}
