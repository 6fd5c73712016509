import { listOwnFiles } from '#modules/files/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { listAccounts } from '../banking/queries.ts'
import { listSettings } from '../notices/queries.ts'
import { findCompanyOf, getCompanyOf } from '../queries.ts'

/** A company in its owner's export. Bank accounts show only the last digits: exported files are easily left lying about. */
export async function findOwnCompany(ctx: Ctx, userId: string) {
  const companyId = await findCompanyOf(ctx, userId)
  if (!companyId) return undefined
  const { about, logoUploadId, createdAt } = await ctx.db
    .selectFrom('companies.company')
    .select(['about', 'logoUploadId', 'createdAt'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const photos = await ctx.db
    .selectFrom('companies.photo')
    .select(['uploadId', 'caption'])
    .where('companyId', '=', companyId)
    .orderBy('position')
    .execute()
  const files = await listOwnFiles(ctx, [logoUploadId, ...photos.map(({ uploadId }) => uploadId)])
  return {
    ...(await getCompanyOf(ctx, companyId)),
    createdAt,
    description: about,
    logo: files.get(logoUploadId ?? '') ?? [],
    photos: photos.map(({ uploadId, caption }) => ({ caption, files: files.get(uploadId) ?? [] })),
    bankAccounts: await listAccounts(ctx, companyId),
    notificationSettings: await listSettings(ctx, companyId),
  }
}
