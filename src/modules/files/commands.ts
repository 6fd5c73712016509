import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { jobName } from '#platform/jobs.ts'
import { commonRefusals, refuse, type Refusal } from '#shared/endpoint.ts'
import { newStorageKey, type FileSource } from './gateway.ts'
import { MAX_ORPHAN_BYTES, ORPHAN_HOURS, ROW_FOLLOWS_MS } from './rules.ts'

/** Gives an upload to a booking, a company or a unit. False where there is no such upload, or somebody has it already. */
export async function attachUpload(ctx: TxCtx, uploadId: string): Promise<boolean> {
  const attached = await ctx.db
    .updateTable('files.upload')
    .set({ attachedAt: ctx.clock.now() })
    .where('id', '=', uploadId)
    .where('attachedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return attached !== undefined
}

/** Whether there is room for more photos that nobody has taken yet. */
export async function checkRoom(ctx: Ctx): Promise<Refusal | undefined> {
  const { bytes } = await ctx.db
    .selectFrom('files.upload as u')
    .innerJoin('files.file as f', 'f.uploadId', 'u.id')
    .select(({ fn }) => fn.sum<number | null>('f.bytes').as('bytes'))
    .where('u.attachedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return (bytes ?? 0) >= MAX_ORPHAN_BYTES ? refuse(commonRefusals.noRoom) : undefined
}

/** The other way: nobody's any more, so it goes with the next sweep. */
export async function detachUpload(ctx: TxCtx, uploadId: string): Promise<void> {
  await ctx.db.updateTable('files.upload').set({ attachedAt: null }).where('id', '=', uploadId).execute()
}

/** Takes an upload out of the house: its rows now, its bytes as soon as that is committed. Nothing may refer to it any more. */
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

async function removeLocked(ctx: TxCtx, uploadId: string): Promise<void> {
  const files = await ctx.db.selectFrom('files.file').select('storageKey').where('uploadId', '=', uploadId).execute()
  await ctx.db.deleteFrom('files.upload').where('id', '=', uploadId).execute()
  if (files.length > 0) await ctx.enqueue(bytesUnused, { keys: files.map((file) => file.storageKey) })
}

/** Bytes that lost their rows in this transaction, or are to get none. */
export const bytesUnused = jobName<{ keys: string[] }>('files.bytes-unused')

/** Removes the bytes of keys that no file has. A storage that is away is asked again by the job (ADR 0010). */
export async function removeUnusedBytes(ctx: Ctx, keys: readonly string[]): Promise<void> {
  const rows = await ctx.db.selectFrom('files.file').select('storageKey').where('storageKey', 'in', keys).execute()
  const used = new Set(rows.map((row) => row.storageKey))
  for (const key of keys) if (!used.has(key)) await ctx.services.storage.remove(key)
}

/** Puts bytes whose row is written later: if it never is, they go again. */
export async function putAhead(ctx: Ctx, source: FileSource): Promise<string> {
  const key = newStorageKey()
  const startAfter = new Date(ctx.clock.now().getTime() + ROW_FOLLOWS_MS)
  await ctx.tx((tx) => tx.enqueue(bytesUnused, { keys: [key] }, { startAfter }))
  await ctx.services.storage.put(key, source)
  return key
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
      .where('attachedAt', 'is', null)
      .where('createdAt', '<', before)
      .orderBy('createdAt')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (orphan) await removeLocked(tx, orphan.id)
    return orphan !== undefined
  })
