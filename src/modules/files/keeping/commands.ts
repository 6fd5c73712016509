import { createHmac } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Ctx } from '#platform/ctx.ts'
import type { ReceivedFile } from '#platform/multipart.ts'
import { spendDurable } from '#platform/rate-limit.ts'
import { deriveKey } from '#platform/secret-key.ts'
import { newSecret } from '#platform/secrets.ts'
import { refuse, type Refusal, type RefusalKind } from '#shared/endpoint.ts'
import { removeUpload } from '../commands.ts'
import { heicPhoto, noPhotos, notAPhoto, tooManyPixels, unreadablePhoto } from '../contract.ts'
import { newStorageKey } from '../gateway.ts'
import { noPaper, notAPaper } from '../papers/contract.ts'
import { readPaper } from '../papers/gateway.ts'
import { remakePhoto } from '../photos/gateway.ts'
import { formatOf, HEAD_BYTES, MAX_DAILY_BYTES, MAX_PHOTO_EDGE, shownName, type FileFormat } from '../rules.ts'

export interface KeepOptions {
  /** What the files are called in the paths of errors. */
  field?: string
  /** The longer edge of a kept picture, in pixels. */
  edge?: number
  /** The number of the first file in its request, where others came before. */
  firstIndex?: number
}

interface Keeping extends Required<KeepOptions> {
  takesPdf: boolean
}

/** Photos as received: checked, made anew and kept, nobody's until a booking or a company takes them. */
export const keepPhotos = (
  ctx: Ctx,
  files: readonly ReceivedFile[],
  options: KeepOptions = {},
): Promise<{ id: string } | Refusal> =>
  keepUpload(ctx, files, { field: 'images', edge: MAX_PHOTO_EDGE, firstIndex: 0, ...options, takesPdf: false })

/** Papers: photos of them are made anew, a PDF is kept as it is once it is known to do nothing but show pages. */
export const keepPapers = (
  ctx: Ctx,
  files: readonly ReceivedFile[],
  options: KeepOptions = {},
): Promise<{ id: string } | Refusal> =>
  keepUpload(ctx, files, { field: 'files', edge: MAX_PHOTO_EDGE, firstIndex: 0, ...options, takesPdf: true })

async function keepUpload(
  ctx: Ctx,
  files: readonly ReceivedFile[],
  keeping: Keeping,
): Promise<{ id: string } | Refusal> {
  const refused = (await spendBytes(ctx, files)) ?? (await checkFormats(files, keeping))
  if (refused) return refused
  const id = newSecret()
  await ctx.db
    .insertInto('files.upload')
    .values({ id, address_digest: addressDigest(ctx), created_at: ctx.clock.now() })
    .execute()
  try {
    const flaw = await keepEach(ctx, id, files, keeping)
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

const refusedFile = (kind: RefusalKind, { field, firstIndex }: Keeping, index: number): Refusal =>
  refuse(kind, { errors: { [`${field}.${firstIndex + index}`]: [kind.detail] } })

async function checkFormats(files: readonly ReceivedFile[], keeping: Keeping): Promise<Refusal | undefined> {
  const [none, wrong] = keeping.takesPdf ? [noPaper, notAPaper] : [noPhotos, notAPhoto]
  if (files.length === 0) return refuse(none, { errors: { [keeping.field]: [none.detail] } })
  for (const [index, { path }] of files.entries()) {
    const format = formatOf(await headOf(path))
    if (format === 'heic') return refusedFile(heicPhoto, keeping, index)
    const isTaken = format && (photoFormats.includes(format) || (keeping.takesPdf && format === 'pdf'))
    if (!isTaken) return refusedFile(wrong, keeping, index)
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

async function keepEach(
  ctx: Ctx,
  uploadId: string,
  files: readonly ReceivedFile[],
  keeping: Keeping,
): Promise<Refusal | undefined> {
  for (const [index, { path, name }] of files.entries()) {
    const isPdf = formatOf(await headOf(path)) === 'pdf'
    const made = isPdf ? await paperOf(path) : await photoOf(path, keeping.edge)
    if ('code' in made) return refusedFile(made, keeping, index)
    await keepFile(ctx, made, { uploadId, position: index, name: shownName(name) })
  }
  return undefined
}

interface MadeFile {
  bytes: Buffer
  contentType: string
  width: number | null
  height: number | null
}

async function photoOf(path: string, edge: number): Promise<MadeFile | RefusalKind> {
  const photo = await remakePhoto(path, edge)
  if (photo === 'too many pixels') return tooManyPixels
  return photo === 'unreadable' ? unreadablePhoto : { ...photo, contentType: 'image/webp' }
}

async function paperOf(path: string): Promise<MadeFile | RefusalKind> {
  const paper = await readPaper(path)
  return 'code' in paper ? paper : { ...paper, contentType: 'application/pdf', width: null, height: null }
}

/** The row first: bytes without a row would lie there for ever. */
async function keepFile(
  ctx: Ctx,
  { bytes, contentType, width, height }: MadeFile,
  { uploadId, position, name }: { uploadId: string; position: number; name: string | null },
): Promise<void> {
  const key = newStorageKey()
  await ctx.db
    .insertInto('files.file')
    .values({
      upload_id: uploadId,
      position,
      storage_key: key,
      content_type: contentType,
      bytes: bytes.length,
      width,
      height,
      original_name: name,
      created_at: ctx.clock.now(),
    })
    .execute()
  await ctx.services.storage.put(key, bytes)
}
