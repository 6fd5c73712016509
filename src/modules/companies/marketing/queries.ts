import type { z } from 'zod'
import { readPhoto } from '#modules/files/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { RawAnswer } from '#platform/serve.ts'
import { commonRefusals, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import type { Camel } from '#shared/wire.ts'
import type { photo } from '../contract.ts'
import type { getMarketingInfo } from './contract.ts'

export type GalleryPhoto = Camel<z.output<typeof photo>>

export const pictureUrl = (fileId: string): string => `/api/company/pictures/${fileId}/`

/** The photos of a company in order. */
export async function listGallery(ctx: Ctx, companyId: string): Promise<GalleryPhoto[]> {
  const rows = await ctx.db
    .selectFrom('companies.photo as p')
    .innerJoin('files.file as f', 'f.uploadId', 'p.uploadId')
    .select(['p.id', 'p.caption', 'f.id as fileId', 'f.width', 'f.height'])
    .where('p.companyId', '=', companyId)
    .orderBy('p.position')
    .orderBy('p.id')
    .execute()
  return rows.map(({ id, caption, fileId, width, height }) => ({
    id,
    caption,
    url: pictureUrl(fileId),
    width: width ?? 0,
    height: height ?? 0,
  }))
}

export async function getMarketing(ctx: Ctx, companyId: string): Promise<AnswerOf<typeof getMarketingInfo>> {
  const row = await ctx.db
    .selectFrom('companies.company')
    .select(['about', 'logoUrl', 'markColour'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return {
    description: row.about,
    logoUrl: row.logoUrl,
    markColour: row.markColour,
    photos: await listGallery(ctx, companyId),
  }
}

/** Only logos and gallery photos are public; any other file is not found here (T-114). */
export async function readPicture(ctx: Ctx, fileId: string): Promise<RawAnswer | Refusal> {
  const shown = await ctx.db
    .selectFrom('files.file as f')
    .select('f.id')
    .where('f.id', '=', fileId)
    .$if(!ctx.config.guardOff.has('shown_picture'), (query) =>
      query.where((eb) =>
        eb.or([
          eb.exists(eb.selectFrom('companies.photo as p').select('p.id').whereRef('p.uploadId', '=', 'f.uploadId')),
          eb.exists(
            eb.selectFrom('companies.company as c').select('c.id').whereRef('c.logoUploadId', '=', 'f.uploadId'),
          ),
        ]),
      ),
    )
    .executeTakeFirst()
  if (!shown) return refuse(commonRefusals.notFound)
  const picture = await readPhoto(ctx, fileId)
  if (!(picture instanceof RawAnswer)) return picture
  // The content under an id never changes.
  return new RawAnswer(picture.body, { ...picture.headers, 'cache-control': 'public, max-age=31536000, immutable' })
}
