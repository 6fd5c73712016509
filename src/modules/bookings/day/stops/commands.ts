import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { commonRefusals, invalidField, refuse, Refusal } from '#shared/endpoint.ts'
import { doOnce, forgetPosition, whoOf, type OnDay, type PhoneAction } from '../actions/commands.ts'
import { saveDay } from '../clock/commands.ts'
import { findDay } from '../clock/queries.ts'
import { dayOpensAt, stateOfClock } from '../clock/rules.ts'
import { appendEntry } from '../record/commands.ts'
import { readDriverDay, type DriverDayView } from '../views/queries.ts'
import { arriveAt } from './rules.ts'

/** The van is at a stop. The clock neither starts nor stops by it. */
export async function reachStop(
  ctx: Ctx,
  bookingId: string,
  phone: PhoneAction,
  stop: number,
): Promise<DriverDayView | Refusal> {
  const kept = { kind: 'at_stop', given: { stop }, entry: 'at_stop', payload: { stop } } as const
  const done = await doOnce(ctx, bookingId, phone, kept, (tx, on) => keepArrival(tx, on, stop))
  return done instanceof Refusal ? done : readDriverDay(ctx, done.unitId, bookingId)
}

async function keepArrival(
  ctx: TxCtx,
  { booking, unitId, happenedAt, isShifted }: OnDay,
  stop: number,
): Promise<Refusal | undefined> {
  const { id, start, work } = booking
  if (stop >= work.places.length) return invalidField('stop', 'There is no such stop.')
  if (ctx.clock.now() < dayOpensAt(start)) return refuse(commonRefusals.conflict)
  const day = await findDay(ctx, id)
  const arrivals = arriveAt({ state: stateOfClock(day), arrivals: day.arrivals }, stop, happenedAt)
  if (arrivals === 'already') return undefined
  if (!arrivals) return refuse(commonRefusals.conflict)
  await saveDay(ctx, id, { arrivals, ...(stop === 0 ? { sharesPosition: false } : {}) })
  // They are there: nobody needs to see where the van is any more.
  if (stop === 0) await forgetPosition(ctx, id)
  await appendEntry(ctx, id, { kind: 'at_stop', who: whoOf(ctx), happenedAt, isShifted, payload: { stop } })
  await ctx.emit({ type: 'bookings.day-changed', bookingId: id, unitId })
  return undefined
}
