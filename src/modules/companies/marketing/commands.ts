import { attachUpload, detachUpload, removeUpload } from '#modules/files/commands.ts'
import { storePhotos, patience } from '#modules/files/uploads-commands.ts'
import { listPhotos } from '#modules/files/queries.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import type { ReceivedFile } from '#platform/multipart.ts'
import { ownCompanyOf } from '#platform/session.ts'
import { commonRefusals, invalidField, refuse, Refusal, type InputOf } from '#shared/endpoint.ts'
import { GALLERY_EDGE, LOGO_EDGE, MOST_PHOTOS } from '../rules.ts'
import { lastPhoto, tooManyPhotos, type arrangeCompanyPhotos, type saveMarketingInfo } from './contract.ts'
import { getMarketing, listGallery, pictureUrl, type GalleryPhoto } from './queries.ts'

export const saveMarketing = (ctx: Ctx, companyId: string, changes: InputOf<typeof saveMarketingInfo>['body']) =>
  ctx.tx(async (tx) => {
    const { description, markColour } = changes
    await tx.db
      .updateTable('companies.company')
      .set({ about: description, ...(markColour ? { markColour } : {}) })
      .where('id', '=', companyId)
      .execute()
    await tx.emit({ type: 'companies.marketing-changed', companyId })
    return getMarketing(tx, companyId)
  })

/** The old logo is left without an owner and goes with the next sweep. */
export async function saveLogo(ctx: Ctx, files: readonly ReceivedFile[]): Promise<{ logoUrl: string } | Refusal> {
  const companyId = ownCompanyOf(ctx.actor).id
  const upload = await storePhotos(ctx, files, { field: 'logo', edge: LOGO_EDGE })
  if (upload instanceof Refusal) return upload
  return ctx.tx(async (tx) => {
    const before = await lockCompany(tx, companyId)
    const [file] = await listPhotos(tx, upload.id)
    if (!file || !(await attachUpload(tx, upload.id))) return refuse(commonRefusals.conflict)
    const logoUrl = pictureUrl(file.id)
    await tx.db
      .updateTable('companies.company')
      .set({ logoUrl, logoUploadId: upload.id })
      .where('id', '=', companyId)
      .execute()
    if (before.logoUploadId) await detachUpload(tx, before.logoUploadId)
    await tx.emit({ type: 'companies.marketing-changed', companyId })
    return { logoUrl }
  })
}

const lockCompany = (ctx: TxCtx, companyId: string) =>
  ctx.db
    .selectFrom('companies.company')
    .select('logoUploadId')
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/** One upload per photo, so that each can be removed on its own. */
export async function addPhotos(
  ctx: Ctx,
  companyId: string,
  files: readonly ReceivedFile[],
): Promise<GalleryPhoto[] | Refusal> {
  const uploads: string[] = []
  const until = patience()
  for (const [index, file] of (files.length > 0 ? files : [undefined]).entries()) {
    const options = { field: 'images', edge: GALLERY_EDGE, firstIndex: index, until }
    const upload = await storePhotos(ctx, file ? [file] : [], options).catch(async (error: unknown) => {
      for (const id of uploads) await removeUpload(ctx, id).catch(() => undefined)
      throw error
    })
    if (upload instanceof Refusal) return withoutUploads(ctx, uploads, upload)
    uploads.push(upload.id)
  }
  const added = await ctx.tx(async (tx): Promise<GalleryPhoto[] | Refusal> => {
    await lockCompany(tx, companyId)
    const before = await listGallery(tx, companyId)
    if (before.length + uploads.length > MOST_PHOTOS) return refuse(tooManyPhotos)
    for (const uploadId of uploads) if (!(await attachUpload(tx, uploadId))) return refuse(commonRefusals.conflict)
    await tx.db
      .insertInto('companies.photo')
      .values(
        uploads.map((uploadId, index) => ({
          companyId,
          uploadId,
          position: before.length + index,
          createdAt: tx.clock.now(),
        })),
      )
      .execute()
    await tx.emit({ type: 'companies.marketing-changed', companyId })
    return (await listGallery(tx, companyId)).slice(before.length)
  })
  return added instanceof Refusal ? withoutUploads(ctx, uploads, added) : added
}

/** All photos of a request or none: those already stored are removed if one is refused. */
async function withoutUploads(ctx: Ctx, uploads: readonly string[], refusal: Refusal): Promise<Refusal> {
  for (const id of uploads) await removeUpload(ctx, id)
  return refusal
}

export const arrangePhotos = (ctx: Ctx, companyId: string, { photos }: InputOf<typeof arrangeCompanyPhotos>['body']) =>
  ctx.tx(async (tx) => {
    await lockCompany(tx, companyId)
    const known = new Set((await listGallery(tx, companyId)).map(({ id }) => id))
    const named = new Set(photos.map(({ id }) => id))
    const isWhole =
      known.size === photos.length && named.size === photos.length && photos.every(({ id }) => known.has(id))
    if (!isWhole) return invalidField('photos', 'List every photo of the gallery once, in the new order.')
    for (const [position, { id, caption }] of photos.entries()) {
      await tx.db.updateTable('companies.photo').set({ position, caption }).where('id', '=', id).execute()
    }
    return listGallery(tx, companyId)
  })

/** The last photo cannot be removed: a company without one would no longer be fully set up. */
export async function removePhoto(ctx: Ctx, photoId: string): Promise<undefined | Refusal> {
  const companyId = ownCompanyOf(ctx.actor).id
  return ctx.tx(async (tx) => {
    await lockCompany(tx, companyId)
    const gallery = await listGallery(tx, companyId)
    if (!gallery.some(({ id }) => id === photoId)) return refuse(commonRefusals.notFound)
    if (gallery.length === 1) return refuse(lastPhoto)
    const removed = await tx.db
      .deleteFrom('companies.photo')
      .where('id', '=', photoId)
      .where('companyId', '=', companyId)
      .returning('uploadId')
      .executeTakeFirst()
    if (removed) await detachUpload(tx, removed.uploadId)
    await tx.emit({ type: 'companies.marketing-changed', companyId })
    return undefined
  })
}
