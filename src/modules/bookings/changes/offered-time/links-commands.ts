import type { TxCtx } from '#platform/ctx.ts'
import { newId } from '#platform/new-id.ts'
import { tokenOf } from '../gateway.ts'
import type { Change } from '../queries.ts'

/** The address that answers this version of the offer, once. A later version has a link of its own. */
export async function makeOfferLink(
  ctx: TxCtx,
  { id: changeId, version }: Pick<Change, 'id' | 'version'>,
): Promise<string> {
  const id = newId(ctx.clock)
  await ctx.write(
    ctx.db.insertInto('bookings.offered_time_link').values({ id, changeId, version, createdAt: ctx.clock.now() }),
  )
  return `${ctx.config.publicUrl}/another-time/${tokenOf(ctx, 'offered time', id)}`
}
