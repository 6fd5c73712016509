import { sql } from 'kysely'
import { csvAnswer } from '#platform/csv-answer.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { RawAnswer } from '#platform/serve.ts'
import type { CameFrom } from '#shared/came-from.ts'
import type { AnswerOf, InputOf } from '#shared/endpoint.ts'
import { endOfDay, startOfDay } from '#shared/local-time.ts'
import type { getFigures, getSources, exportFigures } from './contract.ts'
import { partsOf, periodBefore, stepFor, type Figures, type Period, districtColumns, PART_TABLES } from './rules.ts'
import { listUnmetSearches } from './unmet-queries.ts'

type Answer = AnswerOf<typeof getFigures>

/** The period, the one before and its parts: three dozen ranges of a small table. */
export async function findFigures(
  ctx: Ctx,
  { startDate: from, endDate: to, step = stepFor({ from, to }) }: InputOf<typeof getFigures>['query'],
): Promise<Answer> {
  const before = periodBefore({ from, to })
  const parts = partsOf({ from, to }, step)
  const [total, totalBefore, ...ofParts] = await figuresOf(ctx, [{ from, to }, before, ...parts])
  if (!total || !totalBefore) throw new Error('A period has its figures')
  return {
    startDate: from,
    endDate: to,
    step,
    before: { startDate: before.from, endDate: before.to },
    countedUntil: total.until?.toISOString() ?? null,
    total: total.figures,
    totalBefore: totalBefore.figures,
    parts: parts.flatMap((part, index) => {
      const found = ofParts[index]
      return found ? [{ startDate: part.from, endDate: part.to, figures: found.figures }] : []
    }),
  }
}

interface Counted {
  figures: Figures
  until: Date | null
}

/** Of each period, in their order. One statement. */
async function figuresOf(ctx: Ctx, periods: readonly Period[]): Promise<Counted[]> {
  const { rows } = await sql<Figures & { until: Date | null }>`/* figures */
    select d.*, r.*, s.*, (select until from figures.counted) as until
    from unnest(${days(periods, 'from')}::date[], ${days(periods, 'to')}::date[]) with ordinality p (from_day, to_day, number)
    cross join lateral (
      select coalesce(sum(made), 0)::int as made, coalesce(sum(made_pence), 0)::bigint as made_pence,
        coalesce(sum(confirmed), 0)::int as confirmed, coalesce(sum(completed), 0)::int as completed,
        coalesce(sum(cancelled), 0)::int as cancelled, coalesce(sum(accepted), 0)::int as accepted,
        coalesce(sum(declined), 0)::int as declined, coalesce(sum(unanswered), 0)::int as unanswered,
        coalesce(sum(hot), 0)::int as hot, coalesce(sum(hot_taken), 0)::int as hot_taken, coalesce(sum(untaken), 0)::int as untaken,
        coalesce(sum(settled_pence), 0)::bigint as settled_pence, coalesce(sum(commission_pence), 0)::bigint as commission_pence
      from figures.day where day between p.from_day and p.to_day
    ) d
    cross join lateral (
      select min(minutes) filter (where upto * 2 >= every) as reply_median_minutes,
        min(minutes) filter (where upto * 10 >= every * 9) as reply_ninety_minutes
      from (
        select minutes, sum(sum(replies)) over (order by minutes) as upto, sum(sum(replies)) over () as every
        from figures.reply where day between p.from_day and p.to_day group by minutes
      ) upto
    ) r
    cross join lateral (
      select coalesce(sum(searches), 0)::int as searches, coalesce(sum(without_offer), 0)::int as searches_without_offer
      from quoting.search_hour where day between p.from_day and p.to_day
    ) s
    order by p.number`.execute(ctx.db)
  return rows.map(({ until, ...figures }) => ({ figures, until }))
}

const days = (periods: readonly Period[], which: keyof Period): string =>
  `{${periods.map((period) => period[which]).join(',')}}`

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

export async function exportTable(
  ctx: Ctx,
  { table, ...asked }: InputOf<typeof exportFigures>['query'],
): Promise<RawAnswer> {
  const { startDate: from, endDate: to } = asked
  const title = `${table} ${from} ${to}`
  return table === 'districts'
    ? csvAnswer(title, districtColumns, [await listUnmetSearches(ctx, { from, to })])
    : csvAnswer(title, PART_TABLES[table], [(await findFigures(ctx, asked)).parts])
}
