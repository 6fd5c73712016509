import { sql } from 'kysely'
import { commissionPercentOf } from '#modules/companies/commission/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { cancellationPolicyAt } from '../queries.ts'
import type { getPlatformTerms } from './contract.ts'

export async function readPlatformTerms(ctx: Ctx): Promise<AnswerOf<typeof getPlatformTerms>> {
  const now = ctx.clock.now()
  const nobody = sql`null::uuid`
  const { commissionPercent } = await ctx.db
    .selectNoFrom(commissionPercentOf(nobody, now).as('commissionPercent'))
    .executeTakeFirstOrThrow()
  return { ...(await cancellationPolicyAt(ctx, now)), commissionPercent }
}
