import type { Ctx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { PageRequest } from '#shared/page.ts'
import type { addSavedAddress } from './contract.ts'

export type SavedAddress = AnswerOf<typeof addSavedAddress>

export const addressColumns = [
  'id',
  'label',
  'postcode',
  'formattedAddress',
  'flatAndHouse',
  'stairs',
  'contactName',
  'contactNumber',
] as const

export async function listOwnAddresses(
  ctx: Ctx,
  { page, pageSize }: PageRequest,
): Promise<{ count: number; results: SavedAddress[] }> {
  const rows = await ctx.db
    .selectFrom('identity.saved_address')
    .select(addressColumns)
    .where('userId', '=', userIdOf(ctx.actor))
    .orderBy('label')
    .orderBy('id')
    .execute()
  return { count: rows.length, results: rows.slice((page - 1) * pageSize, page * pageSize) }
}
