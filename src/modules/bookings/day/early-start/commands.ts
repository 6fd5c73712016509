import type { TxCtx } from '#platform/ctx.ts'
import { newId } from '#platform/new-id.ts'
import { addMinutes, minutesBetween } from '#shared/local-time.ts'
import { tokenOf } from '../../changes/gateway.ts'
import { tellBooker } from '../../notices/commands.ts'
import { findParties } from '../../notices/queries.ts'
import { mostForEarlyStart } from '../hours/rules.ts'
import { agreedOf, listDayBookings } from '../views/queries.ts'
import { startedEarly } from './messages.ts'

/** How long the link can be answered. */
const LINK_HOURS = 24
/** A start that is earlier by less is worth no message. */
const LEAST_EARLY_MINUTES = 5

/** The job began before its agreed start: the booker gets a link to let that count. None where it could cost nothing anyway. */
export async function sendEarlyStartLink(ctx: TxCtx, bookingId: string, startedAt: Date): Promise<void> {
  const [booking] = await listDayBookings(ctx, [bookingId])
  if (!booking || minutesBetween(startedAt, booking.start) < LEAST_EARLY_MINUTES) return
  const mostPence = mostForEarlyStart(agreedOf(booking), startedAt, booking.start)
  if (mostPence === 0) return
  const now = ctx.clock.now()
  const id = newId(ctx.clock)
  const expiresAt = addMinutes(now, LINK_HOURS * 60)
  await ctx.db
    .insertInto('bookings.early_start_link')
    .values({ id, bookingId, startedAt, mostPence, createdAt: now, expiresAt })
    .execute()
  const url = `${ctx.config.publicUrl}/early-start/${tokenOf(ctx, 'early start', id)}`
  await tellBooker(ctx, await findParties(ctx, bookingId), startedEarly({ startedAt, mostPence, url }))
}
