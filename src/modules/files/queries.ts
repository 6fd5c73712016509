import type { Ctx } from '#platform/ctx.ts'
import { RawAnswer } from '#platform/serve.ts'
import { commonRefusals, refuse, type Refusal } from '#shared/endpoint.ts'
import { fileHeaders } from './rules.ts'

export interface KeptPhoto {
  id: string
  width: number
  height: number
}

/** The photos of an upload in the order they were sent. Whether the caller may see them is the asking slice's to decide. */
export async function listPhotos(ctx: Ctx, uploadId: string): Promise<KeptPhoto[]> {
  const rows = await ctx.db
    .selectFrom('files.file')
    .select(['id', 'width', 'height'])
    .where('upload_id', '=', uploadId)
    .orderBy('position')
    .execute()
  return rows.map(({ id, width, height }) => ({ id, width: width ?? 0, height: height ?? 0 }))
}

/** A kept photo as it is sent. Whether the caller may see it is the asking slice's to decide. */
export async function readPhoto(ctx: Ctx, fileId: string): Promise<RawAnswer | Refusal> {
  const file = await ctx.db
    .selectFrom('files.file')
    .select(['storage_key', 'content_type as contentType', 'bytes', 'original_name as name'])
    .where('id', '=', fileId)
    .executeTakeFirst()
  const stream = file && (await ctx.services.storage.stream(file.storage_key))
  return stream ? new RawAnswer(stream, fileHeaders(file)) : refuse(commonRefusals.notFound)
}
