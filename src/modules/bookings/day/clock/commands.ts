import type { TxCtx } from '#platform/ctx.ts'
import { toJson } from '#platform/json-columns.ts'
import type { KeptDay } from './queries.ts'

type Marks = {
  remindedFor: Date
  lateToldFor: Date
  freeToldFor: Date
  hoursAt: Date
  provedStartAt: Date
  isStartDoubted: boolean
}

/** Changes what is kept of a day; its booking is locked. */
export async function saveDay(
  ctx: TxCtx,
  bookingId: string,
  { arrivals, ...others }: Partial<KeptDay & Marks>,
): Promise<void> {
  const changes = { ...others, ...(arrivals ? { arrivals: toJson(arrivals) } : {}) }
  if (Object.keys(changes).length === 0) return
  await ctx.db
    .insertInto('bookings.day')
    .values({ bookingId, ...changes })
    .onConflict((conflict) => conflict.column('bookingId').doUpdateSet(changes))
    .execute()
}
