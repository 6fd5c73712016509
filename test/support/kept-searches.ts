import { sql } from 'kysely'
import { outcomeOf, quoteIdParts, type Outcome } from '#modules/quoting/rules.ts'
import type { FrozenQuote } from '#modules/quoting/commands.ts'
import type { TestApp } from './app.ts'

/** What the last search wrote down of each unit. */
export async function keptOutcomes({ ctx }: TestApp): Promise<Map<string, Outcome | undefined>> {
  const { unitIds: ids, outcomes } = await ctx.db
    .selectFrom('quoting.search as s')
    .innerJoin('quoting.unit_list as l', 'l.digest', 's.asked')
    .select(['l.unitIds', 's.outcomes'])
    .orderBy('s.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return new Map(ids.map((id, index) => [id, outcomeOf(outcomes[index] ?? -1)]))
}

/** The pages of offers that are kept, the newest last (while none were deleted: they lie in the order in which they came). */
export function keptPages({ ctx }: TestApp) {
  return ctx.db
    .selectFrom('quoting.offer_page')
    .selectAll()
    .orderBy(sql`ctid`)
    .execute()
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
