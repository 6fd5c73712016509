import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { jobName } from '#platform/jobs.ts'
import { commonRefusals, refuse, type Refusal } from '#shared/endpoint.ts'
import { newStorageKey, type FileSource } from './gateway.ts'
import { MAX_ORPHAN_BYTES, ORPHAN_HOURS, ROW_FOLLOWS_MS } from './rules.ts'

/** Attaches an upload to a booking, company or unit. False if it does not exist or is attached already. */
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

/** Whether more unclaimed photos can be accepted. */
export async function checkRoom(ctx: Ctx): Promise<Refusal | undefined> {
  const { bytes } = await ctx.db
    .selectFrom('files.upload as u')
    .innerJoin('files.file as f', 'f.uploadId', 'u.id')
    .select(({ fn }) => fn.sum<number | null>('f.bytes').as('bytes'))
    .where('u.attachedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return (bytes ?? 0) >= MAX_ORPHAN_BYTES ? refuse(commonRefusals.noRoom) : undefined
}

/** Detaches an upload, so that the next sweep removes it. */
export async function detachUpload(ctx: TxCtx, uploadId: string): Promise<void> {
  await ctx.db.updateTable('files.upload').set({ attachedAt: null }).where('id', '=', uploadId).execute()
}

/** Deletes an upload's rows now and its bytes once that is committed. Nothing may refer to it any more. */
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

/** The keys of bytes whose rows this transaction deletes, or will not write. */
export const bytesUnused = jobName<{ keys: string[] }>('files.bytes-unused')

/** Deletes bytes that have no file row. If the storage is down, the job tries again (ADR 0010). */
export async function removeUnusedBytes(ctx: Ctx, keys: readonly string[]): Promise<void> {
  const rows = await ctx.db.selectFrom('files.file').select('storageKey').where('storageKey', 'in', keys).execute()
  const used = new Set(rows.map((row) => row.storageKey))
  for (const key of keys) if (!used.has(key)) await ctx.services.storage.remove(key)
}

/** Stores bytes whose row is written later; they are deleted if it never is. */
export async function storeBytes(ctx: Ctx, source: FileSource): Promise<string> {
  const key = newStorageKey()
  const startAfter = new Date(ctx.clock.now().getTime() + ROW_FOLLOWS_MS)
  await ctx.tx((tx) => tx.enqueue(bytesUnused, { keys: [key] }, { startAfter }))
  await ctx.services.storage.put(key, source)
  return key
}

/** Removes uploads that were not attached within 24 hours, and unfinished files left by crashes. Answers how many uploads were removed. */
export async function removeOrphans(ctx: Ctx): Promise<number> {
  const { storage, incoming } = ctx.services
  await Promise.all([storage.removeLeftovers(), incoming.removeLeftovers()])
  let removed = 0
  while (await removeOrphan(ctx)) removed += 1
  return removed
}

/** Removes one upload per transaction: a booking that takes it at the same moment either gets it or is refused. */
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
