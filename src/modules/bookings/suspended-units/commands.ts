import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { jobName } from '#platform/jobs.ts'
import type { Refusal } from '#shared/endpoint.ts'
import { transition } from '../lifecycle/commands.ts'
import { columnsAfter, stateOf } from '../lifecycle/rules.ts'
import { lockBooking } from '../queries.ts'
import { isStopped, listAhead, listUnitsOfOwner } from './queries.ts'

/** The office has stopped a unit, or blocked the account of its owner. */
export const unitLost = jobName<{ unitId: string }>('bookings.unit-lost')
export const ownerLost = jobName<{ userId: string }>('bookings.owner-lost')

/**
 * Every job ahead of a stopped unit goes to others at the same price, or ends if its customer wanted nobody else. Each in a transaction of
 * its own, so that a second run goes on where the first stopped.
 */
export async function giveAwayJobs(ctx: Ctx, unitIds: readonly string[]): Promise<void> {
  for (const { id, unitId, becomes } of await listAhead(ctx, unitIds))
    if (becomes !== 'goes_on') await ctx.tx((tx) => giveAway(tx, id, unitId))
}

export const giveAwayJobsOfOwner = async (ctx: Ctx, userId: string): Promise<void> =>
  giveAwayJobs(ctx, await listUnitsOfOwner(ctx, userId))

async function giveAway(ctx: TxCtx, bookingId: string, unitId: string): Promise<Refusal | undefined> {
  const booking = await lockBooking(ctx, bookingId)
  if (!booking || booking.unitId !== unitId) return undefined
  // The stop may have been lifted meanwhile, and the driver may have begun.
  if (!(await isStopped(ctx, unitId)) || booking.day?.isSetOff) return undefined
  const step = booking.allowHotJob ? 'make_hot' : 'take_away_for_good'
  return columnsAfter(stateOf(booking), step) && transition(ctx, booking, step)
}
