import type { Ctx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { getTwoStep } from './contract.ts'

export async function getOwnTwoStep(ctx: Ctx): Promise<AnswerOf<typeof getTwoStep>> {
  const userId = userIdOf(ctx.actor)
  const row = await ctx.db
    .selectFrom('identity.two_step as s')
    .leftJoin('identity.recovery_code as r', (join) =>
      join.onRef('r.user_id', '=', 's.user_id').on('r.used_at', 'is', null),
    )
    .select(['s.confirmed_at as since'])
    .select((eb) => eb.fn.count<number>('r.digest').as('left'))
    .where('s.user_id', '=', userId)
    .where('s.confirmed_at', 'is not', null)
    .groupBy('s.user_id')
    .executeTakeFirst()
  return { isOn: row !== undefined, since: row?.since?.toISOString() ?? null, recoveryCodesLeft: row?.left ?? 0 }
}
