import { sql } from 'kysely'
import { detachUpload } from '#modules/files/commands.ts'
import type { PersonalData } from '#modules/identity/privacy/personal-data/queries.ts'
import type { TxCtx } from '#platform/ctx.ts'
import { findOwnCompany } from './queries.ts'

export const companiesPersonalData: PersonalData = { name: 'company', read: findOwnCompany }

/** Removes the owner from a company but keeps the row: bookings and reviews refer to it. Files go with the next sweep. */
export async function forgetCompany(ctx: TxCtx, { userId }: { userId: string }): Promise<void> {
  const company = await ctx.db
    .selectFrom('companies.company')
    .select(['id', 'logoUploadId'])
    .where('ownerUserId', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!company) return
  const photos = await ctx.db
    .deleteFrom('companies.photo')
    .where('companyId', '=', company.id)
    .returning('uploadId')
    .execute()
  for (const table of ['companies.bank_account', 'companies.notification_setting'] as const)
    await ctx.db.deleteFrom(table).where('companyId', '=', company.id).execute()
  await blankCompany(ctx, company.id)
  for (const uploadId of [company.logoUploadId, ...photos.map(({ uploadId }) => uploadId)])
    if (uploadId) await detachUpload(ctx, uploadId)
}

/** Tax law requires for six years to know who was billed a commission, and who was reported as a seller; a company that never did a job is blanked completely. */
async function blankCompany(ctx: TxCtx, companyId: string): Promise<void> {
  const isBilled = await ctx.db
    .selectFrom('companies.completed_job')
    .select('companyId')
    .where('companyId', '=', companyId)
    .limit(1)
    .executeTakeFirst()
  const billedTo = isBilled
    ? { legalName: sql<string>`coalesce(legal_name, name)` }
    : {
        legalName: null,
        companyNumber: null,
        registeredAddress: null,
        taxNumber: null,
        dateOfBirth: null,
        vatNumber: null,
        vatRegisteredFrom: null,
        vatDeregisteredFrom: null,
      }
  if (!isBilled) await ctx.db.deleteFrom('companies.earlier_vat').where('companyId', '=', companyId).execute()
  await ctx.db
    .updateTable('companies.company')
    .set({
      ...billedTo,
      name: 'A closed company',
      about: '',
      logoUrl: null,
      logoUploadId: null,
      basePostcode: null,
      basePlace: '',
      insuranceNumber: null,
    })
    .where('id', '=', companyId)
    .execute()
}
