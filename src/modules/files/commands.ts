import { createHmac } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import type { ReceivedFile } from '#platform/multipart.ts'
import { spendDurable } from '#platform/rate-limit.ts'
import { deriveKey } from '#platform/secret-key.ts'
import { newSecret } from '#platform/secrets.ts'
import { commonRefusals, refuse, type Refusal, type RefusalKind } from '#shared/endpoint.ts'
import { heicPhoto, noPhotos, notAPhoto, tooManyPixels, unreadablePhoto } from './contract.ts'
import { newStorageKey } from './gateway.ts'
import { remakePhoto, type Photo } from './photos/gateway.ts'
import {
  formatOf,
  HEAD_BYTES,
  MAX_DAILY_BYTES,
  MAX_ORPHAN_BYTES,
  ORPHAN_HOURS,
  shownName,
  type FileFormat,
} from './rules.ts'

/** Gives an upload to a booking. False where there is no such upload, or another booking has it already. */
export async function attachUpload(ctx: TxCtx, uploadId: string): Promise<boolean> {
  const attached = await ctx.db
    .updateTable('files.upload')
    .set({ attached_at: ctx.clock.now() })
    .where('id', '=', uploadId)
    .where('attached_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return attached !== undefined
}

/** Whether there is room for more photos that nobody has taken yet. */
export async function checkRoom(ctx: Ctx): Promise<Refusal | undefined> {
  const { bytes } = await ctx.db
    .selectFrom('files.upload as u')
    .innerJoin('files.file as f', 'f.upload_id', 'u.id')
    .select(({ fn }) => fn.sum<number | null>('f.bytes').as('bytes'))
    .where('u.attached_at', 'is', null)
    .executeTakeFirstOrThrow()
  return (bytes ?? 0) >= MAX_ORPHAN_BYTES ? refuse(commonRefusals.noRoom) : undefined
}

/** Photos of a move as received: checked, made anew and kept, nobody's until a booking takes them. */
export async function keepPhotos(ctx: Ctx, files: readonly ReceivedFile[]): Promise<{ id: string } | Refusal> {
  const refused = (await spendBytes(ctx, files)) ?? (await checkFormats(files))
  if (refused) return refused
  const id = newSecret()
  await ctx.db
    .insertInto('files.upload')
    .values({ id, address_digest: addressDigest(ctx), created_at: ctx.clock.now() })
    .execute()
  try {
    const flaw = await keepEach(ctx, id, files)
    if (!flaw) return { id }
    await removeUpload(ctx, id)
    return flaw
  } catch (error) {
    // What cannot be removed now is removed as an orphan.
    await removeUpload(ctx, id).catch(() => undefined)
    throw error
  }
}

const dailyBytes = { name: 'photo-bytes', per: 'address', count: MAX_DAILY_BYTES / 1024, seconds: 86_400 } as const

/** In kibibytes: a counter of bytes would outgrow its column. */
async function spendBytes(ctx: Ctx, files: readonly ReceivedFile[]): Promise<Refusal | undefined> {
  const kibibytes = files.reduce((sum, { bytes }) => sum + Math.ceil(bytes / 1024), 0)
  return spendDurable(ctx, dailyBytes, addressDigest(ctx).toString('hex'), kibibytes)
}

/** Tells uploads of one address from those of another without keeping addresses. */
const addressDigest = ({ config, address }: Ctx): Buffer =>
  createHmac('sha256', deriveKey(config.secretKey, 'upload addresses')).update(address).digest()

const refusedPhoto = (kind: RefusalKind, index: number): Refusal =>
  refuse(kind, { errors: { [`images.${index}`]: [kind.detail] } })

async function checkFormats(files: readonly ReceivedFile[]): Promise<Refusal | undefined> {
  if (files.length === 0) return refuse(noPhotos, { errors: { images: [noPhotos.detail] } })
  for (const [index, { path }] of files.entries()) {
    const format = formatOf(await headOf(path))
    if (format === 'heic') return refusedPhoto(heicPhoto, index)
    if (!format || !photoFormats.includes(format)) return refusedPhoto(notAPhoto, index)
  }
  return undefined
}

const photoFormats: readonly FileFormat[] = ['jpeg', 'png', 'webp', 'avif']

async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

async function keepEach(ctx: Ctx, uploadId: string, files: readonly ReceivedFile[]): Promise<Refusal | undefined> {
  for (const [index, { path, name }] of files.entries()) {
    const photo = await remakePhoto(path)
    if (photo === 'too many pixels') return refusedPhoto(tooManyPixels, index)
    if (photo === 'unreadable') return refusedPhoto(unreadablePhoto, index)
    await keepPhoto(ctx, photo, { uploadId, position: index, name: shownName(name) })
  }
  return undefined
}

/** The row first: bytes without a row would lie there for ever. */
async function keepPhoto(
  ctx: Ctx,
  { bytes, width, height }: Photo,
  { uploadId, position, name }: { uploadId: string; position: number; name: string | null },
): Promise<void> {
  const key = newStorageKey()
  await ctx.db
    .insertInto('files.file')
    .values({
      upload_id: uploadId,
      position,
      storage_key: key,
      content_type: 'image/webp',
      bytes: bytes.length,
      width,
      height,
      original_name: name,
      created_at: ctx.clock.now(),
    })
    .execute()
  await ctx.services.storage.put(key, bytes)
}

/** Takes an upload out of the house, bytes and rows. Nothing may refer to it any more. */
export async function removeUpload(ctx: Ctx, uploadId: string): Promise<void> {
  await ctx.tx(async (tx) => {
    const upload = await tx.db
      .selectFrom('files.upload')
      .select('id')
      .where('id', '=', uploadId)
      .forUpdate()
      .executeTakeFirst()
    if (upload) await removeLocked(tx, uploadId)
  })
}

/** The bytes before the rows: if the end is never reached, the rows still say what is left to do. */
async function removeLocked(ctx: TxCtx, uploadId: string): Promise<void> {
  const files = await ctx.db.selectFrom('files.file').select('storage_key').where('upload_id', '=', uploadId).execute()
  await Promise.all(files.map((file) => ctx.services.storage.remove(file.storage_key)))
  await ctx.db.deleteFrom('files.upload').where('id', '=', uploadId).execute()
}

/** Uploads that no booking has taken within 24 hours, and what crashed work left on the disk. Answers how many uploads went. */
export async function removeOrphans(ctx: Ctx): Promise<number> {
  const { storage, incoming } = ctx.services
  await Promise.all([storage.removeLeftovers(), incoming.removeLeftovers()])
  let removed = 0
  while (await removeOrphan(ctx)) removed += 1
  return removed
}

/** One in a transaction of its own. A booking that takes the upload at this moment either has it, or is told that it is gone. */
const removeOrphan = (ctx: Ctx): Promise<boolean> =>
  ctx.tx(async (tx) => {
    const before = new Date(ctx.clock.now().getTime() - ORPHAN_HOURS * 3_600_000)
    const orphan = await tx.db
      .selectFrom('files.upload')
      .select('id')
      .where('attached_at', 'is', null)
      .where('created_at', '<', before)
      .orderBy('created_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (orphan) await removeLocked(tx, orphan.id)
    return orphan !== undefined
  })
