import type { Ctx } from '#platform/ctx.ts'
import { ownCompanyOf } from '#platform/session.ts'
import { commonRefusals, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import { localDayOf } from '#shared/local-time.ts'
import type { company, getCompanyProfile } from './contract.ts'
import { listGallery } from './marketing/queries.ts'
import type { MarkColour, PaymentMethod } from './rules.ts'
import type { Camel } from '#shared/wire.ts'
import type { z } from 'zod'

/** The company that somebody owns, if they own one; none is made for the asking. */
export async function findCompanyOf(ctx: Ctx, userId: string): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('companies.company')
    .select('id')
    .where('owner_user_id', '=', userId)
    .executeTakeFirst()
  return row?.id
}

/** Does it with the company of a path, where it is the caller's own; what is not theirs does not exist for them (T-103). */
export async function withOwnCompany<T>(
  ctx: Ctx,
  id: string,
  work: (companyId: string) => Promise<T>,
): Promise<T | Refusal> {
  // A path may spell it in capitals.
  const isOwn = ownCompanyOf(ctx.actor).id === id.toLowerCase() || ctx.config.guardOff.has('own_company')
  return isOwn ? work(id) : refuse(commonRefusals.notFound)
}

export async function getCompanyOf(ctx: Ctx, id: string): Promise<Camel<z.output<typeof company>>> {
  const row = await ctx.db.selectFrom('companies.company').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return {
    id: row.id,
    name: row.name,
    legalName: row.legal_name,
    companyNumber: row.company_number,
    registeredAddress: row.registered_address,
    insuranceNumber: row.insurance_number,
    basePostcode: row.base_postcode,
    basePlace: row.base_place,
    logoUrl: row.logo_url,
    markColour: row.mark_colour as MarkColour,
    paymentMethods: row.payment_methods as PaymentMethod[],
    vatRegisteredFrom: row.vat_registered_from,
    vatNumber: row.vat_number,
    commissionPercent: row.commission_percent,
    rating: row.rating,
    reviewsCount: row.reviews_count,
  }
}

/** A company as customers see it. */
export async function findProfile(ctx: Ctx, id: string): Promise<AnswerOf<typeof getCompanyProfile> | Refusal> {
  const row = await ctx.db
    .selectFrom('companies.company as c')
    .leftJoin('identity.user as owner', 'owner.id', 'c.owner_user_id')
    .selectAll('c')
    .select('owner.status as owner_status')
    .where('c.id', '=', id)
    .executeTakeFirst()
  const isShut = row?.owner_status && row.owner_status !== 'active'
  if (!row || isShut) return refuse(commonRefusals.notFound)
  const today = localDayOf(ctx.clock.now())
  return {
    id: row.id,
    name: row.name,
    description: row.about,
    logoUrl: row.logo_url,
    markColour: row.mark_colour as MarkColour,
    basePlace: row.base_place,
    paymentMethods: row.payment_methods as PaymentMethod[],
    isVatRegistered: row.vat_registered_from !== null && row.vat_registered_from <= today,
    rating: row.rating,
    reviewsCount: row.reviews_count,
    memberSince: localDayOf(row.created_at),
    photos: await listGallery(ctx, id),
  }
}
