import { sql, type RawBuilder } from 'kysely'
import { KeptBytes } from '#modules/identity/privacy/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { RawAnswer } from '#platform/serve.ts'
import { commonRefusals, refuse, type Refusal } from '#shared/endpoint.ts'
import { fileHeaders } from './rules.ts'

export interface KeptPhoto {
  id: string
  width: number
  height: number
}

/** The photos of an upload in the order they were sent. The calling slice checks permission. */
export async function listPhotos(ctx: Ctx, uploadId: string): Promise<KeptPhoto[]> {
  const rows = await ctx.db
    .selectFrom('files.file')
    .select(['id', 'width', 'height'])
    .where('uploadId', '=', uploadId)
    .orderBy('position')
    .orderBy('page')
    .execute()
  return rows.map(({ id, width, height }) => ({ id, width: width ?? 0, height: height ?? 0 }))
}

/** The same as a column, for the upload that a column of a statement names. */
export const photosColumn = (uploadId: string): RawBuilder<KeptPhoto[]> => sql<KeptPhoto[]>`coalesce((
  select json_agg(json_build_object('id', f.id, 'width', coalesce(f.width, 0), 'height', coalesce(f.height, 0)) order by f.position, f.page)
  from files.file f where f.upload_id = ${sql.ref(uploadId)}), '[]')`

/** A stored photo for sending. The calling slice checks permission. */
export async function readPhoto(ctx: Ctx, fileId: string): Promise<RawAnswer | Refusal> {
  const file = await ctx.db
    .selectFrom('files.file')
    .select(['storageKey', 'contentType', 'originalName as name'])
    .where('id', '=', fileId)
    .executeTakeFirst()
  const stored = file && (await ctx.services.storage.read(file.storageKey))
  if (!stored) return refuse(commonRefusals.notFound)
  return new RawAnswer(stored.stream, fileHeaders({ ...file, bytes: stored.bytes }))
}

/** The bytes of an upload's first file, for work of our own. The caller reads them to the end. */
export async function openFirstFile(ctx: Ctx, uploadId: string) {
  const file = await ctx.db
    .selectFrom('files.file')
    .select('storageKey')
    .where('uploadId', '=', uploadId)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  return file && ctx.services.storage.read(file.storageKey)
}

export interface OwnFile {
  name: string | null
  /** The page of a PDF, each of which is one picture; 1 for everything else. */
  page: number
  contentType: string
  bytes: number
  addedAt: Date
  content: KeptBytes
}

/** The complete files of uploads, by upload, for their owner's export. */
export async function listOwnFiles(ctx: Ctx, uploadIds: readonly (string | null)[]): Promise<Map<string, OwnFile[]>> {
  const ids = uploadIds.filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('files.file')
    .select(['uploadId', 'storageKey as key', 'originalName as name', 'contentType'])
    .select(['page', 'bytes', 'createdAt as addedAt'])
    .where('uploadId', 'in', ids)
    .orderBy('position')
    .orderBy('page')
    .execute()
  const files = rows.map(({ uploadId, key, ...file }) => ({
    uploadId: uploadId ?? '',
    file: { ...file, content: new KeptBytes(async () => (await ctx.services.storage.read(key))?.stream) },
  }))
  const byUpload = Map.groupBy(files, ({ uploadId }) => uploadId)
  return new Map([...byUpload].map(([id, group]) => [id, group.map(({ file }) => file)]))
}
