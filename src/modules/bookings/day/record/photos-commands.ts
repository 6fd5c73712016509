import { createHash } from 'node:crypto'
import { attachUpload } from '#modules/files/commands.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { newId } from '#platform/new-id.ts'
import { refuse, Refusal } from '#shared/endpoint.ts'
import { runPhoneActionOnce, entryAuthorOf, type OnDay, type PhoneAction } from '../actions/commands.ts'
import { appendEntry } from './commands.ts'
import type { PhotoStage } from '../rules.ts'
import { tooManyDayPhotos, uploadMissing } from './contract.ts'
import { listDayPhotos, type DayPhotoView } from './queries.ts'

const MOST_PHOTOS = 60

interface Hashed {
  fileId: string
  digest: Buffer
}

/** Photos that were uploaded become the day's: both sides see them, and the record holds the digest of each. */
export async function addDayPhotos(
  ctx: Ctx,
  bookingId: string,
  phone: PhoneAction,
  { stage, photosId }: { stage: PhotoStage; photosId: string },
): Promise<DayPhotoView[] | Refusal> {
  const files = await hashFiles(ctx, photosId)
  const hashes = files.map(({ digest }) => digest.toString('hex'))
  const payload = { stage, photos: hashes }
  const actionRecord = { kind: 'photos', given: { stage, photosId }, entry: 'photos', payload } as const
  const done = await runPhoneActionOnce(ctx, bookingId, phone, actionRecord, async (tx, on) => {
    const refused = await saveDayPhotos(tx, on, { stage, photosId, files })
    if (refused) return refused
    const { happenedAt, isShifted } = on
    await appendEntry(tx, bookingId, { kind: 'photos', who: entryAuthorOf(tx), happenedAt, isShifted, payload })
    await tx.emit({ type: 'bookings.day-changed', bookingId, unitId: on.unitId })
    return undefined
  })
  return done instanceof Refusal ? done : listDayPhotos(ctx, bookingId)
}

/** Read before the transaction, which must not wait for the storage. */
async function hashFiles(ctx: Ctx, uploadId: string): Promise<Hashed[]> {
  const files = await ctx.db
    .selectFrom('files.file')
    .select(['id', 'storageKey'])
    .where('uploadId', '=', uploadId)
    .orderBy('position')
    .execute()
  const hashed: Hashed[] = []
  for (const { id: fileId, storageKey } of files) {
    const stored = await ctx.services.storage.read(storageKey)
    if (!stored) return []
    const hash = createHash('sha256')
    for await (const chunk of stored.stream) hash.update(chunk as Buffer)
    hashed.push({ fileId, digest: hash.digest() })
  }
  return hashed
}

async function saveDayPhotos(
  ctx: TxCtx,
  { booking, happenedAt }: OnDay,
  { stage, photosId, files }: { stage: PhotoStage; photosId: string; files: readonly Hashed[] },
): Promise<Refusal | undefined> {
  const before = (await listDayPhotos(ctx, booking.id)).length
  if (before + files.length > MOST_PHOTOS) return refuse(tooManyDayPhotos)
  if (files.length === 0 || !(await attachUpload(ctx, photosId))) return refuse(uploadMissing)
  const rows = files.map((file) => ({
    id: newId(ctx.clock),
    bookingId: booking.id,
    stage,
    uploadId: photosId,
    at: happenedAt,
    ...file,
  }))
  await ctx.db.insertInto('bookings.day_photo').values(rows).execute()
  return undefined
}
