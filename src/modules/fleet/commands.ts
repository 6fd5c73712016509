import { detachUpload } from '#modules/files/commands.ts'
import { findCompanyOf } from '#modules/companies/queries.ts'
import type { PersonalData } from '#modules/identity/privacy/queries.ts'
import { eraseMessages } from '#modules/notifications/commands.ts'
import type { TxCtx } from '#platform/ctx.ts'
import { erasePeople } from './people/commands.ts'
import { findOwnFleet } from './queries.ts'

export const fleetPersonalData: PersonalData = { name: 'fleet', read: findOwnFleet }

/** Units stay, because bookings name them. Driver, people, van, area and documents go; what the office decided stays without its words. */
export async function eraseFleet(ctx: TxCtx, { userId }: { userId: string }): Promise<void> {
  const companyId = await findCompanyOf(ctx, userId)
  if (!companyId) return
  const documents = await ctx.db
    .deleteFrom('fleet.document')
    .where('companyId', '=', companyId)
    .returning(['id', 'uploadId'])
    .execute()
  for (const { uploadId } of documents) if (uploadId) await detachUpload(ctx, uploadId)
  const decisions = await ctx.db
    .deleteFrom('fleet.office_decision')
    .where('companyId', '=', companyId)
    .returning('uploads')
    .execute()
  for (const uploadId of decisions.flatMap(({ uploads }) => uploads)) await detachUpload(ctx, uploadId)
  const people = await ctx.db.selectFrom('fleet.person').select('id').where('companyId', '=', companyId).execute()
  const personIds = people.map(({ id }) => id)
  await erasePeople(ctx, personIds)
  const units = await ctx.db
    .updateTable('fleet.working_unit')
    .set((eb) => ({
      name: 'A driver',
      officeReason: eb.case().when('officeBlock', 'is not', null).then('Erased with the account.').end(),
      appeal: null,
      appealedAt: null,
      appealAnswer: null,
      appealAnsweredAt: null,
      areaBasePostcode: null,
      areaRadiusMetres: null,
      peopleUntil: [],
      peopleGraceUntil: null,
      papersUntil: '-infinity',
    }))
    .where('companyId', '=', companyId)
    .returning('id')
    .execute()
  const unitIds = units.map(({ id }) => id)
  if (unitIds.length > 0)
    for (const table of ['fleet.van', 'fleet.operating_district', 'fleet.unit_driver'] as const)
      await ctx.db.deleteFrom(table).where('unitId', 'in', unitIds).execute()
  // Messages to the driver about documents and units, whichever address they went to.
  await eraseMessages(ctx, { subjectIds: [...unitIds, ...personIds, ...documents.map(({ id }) => id)] })
}
