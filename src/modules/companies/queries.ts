import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { ownCompanyOf } from '#platform/session.ts'
import { commonRefusals, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import { localDayOf } from '#shared/local-time.ts'
import { commissionPercentOf } from './commission/queries.ts'
import type { company, getCompanyProfile } from './contract.ts'
import { listGallery } from './marketing/queries.ts'
import { isRegisteredForVat } from './rules.ts'

import type { Camel } from '#shared/wire.ts'
import type { z } from 'zod'

/** The company that somebody owns, if any; reading never creates one. */
export async function findCompanyOf(ctx: Ctx, userId: string): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('companies.company')
    .select('id')
    .where('ownerUserId', '=', userId)
    .executeTakeFirst()
  return row?.id
}

/** Runs `work` on the company in the path if it is the caller's own; any other is not found (T-103). */
export async function withOwnCompany<T>(
  ctx: Ctx,
  id: string,
  work: (companyId: string) => Promise<T>,
): Promise<T | Refusal> {
  // Paths may spell the id in capitals.
  const isOwn = ownCompanyOf(ctx.actor).id === id.toLowerCase() || ctx.config.guardOff.has('own_company')
  return isOwn ? work(id) : refuse(commonRefusals.notFound)
}

export function getCompanyOf(ctx: Ctx, id: string): Promise<Camel<z.output<typeof company>>> {
  return ctx.db
    .selectFrom('companies.company')
    .select(['id', 'name', 'legalName', 'companyNumber', 'registeredAddress', 'insuranceNumber', 'basePostcode'])
    .select([
      'taxNumber',
      'dateOfBirth',
      'basePlace',
      'logoUrl',
      'markColour',
      'paymentMethods',
      'givesCompanyPhone',
      'vatRegisteredFrom',
      'vatNumber',
    ])
    .select(['rating', 'reviewsCount'])
    .select(commissionPercentOf(sql.ref('id'), ctx.clock.now()).as('commissionPercent'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** A company as customers see it. */
export async function findProfile(ctx: Ctx, id: string): Promise<AnswerOf<typeof getCompanyProfile> | Refusal> {
  const found = await ctx.db
    .selectFrom('companies.company as c')
    .leftJoin('identity.user as owner', 'owner.id', 'c.ownerUserId')
    .select(['c.id', 'c.name', 'c.about as description', 'c.logoUrl', 'c.markColour', 'c.basePlace'])
    .select([
      'c.paymentMethods',
      'c.rating',
      'c.reviewsCount',
      'c.vatRegisteredFrom',
      'c.vatDeregisteredFrom',
      'c.createdAt',
    ])
    .select('owner.status as ownerStatus')
    .where('c.id', '=', id)
    .executeTakeFirst()
  if (!found || (found.ownerStatus && found.ownerStatus !== 'active')) return refuse(commonRefusals.notFound)
  const { vatRegisteredFrom, vatDeregisteredFrom, createdAt, ownerStatus: _, ...profile } = found
  return {
    ...profile,
    isVatRegistered: isRegisteredForVat({ vatRegisteredFrom, vatDeregisteredFrom }, localDayOf(ctx.clock.now())),
    memberSince: localDayOf(createdAt),
    photos: await listGallery(ctx, id),
  }
}
