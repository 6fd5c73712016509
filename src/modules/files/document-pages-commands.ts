import type { Ctx } from '#platform/ctx.ts'
import { patience } from './uploads-commands.ts'
import { bytesUnused, storeBytes } from './commands.ts'
import { sourceOf } from './gateway.ts'
import { drawDocument } from './documents/gateway.ts'
import type { Photo } from './photos-gateway.ts'

/** A PDF that could not be drawn is kept only for its sender's export and never shown. */
const UNDRAWN = 'application/x-undrawn'
const mostAtOnce = 50

interface KeptPdf {
  id: string
  key: string
}

/** Replaces PDFs stored before ADR 0011 by pictures of their pages. Answers how many were processed. */
export async function drawKeptDocuments(ctx: Ctx): Promise<number> {
  const pdfs: KeptPdf[] = await ctx.db
    .selectFrom('files.file')
    .select(['id', 'storageKey as key'])
    .where('contentType', '=', 'application/pdf')
    .orderBy('id')
    .limit(mostAtOnce)
    .execute()
  for (const file of pdfs) await drawKept(ctx, file)
  return pdfs.length
}

async function drawKept(ctx: Ctx, { id, key }: KeptPdf): Promise<void> {
  const { storage, incoming, documentReader } = ctx.services
  const storedPdf = await storage.read(key)
  const pages: KeptPage[] = []
  const caller = { person: 'kept documents', until: patience() }
  const keep = async ({ bytes, width, height }: Photo) => {
    pages.push({ storageKey: await storeBytes(ctx, sourceOf(bytes)), bytes: bytes.length, width, height })
  }
  const flaw =
    storedPdf && (await incoming.lend(storedPdf.stream, (path) => drawDocument(documentReader, caller, path, keep)))
  if (!storedPdf || flaw || pages.length === 0)
    await ctx.db.updateTable('files.file').set({ contentType: UNDRAWN }).where('id', '=', id).execute()
  else await replaceByPages(ctx, { id, key }, pages)
}

interface KeptPage {
  storageKey: string
  bytes: number
  width: number
  height: number
}

/** The first page takes over the file's row and id. Does nothing if the upload has been removed since. */
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
