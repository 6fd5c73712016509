import type { Ctx } from '#platform/ctx.ts'
import { addMinutes } from '#shared/local-time.ts'
import { markQueued, queueDay } from '../../lifecycle/commands.ts'
import { lockBooking } from '../../queries.ts'
import { listWithoutDeadlines } from './queries.ts'

/** Of a move that ended longer ago nobody is asked what became of it. */
const ASKED_ABOUT_DAYS = 7
const AT_ONCE = 100

/**
 * Queues what time has to do about the days of bookings that were confirmed by a version that knew no moving day. Each booking once: the
 * key of its mark decides, whoever else looks at the same time.
 */
export async function queueMissingDays(ctx: Ctx): Promise<void> {
  const endedAfter = addMinutes(ctx.clock.now(), -ASKED_ABOUT_DAYS * 24 * 60)
  for (;;) {
    const ids = await listWithoutDeadlines(ctx, { endedAfter, limit: AT_ONCE })
    for (const id of ids) await queueMissingDay(ctx, id)
    if (ids.length < AT_ONCE) return
  }
}

const queueMissingDay = (ctx: Ctx, bookingId: string): Promise<void> =>
  ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    const isAgreed = booking?.status === 'confirmed' || booking?.status === 'in_progress'
    if (booking && isAgreed && (await markQueued(tx, bookingId))) await queueDay(tx, booking)
  })
