import type { Ctx } from '#platform/ctx.ts'
import { patience } from '../uploads/commands.ts'
import { bytesUnused, putAhead } from '../commands.ts'
import { sourceOf } from '../gateway.ts'
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
    .select(['id', 'storageKey as key'])
    .where('contentType', '=', 'application/pdf')
    .orderBy('id')
    .limit(mostAtOnce)
    .execute()
  for (const file of kept) await drawKept(ctx, file)
  return kept.length
}

async function drawKept(ctx: Ctx, { id, key }: KeptPdf): Promise<void> {
  const { storage, incoming, documentReader } = ctx.services
  const kept = await storage.read(key)
  const pages: KeptPage[] = []
  const caller = { person: 'kept documents', until: patience() }
  const keep = async ({ bytes, width, height }: Photo) => {
    pages.push({ storageKey: await putAhead(ctx, sourceOf(bytes)), bytes: bytes.length, width, height })
  }
  const flaw = kept && (await incoming.lend(kept.stream, (path) => drawDocument(documentReader, caller, path, keep)))
  if (!kept || flaw || pages.length === 0)
    await ctx.db.updateTable('files.file').set({ contentType: UNDRAWN }).where('id', '=', id).execute()
  else await replaceByPages(ctx, { id, key }, pages)
}

interface KeptPage {
  storageKey: string
  bytes: number
  width: number
  height: number
}

/** The first page takes the file's own row, whose id is the file's. Nothing where the upload went meanwhile. */
const replaceByPages = (ctx: Ctx, { id, key }: KeptPdf, pages: readonly KeptPage[]): Promise<void> =>
  ctx.tx(async (tx) => {
    const file = await tx.db
      .selectFrom('files.file')
      .select(['uploadId', 'position', 'originalName', 'createdAt'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    const [first, ...others] = pages.map((page) => ({ ...page, contentType: 'image/webp' }))
    if (!file || !first) return
    await tx.db.updateTable('files.file').set(first).where('id', '=', id).execute()
    const rows = others.map((page, index) => ({ ...file, ...page, page: index + 2 }))
    if (rows.length > 0) await tx.db.insertInto('files.file').values(rows).execute()
    await tx.enqueue(bytesUnused, { keys: [key] })
  })
