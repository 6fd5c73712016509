import type { Ctx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { getTwoStep } from './contract.ts'

export async function getOwnTwoStep(ctx: Ctx): Promise<AnswerOf<typeof getTwoStep>> {
  const userId = userIdOf(ctx.actor)
  const row = await ctx.db
    .selectFrom('identity.two_step as s')
    .leftJoin('identity.recovery_code as r', (join) =>
      join.onRef('r.userId', '=', 's.userId').on('r.usedAt', 'is', null),
    )
    .select(['s.confirmedAt as since'])
    .select((eb) => eb.fn.count<number>('r.digest').as('left'))
    .where('s.userId', '=', userId)
    .where('s.confirmedAt', 'is not', null)
    .groupBy('s.userId')
    .executeTakeFirst()
  return { isOn: row !== undefined, since: row?.since?.toISOString() ?? null, recoveryCodesLeft: row?.left ?? 0 }
}
