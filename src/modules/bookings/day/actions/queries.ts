import { createHash } from 'node:crypto'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { unitsOf } from '#platform/session.ts'
import type { BookingNow } from '../../queries.ts'
import type { BookingStatus } from '../../rules.ts'

const GOES_ON: readonly BookingStatus[] = ['confirmed', 'in_progress', 'completed']

/** The caller's unit that does a booking, or had confirmed it before the booking was cancelled or went to another; of a customer, theirs. */
export async function unitForDay(
  ctx: TxCtx,
  { id, unitId, status, customerId }: BookingNow,
): Promise<{ unitId: string; isChanged: boolean } | undefined> {
  if (ctx.actor.kind === 'customer')
    return unitId && customerId === ctx.actor.userId && GOES_ON.includes(status)
      ? { unitId, isChanged: false }
      : undefined
  const own = unitsOf(ctx.actor)?.unitIds ?? []
  if (unitId && GOES_ON.includes(status) && (own.includes(unitId) || ctx.config.guardOff.has('own_unit')))
    return { unitId, isChanged: false }
  if (own.length === 0) return undefined
  const had = await ctx.db
    .selectFrom('bookings.event')
    .select('unitId')
    .where('bookingId', '=', id)
    .where('kind', '=', 'confirmed')
    .where('unitId', 'in', [...own])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return had?.unitId ? { unitId: had.unitId, isChanged: true } : undefined
}

/** What a phone has sent under this key. */
export const findAction = (ctx: Ctx, bookingId: string, actionKey: string) =>
  ctx.db
    .selectFrom('bookings.day_action')
    .select(['requestDigest', 'isConflict', 'unitId'])
    .where('bookingId', '=', bookingId)
    .where('actionKey', '=', actionKey)
    .executeTakeFirst()

/** The same key for something else is a mistake of the phone. */
export const digestOfRequest = (kind: string, given: object): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([kind, given]))
    .digest()
