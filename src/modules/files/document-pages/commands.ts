import type { Ctx } from '#platform/ctx.ts'
import { patience } from '../uploads/commands.ts'
import { newStorageKey } from '../gateway.ts'
import { drawDocument } from '../documents/gateway.ts'
import type { Photo } from '../photos/gateway.ts'

/** A PDF that could not be drawn keeps its bytes for the export of whoever sent it, and is shown to nobody. */
const UNDRAWN = 'application/x-undrawn'
const mostAtOnce = 50

interface KeptPdf {
  id: string
  key: string
}

/** PDFs that were kept before pages were (ADR 0011): each becomes its pages. Answers how many were looked at. */
export async function drawKeptDocuments(ctx: Ctx): Promise<number> {
  const kept: KeptPdf[] = await ctx.db
    .selectFrom('files.file')
    .select(['id', 'storage_key as key'])
    .where('content_type', '=', 'application/pdf')
    .orderBy('id')
    .limit(mostAtOnce)
    .execute()
  for (const file of kept) await drawKept(ctx, file)
  return kept.length
}

async function drawKept(ctx: Ctx, { id, key }: KeptPdf): Promise<void> {
  const { storage, incoming, documentReader } = ctx.services
  const bytes = await storage.get(key)
  const pages: Photo[] = []
  const caller = { person: 'kept documents', until: patience() }
  const flaw =
    bytes &&
    (await incoming.lend(bytes, (path) =>
      drawDocument(documentReader, caller, path, async (page) => void pages.push(page)),
    ))
  if (!bytes || flaw) {
    await ctx.db.updateTable('files.file').set({ content_type: UNDRAWN }).where('id', '=', id).execute()
    return
  }
  await replaceByPages(ctx, id, pages)
  await storage.remove(key)
}

/** The first page takes the file's own row, whose id is the file's. Nothing where the upload went meanwhile. */
const replaceByPages = (ctx: Ctx, id: string, pages: readonly Photo[]): Promise<void> =>
  ctx.tx(async (tx) => {
    const file = await tx.db
      .selectFrom('files.file')
      .select(['upload_id', 'position', 'original_name', 'created_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!file) return
    for (const [index, { bytes, width, height }] of pages.entries()) {
      const key = newStorageKey()
      const picture = { storage_key: key, content_type: 'image/webp', bytes: bytes.length, width, height }
      if (index === 0) await tx.db.updateTable('files.file').set(picture).where('id', '=', id).execute()
      else
        await tx.db
          .insertInto('files.file')
          .values({ ...file, ...picture, page: index + 1 })
          .execute()
      await ctx.services.storage.put(key, bytes)
    }
  })
