import type { TxCtx } from '#platform/ctx.ts'
import { jobName } from '#platform/jobs.ts'
import { addMinutes } from '#shared/local-time.ts'
import { askOffice } from '../../day/questions/ask/commands.ts'
import { lockBooking, type BookingNow } from '../../queries.ts'
import { givingBack, isReportDenied, NO_SHOW_HOURS, owedAt } from '../rules.ts'

/** The mover's time to say that they did come is over. */
export const noShowDue = jobName<{ bookingId: string }>('bookings.no-show-due')

/**
 * The customer cancels because nobody came. What the mover owes for it is only their word, so it waits: for a phone that had no signal, and
 * for the office if the two contradict each other. Answers what the trail keeps of it.
 */
export async function beginNoShow(
  ctx: TxCtx,
  booking: BookingNow,
): Promise<{ waitingPence: number; waitsUntil: string }> {
  const now = ctx.clock.now()
  const waitsUntil = addMinutes(now, NO_SHOW_HOURS * 60)
  const { id: bookingId, unitId } = booking
  await ctx.enqueue(noShowDue, { bookingId }, { startAfter: waitsUntil })
  if (isReportDenied(booking)) await askOffice(ctx, { bookingId, unitId, kind: 'conflict' })
  return { waitingPence: owedAt(givingBack(booking), now), waitsUntil: waitsUntil.toISOString() }
}

/** Nobody has contradicted it in time: it is owed. What the office has to decide first, it settles with its decision. */
export async function endNoShow(ctx: TxCtx, bookingId: string): Promise<void> {
  const waiting = await findWaiting(ctx, bookingId)
  if (!waiting) return
  if (waiting.waitsUntil > ctx.clock.now())
    return ctx.enqueue(noShowDue, { bookingId }, { startAfter: addMinutes(waiting.waitsUntil, 1) })
  const open = await ctx.db
    .selectFrom('bookings.day_question')
    .select('id')
    .where('bookingId', '=', bookingId)
    .where('decidedAt', 'is', null)
    .executeTakeFirst()
  if (!open) await settle(ctx, bookingId, waiting, true)
}

/** The office has decided about what the phone sent, or about what was reported. */
export async function settleNoShow(ctx: TxCtx, bookingId: string, isOwed: boolean): Promise<void> {
  const waiting = await findWaiting(ctx, bookingId)
  if (waiting) await settle(ctx, bookingId, waiting, isOwed)
}

interface Waiting {
  unitId: string
  pence: number
  waitsUntil: Date
}

/** What waits to be settled; undefined if nothing does. The booking is locked from here on. */
async function findWaiting(ctx: TxCtx, bookingId: string): Promise<Waiting | undefined> {
  if (!(await lockBooking(ctx, bookingId))) return undefined
  const events = await ctx.db
    .selectFrom('bookings.event')
    .select(['kind', 'unitId', 'data'])
    .where('bookingId', '=', bookingId)
    .where('kind', 'in', ['cancelled', 'no_show_settled'])
    .execute()
  const cancelled = events.find(({ data }) => typeof data?.['waitingPence'] === 'number')
  if (!cancelled?.unitId || events.some(({ kind }) => kind === 'no_show_settled')) return undefined
  const { waitingPence, waitsUntil } = cancelled.data ?? {}
  return { unitId: cancelled.unitId, pence: Number(waitingPence), waitsUntil: new Date(String(waitsUntil)) }
}

const settle = (ctx: TxCtx, bookingId: string, { unitId, pence }: Waiting, isOwed: boolean): Promise<void> =>
  ctx.emit({
    type: 'bookings.no-show-settled',
    bookingId,
    unitId,
    data: { isOwed, ...(isOwed ? { owedToCustomerPence: pence } : {}) },
  })
