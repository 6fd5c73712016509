import type { Compilable } from 'kysely'
import type { TxCtx } from '#platform/ctx.ts'
import { newId } from '#platform/new-id.ts'
import { questionExpiry } from '../answers/rules.ts'
import { urlOf, type LinkKind } from '../changes/gateway.ts'

/** The address of a new link. What it asks is in the row that `insert` writes. */
export async function makeLink(
  ctx: TxCtx,
  kind: LinkKind,
  insert: (row: { id: string; createdAt: Date }) => Compilable,
): Promise<string> {
  const row = { id: newId(ctx.clock), createdAt: ctx.clock.now() }
  await ctx.write(insert(row))
  return urlOf(ctx, kind, row.id)
}

/** The address that answers the report of this booking, once; an earlier one no longer answers anything. */
export const makeCancellationLink = (
  ctx: TxCtx,
  { id: bookingId, start, feePence }: { id: string; start: Date; feePence: number },
): Promise<string> =>
  makeLink(ctx, 'cancellation', (row) =>
    ctx.db
      .insertInto('bookings.cancellation_link')
      .values({ ...row, bookingId, claimedFeePence: feePence, expiresAt: questionExpiry(start, row.createdAt) }),
  )

/** The address by which this person answers the new booking, once, at the price that it has now. */
export const makeNewBookingLink = (
  ctx: TxCtx,
  { id: bookingId, unitId, totalPence }: { id: string; unitId: string; totalPence: number },
  userId: string,
): Promise<string> =>
  makeLink(ctx, 'new booking', (row) =>
    ctx.db.insertInto('bookings.new_booking_link').values({ ...row, bookingId, unitId, userId, totalPence }),
  )

/** The address that answers this version of the offer, once. A later version has a link of its own. */
export const makeOfferLink = (
  ctx: TxCtx,
  { id: changeId, version }: { id: string; version: number },
): Promise<string> =>
  makeLink(ctx, 'offered time', (row) =>
    ctx.db.insertInto('bookings.offered_time_link').values({ ...row, changeId, version }),
  )
