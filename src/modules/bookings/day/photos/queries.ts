import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { PhotoStage } from '../rules.ts'
import { photoView, type DayPhotoView } from './rules.ts'

interface Row {
  id: string
  bookingId: string
  stage: PhotoStage
  digest: Buffer
  at: Date
}

/** The photos of bookings' days, as they were taken, by booking. One statement. */
export async function listDayPhotos(ctx: Ctx, bookingIds: readonly string[]): Promise<Map<string, DayPhotoView[]>> {
  if (bookingIds.length === 0) return new Map()
  const rows: Row[] = await ctx.db
    .selectFrom('bookings.day_photo')
    .select(['id', 'bookingId', 'stage', 'digest', 'at'])
    .where('bookingId', 'in', [...bookingIds])
    .orderBy('bookingId')
    .orderBy('id')
    .execute()
  const photos = rows.map((row) => ({
    bookingId: row.bookingId,
    photo: photoView({ ...row, digest: row.digest.toString('hex') }),
  }))
  const groups = Map.groupBy(photos, ({ bookingId }) => bookingId)
  return new Map([...groups].map(([id, group]) => [id, group.map(({ photo }) => photo)]))
}

/** The file of a photo, if the caller is the booking's customer or does it. */
export async function findDayPhoto(ctx: Ctx, bookingId: string, photoId: string): Promise<string | undefined> {
  const { actor } = ctx
  const row = await ctx.db
    .selectFrom('bookings.day_photo as p')
    .innerJoin('bookings.booking as b', 'b.id', 'p.bookingId')
    .select('p.fileId')
    .where('p.id', '=', photoId)
    .where('p.bookingId', '=', bookingId)
    .$if(actor.kind === 'customer', (query) => query.where('b.customerId', '=', 'userId' in actor ? actor.userId : ''))
    .$if(actor.kind !== 'customer', (query) =>
      query.where(
        sql<boolean>`b.unit_id = any (${[...(('company' in actor && actor.company?.unitIds) || [])]}::uuid[])`,
      ),
    )
    .executeTakeFirst()
  return row?.fileId
}
