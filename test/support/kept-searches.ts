import { sql } from 'kysely'
import { outcomeOf, quoteIdParts, type Outcome } from '#modules/quoting/rules.ts'
import type { FrozenQuote, KeptWork } from '#modules/quoting/commands.ts'
import type { AskedMove } from '#modules/quoting/move/rules.ts'
import type { TestApp } from './app.ts'

/** What the last search wrote down of each unit. */
export async function keptOutcomes({ ctx }: TestApp): Promise<Map<string, Outcome | undefined>> {
  const { unit_ids: ids, outcomes } = await ctx.db
    .selectFrom('quoting.search as s')
    .innerJoin('quoting.unit_list as l', 'l.digest', 's.asked')
    .select(['l.unit_ids', 's.outcomes'])
    .orderBy('s.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return new Map(ids.map((id, index) => [id, outcomeOf(outcomes[index] ?? -1)]))
}

/** The pages of offers that are kept, the newest last (while none were deleted: they lie in the order in which they came). */
export async function keptPages({ ctx }: TestApp) {
  const rows = await ctx.db
    .selectFrom('quoting.offer_page')
    .selectAll()
    .orderBy(sql`ctid`)
    .execute()
  return rows.map((row) => ({
    ...row,
    move: row.move as AskedMove,
    work: row.work as KeptWork,
    quotes: row.quotes as Record<string, FrozenQuote>,
  }))
}

export async function keptQuote(app: TestApp, quoteId: string): Promise<FrozenQuote | undefined> {
  const { pageId, key } = quoteIdParts(quoteId)
  return (await keptPages(app)).find(({ id }) => id === pageId)?.quotes[key]
}

export async function countSearches({ ctx }: TestApp): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('quoting.search')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
