import type { Ctx } from '#platform/ctx.ts'
import { commonRefusals, refuse, type Refusal } from '#shared/endpoint.ts'
import { addMinutes } from '#shared/local-time.ts'
import { lockBooking } from '../../queries.ts'
import { unitForDay } from './queries.ts'
import { findDay } from '../clock/queries.ts'
import { clampTime, stateOfClock, TRUSTED_MINUTES } from '../clock/rules.ts'
import { notShared } from './contract.ts'
import { isConfirmed } from '../../rules.ts'

/** A position is erased as soon as the van is there, and after so long at the latest (decisions §11: within 24 hours). */
const KEPT_HOURS = 20

/** Keeps the last position only, while the van is on the way and its driver has agreed. */
export const sendPosition = (
  ctx: Ctx,
  bookingId: string,
  { lat, lng, at }: { lat: number; lng: number; at: string },
): Promise<undefined | Refusal> =>
  ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    const found = booking && (await unitForDay(tx, booking))
    if (!booking || !found) return refuse(commonRefusals.notFound)
    const day = await findDay(tx, bookingId)
    const isShown = !found.isChanged && isConfirmed(booking.status) && stateOfClock(day) === 'on_the_way'
    if (!isShown || !day.sharesPosition) return refuse(notShared)
    const now = tx.clock.now()
    // A position is sent as it is: an old one shows nothing.
    const trusted = addMinutes(now, -TRUSTED_MINUTES)
    const earliest = day.setOffAt && day.setOffAt > trusted ? day.setOffAt : trusted
    const position = { lat, lng, at: clampTime(new Date(at), earliest, now).happenedAt }
    await tx.db
      .insertInto('bookings.van_position')
      .values({ bookingId, ...position })
      .onConflict((conflict) =>
        conflict.column('bookingId').doUpdateSet(position).where('bookings.van_position.at', '<=', position.at),
      )
      .execute()
    await tx.emit({ type: 'bookings.day-changed', bookingId, unitId: found.unitId })
    return undefined
  })

/** Every hour: of a van that never arrived, or whose booking was cancelled on the way. */
export const erasePositions = (ctx: Ctx): Promise<void> =>
  ctx.tx(async (tx) => {
    const before = new Date(tx.clock.now().getTime() - KEPT_HOURS * 3_600_000)
    await tx.db.deleteFrom('bookings.van_position').where('at', '<', before).execute()
  })
