import { sql } from 'kysely'
import { pricePence } from '#modules/bookings/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { endOfDay, localDayOf, startOfDay } from '#shared/local-time.ts'
import type { getBoard } from '../contract.ts'

type Day = AnswerOf<typeof getBoard>['day']

interface Row {
  hour: number | null
  count: number
  done: number
  underWay: number
  toCome: number
  nobody: number
  totalPence: number
  made: number
}

/** The bookings that begin today, by the hour, in one statement. What was cancelled, or never verified, is left out. */
export async function findDay(ctx: Ctx): Promise<Day> {
  const today = localDayOf(ctx.clock.now())
  const [from, until] = [startOfDay(today), endOfDay(today)]
  const { rows } = await sql<Row>`/* board-day */
    select extract(hour from b.start_at at time zone 'Europe/London')::int as hour, count(*)::int as count,
      count(*) filter (where b.status = 'completed')::int as done, count(*) filter (where b.status = 'in_progress')::int as under_way,
      count(*) filter (where b.status = 'confirmed' or (b.status = 'new_booking' and not b.is_hot))::int as to_come,
      count(*) filter (where b.is_hot or b.status = 'no_one_took')::int as nobody, coalesce(sum(${pricePence}), 0)::bigint as total_pence,
      (select count(*)::int from bookings.booking n where n.created_at >= ${from} and n.created_at < ${until} and not n.awaiting_verification) as made
    from bookings.booking b where b.start_at >= ${from} and b.start_at < ${until} and not b.awaiting_verification
      and b.status in ('new_booking', 'confirmed', 'in_progress', 'completed', 'no_one_took')
    group by grouping sets ((), (1)) order by 1 nulls first`.execute(ctx.db)
  const all = rows.find(({ hour }) => hour === null)
  return {
    done: all?.done ?? 0,
    underWay: all?.underWay ?? 0,
    toCome: all?.toCome ?? 0,
    nobody: all?.nobody ?? 0,
    totalPence: all?.totalPence ?? 0,
    made: all?.made ?? 0,
    hours: rows.flatMap(({ hour, count }) => (hour === null ? [] : [{ hour, count }])),
  }
}
