import type { TxCtx } from '#platform/ctx.ts'
import type { KeptDay } from './queries.ts'

type Marks = { remindedFor: Date; lateToldFor: Date; freeToldFor: Date; hoursAt: Date }

/** Changes what is kept of a day; its booking is locked. */
export async function saveDay(ctx: TxCtx, bookingId: string, changes: Partial<KeptDay & Marks>): Promise<void> {
  if (Object.keys(changes).length === 0) return
  await ctx.db
    .insertInto('bookings.day')
    .values({ bookingId, ...changes })
    .onConflict((conflict) => conflict.column('bookingId').doUpdateSet(changes))
    .execute()
}
