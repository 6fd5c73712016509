import { detachUpload } from '#modules/files/commands.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, Refusal, type InputOf } from '#shared/endpoint.ts'
import { cancelLocked } from '../answers/commands.ts'
import { createBooking } from '../create/commands.ts'
import { mayCancelFree } from '../day/clock/rules.ts'
import { lockBooking, type BookingNow } from '../queries.ts'
import { getOwnBooking } from '../lists/queries.ts'
import { notLate, type bookInstead } from './contract.ts'

type Asked = InputOf<typeof bookInstead>['body']

/**
 * One transaction: the late mover is cancelled free, as the mover's own cancellation, and the other is booked. If either is refused,
 * nothing happens. Under the booking's lock, so that it is over before a second press, or the late driver's start, is looked at.
 */
export const bookSomebodyElse = (ctx: Ctx, bookingId: string, asked: Asked) =>
  ctx.tx(async (tx) => {
    const late = await lockBooking(tx, bookingId)
    const customerId = userIdOf(tx.actor)
    if (!late || late.customerId !== customerId || late.awaitingVerification) return refuse(commonRefusals.notFound)
    const before = await findInstead(tx, bookingId)
    if (before) return getOwnBooking(tx, before, customerId)
    if (!mayCancelFree(late, tx.clock.now())) return refuse(notLate)
    const cancelled = await cancelLocked(tx, late, 0)
    if (cancelled) return cancelled
    const made = await bookAgain(tx, late, asked)
    return made instanceof Refusal ? made : getOwnBooking(tx, made, customerId)
  })

/** What was booked in its place already. */
const findInstead = async (ctx: TxCtx, bookingId: string): Promise<string | undefined> =>
  (await ctx.db.selectFrom('bookings.booking').select('id').where('insteadOfId', '=', bookingId).executeTakeFirst())?.id

/** The same move, with what the customer said since: addresses, contacts, note and photos, which only one booking can have. */
async function bookAgain(ctx: TxCtx, { id, allowHotJob }: BookingNow, asked: Asked): Promise<string | Refusal> {
  const { routePoints, customerNote, photosId } = await ctx.db
    .selectFrom('bookings.booking')
    .select(['routePoints', 'customerNote', 'photosId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (photosId) {
    await ctx.db.updateTable('bookings.booking').set({ photosId: null }).where('id', '=', id).execute()
    await detachUpload(ctx, photosId)
  }
  const made = await createBooking(ctx, {
    ...asked,
    customerNote,
    photosId,
    allowHotJob,
    // No address is sent where none is known: a move whose driver is late has to go on without a street too.
    routePoints: routePoints.map(({ formattedAddress, address, ...point }) => ({
      ...point,
      ...(formattedAddress ? { address: { ...address, formattedAddress } } : {}),
    })),
  })
  if (made instanceof Refusal) return made
  await ctx.db.updateTable('bookings.booking').set({ insteadOfId: id }).where('id', '=', made).execute()
  return made
}
