import type { TxCtx } from '#platform/ctx.ts'
import { newId } from '#platform/new-id.ts'
import type { QuestionKind } from '../rules.ts'

export interface Asked {
  bookingId: string
  unitId: string | null
  kind: QuestionKind
  text?: string
  minutes?: number
}

/** Withdraws a question that no longer needs a decision. */
export const withdrawQuestion = (ctx: TxCtx, { bookingId, kind }: Pick<Asked, 'bookingId' | 'kind'>): Promise<void> =>
  ctx.write(
    ctx.db
      .deleteFrom('bookings.day_question')
      .where('bookingId', '=', bookingId)
      .where('kind', '=', kind)
      .where('decidedAt', 'is', null),
  )

/** Puts a question on the office's board; false if the same one waits there already. */
export async function askOffice(ctx: TxCtx, question: Asked): Promise<boolean> {
  const made = await ctx.db
    .insertInto('bookings.day_question')
    .values({ id: newId(ctx.clock), askedAt: ctx.clock.now(), ...question })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}
