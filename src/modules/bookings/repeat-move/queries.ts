import { namesOf } from '#modules/quoting/saved-moves/rules.ts'
import { moveAgainOf, type MoveAgain } from '#modules/quoting/saved-moves/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, type Refusal } from '#shared/endpoint.ts'

/**
 * As it was booked, without whom it was for; for a customer, their own only. A booking that nobody has verified may be a stranger's, and
 * stays unread by the office too.
 */
export async function readMoveAgain(ctx: Ctx, bookingId: string): Promise<MoveAgain | Refusal> {
  const row = await ctx.db
    .selectFrom('bookings.booking')
    .select(['move', 'routePoints'])
    .where('id', '=', bookingId)
    .where('awaitingVerification', '=', false)
    .$if(ctx.actor.kind !== 'admin' && !ctx.config.guardOff.has('own_booking'), (query) =>
      query.where('customerId', '=', userIdOf(ctx.actor)),
    )
    .executeTakeFirst()
  if (!row) return refuse(commonRefusals.notFound)
  return moveAgainOf(ctx, {
    ...row.move,
    names: namesOf(row.move),
    routePoints: row.routePoints.map(({ postcode, stairs, flatAndHouse, formattedAddress, address }) => ({
      postcode,
      stairs,
      flatAndHouse,
      formattedAddress,
      city: address?.city,
      location: address?.location,
    })),
    date: null,
    time: null,
  })
}
