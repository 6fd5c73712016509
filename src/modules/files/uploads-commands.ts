import { open } from 'node:fs/promises'
import type { Ctx } from '#platform/ctx.ts'
import { inTurn } from '#platform/fair-queue.ts'
import type { ReceivedFile } from '#platform/multipart.ts'
import { networkOf, spendDurable } from '#platform/rate-limit.ts'
import { macOf } from '#platform/secret-key.ts'
import { newSecret } from '#platform/secrets.ts'
import { refuse, Refusal, type RefusalKind } from '#shared/endpoint.ts'
import { removeUpload } from './commands.ts'
import {
  heicPhoto,
  noPhotos,
  notAPhoto,
  slowPhoto,
  tooManyPixels,
  unreadablePhoto,
  noDocument,
  notADocument,
} from './contract.ts'
import { newStorageKey, sourceOf } from './gateway.ts'
import { drawDocument } from './documents/gateway.ts'
import { remakePhoto, type Photo, type PhotoFlaw } from './photos-gateway.ts'
import {
  formatOf,
  HEAD_BYTES,
  MAX_DAILY_BYTES,
  MAX_PHOTO_EDGE,
  MAX_PIXELS,
  PATIENCE_MS,
  shownName,
  type FileFormat,
  type PhotoFormat,
} from './rules.ts'

export interface KeepOptions {
  /** The name that files have in the paths of errors. */
  field?: string
  /** The longer edge of the stored picture, in pixels. */
  edge?: number
  /** The index of the first file within its request, if others came before it. */
  firstIndex?: number
  /** Until when the sender waits for a decoder; the same instant for all files of a request. */
  until?: AbortSignal
}

export const patience = (): AbortSignal => AbortSignal.timeout(PATIENCE_MS)

interface Keeping extends Required<KeepOptions> {
  takesPdf: boolean
}

export interface KeptUpload {
  id: string
  /** One for each photo, and those of the PDFs. */
  pages: number
}

/** Checks photos, re-encodes and stores them, unclaimed until a booking or a company takes them. */
export const storePhotos = (
  ctx: Ctx,
  files: readonly ReceivedFile[],
  options: KeepOptions = {},
): Promise<{ id: string } | Refusal> => storeUpload(ctx, files, { ...standard('images'), ...options, takesPdf: false })

/** Stores documents: photos are re-encoded, and of a PDF only pictures of its pages are kept, never the file (ADR 0011). */
export const storeDocuments = (
  ctx: Ctx,
  files: readonly ReceivedFile[],
  options: KeepOptions = {},
): Promise<KeptUpload | Refusal> => storeUpload(ctx, files, { ...standard('files'), ...options, takesPdf: true })

const standard = (field: string) => ({ field, edge: MAX_PHOTO_EDGE, firstIndex: 0, until: patience() })

/** An upload without files yet, unclaimed. */
export async function addUpload(ctx: Ctx): Promise<string> {
  const id = newSecret()
  await ctx.db
    .insertInto('files.upload')
    .values({ id, addressDigest: addressDigest(ctx), createdAt: ctx.clock.now() })
    .execute()
  return id
}

async function storeUpload(ctx: Ctx, files: readonly ReceivedFile[], keeping: Keeping): Promise<KeptUpload | Refusal> {
  const refused = (await spendBytes(ctx, files)) ?? (await checkFormats(files, keeping))
  if (refused) return refused
  const id = await addUpload(ctx)
  try {
    const pages = await storeEach(ctx, id, files, keeping)
    if (!(pages instanceof Refusal)) return { id, pages }
    await removeUpload(ctx, id)
    return pages
  } catch (error) {
    // Files that cannot be removed now are removed later as orphans.
    await removeUpload(ctx, id).catch(() => undefined)
    throw error
  }
}

const dailyBytes = { name: 'photo-bytes', per: 'address', count: MAX_DAILY_BYTES / 1024, seconds: 86_400 } as const

/** In kibibytes, because bytes would overflow the column. */
async function spendBytes(ctx: Ctx, files: readonly ReceivedFile[]): Promise<Refusal | undefined> {
  const kibibytes = files.reduce((sum, { bytes }) => sum + Math.ceil(bytes / 1024), 0)
  return spendDurable(ctx, dailyBytes, addressDigest(ctx).toString('hex'), kibibytes)
}

/** Distinguishes the uploads of different addresses without storing the addresses. */
const addressDigest = ({ config, address }: Ctx): Buffer => macOf(config, 'upload addresses', address)

const refusedFile = (kind: RefusalKind, { field, firstIndex }: Keeping, index: number): Refusal =>
  refuse(kind, { errors: { [`${field}.${firstIndex + index}`]: [kind.detail] } })

async function checkFormats(files: readonly ReceivedFile[], keeping: Keeping): Promise<Refusal | undefined> {
  const [none, wrong] = keeping.takesPdf ? [noDocument, notADocument] : [noPhotos, notAPhoto]
  if (files.length === 0) return refuse(none, { errors: { [keeping.field]: [none.detail] } })
  for (const [index, { path }] of files.entries()) {
    const format = formatOf(await headOf(path))
    if (format === 'heic') return refusedFile(heicPhoto, keeping, index)
    if (!isPhotoFormat(format) && !(keeping.takesPdf && format === 'pdf')) return refusedFile(wrong, keeping, index)
  }
  return undefined
}

const isPhotoFormat = (format: FileFormat | undefined): format is PhotoFormat =>
  format !== undefined && Object.hasOwn(MAX_PIXELS, format)

async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Answers how many pages there are. */
async function storeEach(
  ctx: Ctx,
  uploadId: string,
  files: readonly ReceivedFile[],
  keeping: Keeping,
): Promise<number | Refusal> {
  const caller = { person: personOf(ctx), until: keeping.until }
  let pages = 0
  for (const [index, { path, name }] of files.entries()) {
    const format = formatOf(await headOf(path))
    const place = { uploadId, position: index, name: shownName(name) }
    const outcome = isPhotoFormat(format)
      ? await storePhoto(ctx, caller, { path, format, edge: keeping.edge }, place)
      : await storePages(ctx, caller, path, place)
    if (typeof outcome !== 'number') return refusedFile(outcome, keeping, index)
    pages += outcome
  }
  return pages
}

interface Caller {
  person: string
  until: AbortSignal
}

/** Person whose queue at the decoders a request joins: the signed-in user, otherwise the network. */
const personOf = ({ actor, address }: Ctx): string => ('userId' in actor ? actor.userId : networkOf(address))

interface Place {
  uploadId: string
  position: number
  name: string | null
}

const photoFlaws: Record<PhotoFlaw, RefusalKind> = {
  unreadable: unreadablePhoto,
  'too many pixels': tooManyPixels,
  slow: slowPhoto,
}

async function storePhoto(
  ctx: Ctx,
  { person, until }: Caller,
  { path, format, edge }: { path: string; format: PhotoFormat; edge: number },
  place: Place,
): Promise<number | RefusalKind> {
  const photo = await inTurn(ctx.services.photoTurns, person, until, () => remakePhoto(path, format, edge))
  if (typeof photo === 'string') return photoFlaws[photo]
  await storePicture(ctx, photo, { ...place, page: 1 })
  return 1
}

async function storePages(ctx: Ctx, caller: Caller, path: string, place: Place): Promise<number | RefusalKind> {
  let page = 0
  const flaw = await drawDocument(ctx.services.documentReader, caller, path, (picture) =>
    storePicture(ctx, picture, { ...place, page: ++page }),
  )
  return flaw ?? page
}

const storePicture = (ctx: Ctx, photo: Photo, place: Place & { page: number }): Promise<void> =>
  addPicture(ctx, { ...photo, contentType: 'image/webp' }, place)

/** Adds a derived file to an upload. Writes the row first, because bytes without a row would never be removed. */
export async function addPicture(
  ctx: Ctx,
  { bytes, width, height, contentType }: Photo & { contentType: string },
  { uploadId, position, page, name }: Place & { page: number },
): Promise<void> {
  const key = newStorageKey()
  await ctx.db
    .insertInto('files.file')
    .values({
      uploadId,
      position,
      page,
      storageKey: key,
      contentType,
      bytes: bytes.length,
      width,
      height,
      originalName: name,
      createdAt: ctx.clock.now(),
    })
    .execute()
  await ctx.services.storage.put(key, sourceOf(bytes))
}
