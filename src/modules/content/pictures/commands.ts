import { buffer } from 'node:stream/consumers'
import { attachUpload, removeUpload } from '#modules/files/commands.ts'
import { slowPhoto, unreadablePhoto } from '#modules/files/contract.ts'
import { openFirstFile } from '#modules/files/queries.ts'
import { addPicture, addUpload, storePhotos, patience } from '#modules/files/uploads-commands.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { ReceivedFile } from '#platform/multipart.ts'
import { newId } from '#platform/new-id.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf } from '#shared/endpoint.ts'
import { imageUrl } from '../queries.ts'
import type { uploadContentPicture } from './contract.ts'
import { FILES, heightOf, WIDTHS, type Crop } from './rules.ts'

interface Asked {
  alt: string
  cropLeft: number
  cropTop: number
  cropWidth: number
  cropHeight: number
}

type Answer = AnswerOf<typeof uploadContentPicture>

/** The picture is read as any photo from outside, then cut out and made in its sizes; they belong to its upload. */
export async function savePicture(ctx: Ctx, files: readonly ReceivedFile[], request: Asked): Promise<Answer | Refusal> {
  const until = patience()
  const upload = await storePhotos(ctx, files, { field: 'image', until })
  if (upload instanceof Refusal) return upload
  try {
    const { cropLeft: left, cropTop: top, cropWidth: width, cropHeight: height } = request
    const cut = await makeSizes(ctx, upload.id, { left, top, width, height }, until)
    const picture = cut instanceof Refusal ? cut : await store(ctx, upload.id, request.alt, cut)
    if (picture instanceof Refusal) await removeUpload(ctx, upload.id)
    return picture
  } catch (error) {
    // An upload that cannot be removed now is removed later, as one without an owner.
    await removeUpload(ctx, upload.id).catch(() => undefined)
    throw error
  }
}

/** What was cut out, in pixels. */
async function makeSizes(
  ctx: Ctx,
  uploadId: string,
  crop: Crop,
  until: AbortSignal,
): Promise<{ width: number; height: number } | Refusal> {
  const stored = await openFirstFile(ctx, uploadId)
  if (!stored) return refuse(commonRefusals.conflict)
  let cut: { width: number; height: number } | undefined
  const bytes = new Uint8Array(await buffer(stored.stream))
  const caller = { person: userIdOf(ctx.actor), until }
  const outcome = await ctx.services.contentPictures.run(caller, { bytes, crop }, async (part) => {
    if (part.kind === 'cut') cut = { width: part.width, height: part.height }
    else {
      const { name, contentType, width, height } = part
      // The original is the first file.
      const place = { uploadId, position: FILES.indexOf(name) + 1, page: 1, name }
      await addPicture(ctx, { bytes: Buffer.from(part.bytes), width, height, contentType }, place)
    }
  })
  if (outcome === 'late') return refuse(slowPhoto)
  return outcome === 'done' && cut ? cut : refuse(unreadablePhoto)
}

const store = (
  ctx: Ctx,
  uploadId: string,
  alt: string,
  cut: { width: number; height: number },
): Promise<Answer | Refusal> =>
  ctx.tx(async (tx) => {
    if (!(await attachUpload(tx, uploadId))) return refuse(commonRefusals.conflict)
    const id = newId(tx.clock)
    const by = { createdAt: tx.clock.now(), createdBy: userIdOf(tx.actor) }
    await tx.db
      .insertInto('content.picture')
      .values({ id, uploadId, alt, ...cut, ...by })
      .execute()
    await recordAudit(tx, { action: 'content.picture_added', object: `picture ${id}`, after: { alt, ...cut } })
    return { id, url: imageUrl(id) ?? '', alt, ...cut }
  })

/** A picture whose sizes were made elsewhere, as its files have it; its id stays, so that texts which name it still do. */
export async function addReadyPicture(
  ctx: Ctx,
  { id, alt, files }: { id: string; alt: string; files: ReadonlyMap<string, Buffer> },
): Promise<void> {
  const uploadId = await addUpload(ctx)
  try {
    for (const [name, bytes] of files) {
      const width = WIDTHS.find((one) => name.startsWith(`${one}.`)) ?? WIDTHS[0]
      const contentType = name.endsWith('.avif') ? 'image/avif' : 'image/webp'
      const place = { uploadId, position: FILES.indexOf(name) + 1, page: 1, name }
      await addPicture(ctx, { bytes, width, height: heightOf(width), contentType }, place)
    }
    await ctx.tx(async (tx) => {
      await attachUpload(tx, uploadId)
      const size = { width: WIDTHS[2], height: heightOf(WIDTHS[2]) }
      await tx.db
        .insertInto('content.picture')
        .values({ id, uploadId, alt, ...size, createdAt: tx.clock.now(), createdBy: null })
        .execute()
    })
  } catch (error) {
    await removeUpload(ctx, uploadId).catch(() => undefined)
    throw error
  }
}
