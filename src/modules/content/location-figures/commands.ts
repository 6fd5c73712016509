import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { toJson } from '#platform/json-columns.ts'
import { jobName, type JobRun } from '#platform/jobs.ts'
import { notifyContent } from '../commands.ts'
import { findPriced, listHappened, listZoneCharges, priceMoves, weeksUntil } from './queries.ts'
import { sumOf, type Figures, type Happened } from './rules.ts'

/** Each night, and after an import of content. */
export const countDue = jobName<object>('content.count-locations')

/** Counts the figures of each location in sequence, none in a transaction. Returns the number. */
export async function countLocations(ctx: Ctx, _data: object = {}, run?: JobRun): Promise<number> {
  const pages = (await ctx.services.content.site(ctx)).all('location')
  const happened = await readHappened(
    ctx,
    pages.flatMap(({ facts }) => facts.districts.map(({ outcode }) => outcode)),
    run,
  )
  const countedAt = ctx.clock.now()
  for (const [index, { id, facts, figures: before }] of pages.entries()) {
    run?.signal.throwIfAborted()
    const figures: Figures = {
      countedAt: countedAt.toISOString(),
      ...(await findPriced(ctx, facts)),
      moves: await priceMoves(ctx, facts),
      ...sumOf(facts.districts.flatMap(({ outcode }) => happened.get(outcode) ?? [])),
      roadCharges: await listZoneCharges(ctx, facts),
    }
    if (!isDeepStrictEqual(figures, before)) await keep(ctx, id, figures)
    await run?.progress(index + 1, pages.length)
  }
  if (pages.length > 0)
    await notifyContent(
      ctx,
      pages.map(({ id }) => id),
    )
  // Here at once; elsewhere when it is heard.
  ctx.services.content.invalidate()
  return pages.length
}

const keep = (ctx: Ctx, pageId: string, figures: Figures) =>
  sql`insert into content.location_figures (page_id, counted_at, figures)
    select p.id, ${figures.countedAt}::timestamptz, ${toJson(figures)}::jsonb from content.page p where p.id = ${pageId}
    on conflict (page_id) do update set counted_at = excluded.counted_at, figures = excluded.figures`.execute(ctx.db)

/** Reads the figures of a year, by outcode. */
async function readHappened(ctx: Ctx, codes: readonly string[], run?: JobRun): Promise<Map<string, Happened[]>> {
  const rows: Happened[] = []
  for (const { from, until } of weeksUntil(ctx.clock.now())) {
    run?.signal.throwIfAborted()
    rows.push(...(await listHappened(ctx, codes, from, until)))
  }
  return Map.groupBy(rows, ({ outcode }) => outcode)
}
