import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { lookAt as lookEndpoint } from './contract.ts'
import { othersLooking } from './queries.ts'

/** One row per admin, of what they have open now. */
export async function lookAt(ctx: Ctx, subjectId: string | null): Promise<AnswerOf<typeof lookEndpoint>> {
  const userId = userIdOf(ctx.actor)
  if (subjectId === null) {
    await ctx.db.deleteFrom('fleet.office_look').where('userId', '=', userId).execute()
    return { others: [] }
  }
  const at = ctx.clock.now()
  await ctx.db
    .insertInto('fleet.office_look')
    .values({ userId, subjectId, at })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ subjectId, at }))
    .execute()
  const { rows } = await sql<{
    others: string[]
  }>`select ${othersLooking(ctx, sql`${subjectId}::uuid`)} as others`.execute(ctx.db)
  return { others: rows[0]?.others ?? [] }
}
