import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import type { Camel } from '#shared/wire.ts'
import type { PhotoStage } from '../rules.ts'
import type { dayPhoto } from '../contract.ts'

export type DayPhotoView = Camel<z.output<typeof dayPhoto>>

/** A photo of a day. Instants as PostgreSQL's JSON has them. */
interface PhotoRow {
  id: string
  stage: PhotoStage
  /** SHA-256 of the file, in hexadecimal. */
  digest: string
  at: string
}

/** The photos of the booking `b` in a statement, as they were taken. */
export const photosOf = sql<PhotoRow[]>`coalesce((
  select json_agg(json_build_object('id', p.id, 'stage', p.stage, 'digest', encode(p.digest, 'hex'), 'at', p.at) order by p.id)
  from bookings.day_photo p where p.booking_id = b.id), '[]')`

export const photoView = (bookingId: string, { id, stage, digest, at }: PhotoRow): DayPhotoView => ({
  id,
  stage,
  url: `/api/booking/${bookingId}/day-photos/${id}/`,
  sha256: digest,
  at: new Date(at).toISOString(),
})

export async function listDayPhotos(ctx: Ctx, bookingId: string): Promise<DayPhotoView[]> {
  const row = await ctx.db
    .selectFrom('bookings.booking as b')
    .select(photosOf.as('photos'))
    .where('b.id', '=', bookingId)
    .executeTakeFirst()
  return (row?.photos ?? []).map((photo) => photoView(bookingId, photo))
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
