import { sql } from 'kysely'
import { releaseHold } from '#modules/calendar/commands.ts'
import { detachUpload } from '#modules/files/commands.ts'
import type { PersonalData } from '#modules/identity/privacy/queries.ts'
import { forgetMessages } from '#modules/notifications/commands.ts'
import type { TxCtx } from '#platform/ctx.ts'
import { toJson } from '#platform/json-columns.ts'
import { forgetClaimAnswers, forgetClaims } from '../claims/commands.ts'
import { listOwnDays } from '../day/personal-data/queries.ts'
import { listOwnMessages, listOwnReports } from '../thread/personal-data/queries.ts'
import { hasBookingAhead, listMadeByPhone, listOwnClaims, listOwnJobs, listOwnMoves } from './queries.ts'
import { withoutPerson } from './rules.ts'

export const bookingsPersonalData: PersonalData = {
  name: 'bookings',
  read: async (ctx, userId) => ({
    moves: await listOwnMoves(ctx, userId),
    days: await listOwnDays(ctx, userId),
    jobs: await listOwnJobs(ctx, userId),
    madeByPhone: await listMadeByPhone(ctx, userId),
    claims: await listOwnClaims(ctx, userId),
    messages: await listOwnMessages(ctx, userId),
    reports: await listOwnReports(ctx, userId),
  }),
  hasWorkAhead: hasBookingAhead,
}

/**
 * Removes the person but keeps the booking: the companies that did the work need its figures for their accounts. Who of the office took the
 * call (`made_by`) stays, as in the audit: an id, which leads to no name once that account is erased.
 */
export async function forgetCustomer(ctx: TxCtx, { userId }: { userId: string }): Promise<void> {
  await forgetClaimAnswers(ctx, userId)
  const bookings = await ctx.db
    .selectFrom('bookings.booking')
    .select(['id', 'routePoints', 'move', 'work', 'photosId'])
    .where('customerId', '=', userId)
    .execute()
  for (const { id, routePoints, move, work, photosId } of bookings) {
    const kept = withoutPerson({ routePoints, move, work })
    await ctx.db
      .updateTable('bookings.booking')
      .set({
        routePoints: toJson(kept.routePoints),
        move: toJson(kept.move),
        work: toJson(kept.work),
        customerNote: '',
        photosId: null,
        cameFrom: null,
        // Derived from addresses and names, which could be guessed.
        requestDigest: sql`sha256(${id}::text::bytea)`,
      })
      .where('id', '=', id)
      .execute()
    // All these moves are over by now; the row locates both ends to the metre.
    await releaseHold(ctx, { bookingId: id })
    // The next sweep for unclaimed uploads removes the files.
    if (photosId) await detachUpload(ctx, photosId)
  }
  const ids = bookings.map(({ id }) => id)
  if (ids.length === 0) return
  await ctx.db
    .updateTable('bookings.event')
    .set({ data: toJson({}) })
    .where('bookingId', 'in', ids)
    .execute()
  await ctx.db.deleteFrom('bookings.rebooking').where('bookingId', 'in', ids).execute()
  await forgetClaims(ctx, ids)
  await forgetMessages(ctx, { subjectIds: ids })
}
