import { sql, type SqlBool } from 'kysely'
import { detachUpload } from '#modules/files/commands.ts'
import { forgetMessages } from '#modules/notifications/commands.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'

/** Photos outlive the move only as long as there may be a dispute about it. The privacy page says so. */
const KEPT_PHOTO_DAYS = 90
/** A booking whose address nobody verified never was its customer's, and may hold a stranger's. The privacy page says so. */
const KEPT_UNVERIFIED_DAYS = 7

const perTransaction = 100

/** What the privacy page promises to erase of bookings. */
export async function forgetOld(ctx: Ctx): Promise<void> {
  while ((await ctx.tx(forgetPhotos)) === perTransaction);
  while ((await ctx.tx(forgetUnverified)) === perTransaction);
}

/** The files go with the next sweep for uploads that are nobody's. */
async function forgetPhotos(ctx: TxCtx): Promise<number> {
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

async function forgetUnverified(ctx: TxCtx): Promise<number> {
  const rows = await ctx.db
    .selectFrom('bookings.booking')
    .select(['id', 'photosId'])
    // Written out: a prepared statement finds its way to the index of just these only by words that it does not get as values.
    .where(sql<SqlBool>`awaiting_verification and status <> 'new_booking'`)
    .where('endAt', '<', daysAgo(ctx, KEPT_UNVERIFIED_DAYS))
    .limit(perTransaction)
    .forUpdate()
    .skipLocked()
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await ctx.db.deleteFrom('bookings.booking').where('id', 'in', ids).execute()
  await forgetMessages(ctx, { subjectIds: ids })
  for (const { photosId } of rows) if (photosId) await detachUpload(ctx, photosId)
  return rows.length
}

const daysAgo = (ctx: Ctx, days: number) => new Date(ctx.clock.now().getTime() - days * 86_400_000)
