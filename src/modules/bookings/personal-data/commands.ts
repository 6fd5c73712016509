import { type AskedMove, stopTexts } from '#modules/quoting/move/rules.ts'
import { literals } from '#platform/db.ts'
import { sql, type SqlBool } from 'kysely'
import { releaseHold } from '#modules/calendar/commands.ts'
import { detachUpload } from '#modules/files/commands.ts'
import type { PersonalData } from '#modules/identity/privacy/queries.ts'
import { eraseMessages } from '#modules/notifications/commands.ts'
import type { TxCtx, Ctx } from '#platform/ctx.ts'
import { toJson } from '#platform/json-columns.ts'
import { mapped } from '#shared/records.ts'
import { outcodeOf } from '#shared/uk-postcode.ts'
import { eraseClaimAnswers, eraseClaims } from '../claims/commands.ts'
import type { BookedPoint } from '../create/rules.ts'
import { eraseDayPhotos } from '../day/record/commands.ts'
import { listOwnDays } from '../day/record/queries.ts'
import { eraseMessagePhotos } from '../thread/commands.ts'
import { listOwnMessages, listOwnReports } from '../thread/queries.ts'
import { hasBookingAhead, listMadeByPhone, listOwnClaims, listOwnJobs, listOwnMoves } from './queries.ts'
import { UNANSWERED } from '../rules.ts'

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
export async function eraseCustomer(ctx: TxCtx, { userId }: { userId: string }): Promise<void> {
  await eraseClaimAnswers(ctx, userId)
  const bookings = await ctx.db
    .selectFrom('bookings.booking')
    .select(['id', 'routePoints', 'move', 'work', 'photosId'])
    .where('customerId', '=', userId)
    .execute()
  for (const { id, routePoints, move, work, photosId } of bookings) {
    const anonymised = anonymiseBooking({ routePoints, move, work })
    await ctx.db
      .updateTable('bookings.booking')
      .set({
        routePoints: toJson(anonymised.routePoints),
        move: toJson(anonymised.move),
        work: toJson(anonymised.work),
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
  await eraseClaims(ctx, ids)
  await eraseMessages(ctx, { subjectIds: ids })
}

/** How long photos are kept after a move: as long as there may be a dispute about it. The privacy page states this. */
const KEPT_PHOTO_DAYS = 90
/** How long a booking is kept whose email address was never verified: it may hold a stranger's details. The privacy page states this. */
const KEPT_UNVERIFIED_DAYS = 7

const perTransaction = 100

/** Erases what the privacy page promises to erase. */
export async function eraseExpiredData(ctx: Ctx): Promise<void> {
  while ((await ctx.tx(erasePhotos)) === perTransaction);
  while ((await ctx.tx(erasePhotosOfDays)) === perTransaction);
  while ((await ctx.tx(erasePhotosOfClaims)) === perTransaction);
  while ((await ctx.tx(eraseUnverified)) === perTransaction);
  const before = daysAgo(ctx, KEPT_PHOTO_DAYS)
  while ((await ctx.tx((tx) => eraseMessagePhotos(tx, before, perTransaction))) === perTransaction);
}

/** Only detaches the files; the next sweep for unclaimed uploads removes them. */
async function erasePhotos(ctx: TxCtx): Promise<number> {
  const rows = await ctx.db
    .selectFrom('bookings.booking')
    .select(['id', 'photosId'])
    .where('photosId', 'is not', null)
    .where('endAt', '<', daysAgo(ctx, KEPT_PHOTO_DAYS))
    .limit(perTransaction)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { id, photosId } of rows) {
    await ctx.db.updateTable('bookings.booking').set({ photosId: null }).where('id', '=', id).execute()
    if (photosId) await detachUpload(ctx, photosId)
  }
  return rows.length
}

/** Erases photos of claims that are over, which are kept for longer than those of the move. */
async function erasePhotosOfClaims(ctx: TxCtx): Promise<number> {
  const rows = await ctx.db
    .selectFrom('bookings.claim_item as i')
    .innerJoin('bookings.claim as k', 'k.bookingId', 'i.bookingId')
    .select(['i.bookingId', 'i.position', 'i.photosId'])
    .where('i.photosId', 'is not', null)
    .where('k.status', 'in', ['settled', 'decided'])
    .where((eb) => eb(eb.fn.coalesce('k.decidedAt', 'k.answeredAt'), '<', daysAgo(ctx, KEPT_PHOTO_DAYS)))
    .limit(perTransaction)
    .execute()
  for (const { bookingId, position, photosId } of rows) {
    await ctx.db
      .updateTable('bookings.claim_item')
      .set({ photosId: null })
      .where('bookingId', '=', bookingId)
      .where('position', '=', position)
      .execute()
    if (photosId) await detachUpload(ctx, photosId)
  }
  return rows.length
}

/** Erases the photos taken on the day. */
async function erasePhotosOfDays(ctx: TxCtx): Promise<number> {
  const rows = await ctx.db
    .selectFrom('bookings.day_photo')
    .select('bookingId')
    .distinct()
    .where('at', '<', daysAgo(ctx, KEPT_PHOTO_DAYS))
    .limit(perTransaction)
    .execute()
  if (rows.length === 0) return 0
  await eraseDayPhotos(
    ctx,
    rows.map(({ bookingId }) => bookingId),
  )
  return rows.length
}

async function eraseUnverified(ctx: TxCtx): Promise<number> {
  const rows = await ctx.db
    .selectFrom('bookings.booking')
    .select(['id', 'photosId'])
    // Literals, not parameters: a prepared statement can use the partial index only if it sees the values.
    .where(sql<SqlBool>`awaiting_verification and status not in ${literals(UNANSWERED)}`)
    .where('endAt', '<', daysAgo(ctx, KEPT_UNVERIFIED_DAYS))
    .limit(perTransaction)
    .forUpdate()
    .skipLocked()
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await ctx.db.deleteFrom('bookings.booking').where('id', 'in', ids).execute()
  await eraseMessages(ctx, { subjectIds: ids })
  for (const { photosId } of rows) if (photosId) await detachUpload(ctx, photosId)
  return rows.length
}

const daysAgo = (ctx: Ctx, days: number) => new Date(ctx.clock.now().getTime() - days * 86_400_000)

/** The part of the stored work that says where the move was. */
interface Placed {
  places: { postcode: string; outcode: string; lat: number; lng: number; town: string }[]
}

/**
 * A booking without its customer: what tax law requires (when, how far, between which districts, at what price), and nothing that
 * leads to an address, a phone or a name.
 */
const anonymiseBooking = <Work extends Placed>(booking: {
  routePoints: BookedPoint[]
  move: AskedMove
  work: Work
}) => ({
  routePoints: booking.routePoints.map(({ number, postcode, stairs }): BookedPoint => ({
    number,
    postcode: districtOf(postcode),
    stairs,
    formattedAddress: null,
    ...mapped(stopTexts, () => null),
    contactNumber: null,
  })),
  move: {
    ...booking.move,
    customerNote: null,
    items: booking.move.items.map((item) => ({ ...item, note: null })),
    routePoints: booking.move.routePoints.map(({ number, postcode, stairs, date, time }) => ({
      number,
      postcode: districtOf(postcode),
      stairs,
      date,
      time,
    })),
  } satisfies AskedMove,
  work: {
    ...booking.work,
    places: booking.work.places.map((place) => ({
      ...place,
      postcode: place.outcode,
      // Rounded to about ten kilometres.
      lat: Math.round(place.lat * 10) / 10,
      lng: Math.round(place.lng * 10) / 10,
    })),
  },
})

const districtOf = (postcode: string): string => outcodeOf(postcode) ?? postcode.split(' ')[0] ?? ''
